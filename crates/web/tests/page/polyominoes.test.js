// The pure functions of the board of Blokus: run with `node --test`.

import assert from "node:assert/strict";
import test from "node:test";
import { outline } from "../../assets/boards/polyominoes-draw.js";
import { actionOf } from "../../assets/boards/polyominoes-keys.js";
import * as setup from "../../assets/boards/polyominoes-setup-state.js";
import * as state from "../../assets/boards/polyominoes-state.js";

const SHAPES = {
  F: [[0, 1], [0, 2], [1, 0], [1, 1], [2, 1]],
  I1: [[0, 0]],
  I2: [[0, 0], [0, 1]],
  L4: [[0, 0], [1, 0], [1, 1], [1, 2]],
  X: [[0, 1], [1, 0], [1, 1], [1, 2], [2, 1]],
};
const keys = (piece) => Array.from({ length: 8 }, (_, turn) => state.shapeKey(state.turned(SHAPES[piece], turn)));
const ghost = (piece, turn, row, column) => ({ piece, turn, row, column });

test("turning a piece shows all its sides and comes back", () => {
  assert.equal(new Set(keys("F")).size, 8);
  assert.equal(new Set(keys("X")).size, 1);
  assert.equal(new Set(keys("I2")).size, 2);
  for (let turn = 0; turn < 8; turn += 1) {
    assert.equal(state.rotated(state.rotated(turn, 1), -1), turn);
    assert.equal(state.flipped(state.flipped(turn)), turn);
  }
});

test("rotating is to the right and flipping mirrors what is seen", () => {
  const right = ([row, column]) => [column, -row];
  const mirror = ([row, column]) => [row, -column];
  const key = (squares) => state.shapeKey(squares);
  for (let turn = 0; turn < 8; turn += 1) {
    const now = state.turned(SHAPES.F, turn);
    assert.equal(key(state.turned(SHAPES.F, state.rotated(turn, 1))), key(now.map(right)));
    assert.equal(key(state.turned(SHAPES.F, state.flipped(turn))), key(now.map(mirror)));
  }
});

test("the middle square stays where it is while the piece turns", () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const squares = state.ghostSquares(SHAPES, ghost("L4", turn, 5, 6));
    assert.ok(squares.some(([row, column]) => row === 5 && column === 6));
  }
});

test("a move is written as the server writes it", () => {
  const squares = state.ghostSquares(SHAPES, ghost("X", 0, 4, 4));
  assert.equal(state.moveText(squares, 14), "e9,d10,e10,f10,e11");
  assert.deepEqual(state.parseMove("e9,t20", 20), [[11, 4], [0, 19]]);
});

test("a ghost is kept on the board", () => {
  const inside = state.keptInside(SHAPES, ghost("X", 0, -3, 14), 14);
  assert.deepEqual(inside, ghost("X", 0, 1, 12));
  assert.deepEqual(state.keptInside(SHAPES, inside, 14), inside);
});

test("steps and turns", () => {
  const start = ghost("F", 0, 7, 7);
  assert.deepEqual(state.moved(start, "left", 5), ghost("F", 0, 7, 2));
  assert.deepEqual(state.moved(start, "down"), ghost("F", 0, 8, 7));
  assert.equal(state.moved(start, "unrotate")?.turn, 3);
  assert.equal(state.moved(start, "flip")?.turn, 4);
  assert.equal(state.moved(start, "place"), null);
});

const MOVES = ["e10", "d10,e10", "e10,f10", "e10,e11", "e9,e10"];
const LEGAL = state.readLegal(MOVES, SHAPES, 14);

test("playable pieces are those with a legal move", () => {
  assert.deepEqual([...LEGAL.places.keys()], ["I1", "I2"]);
  assert.equal(LEGAL.places.get("I2")?.length, 4);
  const left = ["I1", "I2", "L4", "F", "X"];
  const playable = (piece) => LEGAL.places.has(piece);
  assert.equal(state.nextPiece(left, SHAPES, playable, null), "I2");
  assert.equal(state.nextPiece(left, SHAPES, playable, "I2"), "I1");
  assert.equal(state.nextPiece(left, SHAPES, playable, "I1"), "I2");
  assert.equal(state.nextPiece(left, SHAPES, playable, "I1", -1), "I2");
  assert.equal(state.nextPiece(left, SHAPES, () => false, "I1"), null);
});

test("the tray has large pieces first", () => {
  const groups = state.grouped(["I1", "I2", "L4", "F", "X"], SHAPES);
  assert.deepEqual(groups.map(({ size, pieces }) => [size, ...pieces]), [[5, "F", "X"], [4, "L4"], [2, "I2"], [1, "I1"]]);
});

test("the next legal place goes through all of them, nearest first", () => {
  const near = ghost("I2", 0, 4, 3);
  const seen = [];
  let now = near;
  for (let step = 0; step < 4; step += 1) {
    now = /** @type {any} */ (state.nextLegal(LEGAL, SHAPES, now, near, 14));
    seen.push(state.moveText(state.ghostSquares(SHAPES, now), 14));
  }
  assert.deepEqual([...seen].sort(), MOVES.filter((move) => move.includes(",")).sort());
  assert.equal(state.nextLegal(LEGAL, SHAPES, ghost("X", 0, 4, 4), near, 14), null);
  const back = state.nextLegal(LEGAL, SHAPES, now, near, 14, -1);
  assert.equal(state.moveText(state.ghostSquares(SHAPES, /** @type {any} */ (back)), 14), seen[2]);
});

test("from a place that is not legal one goes to the nearest that is", () => {
  const now = state.nextLegal(LEGAL, SHAPES, ghost("I1", 0, 0, 0), ghost("I1", 0, 0, 0), 14);
  assert.equal(state.moveText(state.ghostSquares(SHAPES, /** @type {any} */ (now)), 14), "e10");
});

test("every placement is found again as a ghost", () => {
  for (const piece of Object.keys(SHAPES)) {
    for (let turn = 0; turn < 8; turn += 1) {
      const squares = state.ghostSquares(SHAPES, ghost(piece, turn, 6, 6));
      const found = state.ghostOver(SHAPES, piece, squares, { row: 0, column: 0, turn: 3 });
      assert.equal(state.moveText(state.ghostSquares(SHAPES, found), 14), state.moveText(squares, 14));
    }
  }
});

test("the best marks come first", () => {
  const marks = new Map([["a", { text: "-2", tone: "good" }], ["b", { text: "+3", tone: "good" }], ["c", { text: "+1", tone: "hint" }]]);
  assert.deepEqual(state.bestMarks(marks, 2).map(({ move }) => move), ["c", "b"]);
});

const ROWS = ["11...", "..1..", ".....", "....2", "...22"];
const BOARD = {
  size: 5, shapes: { I1: SHAPES.I1, I2: SHAPES.I2, V3: [[0, 0], [1, 0], [1, 1]] }, rows: ROWS, colour: 1, corners: [],
  colours: [{ name: "black", start: "a5" }, { name: "white", start: "e1" }],
};

test("squares of one colour fall apart into pieces", () => {
  const pieces = state.piecesOnBoard(ROWS);
  assert.deepEqual(pieces.map(({ colour, squares }) => [colour, squares.length]), [[0, 2], [0, 1], [1, 3]]);
});

test("the text of a position that was set up", () => {
  let now = setup.startSetup(BOARD);
  assert.equal(setup.positionText(now), `${ROWS.join("/")} 2 V3 I1,I2`);
  now = setup.taken(now, [0, 1]);
  assert.equal(setup.colourAt(now, [0, 0]), undefined);
  now = setup.put({ ...now, mover: 0 }, { colour: 1, piece: "I1", squares: [[2, 0]] });
  assert.equal(setup.positionText(now), "...../..1../2..../....2/...22 1 I2,V3 I2");
  assert.ok(!setup.isFree(now, [[2, 0], [2, 1]]));
  now = setup.put(now, { colour: 1, piece: "I2", squares: [[0, 3], [0, 4]] });
  assert.equal(setup.positionText(now), "...22/..1../2..../....2/...22 1 I2,V3 -");
  assert.equal(setup.positionText(setup.cleared(now)), "...../...../...../...../..... 1 all all");
});

test("an outline goes once around the squares", () => {
  const path = outline([[0, 0], [1, 0], [1, 1]], 0, 0);
  assert.equal(path.match(/[ML]/g)?.length, 6);
  assert.equal(path.match(/Z/g)?.length, 1);
});

test("keys and what they mean with Shift", () => {
  const press = (key, more = {}) => actionOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });
  assert.deepEqual(press("ArrowUp", { shiftKey: true }), { action: "up", distance: 5 });
  assert.equal(press("R", { shiftKey: true })?.action, "unrotate");
  assert.equal(press("f")?.action, "flip");
  assert.equal(press("r", { ctrlKey: true }), null);
  assert.equal(press("q"), null);
});
