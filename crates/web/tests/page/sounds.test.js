// When a game makes which sound.

import assert from "node:assert/strict";
import { test } from "node:test";
import { soundsOf } from "../../assets/pages/play/sounds.js";

const PERSON = { kind: "person" };
const AGENT = { kind: "agent", agent: "level:3" };

/** A state after these moves, "seat text" each. */
function after(moves, changes = {}) {
  const history = moves.map((text) => ({ seat: Number(text[0]), move: text.slice(2), phrases: [] }));
  return {
    role: "player",
    geometry: "discs",
    seats: [{ name: "black", player: PERSON }, { name: "white", player: AGENT }],
    ply: history.length,
    history,
    view: { turn: history.length % 2 },
    last: history.at(-1) ?? null,
    result: null,
    ...changes,
  };
}

test("a move is heard, and the own turn after the move of another", () => {
  assert.deepEqual(soundsOf(after([]), after(["0 d3"]), false), ["disc"]);
  assert.deepEqual(soundsOf(after(["0 d3"]), after(["0 d3", "1 c3"]), false), ["disc", "turn"]);
  assert.deepEqual(soundsOf(after(["0 d3"]), after(["0 d3", "1 pass"]), false), ["turn"]);
  assert.deepEqual(soundsOf(after(["0 d3"], { geometry: "pits" }), after(["0 d3", "1 c3"], { geometry: "pits" }), true), ["turn"]);
});

test("nothing is heard of what one has come to, or gone back to", () => {
  assert.deepEqual(soundsOf(null, after(["0 d3"]), false), []);
  assert.deepEqual(soundsOf(after(["0 d3", "1 c3"]), after(["0 d3"]), false), []);
});

test("the end is heard once", () => {
  const over = after(["0 d3", "1 c3"], { result: { ranks: [1, 2] } });
  assert.deepEqual(soundsOf(after(["0 d3"]), over, false), ["end"]);
  assert.deepEqual(soundsOf(over, over, false), []);
});
