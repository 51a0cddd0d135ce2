// What a person asks about the position: a hint, what the moves are worth, what a move would do. The
// engine of the analysis answers, so that the game itself knows nothing of it.

import { errorText } from "../../lib/i18n.js";
import { createEngine } from "../analyse/engine.js";
import { isPerson } from "./state.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Values} Values
 * @typedef {import("./state.js").Hint} Hint
 */

/** How long is thought about a hint and about values, in seconds. */
const HINT = 1;
const VALUES = 1.7;

/**
 * @param {() => State} newest
 * @param {object} on
 * @param {() => void} on.marks a hint or values came or went
 * @param {(text: string) => void} on.problem
 */
export function createAdvice(newest, on) {
  /** @type {{hint: Hint | null, values: Values | null, wishes: {values: boolean, hinting: boolean}}} */
  const known = { hint: null, values: null, wishes: { values: false, hinting: false } };
  /** Most games are played without advice. @type {ReturnType<typeof createEngine> | null} */
  let opened = null;
  const engine = () => (opened ??= createEngine(() => {}));
  /** @type {(() => void) | null} ends what is thought about the values */
  let endValues = null;
  /** @type {(() => void) | null} ends what is thought about a hint, which is shown as far as it is */
  let endHint = null;

  /** @param {State} state */
  const placeOf = ({ game, start, moves }) => ({ game, start, moves });

  /** Has the values found where they are wanted: when a person is to move, or the game is paused. */
  function askValues() {
    const state = newest();
    const quiet = state.result === null && (state.paused || isPerson(state, state.view.turn));
    if (!known.wishes.values || !quiet) {
      endValues?.();
      endValues = null;
      return;
    }
    const { ply } = state;
    endValues ??= engine().evaluate(placeOf(state), { seconds: VALUES, values: true }, (evaluation) => {
      if (!evaluation?.values) return;
      known.values = { ply, values: evaluation.values };
      on.marks();
    });
  }

  return {
    known,
    /** The position is another one: what is known and thought is of no use. */
    forget() {
      endValues?.();
      endHint?.();
      endValues = null;
      known.values = null;
      known.hint = null;
    },
    askValues,
    /** @param {boolean} wanted */
    wantValues(wanted) {
      known.wishes.values = wanted;
      if (!wanted) known.values = null;
      askValues();
      on.marks();
    },
    hint() {
      if (endHint) return;
      const state = newest();
      /** @type {Web.Evaluation | null} */
      let latest = null;
      const stop = engine().evaluate(placeOf(state), { seconds: HINT, values: false }, (evaluation, error) => {
        latest = evaluation ?? latest;
        if (error) on.problem(errorText(error));
        if (!evaluation || evaluation.done) endHint?.();
      });
      endHint = () => {
        stop();
        endHint = null;
        known.wishes.hinting = false;
        if (latest?.best) known.hint = { ply: state.ply, move: latest.best, worth: latest.worth, line: latest.line };
        on.marks();
      };
      known.wishes.hinting = true;
      on.marks();
    },
    /** Ends a hint with what it has. */
    stop: () => endHint?.(),
    /**
     * What a move would do.
     *
     * @param {string} move
     * @param {State} state
     */
    preview: (move, state) => engine().preview(placeOf(state), move),
    close: () => opened?.close(),
  };
}
