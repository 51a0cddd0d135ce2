// A position that is being set up, as plain data, and its text.

import { piecesByShape, piecesOnBoard, shapeKey } from "./polyominoes-state.js";

/** @typedef {import("./polyominoes-state.js").Square} Square */
/** @typedef {{colour: number, piece: string, squares: Square[]}} Placed */

/**
 * @typedef {object} Setup
 * @property {number} size
 * @property {number} colours how many there are
 * @property {string[]} all the names of all pieces
 * @property {Placed[]} pieces those on the board
 * @property {number} mover the colour to move
 */

/** @param {Polyominoes.Board} board as the server shows it @returns {Setup} */
export function startSetup(board) {
  const names = piecesByShape(board.shapes);
  const pieces = piecesOnBoard(board.rows).map((each) => ({ ...each, piece: names.get(shapeKey(each.squares)) ?? "" }));
  return { size: board.size, colours: board.colours.length, all: Object.keys(board.shapes), pieces, mover: board.colour ?? 0 };
}

/** @param {Placed} placed @param {Square} square */
const covers = (placed, [row, column]) => placed.squares.some(([r, c]) => r === row && c === column);

/** The piece on a square. @param {Setup} setup @param {Square} square @returns {Placed | undefined} */
export function colourAt(setup, square) {
  return setup.pieces.find((placed) => covers(placed, square));
}

/** @param {Setup} setup @param {Square[]} squares */
export function isFree(setup, squares) {
  return squares.every((square) => !colourAt(setup, square));
}

/** @param {Setup} setup @param {Placed} placed @returns {Setup} */
export function put(setup, placed) {
  return { ...setup, pieces: [...setup.pieces, placed] };
}

/** @param {Setup} setup @param {Square} square @returns {Setup} */
export function taken(setup, square) {
  return { ...setup, pieces: setup.pieces.filter((placed) => !covers(placed, square)) };
}

/** @param {Setup} setup @returns {Setup} */
export function cleared(setup) {
  return { ...setup, pieces: [] };
}

/** The pieces that a colour has not placed. @param {Setup} setup @param {number} colour */
export function handOf(setup, colour) {
  const placed = new Set(setup.pieces.filter((each) => each.colour === colour).map(({ piece }) => piece));
  return setup.all.filter((piece) => !placed.has(piece));
}

/** The board, row by row from the top. @param {Setup} setup @returns {string[]} */
export function rowsOf(setup) {
  const rows = Array.from({ length: setup.size }, () => Array(setup.size).fill("."));
  for (const { colour, squares } of setup.pieces) {
    for (const [row, column] of squares) rows[row][column] = String(colour + 1);
  }
  return rows.map((row) => row.join(""));
}

/**
 * The text of the position: the board, the colour to move, and the pieces left of each colour.
 *
 * @param {Setup} setup
 */
export function positionText(setup) {
  const hands = Array.from({ length: setup.colours }, (_, colour) => {
    const hand = handOf(setup, colour);
    if (hand.length === setup.all.length) return "all";
    return hand.length === 0 ? "-" : hand.join(",");
  });
  return [rowsOf(setup).join("/"), setup.mover + 1, ...hands].join(" ");
}
