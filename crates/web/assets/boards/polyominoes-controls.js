// The buttons that turn, move and place the piece in hand, and the line that says how it lies.

import { h, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** Drawn in a box of 24 units. @type {Record<string, string>} */
const ICONS = {
  unrotate: "M4 12a8 8 0 1 1 3 6.2M4 12l-2.2-2.6M4 12l2.8-2",
  rotate: "M20 12a8 8 0 1 0-3 6.2M20 12l2.2-2.6M20 12l-2.8-2",
  flip: "M12 3v18M9 7L3 17h6zM15 7l6 10h-6z",
  next: "M4 6l7 6-7 6zM12 6l7 6-7 6zM20.5 6v12",
  left: "M15 5l-7 7 7 7",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  right: "M9 5l7 7-7 7",
  drop: "M6 6l12 12M18 6L6 18",
  place: "M4 12.5l5.5 5.5L20 6.5",
};

/** @param {string} name */
function icon(name) {
  return s("svg", { class: "polyominoes-icon", viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true", focusable: "false", fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }, s("path", { d: ICONS[name] }));
}

/**
 * @param {(action: string, byPointer: boolean) => void} act
 * @param {string[]} [without] actions that are not wanted
 */
export function createControls(act, without = []) {
  /** @param {string} action */
  const button = (action) => h("button", {
    type: "button", class: `polyominoes-button polyominoes-button-${action}`, "aria-label": t(`boards.polyominoes.button.${action}.long`), title: t(`boards.polyominoes.button.${action}.long`),
    dataset: { action }, onclick: (/** @type {MouseEvent} */ event) => {
      // Not `disabled`: a button that loses its focus would take the keyboard with it.
      if (/** @type {Element} */ (event.currentTarget).getAttribute("aria-disabled") !== "true") act(action, event.detail > 0);
    },
  }, icon(action), h("span", { class: "polyominoes-button-text", "aria-hidden": "true" }, t(`boards.polyominoes.button.${action}`)));
  const wanted = (/** @type {string[]} */ actions) => actions.filter((action) => !without.includes(action)).map(button);
  const turns = h("div", { class: "polyominoes-turns" }, wanted(["unrotate", "rotate", "flip", "next"]));
  const nudges = h("div", { class: "polyominoes-nudges" }, wanted(["left", "up", "down", "right"]));
  const ends = h("div", { class: "polyominoes-ends" }, wanted(["place", "drop"]));
  const status = h("p", { class: "polyominoes-status", "aria-hidden": "true" });
  const spoken = h("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const bar = h("div", { class: "polyominoes-controls", role: "group", "aria-label": t("boards.polyominoes.controls") }, turns, nudges, ends);
  const element = h("div", { class: "polyominoes-hand" }, status, spoken, bar);
  /** @type {HTMLButtonElement[]} */
  const buttons = [...bar.querySelectorAll("button")];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;

  return {
    element,
    /** Which buttons can be pressed. @param {(action: string) => boolean} can */
    enable(can) {
      for (const each of buttons) each.setAttribute("aria-disabled", String(!can(each.dataset.action ?? "")));
    },
    /**
     * Shows a text at once and reads it out when it has stood for a moment.
     *
     * @param {string} text
     * @param {"good" | "bad" | "plain"} tone
     */
    say(text, tone) {
      status.textContent = text;
      status.dataset.tone = tone;
      clearTimeout(later);
      later = setTimeout(() => {
        if (spoken.textContent !== text) spoken.textContent = text;
      }, 400);
    },
    destroy: () => clearTimeout(later),
  };
}
