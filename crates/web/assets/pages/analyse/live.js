// The live evaluation of the position that is shown.

import { errorText } from "../../lib/i18n.js";
import { store, stored } from "../../lib/settings.js";

const KEY = "papan.engine";

/** Steps are often quick: the engine begins when one stays for a moment. */
const PAUSE = 120;
const BUSY = 400;

/** How long the engine looks at a position, and when asked to go deeper, in seconds. */
const USUAL = 8;
const DEEPER = 60;

/**
 * @param {ReturnType<typeof import("./engine.js").createEngine>} engine
 * @param {{least: number, most: number} | undefined} limits
 * @param {() => void} changed
 * @param {(id: number) => void} settled a position was looked at for as long as it will be for now
 */
export function createLive(engine, limits, changed, settled) {
  const most = limits?.most ?? DEEPER;
  let { on, values, lines } = stored(KEY, { on: false, values: true, lines: 1 });
  /** @type {{id: number, place: import("./engine.js").Place, going: boolean} | null} */
  let position = null;
  /** @type {Map<number, import("./engine.js").Evaluation & {asked: number}>} what is known of the positions that were shown, and how many lines were asked for */
  const known = new Map();
  let problem = /** @type {string | null} */ (null);
  /** @type {() => void} */
  let stop = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function halt() {
    clearTimeout(timer);
    stop();
    stop = () => {};
  }

  /** @param {number} seconds */
  function begin(seconds) {
    halt();
    if (!on || !position?.going) return;
    const { id, place } = position;
    problem = null;
    const asked = lines;
    stop = engine.evaluate(place, { seconds: Math.min(seconds, most), values, lines }, (evaluation, error) => {
      // The server ends the tasks of positions that were left in its own time.
      if (error?.code === "busy") timer = setTimeout(() => begin(seconds), BUSY);
      else if (error) problem = errorText(error);
      // A new search begins shallow: what was found before stands until it is as deep.
      const before = known.get(id);
      if (evaluation && !(before && evaluation.depth < before.depth && isWhole(before))) {
        const same = before?.asked === asked ? before.lines : [];
        known.set(id, { ...evaluation, values: evaluation.values ?? before?.values ?? null, lines: evaluation.lines.length > 0 ? evaluation.lines : same, asked });
      }
      changed();
      if (evaluation?.done) settled(id);
    });
  }

  /** @param {import("./engine.js").Evaluation & {asked: number}} have @returns {boolean} whether all that is wanted is known */
  const isWhole = (have) => have.done && (have.values !== null || !values) && (have.asked === lines || lines === 1);

  /** Begins when the position has nothing final yet. */
  function beginSoon() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const have = position && known.get(position.id);
      if (!have || !isWhole(have)) begin(USUAL);
    }, PAUSE);
  }

  function keep() {
    store(KEY, { on, values, lines });
    changed();
  }

  return {
    /** Another position was asked for: the search for the old one ends. @param {number} id */
    leave(id) {
      if (position?.id === id) return;
      halt();
      if (position && known.has(position.id)) settled(position.id);
      position = null;
      problem = null;
    },
    /** @param {number} id @param {import("./engine.js").Place} place @param {boolean} going whether anybody can move */
    show(id, place, going) {
      position = { id, place, going };
      if (on) beginSoon();
    },
    toggle() {
      on = !on;
      if (on) beginSoon();
      else halt();
      keep();
    },
    deeper: () => begin(DEEPER),
    /** @param {boolean} wanted */
    values(wanted) {
      values = wanted;
      if (on) beginSoon();
      keep();
    },
    /** @param {number} wanted how many of the best lines are shown */
    lines(wanted) {
      lines = wanted;
      if (on) beginSoon();
      keep();
    },
    restart: () => on && beginSoon(),
    /** @param {number} id @returns {import("./engine.js").Evaluation | null} */
    of: (id) => (on ? (known.get(id) ?? null) : null),
    /** The same, also where nothing is shown of it. @param {number} id @returns {import("./engine.js").Evaluation | null} */
    known: (id) => known.get(id) ?? null,
    shown: () => ({ on, values, lines, problem }),
    close: halt,
  };
}
