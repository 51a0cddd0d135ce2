// Runs the review of a line and hands on what it says, move by move.

import { errorText } from "../../lib/i18n.js";

/**
 * @param {ReturnType<typeof import("./engine.js").createEngine>} engine
 * @param {(id: number, said: import("./tree.js").Reviewed) => void} heard
 * @param {() => void} changed
 */
export function createReviewer(engine, heard, changed) {
  /** @type {{done: number, of: number} | null} */
  let running = null;
  let problem = /** @type {string | null} */ (null);
  /** @type {() => void} */
  let halt = () => {};
  /** How long each move was looked at, in seconds; so long where that was another day. */
  let care = 1;

  function stop() {
    if (!running) return;
    halt();
    running = null;
    changed();
  }

  return {
    /**
     * @param {import("./engine.js").Place} place
     * @param {number[]} ids of the positions after the moves
     * @param {number} seconds for each move
     */
    start(place, ids, seconds) {
      stop();
      problem = null;
      care = seconds;
      running = { done: 0, of: ids.length };
      halt = engine.review(place, seconds, {
        each({ ply, move: _, ...said }) {
          if (!running) return;
          running = { ...running, done: running.done + 1 };
          heard(ids[ply], said);
        },
        done(error) {
          running = null;
          problem = error ? errorText(error) : null;
          changed();
        },
      });
      changed();
    },
    stop,
    /**
     * Judges moves again whose positions are better known by now: the server has looked at them already.
     *
     * @param {import("./engine.js").Place} place with the moves up to the last of them
     * @param {number[]} ids of the positions after the moves
     * @param {number} from the first of them
     */
    again(place, ids, from) {
      if (running) return;
      engine.review(place, care, { each: ({ ply, move: _, ...said }) => heard(ids[ply], said), done: () => {} }, from);
    },
    /** Positions are gone: what the server says of them could not be kept. */
    forget: stop,
    running: () => running,
    problem: () => problem,
  };
}
