// When boards are heard: only where that is wanted, and never before the first click or key.

import { settings } from "./settings.js";

/** @typedef {import("./sound.js").Sound} Sound */

/** @type {Record<string, Sound>} */
const MOVES = { discs: "disc", marks: "piece", polyominoes: "piece", pits: "seed" };

/** What is heard of a move on a kind of board. @param {string} geometry */
export const soundOfMove = (geometry) => MOVES[geometry] ?? "piece";

/** Plays sounds where they are wanted; the module that makes them comes with the first click or key. */
export function createSounds() {
  /** @type {typeof import("./sound.js") | null} */
  let made = null;
  const load = () => {
    stop();
    void import("./sound.js").then((module) => (made = module));
  };
  const stop = () => ["pointerdown", "keydown"].forEach((event) => document.removeEventListener(event, load, true));
  for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, load, true);
  return {
    /** @param {Sound} sound */
    make(sound) {
      if (settings().sound && !document.hidden) made?.play(sound);
    },
    end: stop,
  };
}
