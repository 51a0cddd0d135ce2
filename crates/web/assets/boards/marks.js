// The board of Adjacency.

import { h, s } from "../lib/dom.js";
import { seatName, t } from "../lib/i18n.js";
import { createSquares, squareKeys } from "./squares.js";
import { setUpSquares } from "./squares-setup.js";
import { emptySquares, positionText, startRows } from "./marks-position.js";

export const styles = ["marks"];

/** @typedef {import("./contract.js").BoardModule<Marks.Board, Marks.Details>} Module */

/** @type {import("./squares.js").Look<Marks.Board, Marks.Details>} */
const LOOK = {
  name: "marks",
  label: () => t("boards.marks.label"),
  // A tile with two faces, each in a colour and with a sign.
  piece: () =>
    h(
      "span",
      { class: "tile" },
      h("span", { class: "tile-face tile-cross" }, sign(s("path", { class: "cross", d: "M12 12 28 28M28 12 12 28" }))),
      h("span", { class: "tile-face tile-ring" }, sign(s("circle", { class: "ring", cx: 20, cy: 20, r: 9 }))),
    ),
  turned: ({ converted }) => converted,
  tell({ change, converted }, seatNames) {
    const changed = change.map((by, seat) => `${seatName(seatNames[seat])} ${signed(by)}`);
    return t("boards.marks.converts", { count: converted.length, change: changed.join(", ") });
  },
  aside: ({ plies_left: count }) => t("boards.marks.left", { count, rounds: Math.ceil(count / 2) }),
  turn(piece, seat, step, delay) {
    // The tile already shows its new face; it comes from the other one, over its lower edge.
    const tile = /** @type {HTMLElement} */ (piece.firstElementChild);
    const [from, to] = seat === 1 ? [0, 180] : [180, 360];
    const frames = [
      { transform: `rotateX(${from}deg) scale(1)` },
      { transform: `rotateX(${(from + to) / 2}deg) scale(1.12)` },
      { transform: `rotateX(${to}deg) scale(1)` },
    ];
    return tile.animate(frames, { duration: step * 1.7, delay: delay + step * 0.3, fill: "backwards", easing: "ease-in-out" });
  },
  place(piece, step) {
    const frames = [{ transform: "scale(1.5)", opacity: 0 }, { transform: "scale(1)", opacity: 1 }];
    return piece.animate(frames, { duration: step * 0.8, easing: "ease-out" });
  },
};

/** @param {SVGElement} shape */
const sign = (shape) => s("svg", { viewBox: "0 0 40 40", class: "mark" }, shape);

/** @param {number} by */
function signed(by) {
  return by > 0 ? `+${by}` : by < 0 ? `−${-by}` : "±0";
}

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
  return setUpSquares(root, { rows: board.rows, turn: turn ?? 0, pliesLeft: board.plies_left }, changed, {
    look: LOOK,
    seatNames: ["X", "O"],
    empty: ".",
    start: startRows,
    text: positionText,
    mostPlies: emptySquares,
  });
}
