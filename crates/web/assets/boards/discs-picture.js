// The board of Othello as a picture.

import { pieces, squareIndex } from "./grid-cells.js";
import { element, lastMove, svg } from "./picture.js";

const SQUARE = 40;
const FRAME = 14;

/** @type {import("./contract.js").BoardModule<Discs.Board>["picture"]} */
export function picture(board, options = {}) {
  const size = board.rows.length;
  const side = size * SQUARE;
  const whole = side + 2 * FRAME;
  const parts = [
    element("rect", { width: whole, height: whole, rx: 10, fill: "#5b4130" }),
    element("rect", { x: FRAME, y: FRAME, width: side, height: side, fill: "#2f7d57" }),
  ];
  const lines = [];
  for (let line = 0; line <= size; line += 1) {
    const at = FRAME + line * SQUARE;
    lines.push(`M${at} ${FRAME}V${FRAME + side}M${FRAME} ${at}H${FRAME + side}`);
  }
  parts.push(element("path", { d: lines.join(""), fill: "none", stroke: "#1d5a3c", "stroke-width": 1.5 }));
  const last = squareIndex(lastMove(options.last) ?? "", size);
  pieces(board.rows).forEach((piece, index) => {
    if (piece === null) return;
    const x = FRAME + (index % size) * SQUARE + SQUARE / 2;
    const y = FRAME + Math.floor(index / size) * SQUARE + SQUARE / 2;
    parts.push(
      element("circle", { cx: x, cy: y + 1.2, r: 16, fill: "#123524", "fill-opacity": 0.5 }),
      element("circle", { cx: x, cy: y, r: 16, fill: piece === 0 ? "#1b1d20" : "#f6f3ea" }),
      element("circle", { cx: x, cy: y, r: 12.5, fill: "none", stroke: piece === 0 ? "#3a3e44" : "#ddd6c5", "stroke-width": 1.2 }),
    );
    if (index === last) parts.push(element("circle", { cx: x, cy: y, r: 4.5, fill: "#e8853a" }));
  });
  return svg(whole, whole, options.size, parts);
}
