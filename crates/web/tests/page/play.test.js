// The pure functions of the page of a game. Run with `node --test crates/web/tests/page/`.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as game from "../../assets/pages/play/state.js";

Object.defineProperty(globalThis, "navigator", { value: { language: "en" }, configurable: true });

const PERSON = /** @type {const} */ ({ kind: "person" });
const AGENT = /** @type {const} */ ({ kind: "agent", agent: "level:3", time: 1 });

/**
 * A state after some moves, told as "seat move".
 *
 * @param {string[]} moves
 * @param {object} [changes]
 * @returns {game.State}
 */
function after(moves, changes = {}) {
  const history = moves.map((text) => {
    const [seat, move] = text.split(" ");
    return { seat: Number(seat), move, phrases: [], worth: null, seconds: null, scores: [2, 2] };
  });
  const last = history.at(-1);
  return /** @type {any} */ ({
    game_id: "g", role: "player", version: moves.length, game: "othello", start: null, clock: null,
    seats: [{ name: "black", player: PERSON, clock: null }, { name: "white", player: AGENT, clock: null }],
    ply: moves.length, plies: moves.length, history, view: { turn: moves.length % 2, scores: [2, 2] },
    last: last ? { seat: last.seat, move: last.move, effects: { summary: "", phrases: [], details: {} } } : null,
    thinking: null, paused: false, pace: 1, result: null,
    ...changes,
  });
}

test("a person may move in their own turn of a game that goes on", () => {
  assert.equal(game.mayMove(after([])), true);
  assert.equal(game.mayMove(after(["0 d3"])), false);
  assert.equal(game.mayMove(after([], { role: "watcher" })), false);
  assert.equal(game.mayMove(after([], { result: { ranks: [1, 2], scores: [3, 1], reason: "time", seat: 1 } })), false);
});

test("a game given up at its first position can be taken back", () => {
  assert.equal(game.mayUndo(after([])), false);
  assert.equal(game.mayUndo(after([], { result: { ranks: [2, 1], scores: [2, 2], reason: "resigned", seat: 0 } })), true);
  assert.equal(game.mayRedo(after(["0 d3"], { ply: 0 })), true);
});

test("the person who resigns is the one to move, else the only one", () => {
  assert.equal(game.resigningSeat(after([])), 0);
  assert.equal(game.resigningSeat(after(["0 d3"])), 0);
  const seats = [{ name: "black", player: AGENT, clock: null }, { name: "white", player: AGENT, clock: null }];
  assert.equal(game.resigningSeat(after([], { seats })), null);
});

test("moves of agents wait their turn, moves of persons do not", () => {
  const start = after([]);
  const mine = after(["0 d3"]);
  const reply = after(["0 d3", "1 c3"]);
  assert.deepEqual(game.enqueue([], start, mine), { queue: [mine], atOnce: true });
  assert.deepEqual(game.enqueue([], mine, reply), { queue: [reply], atOnce: false });
});

test("a state that only tells of thinking replaces the one that waits", () => {
  const mine = after(["0 d3"]);
  const reply = after(["0 d3", "1 c3"]);
  const again = after(["0 d3", "1 c3"], { paused: true });
  assert.deepEqual(game.enqueue([reply], mine, again), { queue: [again], atOnce: false });
});

test("a queue of more than three is given up, and so is one for another line", () => {
  const states = ["1 a", "1 b", "1 c", "1 d", "1 e"].map((_, index, all) => after(all.slice(0, index + 1)));
  const full = states.slice(1, 4);
  assert.deepEqual(game.enqueue(full, states[0], states[4]), { queue: [states[4]], atOnce: true });
  const undone = after([]);
  assert.deepEqual(game.enqueue(full, states[0], undone), { queue: [undone], atOnce: true });
});

test("clocks", () => {
  assert.equal(game.clockLeft({ left: 5, running: true }, 2), 3);
  assert.equal(game.clockLeft({ left: 5, running: false }, 2), 5);
  assert.equal(game.clockLeft({ left: 1, running: true }, 2), 0);
  assert.equal(game.clockText(299.9), "4:59");
  assert.equal(game.clockText(9.96), "0:09.9");
  assert.equal(game.clockText(0), "0:00.0");
  assert.equal(game.clockText(3725), "1:02:05");
});

test("values in few characters", () => {
  assert.equal(game.worthText({ points: 4, chance: 0.6 }), "+4");
  assert.equal(game.worthText({ points: 3.41, chance: 0.6 }), "+3.4");
  assert.equal(game.worthText({ points: -4.04, chance: 0.4 }), "−4.0");
  assert.equal(game.worthText({ points: -0.03, chance: 0.5 }), "0");
  assert.equal(game.worthText({ points: 0, chance: 0.5 }), "0");
  assert.equal(game.worthText({ share: 0.583, chance: 0.583 }), "58%");
  assert.equal(game.worthText(null), "");
});

/** What was found of a position. @param {number} ply @param {number} seat @param {number} chance @returns {any} */
const looked = (ply, seat, chance) => ({ ply, evaluation: { seat, worth: { points: 1, chance } } });

test("with two seats one chance gives the other; what was looked at last counts", () => {
  const state = after(["0 d3", "1 c3"]);
  assert.deepEqual(game.chances(state, []), [null, null]);
  assert.deepEqual(game.chances(state, [looked(1, 1, 0.7)]).map((chance) => Math.round((chance ?? 0) * 10)), [3, 7]);
  assert.equal(game.chances(state, [looked(1, 1, 0.7), looked(2, 0, 0.9)])[0], 0.9);
  // What was found of a position that was taken back says nothing of this one.
  assert.equal(game.chances(state, [looked(1, 1, 0.7), looked(3, 1, 0.1)])[1], 0.7);
  // An agent's opinion of its own move is no value of the position.
  state.history[1].worth = { points: 60, chance: 1 };
  assert.equal(game.chances(state, [looked(1, 1, 0.7)])[1], 0.7);
});

test("at the end the result says all", () => {
  const result = /** @type {any} */ ({ ranks: [2, 1], scores: [20, 44], reason: "finished" });
  assert.deepEqual(game.chances(after(["0 d3"], { result }), [looked(0, 0, 0.9)]), [0, 1]);
  assert.deepEqual(game.chances(after(["0 d3"], { result: { ...result, ranks: [1, 1] } }), []), [0.5, 0.5]);
});

test("with four seats each has its own", () => {
  const seats = ["blue", "yellow", "red", "green"].map((name) => ({ name, player: AGENT, clock: null }));
  const state = after(["0 a", "1 b"], { seats });
  assert.deepEqual(game.chances(state, [looked(1, 1, 0.3)]), [null, 0.3, null, null]);
});

test("marks: three tones, a hint over them, words in the simple mode", () => {
  const words = { best: "good", good: "ok", poor: "poor", hint: "hint" };
  const values = { ply: 0, values: [
    { move: "a", worth: { points: 4, chance: 0.7 } },
    { move: "b", worth: { points: 2, chance: 0.65 } },
    { move: "c", worth: { points: -9, chance: 0.2 } },
  ] };
  const marks = game.marksOf(values, null, words, false);
  assert.deepEqual([...marks.values()], [{ text: "+4", tone: "best" }, { text: "+2", tone: "good" }, { text: "−9", tone: "poor" }]);
  assert.deepEqual([...game.marksOf(values, null, words, true).values()].map(({ text }) => text), ["good", "ok", "poor"]);
  const proven = { ply: 0, values: [{ move: "a", worth: { points: 4, chance: 1, exact: true } }] };
  assert.equal(game.marksOf(proven, null, words, false).get("a")?.text, "=+4");
  const hint = { ply: 0, move: "d", worth: null, depth: 0, line: [] };
  assert.deepEqual(game.marksOf(null, hint, words, false).get("d"), { text: "hint", tone: "hint" });
  assert.equal(game.marksOf(values, { ...hint, move: "a" }, words, false).get("a")?.tone, "hint");
});

test("a forced pass stays said until the person has moved", () => {
  const before = after(["0 d3"]);
  const passed = after(["0 d3", "1 pass"]);
  passed.history[1].phrases = [{ code: "passes", parameters: {} }];
  const notice = game.noticeAfter(null, before, passed);
  assert.equal(notice?.seat, 1);
  assert.equal(game.noticeAfter(notice, passed, { ...passed, paused: true }), notice);
  assert.equal(game.noticeAfter(notice, passed, after(["0 d3", "1 pass", "0 e3"])), null);
  assert.equal(game.noticeAfter(notice, passed, before), null);
});

test("a pass is told before the move that followed it, and not at the end of the game", () => {
  const passed = after(["0 d3", "1 pass", "0 e3"], { seats: [{ name: "black", player: AGENT, clock: null }, { name: "white", player: PERSON, clock: null }] });
  passed.history[1].phrases = [{ code: "passes", parameters: {} }];
  assert.equal(game.noticeAfter(null, { ...passed, ply: 1 }, passed)?.ply, 2);
  const over = { ...passed, result: { ranks: [1, 2], scores: [40, 24], reason: "finished", seat: null } };
  assert.equal(game.noticeAfter(null, { ...passed, ply: 1 }, over), null);
});

test("who is called you", () => {
  assert.equal(game.onlyPerson(after([])), 0);
  assert.equal(game.onlyPerson(after([], { role: "watcher" })), null);
  const both = after([], { seats: [{ name: "black", player: PERSON, clock: null }, { name: "white", player: PERSON, clock: null }] });
  assert.equal(game.onlyPerson(both), null);
});

test("a pass in a state that was left out is said all the same", () => {
  const later = after(["0 d3", "1 c3", "0 pass", "1 c4"]);
  later.history[2].phrases = [{ code: "passes", parameters: {} }];
  assert.equal(game.noticeAfter(null, after(["0 d3"]), later)?.seat, 0);
});

test("places: ties share one, a draw has everybody first", () => {
  const result = { ranks: [2, 1, 4, 1], scores: [10, 20, 5, 20], reason: "finished", seat: null };
  assert.deepEqual(game.ranking(result).map(({ seat }) => seat), [1, 3, 0, 2]);
  assert.deepEqual(game.winners(result), [1, 3]);
  assert.deepEqual(game.winners({ ...result, ranks: [1, 1], scores: [32, 32] }), [0, 1]);
});

test("another game like this one", () => {
  assert.deepEqual(game.exchanged(["a", "b", "c"]), ["c", "a", "b"]);
  const state = after(["0 d3", "1 c3"], { start: "X", clock: { seconds: 60, increment: 1 } });
  assert.deepEqual(game.gameLike(state, { moves: ["d3"] }), { game: "othello", seats: [PERSON, AGENT], start: "X", moves: ["d3"], clock: { seconds: 60, increment: 1 } });
  const watched = after(["0 d3"], { role: "watcher", seats: [{ name: "black", player: AGENT, clock: null }, { name: "white", player: AGENT, clock: null }] });
  assert.deepEqual(game.playersWithMe(watched), [AGENT, PERSON]);
});

test("the person sits at the bottom, else the first seat", () => {
  assert.equal(game.seatAtBottom(after([])), 0);
  const second = after([], { seats: [{ name: "black", player: AGENT, clock: null }, { name: "white", player: PERSON, clock: null }] });
  assert.equal(game.seatAtBottom(second), 1);
  assert.equal(game.seatAtBottom({ ...second, role: "watcher" }), 0);
});

test("pace of the slider", () => {
  assert.equal(game.PACES[game.paceIndex(0)], 0);
  assert.equal(game.PACES[game.paceIndex(0.9)], 1);
  assert.equal(game.PACES[game.paceIndex(60)], 5);
});

test("levels", () => {
  assert.equal(game.levelOf(AGENT), 3);
  assert.equal(game.levelOf({ kind: "agent", agent: "minimax:depth=3" }), null);
  assert.equal(game.levelOf(PERSON), null);
});
