// The modules that stand in for a server where the page is only files (crates/web/site).

import assert from "node:assert/strict";
import { test } from "node:test";
import { createThinkers } from "../../site/pocket/thinkers.js";

/** A pool whose workers do nothing by themselves. @param {number} [count] */
function pool(count = 2) {
  /** @type {{on: Parameters<Parameters<typeof createThinkers>[0]["start"]>[0], asked: number[], weights: string[], ended: boolean}[]} */
  const workers = [];
  /** @type {string[]} */
  const heard = [];
  const thinkers = createThinkers({
    count,
    weights: async (name) => {
      if (name === "unreadable") throw new Error("no file");
      return new Uint8Array(1);
    },
    told: (question, text) => heard.push(`told ${question} ${text}`),
    answered: (question, text) => heard.push(`answered ${question} ${text}`),
    lost: (question) => heard.push(`lost ${question}`),
    start(on) {
      const worker = { on, asked: /** @type {number[]} */ ([]), weights: /** @type {string[]} */ ([]), ended: false };
      workers.push(worker);
      return {
        think({ question }, needed) {
          worker.asked.push(question);
          worker.weights.push(...needed.map(({ name }) => name));
        },
        leave: (owner) => heard.push(`left ${owner}`),
        end: () => (worker.ended = true),
      };
    },
  });
  return { thinkers, workers, heard };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
/** @param {number} question @param {Partial<import("../../site/pocket/thinkers.js").Asked>} [more] */
const asked = (question, more = {}) => ({ question, text: `text ${question}`, weights: [], owner: `owner ${question}`, move: true, ...more });

test("questions are dealt, told of and answered", async () => {
  const { thinkers, workers, heard } = pool();
  thinkers.think(asked(1));
  thinkers.think(asked(2));
  thinkers.think(asked(3));
  await settled();
  assert.deepEqual(workers.map((worker) => worker.asked), [[1], [2]]);
  workers[0].on.told("deeper");
  workers[0].on.answered("f5");
  await settled();
  assert.deepEqual(heard, ["told 1 deeper", "answered 1 f5"]);
  assert.deepEqual(workers[0].asked, [1, 3], "the next one goes to who is free");
});

test("advice leaves a place for moves, and waits behind them", async () => {
  const { thinkers, workers } = pool();
  thinkers.think(asked(1, { move: false }));
  thinkers.think(asked(2, { move: false }));
  await settled();
  assert.deepEqual(workers.map((worker) => worker.asked), [[1]]);
  thinkers.think(asked(3));
  thinkers.think(asked(4));
  await settled();
  assert.deepEqual(workers.map((worker) => worker.asked), [[1], [3]]);
  workers[1].on.answered("");
  await settled();
  assert.deepEqual(workers[1].asked, [3, 4]);
  workers[0].on.answered("");
  await settled();
  // One is busy with a move: the other stays free for the next one.
  assert.deepEqual(workers[0].asked, [1]);
  workers[1].on.answered("");
  await settled();
  assert.deepEqual(workers.flatMap((worker) => worker.asked).sort(), [1, 2, 3, 4]);
});

test("who has thought for somebody thinks for them again", async () => {
  const { thinkers, workers } = pool(3);
  for (const [question, owner] of [[1, "a"], [2, "b"]]) thinkers.think(asked(Number(question), { owner: String(owner) }));
  await settled();
  for (const worker of workers) worker.on.answered("");
  for (const [question, owner] of [[3, "b"], [4, "a"]]) thinkers.think(asked(Number(question), { owner: String(owner) }));
  await settled();
  assert.deepEqual(workers.map((worker) => worker.asked), [[1, 4], [2, 3]]);
});

test("stop ends a worker at once, and a question that waits without one", async () => {
  const { thinkers, workers, heard } = pool();
  for (const question of [1, 2, 3]) thinkers.think(asked(question));
  await settled();
  thinkers.stop(3);
  thinkers.stop(1);
  thinkers.stop(77);
  assert.deepEqual(heard, ["lost 3", "lost 1"]);
  assert.deepEqual(workers.map((worker) => worker.ended), [true, false, false]);
  // What the worker said before it ended comes too late.
  workers[0].on.answered("late");
  workers[0].on.gone();
  assert.deepEqual(heard, ["lost 3", "lost 1"]);
  thinkers.think(asked(4));
  await settled();
  assert.deepEqual(workers[2].asked, [4], "the one that was started meanwhile");
});

test("a worker that is lost is replaced, but not for ever by the same question", async () => {
  const { thinkers, workers, heard } = pool();
  for (const question of [1, 2, 3]) {
    thinkers.think(asked(question, { text: "the same", owner: "one" }));
    await settled();
    workers[workers.length - 1].on.gone();
  }
  assert.deepEqual(heard.slice(0, 2), ["lost 1", "lost 2"]);
  assert.match(heard[2], /^answered 3 .*agent-broke/);
  thinkers.think(asked(4));
  await settled();
  assert.deepEqual(workers[3].asked, [4]);
});

test("weights go along once to each worker, and missing ones are said", async () => {
  const { thinkers, workers, heard } = pool();
  for (const question of [1, 2]) {
    thinkers.think(asked(question, { weights: ["net"], owner: "one" }));
    await settled();
    workers[0].on.answered("");
  }
  assert.deepEqual(workers[0].weights, ["net"]);
  thinkers.think(asked(3, { weights: ["unreadable"] }));
  await settled();
  assert.match(heard[2], /^answered 3 .*"weights".*no file/);
  // Stopped before its weights came: nobody thinks about it.
  thinkers.think(asked(4, { weights: ["net"], owner: "two" }));
  thinkers.stop(4);
  await settled();
  assert.equal(heard[3], "lost 4");
  assert.ok(workers.every((worker) => !worker.asked.includes(4)));
});

test("an owner that leaves is forgotten by everybody", async () => {
  const { thinkers, workers, heard } = pool();
  thinkers.think(asked(1, { owner: "one" }));
  thinkers.think(asked(2, { owner: null, move: false }));
  await settled();
  thinkers.leave("one");
  assert.deepEqual(heard, ["left one"]);
  for (const worker of workers) worker.on.answered("");
  thinkers.think(asked(3, { owner: null }));
  await settled();
  assert.deepEqual(workers.map((worker) => worker.asked), [[1, 2], [3]]);
});

test("places stand behind the # of one address", async () => {
  globalThis.location = /** @type {Location} */ (/** @type {unknown} */ (new URL("https://example.org/papan/#/analyse?game=othello&moves=f5%20d6#x")));
  const { here, hrefOf, placeOf, wholeLink } = await import("../../site/lib/address.js");
  assert.deepEqual(here(), { path: "/analyse", search: "?game=othello&moves=f5%20d6" });
  assert.equal(hrefOf("/games"), "#/games");
  for (const other of ["/api/games/1/export", "https://example.org/", "#main"]) assert.equal(hrefOf(other), other);
  assert.equal(wholeLink("/game/1"), "https://example.org/papan/#/game/1");
  const place = (/** @type {string} */ href) => placeOf(new URL(href, location.href));
  assert.deepEqual(place("#/rules/othello"), { path: "/rules/othello", search: "", part: "" });
  assert.deepEqual(place("#main"), { path: "/analyse", search: "?game=othello&moves=f5%20d6", part: "#main" });
  for (const outside of ["https://other.example/papan/#/games", "/elsewhere/#/games", "other.html"]) assert.equal(place(outside), null, outside);
});
