// A small sign for a seat, in the colours or letters of its game.

import { h } from "../../lib/dom.js";

/**
 * @param {string} name as the server says it: "black", "X", "blue and red"
 * @returns {HTMLElement} for the eye only; the name must be said beside it
 */
export function seatMark(name) {
  if (name.length === 1) return h("span", { class: "seat-letter", "aria-hidden": "true" }, name);
  return h("span", { class: `seat-mark seat-mark-${name.replaceAll(" ", "-")}`, "aria-hidden": "true" });
}
