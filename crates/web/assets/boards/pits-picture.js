// The board of Congklak as a picture.

import { layoutOf, MOST_DRAWN, moveOf, seedPlace } from "./pits-layout.js";
import { countsOf, seedsAt } from "./pits-sowing.js";
import { element, lastMove, svg } from "./picture.js";

/** @typedef {import("./pits-sowing.js").Place} Place */

const HOLE = 52;
const STORE = 64;
const HEIGHT = 176;
const EDGE = 14;

/** @type {import("./contract.js").BoardModule<Pits.Board>["picture"]} */
export function picture(board, options = {}) {
  const counts = countsOf(board);
  const layout = layoutOf(board, options.bottom);
  const width = board.holes * HOLE + 2 * STORE + 2 * EDGE;
  const played = lastMove(options.last);
  const seat = typeof options.last === "object" && options.last ? options.last.seat : undefined;
  const parts = [
    element("rect", { width, height: HEIGHT, rx: 44, fill: "#8a5a31" }),
    element("rect", { x: 3, y: 2, width: width - 6, height: HEIGHT - 8, rx: 41, fill: "#c8965c" }),
  ];
  /** @param {Place} place @param {number} x @param {number} y @param {number} numeral where its number stands */
  const hole = (place, x, y, numeral) => {
    const seeds = seedsAt(counts, place);
    const began = played === moveOf(place) && seat === place.seat;
    parts.push(
      element("circle", { cx: x, cy: y + 1.5, r: 22.5, fill: "#e0b680" }),
      element("circle", { cx: x, cy: y, r: 22, fill: "#5f3b1d", ...(began ? { stroke: "#fff3d6", "stroke-width": 2 } : {}) }),
      ...drawSeeds(seeds, "hole", x - 17, y - 17, 34, 34),
      number(seeds, x, numeral, 15),
    );
  };
  layout.top.forEach((place, at) => hole(place, EDGE + STORE + at * HOLE + HOLE / 2, 53, 25));
  layout.bottom.forEach((place, at) => hole(place, EDGE + STORE + at * HOLE + HOLE / 2, 117, 161));
  /** @param {Place} place @param {number} x */
  const store = (place, x) => {
    const seeds = seedsAt(counts, place);
    parts.push(
      element("rect", { x, y: 39, width: STORE - 10, height: 99, rx: 25, fill: "#e0b680" }),
      element("rect", { x, y: 37, width: STORE - 10, height: 99, rx: 25, fill: "#5f3b1d" }),
      ...drawSeeds(seeds, "store", x + 9, 48, STORE - 28, 77),
      number(seeds, x + STORE / 2 - 5, 31, 20),
    );
  };
  store(layout.left, EDGE);
  store(layout.right, width - EDGE - STORE + 10);
  return svg(width, HEIGHT, options.size, parts);
}

/**
 * @param {number} seeds
 * @param {"hole" | "store"} kind
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
function drawSeeds(seeds, kind, left, top, width, height) {
  return Array.from({ length: Math.min(seeds, MOST_DRAWN[kind]) }, (_, index) => {
    const { x, y, turn } = seedPlace(index, kind);
    const [cx, cy] = [(left + x * width).toFixed(1), (top + y * height).toFixed(1)];
    const look = { cx, cy, rx: 4.6, ry: 3.5, fill: "#f4ead6", stroke: "#8c7350", "stroke-width": 0.8 };
    return element("ellipse", { ...look, transform: `rotate(${turn} ${cx} ${cy})` });
  });
}

/** @param {number} seeds @param {number} x @param {number} y @param {number} size */
function number(seeds, x, y, size) {
  const font = { "font-family": "system-ui, sans-serif", "font-weight": 700, "font-size": size };
  return element("text", { x, y, "text-anchor": "middle", fill: "#2f1c0b", ...font }, seeds);
}
