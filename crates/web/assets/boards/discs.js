// The board of Othello.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { createSquares, squareKeys } from "./squares.js";
import { setUpSquares } from "./squares-setup.js";
import { startRows, positionText } from "./discs-position.js";

export const styles = ["discs"];

/** @typedef {import("./contract.js").BoardModule<Discs.Board, Discs.Details>} Module */

/** @type {import("./squares.js").Look<Discs.Board, Discs.Details>} */
const LOOK = {
  name: "discs",
  label: () => t("boards.discs.label"),
  piece: () => h("span", { class: "disc" }, h("span", { class: "face dark" }), h("span", { class: "face light" })),
  turned: ({ flipped }) => flipped,
  tell: ({ flipped }) => t("boards.discs.flips", { count: flipped.length }),
  turn(piece, seat, step, delay) {
    // The disc already shows its new side; it comes from the other one, lifted a little.
    const disc = /** @type {HTMLElement} */ (piece.firstElementChild);
    const [from, to] = seat === 1 ? [0, 180] : [180, 360];
    const frames = [
      { transform: `rotateY(${from}deg) scale(1)` },
      { transform: `rotateY(${(from + to) / 2}deg) scale(1.12)` },
      { transform: `rotateY(${to}deg) scale(1)` },
    ];
    return disc.animate(frames, { duration: step * 1.7, delay, fill: "backwards", easing: "ease-in-out" });
  },
  place(piece, step) {
    const frames = [{ transform: "scale(1.3)", opacity: 0 }, { transform: "scale(1)", opacity: 1 }];
    return piece.animate(frames, { duration: step * 0.8, easing: "ease-out" });
  },
};

/** @type {Module["create"]} */
export function create(root, asked) {
  return createSquares(root, asked, LOOK);
}

/** @type {Module["keys"]} */
export function keys() {
  return squareKeys();
}

/** @type {Module["setup"]} */
export function setup(root, board, changed, { turn = 0 } = {}) {
  return setUpSquares(root, { rows: board.rows, turn: turn ?? 0, pliesLeft: null }, changed, {
    look: LOOK,
    seatNames: ["black", "white"],
    empty: "-",
    start: () => startRows(board.rows.length),
    text: positionText,
  });
}
