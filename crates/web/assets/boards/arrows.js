// Arrows of a review on a board: from the move that was played to the reply that punishes it, and to
// what would have been better. They lie over the places, and follow when the board changes its size.

import { replace, s } from "../lib/dom.js";

/** @typedef {import("./contract.js").Arrow} Arrow */

/** @type {WeakMap<HTMLElement, ResizeObserver>} */
const watched = new WeakMap();

/** How long the point of an arrow is, in pixels. */
const POINT = 11;

/** How far it stays from the middles of its two places, as parts of a place: the first has a piece. */
const AWAY = { from: 0.3, to: 0.12 };

/**
 * Puts arrows on a board, in place of those it had.
 *
 * @param {HTMLElement} board
 * @param {Arrow[]} arrows
 * @param {(place: Arrow["from"][number]) => Element | null | undefined} placeOf the element of a place, if the board has it
 */
export function drawArrows(board, arrows, placeOf) {
  watched.get(board)?.disconnect();
  watched.delete(board);
  for (const old of board.querySelectorAll(".place-arrows")) old.remove();
  if (arrows.length === 0) return;
  const layer = s("svg", { class: "place-arrows", "aria-hidden": "true" });
  board.append(layer);
  const draw = () => {
    const box = layer.getBoundingClientRect();
    replace(layer, arrows.flatMap((arrow) => drawn(arrow, ...ends(arrow, box, placeOf))));
  };
  const observer = new ResizeObserver(draw);
  observer.observe(board);
  watched.set(board, observer);
}

/** @typedef {{x: number, y: number, size: number}} End the middle of a move, and how large its places are */

/**
 * @param {Arrow} arrow
 * @param {DOMRect} box
 * @param {(place: Arrow["from"][number]) => Element | null | undefined} placeOf
 * @returns {[End | null, End | null]}
 */
function ends({ from, to }, box, placeOf) {
  const middle = (/** @type {Arrow["from"]} */ places) => {
    const boxes = places.flatMap((place) => placeOf(place)?.getBoundingClientRect() ?? []);
    const mean = (/** @type {(box: DOMRect) => number} */ of) => boxes.reduce((sum, each) => sum + of(each), 0) / boxes.length;
    return boxes.length === 0 ? null : { x: mean((each) => each.x + each.width / 2) - box.x, y: mean((each) => each.y + each.height / 2) - box.y, size: boxes[0].width };
  };
  return [middle(from), middle(to)];
}

/**
 * A line with a light edge, so that it is seen on any ground, and its point.
 *
 * @param {Arrow} arrow
 * @param {End | null} from
 * @param {End | null} to
 * @returns {SVGElement[]} none where the ends are one place
 */
function drawn({ kind }, from, to) {
  if (!from || !to) return [];
  const [wide, tall] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(wide, tall);
  const [begin, end] = [AWAY.from * from.size, length - AWAY.to * to.size];
  if (end < begin + POINT) return [];
  const [stepX, stepY] = [wide / length, tall / length];
  const at = (/** @type {number} */ far, aside = 0) => `${(from.x + far * stepX - aside * stepY).toFixed(1)} ${(from.y + far * stepY + aside * stepX).toFixed(1)}`;
  const line = `M${at(begin)}L${at(end - POINT + 1)}`;
  const point = `M${at(end)}L${at(end - POINT, POINT / 2)}L${at(end - POINT, -POINT / 2)}Z`;
  return [s("path", { class: "arrow-edge", d: `${line}${point}` }), s("path", { class: "arrow-line", dataset: { kind }, d: line }), s("path", { class: "arrow-point", dataset: { kind }, d: point })];
}
