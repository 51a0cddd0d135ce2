// The square boards, without a browser: run with `node --test crates/web/tests/page/`.

import assert from "node:assert/strict";
import test from "node:test";
import * as discs from "../../assets/boards/discs-position.js";
import { cellsOf, changes, distance, squareIndex, squareName, walk } from "../../assets/boards/grid-cells.js";
import * as marks from "../../assets/boards/marks-position.js";
import { createPreviews } from "../../assets/boards/previews.js";
import { nextSign, withSign } from "../../assets/boards/squares-setup.js";

const START = ["--------", "--------", "--------", "---OX---", "---XO---", "--------", "--------", "--------"];
const AFTER_D3 = ["--------", "--------", "---X----", "---XX---", "---XO---", "--------", "--------", "--------"];
const D3 = { seat: 0, move: "d3", effects: { details: { square: "d3", flipped: ["d4"] } } };

/** @param {string[]} rows @param {object} [more] */
function shown(rows, more = {}) {
  const view = { board: { rows, size: rows.length }, legal_moves: ["d3", "c4", "f5", "e6"], turn: 0, position: "" };
  return { view, last: null, playable: true, marks: new Map(), version: 1, ...more };
}

test("squares count from the top left", () => {
  assert.equal(squareName(0, 8), "a1");
  assert.equal(squareName(8, 8), "a2");
  assert.equal(squareIndex("h8", 8), 63);
  assert.equal(squareIndex("h8", 6), null);
  assert.equal(squareIndex("pass", 8), null);
  for (let index = 0; index < 36; index += 1) assert.equal(squareIndex(squareName(index, 6), 6), index);
});

test("cells tell pieces, legal squares, marks and the last move", () => {
  const mark = { text: "+4", tone: /** @type {const} */ ("best") };
  const cells = cellsOf(shown(AFTER_D3, { last: D3, marks: new Map([["c4", mark]]) }));
  const at = (/** @type {string} */ name) => cells[squareIndex(name, 8) ?? -1];
  assert.equal(cells.length, 64);
  assert.deepEqual([at("d3").piece, at("e5").piece, at("a1").piece], [0, 1, null]);
  assert.deepEqual([at("c4").playable, at("a1").playable], [true, false]);
  assert.deepEqual([at("d3").last, at("d4").last], [true, false]);
  assert.equal(at("c4").mark, mark);
});

test("nothing is playable when it is not the person's turn", () => {
  assert.ok(cellsOf(shown(START, { playable: false })).every((cell) => !cell.playable));
});

test("a preview shows the piece to be placed and those that turn", () => {
  const cells = cellsOf(shown(START), { move: "d3", turned: ["d4"], seat: 0 });
  const touched = cells.filter((cell) => cell.preview !== null);
  assert.deepEqual(touched.map((cell) => [cell.name, cell.preview, cell.by]), [["d3", "place", 0], ["d4", "turn", 0]]);
});

test("only a move that leads from one board to the next is animated", () => {
  assert.deepEqual(changes(START, AFTER_D3, D3, ["d4"]), { placed: 19, turned: [27] });
  assert.equal(changes(AFTER_D3, START, D3, ["d4"]), null, "an undo");
  assert.equal(changes(START, START, D3, ["d4"]), null, "another position");
  assert.equal(changes(START, AFTER_D3, { ...D3, move: "pass" }, ["d4"]), null);
  assert.equal(changes(START, AFTER_D3, null, ["d4"]), null);
});

test("a wave goes out from the placed disc", () => {
  assert.equal(distance(0, 9, 8), 1);
  assert.equal(distance(0, 7, 8), 7);
  assert.equal(distance(0, 63, 8), 7);
});

test("keys walk over the board and stop at its edges", () => {
  assert.equal(walk(0, { key: "ArrowLeft" }, 8), 0);
  assert.equal(walk(0, { key: "ArrowDown" }, 8), 8);
  assert.equal(walk(63, { key: "ArrowRight" }, 8), 63);
  assert.equal(walk(19, { key: "Home" }, 8), 16);
  assert.equal(walk(19, { key: "End" }, 8), 23);
  assert.equal(walk(19, { key: "End", ctrlKey: true }, 8), 63);
  assert.equal(walk(19, { key: "q" }, 8), null);
});

test("positions are written as the games write them", () => {
  assert.deepEqual(discs.startRows(8), START);
  assert.equal(discs.positionText({ rows: discs.startRows(4), turn: 1 }), "-----OX--XO----- O");
  const rows = marks.startRows();
  const start = "......OO/......OO/......../......../......../......../XX....../XX...... X 56";
  assert.equal(marks.positionText({ rows, turn: 0, pliesLeft: marks.emptySquares(rows) }), start);
});

test("clicks go round: empty, first side, second side", () => {
  assert.deepEqual([nextSign("-", "-"), nextSign("X", "-"), nextSign("O", "-")], ["X", "O", "-"]);
  assert.deepEqual(withSign(["--", "--"], 2, "X"), ["--", "X-"]);
});

test("a preview is asked for once, and forgotten with its position", async () => {
  let asked = 0;
  const previews = createPreviews(async (move) => ({ effects: { move, asked: ++asked }, error: null }));
  previews.at("one");
  await previews.of("d3");
  assert.equal((await previews.of("d3"))?.effects.asked, 1);
  const late = previews.of("c4");
  previews.at("two");
  assert.equal(await late, null);
  assert.equal((await previews.of("d3"))?.effects.asked, 3);
});
