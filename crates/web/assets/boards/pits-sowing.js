// The steps of a sowing, carried out on plain counts. The server says what happens; this only
// follows it, seed by seed.

/** @typedef {Pits.Place} Place a hole, or a store without a column */
/** @typedef {{rows: number[][], stores: number[]}} Counts */

/** @param {Counts} board @returns {Counts} */
export function countsOf(board) {
  return { rows: board.rows.map((row) => [...row]), stores: [...board.stores] };
}

/** @param {Counts} counts @param {Place} place */
export function seedsAt(counts, { seat, column }) {
  return column === null ? counts.stores[seat] : counts.rows[seat][column];
}

/** @param {Counts} counts @param {Place} place @param {number} seeds */
function put(counts, { seat, column }, seeds) {
  if (column === null) counts.stores[seat] = seeds;
  else counts.rows[seat][column] = seeds;
}

/**
 * The counts after a step.
 *
 * @param {Counts} before
 * @param {Pits.Step} step
 * @returns {Counts}
 */
export function afterStep(before, step) {
  const counts = countsOf(before);
  switch (step.step) {
    case "pick-up":
    case "relay":
      put(counts, step.place, 0);
      break;
    case "drop":
      put(counts, step.place, seedsAt(counts, step.place) + 1);
      break;
    case "capture":
      counts.stores[step.place.seat] += step.seeds;
      put(counts, step.place, 0);
      put(counts, step.opposite, 0);
      break;
    case "end":
      counts.rows = counts.rows.map((row) => row.map(() => 0));
      counts.stores = counts.stores.map((store, seat) => store + step.collected[seat]);
      break;
  }
  return counts;
}

/** @param {Counts} before @param {Pits.Step[]} steps @returns {Counts} */
export function afterSteps(before, steps) {
  return steps.reduce(afterStep, before);
}

/** @param {Counts} one @param {Counts} other */
export function sameCounts(one, other) {
  return JSON.stringify([one.rows, one.stores]) === JSON.stringify([other.rows, other.stores]);
}

/**
 * The steps of the last move if they lead from one board to the next; an undo or a jump has none.
 *
 * @param {Pits.Board} before
 * @param {Pits.Board} after
 * @param {Pick<import("./contract.js").Last<Pits.Details>, "effects"> | null} last
 * @returns {Pits.Step[]}
 */
export function stepsBetween(before, after, last) {
  const steps = last?.effects?.details?.steps ?? [];
  if (steps.length === 0 || before.holes !== after.holes) return [];
  return sameCounts(afterSteps(countsOf(before), steps), countsOf(after)) ? steps : [];
}

/** How many seeds are in the hand after a step. @param {Pits.Step} step */
export function inHand(step) {
  return step.step === "drop" ? step.left : step.step === "pick-up" || step.step === "relay" ? step.seeds : 0;
}

/** The slowest part of a long sowing takes this share of the time of a step. */
const FASTEST = 0.22;

/**
 * How long each step is shown, in milliseconds. A long relay speeds up: one wants to see where it
 * goes, not to wait for it.
 *
 * @param {Pits.Step[]} steps
 * @param {number} time of one seed at the beginning
 * @returns {number[]}
 */
export function durations(steps, time) {
  let sown = 0;
  return steps.map((step) => {
    if (step.step === "drop") sown += 1;
    const pace = Math.max(FASTEST, 0.965 ** Math.max(0, sown - 12));
    switch (step.step) {
      case "drop": return time * pace;
      case "pick-up": return time * 1.5;
      case "relay": return time * Math.max(0.5, 1.5 * pace);
      default: return time * 4;
    }
  });
}
