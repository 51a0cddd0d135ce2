// Shows the steps of a sowing one after the other.

import { durations } from "./pits-sowing.js";

/**
 * @param {Pits.Step[]} steps
 * @param {number} time of one seed, in milliseconds
 * @param {(step: Pits.Step, duration: number, shown: boolean) => void} carryOut called for each step in turn;
 *   not shown means that it is carried out only because the rest was skipped
 * @param {() => void} done
 */
export function runSteps(steps, time, carryOut, done) {
  const lengths = durations(steps, time);
  let next = 0;
  /** When the next step is due. */
  let due = performance.now();
  let frame = requestAnimationFrame(tick);

  /** @param {number} now */
  function tick(now) {
    // A page that was hidden does not catch up.
    if (now - due > 1000) due = now;
    while (next < steps.length && now >= due) {
      carryOut(steps[next], lengths[next], true);
      due += lengths[next];
      next += 1;
    }
    if (next === steps.length && now >= due) done();
    else frame = requestAnimationFrame(tick);
  }

  return {
    /** Carries out what is left, at once. */
    finish() {
      cancelAnimationFrame(frame);
      while (next < steps.length) {
        carryOut(steps[next], 0, false);
        next += 1;
      }
      done();
    },
    cancel: () => cancelAnimationFrame(frame),
  };
}
