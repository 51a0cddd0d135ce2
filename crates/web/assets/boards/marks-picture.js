// The board of Adjacency as a picture.

import { pieces, squareIndex } from "./grid-cells.js";
import { element, lastMove, svg } from "./picture.js";

const SQUARE = 40;
const FRAME = 10;

/** @type {import("./contract.js").BoardModule<Marks.Board>["picture"]} */
export function picture(board, options = {}) {
  const size = board.rows.length;
  const side = size * SQUARE;
  const whole = side + 2 * FRAME;
  const parts = [
    element("rect", { width: whole, height: whole, rx: 12, fill: "#d9d3c3" }),
    element("rect", { x: FRAME, y: FRAME, width: side, height: side, rx: 4, fill: "#fbf8f0" }),
  ];
  const last = squareIndex(lastMove(options.last) ?? "", size);
  if (last !== null) {
    const [x, y] = corner(last, size);
    parts.push(element("rect", { x, y, width: SQUARE, height: SQUARE, fill: "#f6dfa6" }));
  }
  const lines = [];
  for (let line = 1; line < size; line += 1) {
    const at = FRAME + line * SQUARE;
    lines.push(`M${at} ${FRAME}V${FRAME + side}M${FRAME} ${at}H${FRAME + side}`);
  }
  parts.push(element("path", { d: lines.join(""), fill: "none", stroke: "#d9d3c3", "stroke-width": 1.5 }));
  pieces(board.rows).forEach((piece, index) => {
    const [x, y] = corner(index, size);
    const look = { fill: "none", "stroke-width": 6, "stroke-linecap": "round" };
    if (piece === 0) {
      parts.push(element("path", { d: `M${x + 11} ${y + 11}l18 18m0-18l-18 18`, stroke: "#0072b2", ...look }));
    } else if (piece === 1) {
      parts.push(element("circle", { cx: x + 20, cy: y + 20, r: 9.5, stroke: "#c44e00", ...look }));
    }
  });
  return svg(whole, whole, options.size, parts);
}

/** @param {number} index @param {number} size @returns {[number, number]} */
function corner(index, size) {
  return [FRAME + (index % size) * SQUARE, FRAME + Math.floor(index / size) * SQUARE];
}
