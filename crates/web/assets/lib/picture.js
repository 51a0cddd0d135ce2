// Boards that are only looked at. The server draws them.

import { raw } from "./api.js";

/**
 * The element of an SVG text of the server.
 *
 * @param {string} text
 * @returns {SVGElement}
 */
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const element = /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
  element.setAttribute("focusable", "false");
  return element;
}

/**
 * Puts a drawing into a box of fixed size, with a text for those who do not see it.
 *
 * @param {Element} box
 * @param {string} text an SVG
 * @param {string} [label] left out: the drawing says nothing that is not said beside it
 */
export function drawInto(box, text, label) {
  const element = drawing(text);
  if (label) {
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", label);
  } else {
    element.setAttribute("aria-hidden", "true");
  }
  box.replaceChildren(element);
}

/**
 * The end of a line of play as an SVG. Its colours are those of the page, or written out for a file.
 *
 * @param {{game: string, start?: string | null, moves?: string[]}} line
 * @param {{theme?: "page" | "light" | "dark", width?: number, names?: boolean}} [options] `names`: of squares, around it
 * @returns {Promise<string>}
 */
export async function pictureOf({ game, start, moves = [] }, { theme = "page", width, names = false } = {}) {
  const answer = await raw("POST", "/api/picture", { game, ...(start ? { start } : {}), moves, theme, ...(width ? { width } : {}), ...(names ? { names } : {}) });
  return answer.text();
}

/**
 * One picture of an animation.
 *
 * @param {{view_box: string, paints: string[], shapes: [number, string, number[]][]}} animation
 * @param {number} at the number of the picture
 * @returns {string} an SVG
 */
export function pictureAt({ view_box, paints, shapes }, at) {
  // A shape comes and goes by turns.
  const shown = shapes.filter(([, , bounds]) => bounds.filter((bound) => bound <= at).length % 2 === 1);
  const parts = shown.map(([paint, element]) => `<g ${paints[paint]}>${element}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view_box}">${parts.join("")}</svg>`;
}

/**
 * Asks for a drawing when its box comes into view, and draws it.
 *
 * @param {Element} box
 * @param {string} address of an SVG
 */
export function drawWhenSeen(box, address) {
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    try {
      drawInto(box, await (await raw("GET", address)).text());
    } catch (error) {
      console.warn(`no picture of ${address}: ${error instanceof Error ? error.message : error}`);
    }
  });
  observer.observe(box);
}
