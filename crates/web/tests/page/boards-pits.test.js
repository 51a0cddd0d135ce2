// The board of Congklak, without a browser. The sowings in sowings.json were written by the rules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { layoutOf, MOST_DRAWN, pitOf, seedPlace } from "../../assets/boards/pits-layout.js";
import { positionText, seedsFrom } from "../../assets/boards/pits-position.js";
import { afterStep, afterSteps, countsOf, durations, inHand, sameCounts, stepsBetween } from "../../assets/boards/pits-sowing.js";

const SOWINGS = JSON.parse(readFileSync(new URL("sowings.json", import.meta.url), "utf8"));
const named = (/** @type {string} */ name) => SOWINGS.find((/** @type {any} */ sowing) => sowing.name === name);
const total = (/** @type {any} */ counts) => [...counts.rows.flat(), ...counts.stores].reduce((sum, seeds) => sum + seeds, 0);

for (const { name, before, after, last } of SOWINGS) {
  const steps = last.effects.details.steps;

  test(`the steps lead to the next position: ${name}`, () => {
    assert.ok(sameCounts(afterSteps(countsOf(before.board), steps), countsOf(after.board)));
    assert.equal(stepsBetween(before.board, after.board, last), steps);
  });

  test(`no seed is lost on the way: ${name}`, () => {
    let counts = countsOf(before.board);
    const all = total(counts);
    for (const step of steps) {
      counts = afterStep(counts, step);
      assert.equal(total(counts) + inHand(step), all);
    }
  });

  test(`a position is written as the game writes it: ${name}`, () => {
    const turn = before.position.endsWith("A") ? 0 : 1;
    assert.equal(positionText({ ...countsOf(before.board), turn }), before.position);
  });
}

test("an undo or a jump is not sown", () => {
  const { before, after, last } = named("a relay and a capture");
  assert.deepEqual(stepsBetween(after.board, before.board, last), []);
  assert.deepEqual(stepsBetween(before.board, before.board, last), []);
  assert.deepEqual(stepsBetween(before.board, after.board, null), []);
});

test("a step leaves the counts before it as they were", () => {
  const counts = countsOf(named("another turn").before.board);
  afterStep(counts, { step: "pick-up", place: { seat: 0, column: 0 }, seeds: 7 });
  assert.equal(counts.rows[0][0], 7);
});

test("a long relay speeds up, a short sowing does not", () => {
  const drops = (/** @type {any} */ sowing) => {
    const { steps } = sowing.last.effects.details;
    return durations(steps, 100).filter((_, index) => steps[index].step === "drop");
  };
  assert.ok(drops(named("another turn")).every((time) => time === 100));
  const long = drops(named("ten relays"));
  assert.equal(long[0], 100);
  assert.ok(/** @type {number} */ (long.at(-1)) < 40);
  assert.ok(long.every((time) => time >= 20));
});

test("row A is at the bottom, unless the other player sits there", () => {
  assert.deepEqual(layoutOf({ holes: 7, direction: "clockwise" }, null), layoutOf({ holes: 7, direction: "clockwise" }, 0));
  const drawn = layoutOf({ holes: 7, direction: "clockwise" }, 1);
  assert.deepEqual([drawn.top[0], drawn.bottom[6]], [{ seat: 0, column: 0 }, { seat: 1, column: 6 }]);
  assert.deepEqual([drawn.left.seat, drawn.right.seat], [1, 0]);
  const turned = layoutOf({ holes: 7, direction: "clockwise" }, 0);
  assert.deepEqual([turned.bottom[0], turned.bottom[6]], [{ seat: 0, column: 6 }, { seat: 0, column: 0 }]);
  assert.deepEqual([turned.left.seat, turned.right.seat], [0, 1]);
  const kalah = layoutOf({ holes: 6, direction: "counterclockwise" }, 1);
  assert.deepEqual([kalah.left.seat, kalah.right.seat], [0, 1]);
});

test("holes tell what a move would do", () => {
  const { before, last } = named("a relay and a capture");
  const view = { board: before.board, legal_moves: ["1", "3"], turn: 0 };
  const shown = { view, last: null, playable: true, marks: new Map(), version: 1 };
  const preview = { move: "3", details: last.effects.details };
  const pit = (/** @type {number} */ seat, /** @type {number | null} */ column) => pitOf({ seat, column }, countsOf(before.board), shown, preview);
  assert.deepEqual([pit(0, 0).playable, pit(0, 1).playable, pit(1, 0).playable], [true, false, false]);
  assert.deepEqual([pit(0, 2).preview, pit(1, 2).preview, pit(0, 5).preview], ["captured", "captured", null]);
  assert.deepEqual([pit(0, null).gain, pit(1, null).gain], [10, 0]);
});

test("no two piles lie alike", () => {
  assert.notDeepEqual(seedPlace(3, "hole", 1), seedPlace(3, "hole", 2));
  assert.deepEqual(seedPlace(3, "hole", 2), seedPlace(3, "hole", 2));
});

test("seeds lie inside of their hole", () => {
  for (let index = 0; index < MOST_DRAWN.hole; index += 1) {
    const { x, y } = seedPlace(index, "hole");
    assert.ok(Math.hypot(x - 0.5, y - 0.5) <= 0.51);
  }
  for (let index = 0; index < MOST_DRAWN.store; index += 1) {
    const { x, y } = seedPlace(index, "store");
    assert.ok(x >= 0 && x <= 1 && y >= 0 && y <= 1);
  }
});

test("what a person writes becomes a number of seeds", () => {
  assert.deepEqual(["7", "", "-3", "2.9", "a", "999"].map(seedsFrom), [7, 0, 0, 2, 0, 200]);
});
