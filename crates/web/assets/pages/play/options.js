// Everything about a game that is not a move: beginning again, giving up, links, files, settings.

import { h } from "../../lib/dom.js";
import { othersCanWatch } from "../../lib/host.js";
import { t, tOr } from "../../lib/i18n.js";
import { change, settings } from "../../lib/settings.js";
import { resigningSeat } from "./state.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {{name: string, extension: string, summary: string}} Format
 */

/** A menu of the formats of the game; each entry is a file to save. @param {string} id @param {Format[]} formats */
export function createExports(id, formats) {
  return h(
    "details",
    { class: "play-exports" },
    h("summary", { class: "button" }, t("play.export")),
    h(
      "ul",
      { class: "play-export-list" },
      ...formats.map(({ name, extension, summary }) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: `/api/games/${encodeURIComponent(id)}/export?format=${encodeURIComponent(name)}`, download: `${id}.${extension}` },
            h("strong", {}, `${name} (.${extension})`),
            h("span", { class: "small muted" }, tOr(`format.${name}`, summary)),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {object} asked
 * @param {(name: "restart" | "resign" | "link" | "carry" | "position" | "again") => void} asked.act
 * @param {string} asked.id
 * @param {string} asked.spec the game with its parameters
 * @param {string} asked.family whose rules it has
 * @param {Format[]} asked.formats
 */
export function createOptions({ act, id, spec, family, formats }) {
  /** @param {"restart" | "resign" | "link" | "carry" | "position" | "again"} name */
  const button = (name, kind = "") => h("button", { type: "button", class: kind, dataset: { act: name }, onclick: (/** @type {Event} */ event) => {
    if (/** @type {Element} */ (event.currentTarget).getAttribute("aria-disabled") !== "true") act(name);
  } }, t(`play.act.${name}`));
  const restart = button("restart");
  const resign = button("resign", "danger");
  const rules = h("a", { class: "button", href: `/rules/${encodeURIComponent(family)}` }, t("play.act.rules"));
  const analyse = h("a", { class: "button", href: `/analyse/${encodeURIComponent(id)}` }, t("play.analyse"));
  /** @type {HTMLInputElement} */
  const simple = h("input", { type: "checkbox", id: "play-simple", checked: settings().simpleValues, onchange: () => change({ simpleValues: simple.checked }) });
  const element = h(
    "div",
    { class: "play-options stack-small" },
    h("p", { class: "play-spec small muted" }, h("code", {}, spec)),
    h("div", { class: "play-option-buttons" }, restart, resign, rules, analyse, button("again"), button("carry"), othersCanWatch && button("link"), button("position")),
    createExports(id, formats),
    h("label", { class: "check", for: "play-simple" }, simple, t("play.values.simple")),
  );
  return {
    element,
    /** @param {State} state */
    update(state) {
      restart.setAttribute("aria-disabled", String(state.role !== "player" || state.ply === 0));
      resign.setAttribute("aria-disabled", String(resigningSeat(state) === null));
    },
  };
}
