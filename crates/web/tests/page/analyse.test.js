// The pure functions of the analysis page: `node --test crates/web/tests/page/`.

import assert from "node:assert/strict";
import { test } from "node:test";

Object.defineProperty(globalThis, "navigator", { value: { language: "en" }, configurable: true });

const pages = "../../assets/pages/analyse";
const trees = await import(`${pages}/tree.js`);
const link = await import(`${pages}/link.js`);
const worth = await import(`${pages}/worth.js`);
const { curves, placeSigns, ticks } = await import(`${pages}/graph.js`);
const { numbersOf, REPLY, signsOf } = await import(`${pages}/signs.js`);
const { shortMove, steps } = await import(`${pages}/movelist.js`);

/** d3 c5 e6, with c3 e3 beside c5; the cursor stands at e3. */
function branched() {
  const tree = trees.fromMoves(["d3", "c5", "e6"]);
  const second = trees.line(tree)[1];
  return trees.follow(tree, second, ["c3", "e3"]).tree;
}

test("a line is walked from end to end and no further", () => {
  let tree = trees.fromMoves(["d3", "c5"]);
  assert.equal(trees.ply(tree), 0);
  tree = trees.next(tree);
  assert.deepEqual(trees.movesTo(tree), ["d3"]);
  assert.deepEqual(trees.movesTo(trees.last(tree)), ["d3", "c5"]);
  assert.equal(trees.ply(trees.next(trees.last(tree))), 2);
  assert.equal(trees.ply(trees.previous(trees.first(tree))), 0);
});

test("playing a known move follows it, another makes a variation, and the old tree stays", () => {
  const tree = trees.fromMoves(["d3", "c5"]);
  const known = trees.play(tree, "d3");
  assert.equal(Object.keys(known.spots).length, 3);
  const other = trees.play(tree, "e6");
  assert.equal(Object.keys(tree.spots).length, 3);
  assert.equal(trees.extra(other), 1);
  assert.equal(trees.onMainLine(other), false);
  assert.deepEqual(trees.movesTo(other), ["e6"]);
});

test("the line of a variation goes on where the variation does", () => {
  const tree = branched();
  const toC3 = trees.previous(tree);
  assert.deepEqual(trees.line(toC3).slice(1).map((id) => tree.spots[id].move), ["d3", "c3", "e3"]);
  assert.deepEqual(trees.mainLine(tree).slice(1).map((id) => tree.spots[id].move), ["d3", "c5", "e6"]);
});

test("promoting makes a variation the main line", () => {
  const tree = trees.promote(branched());
  assert.deepEqual(trees.mainLine(tree).slice(1).map((id) => tree.spots[id].move), ["d3", "c3", "e3"]);
  assert.equal(trees.onMainLine(tree), true);
  assert.equal(trees.promote(tree), tree);
});

test("deleting takes what follows along, and the cursor out of it", () => {
  const tree = branched();
  const cut = trees.remove(tree, trees.branch(tree));
  assert.equal(trees.extra(cut), 0);
  assert.deepEqual(trees.movesTo(cut), ["d3"]);
  assert.equal(trees.remove(cut, trees.ROOT), cut);
});

test("the keys for variations go round among the moves of one position", () => {
  const tree = trees.previous(branched());
  const other = trees.sibling(tree, 1);
  assert.deepEqual(trees.movesTo(other), ["d3", "c5"]);
  assert.equal(trees.sibling(other, 1).cursor, tree.cursor);
  assert.equal(trees.sibling(trees.first(tree), 1).cursor, trees.ROOT);
});

test("a tree comes back from JSON as it was, comments and reviews too", () => {
  let tree = branched();
  tree = trees.comment(tree, tree.cursor, "why not");
  const said = { seat: 0, worth: { chance: 0.4 }, best: "c5", best_worth: { chance: 0.5 }, line: ["c5"], loss: 0.1, grade: "mistake" };
  tree = trees.review(tree, trees.line(tree)[1], said);
  const back = trees.fromJSON(JSON.parse(JSON.stringify(trees.toJSON(tree))));
  assert.deepEqual(trees.toJSON(back), trees.toJSON(tree));
  assert.equal(trees.extra(back), 2);
  const e3 = trees.follow(back, trees.ROOT, ["d3", "c3", "e3"]).tree;
  assert.equal(e3.spots[e3.cursor].comment, "why not");
  assert.deepEqual(back.spots[trees.line(back)[1]].review, said);
});

test("the JSON of a long game is flat", () => {
  const moves = Array.from({ length: 400 }, (_, index) => `m${index}`);
  const depth = (value) => (value && typeof value === "object" ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0);
  assert.ok(depth(trees.toJSON(trees.fromMoves(moves))) <= 4);
});

test("a variation keeps the game's review in sight until it has one of its own", () => {
  const tree = branched();
  assert.deepEqual(trees.reviewLine(tree), trees.mainLine(tree));
  assert.equal(trees.reviewPly(tree), 1);
  const reviewed = trees.review(tree, tree.cursor, { loss: 0 });
  assert.deepEqual(trees.reviewLine(reviewed), trees.line(tree));
  assert.equal(trees.reviewPly(reviewed), 3);
});

test("what is no tree is refused", () => {
  for (const bad of [null, 5, {}, { version: 1, spots: [] }, { version: 2, spots: [{}] }, { version: 1, spots: [{}, { parent: 7, move: "d3" }] }, { version: 1, spots: [{}, { parent: 0, move: 3 }] }, { version: 1, spots: [{}, null] }]) {
    assert.equal(trees.fromJSON(bad), null);
  }
});

test("the moves of a game become the main line of kept variations that lack them", () => {
  const kept = trees.fromMoves(["d3", "c3"]);
  const tree = trees.withLine(kept, ["d3", "c5"]);
  assert.deepEqual(trees.mainLine(tree).slice(1).map((id) => tree.spots[id].move), ["d3", "c5"]);
  assert.equal(tree.cursor, trees.ROOT);
  const promoted = trees.promote(branched());
  const same = trees.withLine(promoted, ["d3", "c5", "e6"]);
  assert.deepEqual(trees.mainLine(same), trees.mainLine(promoted));
});

test("an address comes back as what was shown", () => {
  const address = new URL(link.write({ game: "blokus-duo", start: null, moves: ["e9,d10", "j5"], ply: 1 }), "http://x");
  const wanted = link.read({}, address.searchParams);
  assert.deepEqual(wanted.moves, ["e9,d10", "j5"]);
  assert.equal(wanted.game, "blokus-duo");
  assert.equal(wanted.start, null);
  assert.equal(wanted.ply, 1);
});

test("the address of a saved game is short on the game and complete beside it", () => {
  const shown = { id: "abc", game: "othello", moves: ["d3", "c5"], played: ["d3", "c5"], ply: 2 };
  assert.equal(link.write(shown), "/analyse/abc?ply=2");
  assert.equal(link.write({ ...shown, moves: ["d3", "c3"], ply: 1 }), "/analyse/abc?ply=1");
  const beside = new URL(link.write({ ...shown, moves: ["d3", "c3"], ply: 2 }), "http://x");
  assert.deepEqual(link.read({ id: "abc" }, beside.searchParams).line, ["d3", "c3"]);
  assert.equal(link.write({ ...shown, id: null, ledger: "7" }), "/analyse?ledger=7&ply=2");
});

test("a link to the beginning of a game is not one to its end", () => {
  const address = new URL(link.write({ game: "othello", moves: ["d3"], ply: 0 }), "http://x");
  assert.equal(link.read({}, address.searchParams).ply, 0);
  assert.equal(link.write({ game: "othello", moves: [], ply: 0 }), "/analyse?game=othello");
});

test("a nonsensical ply is none", () => {
  assert.equal(link.read({}, new URLSearchParams("ply=x")).ply, null);
  assert.equal(link.read({}, new URLSearchParams("ply=-4")).ply, 0);
});

test("worths are short", () => {
  assert.equal(worth.short({ points: 4, chance: 0.6 }), "+4");
  assert.equal(worth.short({ points: -2.5, chance: 0.4 }), "−2.5");
  assert.equal(worth.short({ points: 12.34, chance: 0.9 }), "+12.3");
  assert.equal(worth.short({ points: 109.4, chance: 0.9 }), "+109");
  assert.equal(worth.short({ points: 0, chance: 0.5, exact: true }), "=0");
  assert.equal(worth.short({ share: 0.412, chance: 0.412 }), "41%");
  assert.equal(worth.short(null), "–");
});

test("marks have the best first and three steps in the simple mode", () => {
  const values = [
    { move: "a", worth: { points: 1, chance: 0.5 } },
    { move: "b", worth: { points: 3, chance: 0.55 } },
    { move: "c", worth: { points: -9, chance: 0.2 } },
  ];
  const words = { best: "good", good: "ok", poor: "poor" };
  const marks = worth.marksOf(values, words);
  assert.equal(marks.get("c").text, "poor");
  assert.deepEqual([...marks.keys()], ["b", "a", "c"]);
  assert.deepEqual([...marks.values()].map((mark) => mark.tone), ["best", "good", "poor"]);
  assert.equal(worth.marksOf(values, null).get("c").text, "−9");
  assert.equal(worth.marksOf(values, null, 1).size, 1);
  assert.equal(worth.marksOf([], null).size, 0);
});

const said = (seat, chance, loss, grade, best = chance + loss) => ({ seat, worth: { chance }, best_worth: { chance: best }, loss, grade, best: "x", line: [] });

test("the summary counts for each seat what it did", () => {
  const table = worth.summary([said(0, 0.5, 0, "best"), said(1, 0.3, 0.2, "blunder"), null, said(1, 0.4, 0.1, "mistake")], 2);
  assert.deepEqual(table[0], { moves: 1, loss: 0, inaccuracy: 0, mistake: 0, blunder: 0 });
  assert.equal(table[1].moves, 2);
  assert.equal(table[1].blunder, 1);
  assert.equal(table[1].mistake, 1);
  assert.ok(Math.abs(table[1].loss - 0.15) < 1e-12);
});

test("the next mistake goes round", () => {
  const reviews = [said(0, 0.5, 0, "best"), said(1, 0.3, 0.2, "blunder"), said(0, 0.5, 0.01, "good"), said(1, 0.4, 0.1, "mistake")];
  assert.equal(worth.nextFault(reviews, 0), 2);
  assert.equal(worth.nextFault(reviews, 2), 4);
  assert.equal(worth.nextFault(reviews, 4), 2);
  assert.equal(worth.nextFault([said(0, 0.5, 0, "best")], 0), null);
});

test("a tried move is judged against the mistake and the best", () => {
  const tried = { move: "t", worth: { chance: 0.6 }, best: { chance: 0.6 }, bestMove: "b", played: "p", playedLoss: 0.2 };
  assert.equal(worth.judge(tried), "best");
  assert.equal(worth.judge({ ...tried, move: "p" }), "same");
  assert.equal(worth.judge({ ...tried, worth: { chance: 0.57 } }), "good");
  assert.equal(worth.judge({ ...tried, worth: { chance: 0.45 } }), "better");
  assert.equal(worth.judge({ ...tried, worth: { chance: 0.3 } }), "worse");
});

test("with two seats there is one curve of the first seat's chance, broken where nothing is known", () => {
  const [curve, ...others] = curves([said(0, 0.6, 0, "best"), said(1, 0.3, 0.2, "blunder"), null, said(1, 0.25, 0, "best")], 2);
  assert.equal(others.length, 0);
  assert.deepEqual(curve.pieces.map((points) => points.map((point) => point.ply)), [[0, 1, 2], [3, 4]]);
  assert.deepEqual(curve.pieces[0].map((point) => point.chance), [0.6, 0.6, 0.7]);
});

test("a move whose worth is not known breaks the curve and is no fault of the graph", () => {
  const [curve] = curves([said(0, 0.6, 0, "best"), { ...said(1, 0.3, 0, "good"), worth: null, best_worth: null }], 2);
  assert.deepEqual(curve.pieces.map((points) => points.length), [2]);
});

test("with more seats each has a curve of its own", () => {
  const found = curves([said(0, 0.3, 0, "best"), said(1, 0.2, 0, "best"), said(2, 0.5, 0, "best"), said(0, 0.4, 0, "best")], 3);
  assert.deepEqual(found.map(({ pieces }) => pieces.flat().map((point) => point.ply)), [[1, 4], [2], [3]]);
});

test("the list has variations behind the move that they replace", () => {
  const list = steps(branched());
  const tree = branched();
  assert.deepEqual(list.map((step) => tree.spots[step.id].move), ["d3", "c5", "e6"]);
  assert.deepEqual(list[1].variations.map((line) => line.map((step) => `${step.ply} ${tree.spots[step.id].move}`)), [["2 c3", "3 e3"]]);
});

test("the squares of a piece are not all read", () => {
  const told = { seat: 0, phrases: [{ code: "places", parameters: { piece: "X" } }] };
  assert.equal(shortMove("e9,d10,e10", told), "X e9");
  assert.equal(shortMove("e9,d10", undefined), "e9…");
  assert.equal(shortMove("d3", undefined), "d3");
});

test("a try in a lost game is judged by points", () => {
  const lost = (points) => ({ points, chance: 0.02 });
  const tried = { move: "a1", bestMove: "b1", played: "c1", playedLoss: 0.01, playedPoints: 12, best: lost(-30) };
  assert.equal(worth.judge({ ...tried, worth: lost(-31) }), "good");
  assert.equal(worth.judge({ ...tried, worth: lost(-40) }), "better");
  assert.equal(worth.judge({ ...tried, worth: lost(-45) }), "worse");
  assert.equal(worth.judge({ ...tried, worth: lost(-30) }), "best");
});

test("an address may ask for the review", () => {
  assert.equal(link.read({ id: "abc" }, new URLSearchParams("review=1")).review, true);
  assert.equal(link.read({ id: "abc" }, new URLSearchParams("")).review, false);
});

test("numbers below the graph are round and far enough from each other", () => {
  assert.deepEqual(ticks(0, 300), []);
  assert.deepEqual(ticks(4, 300), [0, 1, 2, 3, 4]);
  assert.deepEqual(ticks(60, 300), [0, 10, 20, 30, 40, 50, 60]);
  for (const plies of [7, 14, 33, 60, 99, 150, 812]) {
    const at = ticks(plies, 250).map((ply) => (ply / plies) * 250);
    assert.ok(at.slice(1).every((place, index) => place - at[index] >= 38), `${plies}`);
  }
});

test("signs of the graph touch neither each other nor the edges, and the gravest come first", () => {
  const fault = (x, y, grade, below = true) => ({ x, y, grade, below });
  const edges = { top: 0, bottom: 118 };
  const [alone, low] = placeSigns([fault(50, 60, "mistake"), fault(90, 115, "mistake")], edges);
  assert.deepEqual(alone, { x: 50, y: 71 });
  assert.ok(low.y < 115, "no place below");
  const [light, grave] = placeSigns([fault(50, 60, "inaccuracy"), fault(53, 61, "blunder")], edges);
  assert.deepEqual(grave.x, 53);
  assert.ok(light === null || Math.abs(light.y - grave.y) >= 12);
  const many = Array.from({ length: 40 }, (_, index) => fault(20 + index * 6, 110 - (index % 5) * 25, ["inaccuracy", "mistake", "blunder"][index % 3], index % 2 === 0));
  const placed = placeSigns(many, edges).filter((sign) => sign !== null);
  assert.ok(placed.length > 3);
  for (const [index, one] of placed.entries()) {
    assert.ok(one.y >= 6 && one.y <= 112);
    for (const other of placed.slice(index + 1)) assert.ok(Math.abs(one.x - other.x) >= 15 || Math.abs(one.y - other.y) >= 12);
  }
});

test("signs on the board name the reasons and the reply", () => {
  const review = { seat: 0, reasons: [{ marks: ["a1"] }, { marks: [] }, { marks: ["a1", "b2"] }], reply: ["a1", "c3"] };
  assert.deepEqual(numbersOf(review), ["1", null, "2"]);
  const signs = signsOf(review, 1);
  assert.deepEqual(signs.map(({ place, text, kind }) => [place, text, kind]), [["a1", `12${REPLY}`, "both"], ["b2", "2", "reason"]]);
  assert.equal(signs[0].seat, 1);
  // A piece has its sign on one square, and at the end of a game nobody replies.
  const piece = { seat: 0, reasons: [], reply: ["g2,g3"] };
  assert.deepEqual(signsOf(piece, 1).map(({ place, text }) => [place, text]), [["g2", REPLY], ["g3", ""]]);
  assert.deepEqual(signsOf(piece, null), []);
});

test("a position has the worth that was found looking deepest, live or in the review", async () => {
  const { isStale, opposite, withKnown } = await import(`${pages}/known.js`);
  const first = trees.fromMoves(["d3", "c5"]);
  const [root, one, two] = trees.line(first);
  /** @type {any} */
  const said = { seat: 0, grade: "good", worth: { points: -2, chance: 0.4 }, best_worth: { points: 1, chance: 0.55 }, depth: 8 };
  /** @type {any} */
  const reply = { seat: 1, grade: "best", worth: { points: 2, chance: 0.6 }, best_worth: { points: 2, chance: 0.6 }, depth: 8 };
  const tree = trees.review(trees.review(first, one, said), two, reply);
  const known = (/** @type {Record<number, any>} */ found) => (/** @type {number} */ id) => found[id] ?? null;
  // Nothing was looked at live.
  assert.deepEqual(withKnown(tree, one, known({}), 2), said);
  assert.equal(isStale(tree, one, known({}), 2), false);
  // Deeper live: before the move as its own seat sees it, after it as the other one does.
  const after = { seat: 1, worth: { points: 3, chance: 0.7 }, depth: 12 };
  const before = { seat: 0, worth: { points: 2, chance: 0.6 }, depth: 14 };
  const now = withKnown(tree, one, known({ [root]: before, [one]: after }), 2);
  assert.deepEqual([now.worth.points, now.best_worth.points, now.depth], [-3, 2, 14]);
  assert.ok(isStale(tree, one, known({ [one]: after }), 2));
  assert.deepEqual(withKnown(tree, two, known({ [one]: after }), 2).best_worth, after.worth);
  // Less deep live says less than the review, unless it is proven.
  assert.equal(isStale(tree, one, known({ [one]: { ...after, depth: 5 } }), 2), false);
  assert.ok(isStale(tree, one, known({ [one]: { ...after, depth: 5, worth: { ...after.worth, exact: true } } }), 2));
  // With four seats the worth of one says nothing of the others'.
  assert.equal(isStale(tree, one, known({ [one]: after }), 4), false);
  assert.deepEqual(opposite({ share: 0.25, chance: 0.25, exact: true }), { share: 0.75, chance: 0.75, exact: true });
  assert.deepEqual(opposite({ points: 0, chance: 0.5 }), { points: 0, chance: 0.5 });
});

test("how well a value is known is said", () => {
  assert.equal(worth.lookedText({ points: 1, chance: 0.5, exact: true }, 9), "analyse.engine.exact");
  assert.equal(worth.lookedText({ points: 1, chance: 0.5 }, 9), "analyse.engine.depth");
  assert.equal(worth.lookedText({ share: 0.5, chance: 0.5 }, 0), "");
  assert.equal(worth.lookedText(null, 9), "");
});

test("the page of a replay holds its game, and nothing in a game ends its script", async () => {
  const { write } = await import(`${pages}/replayfile.js`);
  const animation = JSON.stringify({ view_box: "0 0 8 8", frames: 2, paints: ["fill=\"red\""], shapes: [[0, "<circle r=\"1\"/>", [1]]] });
  const page = write({ animation, moves: ["d3"], title: "</title><b>", players: "black: Ross & Co" });
  assert.ok(!page.includes("<b>") && page.includes("Ross &#38; Co"));
  const [, data] = page.split('<script type="application/json" id="game">');
  const json = data.slice(0, data.indexOf("</script>"));
  assert.ok(!json.includes("<"));
  assert.deepEqual(JSON.parse(json).moves, ["d3"]);
  assert.deepEqual(JSON.parse(json).animation.shapes[0][2], [1]);
  assert.match(page, /max="1"/);
});
