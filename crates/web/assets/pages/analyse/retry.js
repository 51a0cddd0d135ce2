// Trying a mistake again: the position before it, without any help, until a move was tried.

import { judge } from "./worth.js";

/** How long a tried move is looked at, in seconds. */
const SECONDS = 2;

/** @typedef {import("./reviewpanel.js").Retry & {parent: number, review: import("./tree.js").Reviewed, triedId: number | null}} Trying */

/**
 * @param {ReturnType<typeof import("./engine.js").createEngine>} engine
 * @param {() => void} changed
 */
export function createRetries(engine, changed) {
  /** @type {Trying | null} */
  let current = null;

  return {
    current: () => current,
    /** Whether values would give the answer away. */
    hides: () => current !== null && current.step !== "told",
    /** @param {number} id the position before a move @returns {boolean} whether the move is a try */
    wants: (id) => current?.step === "try" && current.parent === id,

    /** @param {number} id @param {number} parent @param {string} played @param {import("./tree.js").Reviewed} review */
    start(id, parent, played, review) {
      current = { id, parent, played, review, step: "try", tried: null, triedId: null, verdict: null, best: review.best, worth: null };
    },

    /**
     * @param {import("./tree.js").Tree} tree with the tried move
     * @param {import("./engine.js").Place} place before it
     * @param {string} move
     */
    async tried(tree, place, move) {
      if (!current) return;
      const trying = { ...current, step: /** @type {const} */ ("judging"), tried: move, triedId: tree.cursor };
      current = trying;
      const found = await engine.compare(place, move, SECONDS);
      // The person may have gone elsewhere meanwhile.
      if (current !== trying) return;
      const { review, played } = trying;
      const verdict = found === null ? "unknown" : judge({ move, worth: found.worth, best: found.best, bestMove: found.bestMove, played, playedLoss: review.loss, playedPoints: review.points ?? null });
      current = { ...trying, step: "told", verdict, best: found?.bestMove ?? review.best, worth: found?.worth ?? null };
      changed();
    },

    /** Going anywhere else ends it. @param {import("./tree.js").Tree} tree */
    moved(tree) {
      if (!current) return;
      const isAtHome = tree.cursor === current.parent || tree.cursor === current.triedId;
      if (!isAtHome || !tree.spots[current.id]) current = null;
    },

    /** @param {(parent: number) => void} goTo */
    again(goTo) {
      if (!current) return;
      current = { ...current, step: "try", tried: null, triedId: null, verdict: null };
      goTo(current.parent);
      changed();
    },

    /** @param {(parent: number, line: string[]) => void} show */
    solution(show) {
      if (!current) return;
      const { parent, review } = current;
      current = null;
      show(parent, [review.best]);
    },

    end() {
      current = null;
      changed();
    },
  };
}
