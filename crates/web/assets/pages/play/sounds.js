// When a game makes which sound.

import { soundOfMove } from "../../lib/sounds.js";
import { follows, mayMove, onlyPerson } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("../../lib/sound.js").Sound} Sound */

/**
 * What is heard when a state is shown after another one.
 *
 * @param {State | null} before
 * @param {State} state
 * @param {boolean} told whether the board has let the move be heard itself
 * @returns {Sound[]}
 */
export function soundsOf(before, state, told) {
  if (before === null) return [];
  if (before.result === null && state.result !== null) return ["end"];
  if (!follows(before, state)) return [];
  /** @type {Sound[]} */
  const sounds = [];
  if (!told && state.last && state.last.move !== "pass") sounds.push(soundOfMove(state.geometry));
  // Who plays alone against others hears that it is their turn again, after what somebody else did.
  const mine = onlyPerson(state);
  if (mine !== null && mayMove(state) && state.last?.seat !== mine) sounds.push("turn");
  return sounds;
}
