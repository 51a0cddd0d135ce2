// The page's program without a browser: Node runs it with a storage and thinkers that are made up. `cargo xtask test --only
// pocket` builds it and runs these.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { Line, Storage, Thinker, ask, load, openPocket, told, weights } from "./outside.js";

const PERSON = { kind: "person" };
const agent = (agent, time) => ({ kind: "agent", agent, ...(time && { time }) });

const [program, thinking] = await Promise.all([load(), load()]);
const thinker = new Thinker(thinking);

const isState = (message) => message.type === "state";

/** A house of its own, whose thinker all tests share. */
function begin(storage = new Storage(), own = thinker) {
  return { storage, pocket: openPocket({ program, storage, thinker: own }) };
}

async function make(pocket, wanted) {
  const made = await ask(pocket, "POST", "/api/games", wanted);
  assert.equal(made.status, 201, made.text);
  return made.json;
}

async function enter(pocket, { id, secret }) {
  const line = await Line.open(pocket, `/api/games/${id}/socket`);
  const state = await line.ask({ type: "hello", secret });
  assert.equal(state.role, "player");
  return { line, state };
}

/** Whether a person has to choose, or the game is over: agents play, and who can only pass does so, by themselves. */
const settled = (state) => isState(state) && (state.view.turn === null || (state.seats[state.view.turn].player.kind === "person" && state.view.legal_moves[0] !== "pass"));

test("addresses are answered as a server does", async () => {
  const { pocket } = begin();
  const catalogue = await ask(pocket, "GET", "/api/catalogue");
  assert.equal(catalogue.json.families.length, 5);
  assert.equal((await ask(pocket, "GET", "/api/families")).json.families.length, 5);
  assert.equal((await ask(pocket, "GET", "/api/papers")).json.papers.length, 5);
  const refused = async (method, path, body) => {
    const { status, json } = await ask(pocket, method, path, body);
    return [status, json.error.code];
  };
  assert.deepEqual(await refused("GET", "/api/nothing"), [404, "not-found"]);
  assert.deepEqual(await refused("PUT", "/api/games"), [405, "method"]);
  assert.deepEqual(await refused("GET", "/api/games/none"), [404, "not-found"]);
  assert.deepEqual(await refused("POST", "/api/games", { game: "othello" }), [422, "request"]);
  for (const path of ["/api/arena", "/api/arena/cup", "/api/arena-game/0", "/api/arena-workers"]) {
    assert.deepEqual(await refused("GET", path), [501, "server-only"]);
  }
  const program = { game: "othello", seats: [PERSON, agent("gtp:edax")] };
  assert.deepEqual(await refused("POST", "/api/games", program), [501, "server-only"]);
  await assert.rejects(pocket.open("/api/games/none/socket", () => {}), (error) => told(error).status === 404);
  const picture = await ask(pocket, "POST", "/api/picture", { game: "congklak", moves: ["1"] });
  assert.match(picture.text, /^<svg /);
  const read = await ask(pocket, "POST", "/api/import", { text: "f5d6c3" });
  assert.deepEqual(read.json.records[0].moves, ["f5", "d6", "c3"]);
});

test("a whole game is played, taken back, kept and written", async () => {
  const { pocket, storage } = begin();
  const made = await make(pocket, { game: "othello", seats: [PERSON, agent("level:2")] });
  const { line, state: first } = await enter(pocket, made);
  let state = first;
  let back = false;
  while (state.view.turn !== null) {
    const played = line.say({ type: "play", move: state.view.legal_moves[0], ply: state.ply });
    const mine = await line.wait((message) => message.id === played);
    assert.equal(mine.type, "state", JSON.stringify(mine));
    state = settled(mine) ? mine : await line.wait(settled);
    if (!back && state.ply > 8) {
      back = true;
      const { ply } = state;
      state = await line.ask({ type: "undo" });
      assert.ok(state.ply < ply && state.view.turn === 0);
      state = await line.ask({ type: "redo" });
      assert.equal(state.ply, ply);
    }
  }
  assert.ok(back && state.result.reason === "finished");
  assert.ok(state.history.some(({ worth }) => worth !== null));
  const list = await ask(pocket, "GET", "/api/games");
  assert.equal(list.json.games[0].id, made.id);
  assert.equal(list.json.all, true);
  const file = await ask(pocket, "GET", `/api/games/${made.id}/export?format=ggf`);
  assert.match(file.text, /GM\[Othello\]/);
  assert.match(file.headers["content-disposition"], /\.ggf"/);
  line.close();
  // Another program, with what the first one has kept.
  const again = begin(storage, new Thinker(await load()));
  const { state: kept } = await enter(again.pocket, made);
  assert.deepEqual(kept.view, state.view);
  assert.deepEqual(kept.history, state.history);
  const gone = await ask(again.pocket, "DELETE", `/api/games/${made.id}`, undefined, { Authorization: `Bearer ${made.secret}` });
  assert.equal(gone.status, 204);
  assert.equal(storage.rows.size, 0);
});

test("every family is played by agents alone", async () => {
  const { pocket } = begin();
  const { families } = (await ask(pocket, "GET", "/api/families")).json;
  for (const { game, seats } of families) {
    const made = await make(pocket, { game, seats: Array(seats).fill(agent("level:2")) });
    const { line, state } = await enter(pocket, made);
    const id = line.say({ type: "pace", seconds: 0 });
    await line.wait((message) => message.id === id);
    const later = await line.wait((message) => isState(message) && message.ply >= state.ply + 6);
    assert.ok(later.history.every(({ phrases }) => phrases.length > 0), game);
    line.close();
  }
});

test("the same seeds give the same moves, whoever is asked", async () => {
  const line = { start: null, moves: ["f5", "d6", "c3"] };
  const question = { game: "othello", line, agent: "level:3", part: { Player: 1 }, seed: 7, time: null, clock: null, want: { lines: 1, values: false } };
  const text = JSON.stringify({ owner: "900", weights: [], does: { question } });
  const answers = [];
  for (const each of [thinking, await load()]) {
    for (const name of JSON.parse(each.weights_for("othello"))) each.load_weights(name, await weights(name));
    const answer = JSON.parse(each.think(text, () => {}));
    answers.push(answer.ok.found.best);
    each.leave("900");
  }
  assert.equal(answers[0], answers[1]);
  assert.match(JSON.parse(thinking.think("nonsense", () => {})).error.code, /malformed/);
  assert.throws(() => thinking.load_weights("othello", new Uint8Array(3)), /checksum/);
});

test("every level of every game answers as the native program does", async () => {
  // Written by a test of the native program: crates/host/tests/answers.rs.
  const written = await readFile(new URL("answers.txt", import.meta.url), "utf8");
  const rows = written.split("\n").filter(Boolean);
  const here = await load();
  const known = new Set();
  const others = [];
  for (const row of rows) {
    const [best, asked] = row.split("\t");
    const question = JSON.parse(asked);
    for (const name of JSON.parse(here.weights_for(question.game))) {
      if (!known.has(name)) here.load_weights(name, await weights(name));
      known.add(name);
    }
    const answer = JSON.parse(here.think(JSON.stringify({ owner: null, weights: [], does: { question } }), () => {}));
    const found = answer.ok?.found.best ?? JSON.stringify(answer);
    if (found !== best) others.push(`${question.game} ${question.agent}: natively ${best}, here ${found}`);
  }
  assert.deepEqual(others, []);
  assert.ok(rows.length > 50);
});

test("positions are evaluated and games reviewed", async () => {
  const { pocket } = begin();
  const line = await Line.open(pocket, "/api/analysis");
  const id = line.say({ type: "evaluate", game: "othello", moves: ["f5"], seconds: 0.6, values: true, lines: 2 });
  const evaluation = await line.wait((message) => message.id === id && message.done);
  assert.equal(evaluation.values.length, 3);
  assert.equal(evaluation.lines.length, 2);
  assert.ok(evaluation.worth.chance > 0 && evaluation.book.length > 0, JSON.stringify(evaluation.book));
  const previewed = await line.ask({ type: "preview", game: "othello", moves: [], move: "f5" });
  assert.equal(previewed.effects.phrases[0].code, "flips");
  const review = line.say({ type: "review", game: "kalah", moves: ["3", "6", "1"], seconds: 0.05 });
  const reviewed = [];
  for (;;) {
    const message = await line.wait((message) => message.id === review);
    if (message.type !== "reviewed") {
      assert.equal(message.type, "done", JSON.stringify(message));
      break;
    }
    reviewed.push(message.ply);
  }
  assert.deepEqual(reviewed, [0, 1, 2]);
  line.close();
});

test("a full storage keeps what there is", async () => {
  const { pocket, storage } = begin();
  const made = await make(pocket, { game: "kalah", seats: [PERSON, PERSON] });
  const { line, state } = await enter(pocket, made);
  storage.full = true;
  const refused = await line.ask({ type: "play", move: state.view.legal_moves[0], ply: 0 });
  assert.deepEqual([refused.type, refused.code], ["error", "storage-full"]);
  const { status, json } = await ask(pocket, "POST", "/api/games", { game: "kalah", seats: [PERSON, PERSON] });
  assert.deepEqual([status, json.error.code], [507, "storage-full"]);
  assert.equal((await line.ask({ type: "hello", secret: made.secret })).ply, 0);
  storage.full = false;
  assert.equal((await line.ask({ type: "play", move: state.view.legal_moves[0], ply: 0 })).ply, 1);
  line.close();
});

/** Thinkers that are told what to say. */
class Puppet {
  asked = [];
  stopped = [];
  waiting = null;

  think(pocket, question, text) {
    this.asked.push({ pocket, question, work: JSON.parse(text) });
    this.waiting?.();
  }

  stop(pocket, question) {
    this.stopped.push(question);
    pocket.lost(question);
  }

  /** The next thing that is asked. */
  async next() {
    while (this.asked.length === 0) await new Promise((resolve) => (this.waiting = resolve));
    return this.asked.shift();
  }
}

const progress = (best, depth) => JSON.stringify({ progress: { worth: { points: 2, chance: 0.6 }, best, line: [best], depth, nodes: 100, seconds: 1 } });

test("a thinker that is lost is asked again, or has said its move", async () => {
  const puppet = new Puppet();
  const { pocket } = begin(new Storage(), puppet);
  const made = await make(pocket, { game: "othello", seats: [agent("level:7"), agent("level:2")] });
  const { line } = await enter(pocket, made);
  const first = await puppet.next();
  assert.deepEqual(first.work.weights, ["othello"]);
  assert.equal(first.work.does.question.agent, "level:7");
  pocket.lost(first.question);
  const again = await puppet.next();
  assert.deepEqual([again.question, again.work], [first.question, first.work]);
  pocket.progress(again.question, progress("c4", 9));
  pocket.lost(again.question);
  const moved = await line.wait((message) => isState(message) && message.ply === 1);
  assert.equal(moved.moves[0], "c4");
  // Who breaks down every time is given up, and the game waits for somebody else.
  for (let times = 0; times < 3; times += 1) pocket.lost((await puppet.next()).question);
  assert.equal((await line.wait((message) => message.type === "error")).code, "internal");
  assert.equal((await line.wait(isState)).paused, true);
  line.close();
});

test("stop plays the best so far at once", async () => {
  const puppet = new Puppet();
  const { pocket } = begin(new Storage(), puppet);
  const made = await make(pocket, { game: "othello", seats: [agent("level:9"), PERSON] });
  const { line } = await enter(pocket, made);
  const asked = await puppet.next();
  pocket.progress(asked.question, progress("d3", 4));
  const thinking = await line.wait((message) => message.type === "thinking");
  assert.deepEqual([thinking.best, thinking.worth.points, thinking.depth], ["d3", 2, 4]);
  line.say({ type: "stop" });
  const moved = await line.wait((message) => isState(message) && message.ply === 1);
  assert.deepEqual([moved.moves[0], puppet.stopped], ["d3", [asked.question]]);
  // What has not said anything yet is asked for anything.
  const { line: other } = await enter(pocket, await make(pocket, { game: "othello", seats: [agent("level:9"), PERSON] }));
  const silent = await puppet.next();
  other.say({ type: "stop" });
  const quick = await puppet.next();
  assert.equal(quick.question, silent.question);
  assert.ok(quick.work.does.question.time.nanos < 1e8 && quick.work.does.question.time.secs === 0);
  thinker.think(pocket, quick.question, JSON.stringify(quick.work));
  assert.equal((await other.wait((message) => isState(message) && message.ply === 1)).history.length, 1);
  line.close();
  other.close();
});

test("an experiment is run, told and kept", async () => {
  const { pocket, storage } = begin();
  const started = (await ask(pocket, "POST", "/api/papers/congklak-negascout/values/run")).json;
  let told;
  do {
    await new Promise((resolve) => setTimeout(resolve, 20));
    told = (await ask(pocket, "GET", `/api/papers/runs/${started.run}`)).json;
  } while (told.state === "waiting" || told.state === "running");
  assert.equal(told.state, "done", told.problem);
  assert.equal(told.outcome.rows[0].as_expected, true);
  const again = begin(storage);
  const { experiments } = (await ask(again.pocket, "GET", "/api/papers/congklak-negascout")).json;
  assert.deepEqual(experiments.find(({ id }) => id === "values").outcome, told.outcome);
});

test("an experiment can be stopped", async () => {
  const puppet = new Puppet();
  const { pocket } = begin(new Storage(), puppet);
  const { run, secret } = (await ask(pocket, "POST", "/api/papers/congklak-negascout/values/run")).json;
  const asked = await puppet.next();
  pocket.progress(asked.question, JSON.stringify({ steps: 3 }));
  assert.equal((await ask(pocket, "GET", `/api/papers/runs/${run}`)).json.done, 3);
  const stop = await ask(pocket, "DELETE", `/api/papers/runs/${run}`, undefined, { authorization: `Bearer ${secret}` });
  assert.equal(stop.status, 200);
  let told;
  do {
    await new Promise((resolve) => setTimeout(resolve, 20));
    told = (await ask(pocket, "GET", `/api/papers/runs/${run}`)).json;
  } while (told.state === "running");
  assert.deepEqual([told.state, puppet.stopped], ["stopped", [asked.question]]);
});

test("the boards of the start page are the same every time", async () => {
  const { pocket } = begin();
  const { families } = (await ask(pocket, "GET", "/api/families")).json;
  for (const { family } of families) {
    const made = await ask(pocket, "GET", `/api/demonstration/${family}`);
    assert.ok(made.json.frames > 10, family);
  }
  assert.equal((await ask(pocket, "GET", "/api/demonstration/chess")).status, 404);
});
