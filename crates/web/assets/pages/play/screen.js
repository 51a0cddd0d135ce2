// Shows one state after the other on the board. Only the next move of an agent waits for what is
// being animated; everything else, and any touch of the board, ends the animation at once. Where the
// animation tells what a move did, the page tells it after that.

import { animationStep } from "../../lib/settings.js";
import { enqueue } from "./state.js";

/** @typedef {import("./state.js").State} State */

/**
 * @param {object} given
 * @param {import("../../boards/contract.js").Board} given.board
 * @param {(state: State) => {marks: Map<string, import("../../boards/contract.js").Mark>, playable: boolean, seated: boolean, bottom: number | null}} given.extras
 * @param {(state: State, before: State | null) => void} given.showed called whenever another state is shown
 * @param {((state: State) => void) | null} given.late where `showed` is called only when the move was animated:
 *   called instead when that begins
 */
export function createScreen({ board, extras, showed, late }) {
  /** @type {State | null} */
  let shown = null;
  /** @type {State[]} */
  let queue = [];
  /** The board animates a move when this number is new. */
  let version = 0;
  let animating = false;
  let redrawLater = false;
  let drawing = false;
  /** What the page will be told of as soon as the board has shown it. @type {(() => void) | null} */
  let untold = null;
  /** Counts animations: what comes of one that was skipped is of no use any more. */
  let turn = 0;

  function draw() {
    redrawLater = false;
    if (!shown) return;
    drawing = true;
    board.update({ view: shown.view, last: shown.last, version, ...extras(shown) });
    drawing = false;
  }

  function next() {
    while (queue.length > 0 && !animating) {
      const before = shown;
      const first = /** @type {State} */ (queue.shift());
      shown = first;
      const moved = before === null || before.ply !== first.ply || before.last?.move !== first.last?.move;
      if (moved) version += 1;
      const animated = moved && before !== null && animationStep() > 0;
      if (late && animated) {
        late(first);
        draw();
        untold = () => showed(first, before);
      } else {
        showed(first, before);
        draw();
      }
      if (animated) begin();
    }
  }

  function tell() {
    const told = untold;
    untold = null;
    told?.();
  }

  /** The next state waits until the board has settled. */
  function begin() {
    animating = true;
    const mine = ++turn;
    // Also where nothing is animated each move is seen for a moment.
    const seen = new Promise((resolve) => setTimeout(resolve, 2 * animationStep()));
    void Promise.all([board.settled?.(), seen]).then(() => {
      if (mine !== turn) return;
      animating = false;
      tell();
      if (redrawLater) draw();
      next();
    });
  }

  function skip() {
    if (!animating) return;
    turn += 1;
    animating = false;
    board.skip();
    tell();
    if (redrawLater) draw();
  }

  return {
    /** @returns {State | null} */
    shown: () => shown,
    /** Whether the board is being told of a state, and does not act for a person. */
    drawing: () => drawing,
    /** Ends what is being animated and shows the newest state as it is. */
    catchUp() {
      skip();
      queue = queue.slice(-1);
      next();
      skip();
    },
    /** The marks or the rights have changed: draws the same position again. */
    redraw() {
      if (animating) redrawLater = true;
      else draw();
    },
    /** @param {State} arrived */
    take(arrived) {
      const wanted = shown === null ? { queue: [arrived], atOnce: true } : enqueue(queue, shown, arrived);
      queue = wanted.queue;
      if (wanted.atOnce) skip();
      next();
    },
    end() {
      turn += 1;
      animating = false;
      untold = null;
      queue = [];
    },
  };
}
