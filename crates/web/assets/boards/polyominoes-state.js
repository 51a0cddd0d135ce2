// What the page computes about Blokus: turning pieces, where the one in hand is, and which of
// the server's legal moves it stands for. No rules: what may be placed, the server says.

import { nameOf, readName } from "./square-names.js";

/** @typedef {[number, number]} Square row from the top and column from the left, from 0 */
/** @typedef {Record<string, Square[]>} Shapes the squares of each piece as the server draws it */

/**
 * The piece in hand: which, how it is held (0 to 3 turned right so often, 4 to 7 mirrored
 * first), and where its middle square is.
 *
 * @typedef {{piece: string, turn: number, row: number, column: number}} Ghost
 */

/**
 * @typedef {object} Legal the server's legal moves, ready to be looked up
 * @property {Set<string>} texts
 * @property {Map<string, Square[][]>} places the placements of each playable piece
 */

/** @param {Square} square @param {number} size */
export function squareName([row, column], size) {
  return nameOf(column, size - row);
}

/** @param {string} name @param {number} size @returns {Square} */
export function parseSquare(name, size) {
  const { column, row } = readName(name) ?? { column: -1, row: -1 };
  return [size - row, column];
}

/**
 * A move as the server writes it: row by row from the bottom, then by column.
 *
 * @param {Square[]} squares
 * @param {number} size
 */
export function moveText(squares, size) {
  const sorted = [...squares].sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  return sorted.map((square) => squareName(square, size)).join(",");
}

/** @param {string} text @param {number} size @returns {Square[]} */
export function parseMove(text, size) {
  return text.split(",").map((name) => parseSquare(name.trim(), size));
}

/**
 * The squares of a shape, turned, as seen from its middle square.
 *
 * @param {Square[]} shape
 * @param {number} turn
 * @returns {Square[]}
 */
export function turned(shape, turn) {
  const middle = middleOf(shape);
  return shape.map(([row, column]) => {
    let [down, right] = [row - middle[0], column - middle[1]];
    if (turn >= 4) right = -right;
    for (let quarter = 0; quarter < turn % 4; quarter += 1) [down, right] = [right, -down];
    // No negative zeros: they would make equal squares differ.
    return [down + 0, right + 0];
  });
}

/**
 * The square that stays under the pointer while the piece turns: the one nearest to the middle.
 *
 * @param {Square[]} shape
 * @returns {Square}
 */
function middleOf(shape) {
  const mean = [0, 1].map((axis) => shape.reduce((sum, square) => sum + square[axis], 0) / shape.length);
  const far = (/** @type {Square} */ square) => (square[0] - mean[0]) ** 2 + (square[1] - mean[1]) ** 2;
  return shape.reduce((best, square) => (far(square) < far(best) - 1e-9 ? square : best));
}

/** How it is held after turning right (or left, with -1). @param {number} turn @param {number} quarters */
export function rotated(turn, quarters) {
  return (turn & 4) | ((turn + quarters + 4) & 3);
}

/** How it is held after turning over from left to right. @param {number} turn */
export function flipped(turn) {
  return (~turn & 4) | (-turn & 3);
}

/** @param {Shapes} shapes @param {Ghost} ghost @returns {Square[]} */
export function ghostSquares(shapes, ghost) {
  return turned(shapes[ghost.piece], ghost.turn).map(([row, column]) => [ghost.row + row, ghost.column + column]);
}

/** Whether two are the same piece in the same place. @param {Ghost} one @param {Ghost} other */
export function sameGhost(one, other) {
  return one.piece === other.piece && one.turn === other.turn && one.row === other.row && one.column === other.column;
}

/**
 * The ghost moved as little as needed to lie on the board.
 *
 * @param {Shapes} shapes
 * @param {Ghost} ghost
 * @param {number} size
 * @returns {Ghost}
 */
export function keptInside(shapes, ghost, size) {
  const squares = ghostSquares(shapes, ghost);
  const [up, left] = [0, 1].map((axis) => {
    const places = squares.map((square) => square[axis]);
    return Math.max(0, -Math.min(...places)) + Math.min(0, size - 1 - Math.max(...places));
  });
  return { ...ghost, row: ghost.row + up, column: ghost.column + left };
}

/**
 * The ghost after a step or a turn; null for other actions.
 *
 * @param {Ghost} ghost
 * @param {string} action
 * @param {number} distance
 * @returns {Ghost | null}
 */
export function moved(ghost, action, distance = 1) {
  switch (action) {
    case "up": return { ...ghost, row: ghost.row - distance };
    case "down": return { ...ghost, row: ghost.row + distance };
    case "left": return { ...ghost, column: ghost.column - distance };
    case "right": return { ...ghost, column: ghost.column + distance };
    case "rotate": return { ...ghost, turn: rotated(ghost.turn, 1) };
    case "unrotate": return { ...ghost, turn: rotated(ghost.turn, -1) };
    case "flip": return { ...ghost, turn: flipped(ghost.turn) };
    default: return null;
  }
}

/** The same text for the same shape, wherever it lies. @param {Square[]} squares */
export function shapeKey(squares) {
  const top = Math.min(...squares.map(([row]) => row));
  const left = Math.min(...squares.map(([, column]) => column));
  return squares.map(([row, column]) => (row - top) * 8 + column - left).sort((a, b) => a - b).join(" ");
}

/** Which piece has a shape, by its key. @param {Shapes} shapes @returns {Map<string, string>} */
export function piecesByShape(shapes) {
  const found = new Map();
  for (const [piece, shape] of Object.entries(shapes)) {
    for (let turn = 0; turn < 8; turn += 1) found.set(shapeKey(turned(shape, turn)), piece);
  }
  return found;
}

/**
 * @param {string[]} moves
 * @param {Shapes} shapes
 * @param {number} size
 * @returns {Legal}
 */
export function readLegal(moves, shapes, size) {
  const names = piecesByShape(shapes);
  /** @type {Map<string, Square[][]>} */
  const places = new Map();
  for (const text of moves) {
    const squares = parseMove(text, size);
    const piece = names.get(shapeKey(squares));
    if (piece === undefined) continue;
    const known = places.get(piece);
    if (known) known.push(squares);
    else places.set(piece, [squares]);
  }
  return { texts: new Set(moves), places };
}

/**
 * How a piece is held and where when it covers these squares. Symmetric pieces have several
 * answers: the one nearest to `near`, and the most like it, is taken.
 *
 * @param {Shapes} shapes
 * @param {string} piece
 * @param {Square[]} squares
 * @param {{row: number, column: number, turn: number}} near
 * @returns {Ghost}
 */
export function ghostOver(shapes, piece, squares, near) {
  const key = shapeKey(squares);
  const top = Math.min(...squares.map(([row]) => row));
  const left = Math.min(...squares.map(([, column]) => column));
  /** @type {Ghost | null} */
  let best = null;
  for (let steps = 0; steps < 8; steps += 1) {
    const turn = (near.turn + steps) % 8;
    const shape = turned(shapes[piece], turn);
    if (shapeKey(shape) !== key) continue;
    const row = top - Math.min(...shape.map((square) => square[0]));
    const column = left - Math.min(...shape.map((square) => square[1]));
    const ghost = { piece, turn, row, column };
    if (!best || distance(ghost, near) < distance(best, near)) best = ghost;
  }
  return best ?? { piece, turn: 0, row: squares[0][0], column: squares[0][1] };
}

/**
 * @param {{row: number, column: number}} one
 * @param {{row: number, column: number}} other
 */
function distance(one, other) {
  return (one.row - other.row) ** 2 + (one.column - other.column) ** 2;
}

/**
 * All legal placements of a piece, those nearest to `near` first and there those that need
 * the fewest turns.
 *
 * @param {Legal} legal
 * @param {Shapes} shapes
 * @param {string} piece
 * @param {{row: number, column: number, turn: number}} near
 * @returns {Ghost[]}
 */
export function legalNear(legal, shapes, piece, near) {
  const ghosts = (legal.places.get(piece) ?? []).map((squares) => ghostOver(shapes, piece, squares, near));
  const turns = (/** @type {Ghost} */ ghost) => (ghost.turn - near.turn + 8) % 8;
  return ghosts.sort((a, b) => distance(a, near) - distance(b, near) || turns(a) - turns(b) || a.row - b.row || a.column - b.column);
}

/**
 * The legal placement after the present one (before it, with step -1), in the order from the
 * place where the person began to look; null when the piece has none.
 *
 * @param {Legal} legal
 * @param {Shapes} shapes
 * @param {Ghost} ghost
 * @param {Ghost} near
 * @param {number} size
 * @param {number} [step]
 * @returns {Ghost | null}
 */
export function nextLegal(legal, shapes, ghost, near, size, step = 1) {
  const ghosts = legalNear(legal, shapes, ghost.piece, near);
  if (ghosts.length === 0) return null;
  const text = moveText(ghostSquares(shapes, ghost), size);
  const at = ghosts.findIndex((other) => moveText(ghostSquares(shapes, other), size) === text);
  if (at < 0) return step > 0 ? ghosts[0] : ghosts[ghosts.length - 1];
  return ghosts[(at + step + ghosts.length) % ghosts.length];
}

/**
 * Pieces in the order of the tray: large ones first, since they are harder to place late.
 *
 * @param {string[]} left
 * @param {Shapes} shapes
 * @returns {{size: number, pieces: string[]}[]}
 */
export function grouped(left, shapes) {
  const sizes = [...new Set(left.map((piece) => shapes[piece].length))].sort((a, b) => b - a);
  return sizes.map((size) => ({ size, pieces: left.filter((piece) => shapes[piece].length === size) }));
}

/**
 * The playable piece after (or before) one in the order of the tray; null when there is none.
 *
 * @param {string[]} left
 * @param {Shapes} shapes
 * @param {(piece: string) => boolean} playable
 * @param {string | null} current
 * @param {number} [step]
 * @returns {string | null}
 */
export function nextPiece(left, shapes, playable, current, step = 1) {
  const order = grouped(left, shapes).flatMap(({ pieces }) => pieces);
  const from = current === null ? (step > 0 ? -1 : order.length) : order.indexOf(current);
  for (let steps = 1; steps <= order.length; steps += 1) {
    const piece = order[(from + step * steps + 2 * order.length) % order.length];
    if (playable(piece)) return piece;
  }
  return null;
}

/**
 * The pieces that lie on the board: since pieces of a colour never share an edge, its squares
 * fall apart into them.
 *
 * @param {string[]} rows
 * @returns {{colour: number, squares: Square[]}[]}
 */
export function piecesOnBoard(rows) {
  /** @type {{colour: number, squares: Square[]}[]} */
  const pieces = [];
  const seen = new Set();
  const at = (/** @type {number} */ row, /** @type {number} */ column) => rows[row]?.[column] ?? ".";
  for (let row = 0; row < rows.length; row += 1) {
    for (let column = 0; column < rows.length; column += 1) {
      const colour = at(row, column);
      if (colour === "." || seen.has(row * 32 + column)) continue;
      /** @type {Square[]} */
      const squares = [[row, column]];
      seen.add(row * 32 + column);
      for (const [down, right] of squares) {
        for (const [r, c] of /** @type {Square[]} */ ([[down, right + 1], [down + 1, right], [down, right - 1], [down - 1, right]])) {
          if (at(r, c) !== colour || seen.has(r * 32 + c)) continue;
          seen.add(r * 32 + c);
          squares.push([r, c]);
        }
      }
      pieces.push({ colour: Number(colour) - 1, squares });
    }
  }
  return pieces;
}

const TONES = ["hint", "best", "good", "poor", "bad"];

/**
 * The marks worth showing where there may be hundreds: the best ones, best first.
 *
 * @param {Map<string, {text: string, tone: string}>} marks
 * @param {number} count
 * @returns {{move: string, text: string, tone: string}[]}
 */
export function bestMarks(marks, count) {
  const value = (/** @type {string} */ text) => Number.parseFloat(text.replace("−", "-").replace(",", ".")) || 0;
  return [...marks]
    .map(([move, mark]) => ({ move, ...mark }))
    .sort((a, b) => TONES.indexOf(a.tone) - TONES.indexOf(b.tone) || value(b.text) - value(a.text))
    .slice(0, count);
}
