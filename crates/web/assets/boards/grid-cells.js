// What stands on a square board, as plain data. Nothing here draws.

import { nameOf, readName } from "./square-names.js";

/**
 * @typedef {object} Cell
 * @property {string} name "d3": column letter and row number from the top
 * @property {number | null} piece the seat whose piece stands there
 * @property {boolean} playable
 * @property {boolean} last whether the last move was played there
 * @property {"place" | "turn" | null} preview what the move one looks at would do there
 * @property {number | null} by the seat that would do it
 * @property {boolean} safe whether the piece can never be turned again, as far as the server says it
 * @property {import("./contract.js").Mark | null} mark
 */

/** @typedef {{move: string, turned: string[], seat: number | null}} Preview */

/** @param {number} index @param {number} size */
export function squareName(index, size) {
  return nameOf(index % size, Math.floor(index / size) + 1);
}

/**
 * @param {string} name
 * @param {number} size
 * @returns {number | null} null for what is not a square of this board, such as "pass"
 */
export function squareIndex(name, size) {
  const found = readName(name);
  return found && found.column < size && found.row >= 1 && found.row <= size ? (found.row - 1) * size + found.column : null;
}

/**
 * @param {string[]} rows with X for the first seat and O for the second
 * @returns {(number | null)[]}
 */
export function pieces(rows) {
  return [...rows.join("")].map((sign) => (sign === "X" ? 0 : sign === "O" ? 1 : null));
}

/** @typedef {{rows: string[], safe?: string[]}} Squares what every board of squares has */

/**
 * @param {import("./contract.js").Shown<Squares>} shown
 * @param {Preview | null} preview
 * @returns {Cell[]}
 */
export function cellsOf(shown, preview = null) {
  const rows = shown.view.board.rows;
  const safe = new Set(shown.view.board.safe ?? []);
  const legal = new Set(shown.playable ? shown.view.legal_moves : []);
  return pieces(rows).map((piece, index) => {
    const name = squareName(index, rows.length);
    const place = preview?.move === name ? "place" : null;
    const touched = place ?? (preview?.turned.includes(name) ? "turn" : null);
    return {
      name,
      piece,
      playable: legal.has(name),
      last: shown.last?.move === name,
      preview: touched,
      by: touched && preview ? preview.seat : null,
      safe: safe.has(name),
      mark: shown.marks.get(name) ?? null,
    };
  });
}

/**
 * The squares that change when a move leads from one board to the next, or null when it does not
 * lead there, as after an undo.
 *
 * @param {string[]} before rows
 * @param {string[]} after rows
 * @param {{seat: number, move: string} | null} last
 * @param {string[]} names of the squares that the move turns to the mover's side
 * @returns {{placed: number, turned: number[]} | null}
 */
export function changes(before, after, last, names) {
  if (!last || before.length !== after.length) return null;
  const size = after.length;
  const placed = squareIndex(last.move, size);
  if (placed === null) return null;
  const over = names.map((name) => squareIndex(name, size) ?? -1);
  const reached = pieces(before);
  if (reached[placed] !== null) return null;
  for (const index of [placed, ...over]) reached[index] = last.seat;
  const wanted = pieces(after);
  return wanted.every((piece, index) => piece === reached[index]) ? { placed, turned: over } : null;
}

/**
 * How many steps of a king it is from one square to another: the order of a wave.
 *
 * @param {number} from
 * @param {number} to
 * @param {number} size
 */
export function distance(from, to, size) {
  const columns = Math.abs((from % size) - (to % size));
  const rows = Math.abs(Math.floor(from / size) - Math.floor(to / size));
  return Math.max(columns, rows);
}

/**
 * Where a key leads on the board.
 *
 * @param {number} index
 * @param {{key: string, ctrlKey?: boolean}} pressed
 * @param {number} size
 * @returns {number | null} null when the key means nothing here
 */
export function walk(index, { key, ctrlKey = false }, size) {
  const row = Math.floor(index / size);
  const column = index % size;
  const within = (/** @type {number} */ place) => Math.max(0, Math.min(size - 1, place));
  switch (key) {
    case "ArrowLeft": return row * size + within(column - 1);
    case "ArrowRight": return row * size + within(column + 1);
    case "ArrowUp": return within(row - 1) * size + column;
    case "ArrowDown": return within(row + 1) * size + column;
    case "Home": return ctrlKey ? 0 : row * size;
    case "End": return ctrlKey ? size * size - 1 : row * size + size - 1;
    case "PageUp": return column;
    case "PageDown": return (size - 1) * size + column;
    default: return null;
  }
}
