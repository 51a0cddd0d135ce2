// Updates that come during an animation wait for its end.

import assert from "node:assert/strict";
import test from "node:test";
import { createQueue } from "../../assets/boards/queue.js";

/** A board that animates every new position until it is told to end. */
function board() {
  /** @type {string[]} */
  const told = [];
  let position = "";
  const queue = createQueue(
    (shown, animated) => {
      const fresh = shown.view.position !== position;
      position = shown.view.position;
      told.push(`${animated && fresh ? "animates" : "draws"} ${position}${shown.version}`);
      if (animated && fresh) queue.began();
    },
    () => {
      told.push("finishes");
      queue.ended();
    },
  );
  const update = (/** @type {string} */ text, version = 0) =>
    queue.update({ view: { position: text }, last: null, playable: false, marks: new Map(), version });
  return { told, queue, update };
}

test("one after the other", () => {
  const { told, queue, update } = board();
  update("a");
  update("b");
  update("c");
  assert.deepEqual(told, ["animates a0"]);
  queue.ended();
  assert.deepEqual(told, ["animates a0", "animates b0"]);
  queue.ended();
  queue.ended();
  assert.deepEqual(told, ["animates a0", "animates b0", "animates c0"]);
});

test("another word on the same position replaces the one that waits", () => {
  const { told, queue, update } = board();
  update("a");
  update("a", 1);
  update("b", 2);
  update("b", 3);
  queue.ended();
  assert.deepEqual(told, ["animates a0", "draws a1", "animates b3"]);
});

test("skipping shows the newest at once", () => {
  const { told, queue, update } = board();
  update("a");
  update("b");
  update("c");
  queue.skip();
  assert.deepEqual(told, ["animates a0", "finishes", "draws c0"]);
  queue.skip();
  assert.equal(told.length, 3);
});

test("a board that is far behind jumps", () => {
  const { told, update } = board();
  for (const letter of "abcdefghijk") update(letter);
  assert.deepEqual(told.slice(0, 3), ["animates a0", "finishes", "draws j0"]);
});

test("settled is kept when the last animation has ended", async () => {
  const { queue, update } = board();
  await queue.settled();
  update("a");
  update("b");
  let settled = false;
  const promise = queue.settled().then(() => (settled = true));
  queue.ended();
  await Promise.resolve();
  assert.equal(settled, false);
  queue.ended();
  await promise;
  assert.equal(settled, true);
});
