// What a person asks about the position: a hint, what the moves are worth, how the game stands, what a
// move would do. The engine of the analysis answers, so that the game itself knows nothing of it, and
// all that is told of a position is what was found looking deepest.

import { errorText } from "../../lib/i18n.js";
import { createEngine } from "../analyse/engine.js";
import { agentsOnly, isPerson } from "./state.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Values} Values
 * @typedef {import("./state.js").Hint} Hint
 * @typedef {import("./state.js").Looked} Looked
 */

/** How long is thought about a hint and about values, in seconds. */
const HINT = 1;
const VALUES = 1.7;

/**
 * @param {() => State} newest
 * @param {object} on
 * @param {() => void} on.marks a hint, values or an evaluation came or went
 * @param {() => boolean} on.looking whether somebody sees how the game stands
 * @param {(text: string) => void} on.problem
 */
export function createAdvice(newest, on) {
  /** @type {{looked: Looked[], hint: Hint | null, values: Values | null, wishes: {values: boolean, hinting: boolean}}} */
  const known = { looked: [], hint: null, values: null, wishes: { values: false, hinting: false } };
  /** Most games are played without advice. @type {ReturnType<typeof createEngine> | null} */
  let opened = null;
  const engine = () => (opened ??= createEngine(() => {}));
  /** What is thought about the position besides a hint. @type {{values: boolean, end: () => void} | null} */
  let asked = null;
  /** @type {(() => void) | null} ends what is thought about a hint, which is shown as far as it is */
  let endHint = null;

  /** @param {State} state */
  const placeOf = ({ game, start, moves }) => ({ game, start, moves });

  /** @param {number} ply @param {Web.Evaluation} evaluation */
  function take(ply, evaluation) {
    const before = known.looked.find((looked) => looked.ply === ply)?.evaluation;
    // A hint and values may be thought about at once.
    const isDeeper = !before?.worth || (evaluation.worth !== null && (evaluation.worth.exact || (!before.worth.exact && evaluation.depth >= before.depth)));
    if (isDeeper) known.looked = [...known.looked.filter((looked) => looked.ply < ply), { ply, evaluation }];
    if (evaluation.values) known.values = { ply, values: evaluation.values };
    const { hint } = known;
    if (isDeeper && hint?.ply === ply && hint.move === evaluation.best) known.hint = { ...hint, worth: evaluation.worth, depth: evaluation.depth, line: evaluation.line };
    on.marks();
  }

  /** Has found what is wanted, when a person is to move, the game is paused or agents are watched. */
  function ask() {
    const state = newest();
    const { values } = known.wishes;
    const quiet = state.result === null && (state.paused || agentsOnly(state) || isPerson(state, state.view.turn));
    if (!quiet || !(values || on.looking())) {
      asked?.end();
      asked = null;
      return;
    }
    if (asked && (asked.values || !values)) return;
    asked?.end();
    const { ply } = state;
    asked = { values, end: engine().evaluate(placeOf(state), { seconds: VALUES, values }, (evaluation) => evaluation && take(ply, evaluation)) };
  }

  return {
    known,
    /** The position is another one: what is thought of it is of no use. What is known of those before it stands. */
    forget() {
      asked?.end();
      endHint?.();
      asked = null;
      known.values = null;
      known.hint = null;
      known.looked = known.looked.filter((looked) => looked.ply <= newest().ply);
    },
    ask,
    /** @param {boolean} wanted */
    wantValues(wanted) {
      known.wishes.values = wanted;
      if (!wanted) known.values = null;
      ask();
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
        if (latest?.best) known.hint = { ply: state.ply, move: latest.best, worth: latest.worth, depth: latest.depth, line: latest.line };
        if (latest) take(state.ply, latest);
        else on.marks();
        // The values follow what the hint has found.
        if (asked?.values) {
          asked.end();
          asked = null;
          ask();
        }
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
