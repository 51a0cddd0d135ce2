// Signs at the edge of places: what the reasons of a review speak of, and the reply that punishes a
// mistake. They are elements inside of the places, so that they move and turn with the board. Style sheets write their
// text, so that places are called by their names alone.

import { h } from "../lib/dom.js";

/** @typedef {import("./contract.js").Sign} Sign */

/**
 * Puts signs on a board, in place of those it had.
 *
 * @param {HTMLElement} board
 * @param {Sign[]} signs
 * @param {(sign: Sign) => Element | null | undefined} placeOf the element of a place, if the board has it
 */
export function drawSigns(board, signs, placeOf) {
  for (const old of board.querySelectorAll(".place-sign")) old.remove();
  for (const sign of signs) placeOf(sign)?.append(h("span", { class: "place-sign", dataset: { kind: sign.kind }, "aria-hidden": "true" }, sign.text !== "" && h("span", { class: "sign-key", dataset: { text: sign.text } })));
}
