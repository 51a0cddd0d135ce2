// Workers on other machines, in words and numbers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { stateOf, timeParts } from "../../assets/pages/workers-state.js";

/** @type {any} */
const PLAYING = { name: "anna", last_sign: 0.4, busy: true, declined: [], put_aside: null };

/** An element that only remembers what it was given. */
class Made {
  constructor(tag = "") {
    this.tag = tag;
    /** @type {Record<string, unknown>} */
    this.attributes = {};
    this.dataset = {};
    /** @type {unknown[]} */
    this.children = [];
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(child) {
    this.children.push(child);
  }
  /** @returns {string} all that it says */
  get text() {
    return this.children.map((child) => (child instanceof Made ? child.text : child)).join(" ");
  }
  /** @returns {Made[]} itself and all in it */
  get all() {
    return [this, ...this.children.flatMap((child) => (child instanceof Made ? child.all : []))];
  }
}

/** @type {any} */
let page;

before(async () => {
  globalThis.localStorage = /** @type {any} */ ({ getItem: () => JSON.stringify({ language: "en" }), setItem() {} });
  globalThis.Node = /** @type {any} */ (Made);
  globalThis.document = /** @type {any} */ ({ documentElement: {}, createElement: (/** @type {string} */ tag) => new Made(tag) });
  globalThis.fetch = /** @type {any} */ (async (address) => new Response(readFileSync(new URL(address))));
  const { loadOtherTexts, loadTexts } = await import("../../assets/lib/i18n.js");
  await loadTexts();
  await loadOtherTexts();
  page = { ...(await import("../../assets/pages/workers-view.js")), ...(await import("../../assets/pages/arena-workers.js")) };
});

test("what a worker does is one word, the worst first", () => {
  assert.equal(stateOf(PLAYING), "working");
  assert.equal(stateOf({ ...PLAYING, busy: false }), "waiting");
  const declined = [{ event: "cup", reason: "another version" }];
  assert.equal(stateOf({ ...PLAYING, busy: false, declined }), "declines");
  // Who plays for one event may decline another.
  assert.equal(stateOf({ ...PLAYING, declined }), "working");
  assert.equal(stateOf({ ...PLAYING, last_sign: 11 }), "silent");
  assert.equal(stateOf({ ...PLAYING, last_sign: 11, put_aside: declined[0] }), "aside");
});

test("times have the two largest units that they need", () => {
  const words = (/** @type {number} */ seconds) => timeParts(seconds)?.map(({ unit, count }) => `${count} ${unit}`).join(" ") ?? "long";
  assert.equal(words(0), "0 seconds");
  assert.equal(words(0.4), "0 seconds");
  assert.equal(words(59.6), "1 minutes");
  assert.equal(words(183), "3 minutes 3 seconds");
  assert.equal(words(3600), "1 hours");
  assert.equal(words(7_505), "2 hours 5 minutes");
  assert.equal(words(90_000), "1 days 1 hours");
  assert.equal(words(1e300), "long");
});

const SERVERS = { address: "nats://one:4222", problem: null, events: [], workers: [], count: 0, threads: 0, per_second: 0 };

/** @param {unknown} seen */
const drawn = (seen) => {
  const all = new Made();
  for (const part of page.drawServers(seen)) if (part) all.append(part);
  return all;
};

test("without servers the page says how to name them", () => {
  assert.match(drawn({ servers: null, in_ledger: [] }).text, /start Papan with its address: papan serve --workers nats:\/\/HOST/);
  assert.equal(page.drawProblem(null), undefined);
});

test("nobody works, and nobody is known to", () => {
  assert.match(drawn({ servers: SERVERS, in_ledger: [] }).text, /Nobody works there now.*papan work nats:\/\/one:4222/);
  const problem = { code: "workers-silent", parameters: { address: "nats://one:4222" }, text: "" };
  const away = { ...SERVERS, problem };
  assert.doesNotMatch(drawn({ servers: away, in_ledger: [] }).text, /Nobody works/);
  assert.match(page.drawProblem(away).text, /No NATS server answers at nats:\/\/one:4222/);
});

test("events say how far they are, workers why they do not play", () => {
  const aside = { event: "cup", reason: "it differs" };
  const worker = { ...PLAYING, host: "lab", version: "0.1.0", threads: 2, speed: 3_100_000, games: 1200, per_second: 1.5, faults: 1, last_fault: "no disk" };
  const workers = [{ ...worker, name: "zoe", put_aside: aside }, { ...worker, declined: [{ event: "<b>open\u202e</b>", reason: "another version" }] }];
  const progress = { host: "desk", version: "0.1.0", done: 400, total: 1000, per_second: 2.5, seconds_left: 240, put_aside: [{ worker: "zoe", reason: "it differs" }] };
  const events = [{ event: "cup/1", progress }, { event: "old", progress: null }];
  const all = drawn({ servers: { ...SERVERS, workers, events, count: 503, threads: 4, per_second: 3 }, in_ledger: ["cup/1"] });
  const text = all.text;
  for (const said of ["400 of 1,000 games · 2.5 games a second · 4 min left", "Coordinated by desk, Papan 0.1.0", "zoe is put aside: it differs", "Nobody coordinates it now", "Put aside in cup: it differs", "Declines <b>open\\u{202e}</b>: another version", "Last fault: no disk", "lab, Papan 0.1.0", "501 more workers are not shown", "3.1", "0 s ago"]) {
    assert.ok(text.includes(said), `${said}: ${text}`);
  }
  // Only what is in the ledger here has a page.
  assert.deepEqual(all.all.filter(({ tag }) => tag === "a").map(({ attributes }) => attributes.href), ["/arena/cup%2F1"]);
  const [bar] = all.all.filter(({ tag }) => tag === "progress");
  assert.deepEqual([bar.attributes.value, bar.attributes.max], ["400", "1000"]);
});

test("tables of events say what came of each worker's games, and whether they agree", () => {
  const standing = { worker: null, games: 60, shares: [0.55, 0.45], mean_seconds: 0.02, timed: 0, confirmed: 3 };
  const agreement = { chi_squared: 0.5, degrees: 1, p_value: 0.4795, simulated: false };
  const report = { agents: [{ label: "greedy" }, { label: "random" }], workers: [standing, { ...standing, worker: "anna", shares: [null, null] }], agreement, doubtful: false };
  const words = (/** @type {object} */ changes) => page.drawWorkers({ ...report, ...changes }).map((/** @type {Made} */ part) => part?.text).join(" ");
  for (const said of ["came out alike", "Chi-squared 0.50 with one degree of freedom, p = 0.4795.", "this machine", "55.0%", "anna", "20.0 ms"]) assert.ok(words({}).includes(said), `${said}: ${words({})}`);
  const unlike = words({ doubtful: true, agreement: { ...agreement, degrees: 4, p_value: 1e-9, simulated: true } });
  for (const said of ["depend on who played", "4 degrees of freedom, p < 0.0001.", "random deals"]) assert.ok(unlike.includes(said), `${said}: ${unlike}`);
  assert.deepEqual(page.drawWorkers({ ...report, workers: [] }), []);
});
