// What charts have in common: a figure that is drawn as wide as its place.

import { h, replace, s } from "../lib/dom.js";

const NARROWEST = 240;
const WIDEST = 760;

/** Signs beside the colours, so that no series is told by its colour alone. */
export const GLYPHS = ["●", "■", "▲", "◆", "★", "✚", "⬟", "⬢", "♥"];

/**
 * A figure with a drawing and a caption. The drawing is made again when its place changes.
 *
 * @param {string} label what a screen reader says of it
 * @param {(width: number) => {height: number, children: SVGElement[]}} draw
 * @param {(Node | string | null)[]} caption
 * @returns {HTMLElement}
 */
export function figure(label, draw, caption) {
  const place = h("div", { class: "chart-place" });
  const element = h("figure", { class: "chart" }, place, h("figcaption", { class: "small muted" }, caption));
  let drawn = 0;
  const fit = () => {
    const width = Math.round(Math.min(Math.max(place.clientWidth || WIDEST, NARROWEST), WIDEST));
    if (width === drawn) return;
    drawn = width;
    const { height, children } = draw(width);
    replace(place, s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, children));
  };
  new ResizeObserver(fit).observe(place);
  fit();
  return element;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {Record<string, any>} [more]
 * @returns {SVGElement}
 */
export function text(x, y, words, more = {}) {
  return s("text", { x: round(x), y: round(y), ...more }, words);
}

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} kind a class
 * @returns {SVGElement}
 */
export function line(x1, y1, x2, y2, kind) {
  return s("line", { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2), class: kind });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} kind
 * @returns {SVGElement}
 */
export function bar(x, y, width, height, kind) {
  return s("rect", { x: round(x), y: round(y), width: round(Math.max(width, 0)), height: round(height), class: kind });
}

/**
 * A sign of what was published.
 *
 * @param {number} x
 * @param {number} y
 * @returns {SVGElement}
 */
export function diamond(x, y) {
  return s("path", { d: `M${round(x)} ${round(y - 6)}l6 6l-6 6l-6 -6z`, class: "chart-published" });
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 10) / 10;
}
