// A small board on which a short game goes by, for as long as one can see it.

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { drawInto, pictureAt } from "../lib/picture.js";

const STEP = 1100;
/** How many steps the last position stays before the game begins again. */
const REST = 4;

/** @typedef {Parameters<typeof pictureAt>[0] & {frames: number}} Moving a short game as pictures */

/**
 * @param {string} family
 * @returns {{element: HTMLElement, run: (on: boolean) => void, stop: () => void}}
 */
export function liveBoard(family) {
  const element = h("div", { class: "live-board", "aria-hidden": "true" });
  /** @type {Moving | null} */
  let game = null;
  let at = 0;
  let running = false;
  let visible = false;

  const observer = new IntersectionObserver((entries) => {
    visible = entries[entries.length - 1].isIntersecting;
  });
  observer.observe(element);

  function draw() {
    if (game) drawInto(element, pictureAt(game, at));
  }

  const timer = setInterval(() => {
    if (!game || !running || !visible || document.hidden) return;
    at = (at + 1) % (game.frames + REST);
    if (at < game.frames) draw();
  }, STEP);

  get(`/api/demonstration/${family}`)
    .then((answer) => {
      const found = /** @type {Moving} */ (answer);
      game = found;
      // The middle of a game says more about it than its first position.
      at = Math.floor(found.frames * 0.6);
      draw();
    })
    .catch((error) => console.warn(`no board of ${family}: ${error.message}`));

  return {
    element,
    run(on) {
      running = on;
    },
    stop() {
      clearInterval(timer);
      observer.disconnect();
    },
  };
}
