// Small boards that are only looked at.

import { pictureText } from "../boards/pictures.js";

/**
 * A board as a drawing, or null where there is none for it.
 *
 * @param {string} geometry
 * @param {any} board as the server sends it
 * @param {{last?: any, size?: number}} [options]
 * @returns {Promise<SVGElement | null>}
 */
export async function pictureOf(geometry, board, options = {}) {
  return drawing(await pictureText(geometry, board, options));
}

/**
 * The element of an SVG text of our own making.
 *
 * @param {string} text
 * @returns {SVGElement | null}
 */
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.tagName !== "svg") return null;
  const element = /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
  element.setAttribute("focusable", "false");
  return element;
}

/**
 * Puts a drawing into a box of fixed size, with a text for those who do not see it.
 *
 * @param {Element} box
 * @param {string} geometry
 * @param {any} board
 * @param {{last?: any, size?: number, label?: string}} [options]
 */
export async function drawInto(box, geometry, board, options = {}) {
  const picture = await pictureOf(geometry, board, options);
  if (!picture) return;
  if (options.label) {
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", options.label);
    picture.removeAttribute("aria-hidden");
  } else {
    picture.setAttribute("aria-hidden", "true");
  }
  box.replaceChildren(picture);
}
