// How fast agents play against each other.

import { h } from "../../lib/dom.js";
import { number, t } from "../../lib/i18n.js";
import { agentsOnly, PACES, paceIndex } from "./state.js";

/** @typedef {import("./state.js").State} State */

/** @param {(seconds: number) => void} setPace */
export function createPace(setPace) {
  /** @type {HTMLInputElement} */
  const slider = h("input", { type: "range", id: "play-pace", min: 0, max: PACES.length - 1, step: 1, oninput: () => name(), onchange: () => setPace(PACES[Number(slider.value)]) });
  const shown = h("output", { class: "number small muted", for: "play-pace" });
  const element = h("div", { class: "play-pace", hidden: true }, h("label", { for: "play-pace" }, t("play.pace")), slider, shown);

  function name() {
    const seconds = PACES[Number(slider.value)];
    const text = seconds === 0 ? t("play.pace.none") : t("play.pace.seconds", { seconds: number(seconds, seconds < 1 ? 1 : 0) });
    shown.textContent = text;
    slider.setAttribute("aria-valuetext", text);
  }

  return {
    element,
    /** @param {State} state */
    update(state) {
      element.hidden = !agentsOnly(state) || state.role !== "player" || state.result !== null;
      if (document.activeElement !== slider) slider.value = String(paceIndex(state.pace));
      name();
    },
  };
}
