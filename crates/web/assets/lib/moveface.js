// Moves as people read them: lists of squares are drawn, since nobody reads "g11,f12,g12,h12,g13", and bare
// numbers say what they count.

import { readName } from "../boards/square-names.js";
import { s } from "./dom.js";
import { tOr } from "./i18n.js";

/**
 * The squares of a move as a small picture, in the colour of a seat where it has one.
 *
 * @param {string} move
 * @param {string | null} [seat] as the server names it; null: in the colour of the text
 * @returns {SVGElement | null} null for what is no list of squares, such as a pass
 */
export function moveFace(move, seat = null) {
  const squares = squaresOf(move);
  if (squares.length === 0) return null;
  const left = Math.min(...squares.map(({ column }) => column));
  const top = Math.max(...squares.map(({ row }) => row));
  const wide = Math.max(...squares.map(({ column }) => column)) - left + 1;
  const tall = top - Math.min(...squares.map(({ row }) => row)) + 1;
  const parts = squares.map(({ column, row }) => s("rect", { x: (column - left) * 10 + 0.5, y: (top - row) * 10 + 0.5, width: 9, height: 9, rx: 1.5 }));
  return s("svg", { class: "move-face", overflow: "visible", viewBox: `0 0 ${wide * 10} ${tall * 10}`, width: wide * 6, height: tall * 6, dataset: { seat: seat ?? "", move }, "aria-hidden": "true", focusable: "false" }, parts);
}

/** @param {string} move */
function squaresOf(move) {
  const names = move.split(",");
  const squares = names.flatMap((name) => readName(name) ?? []);
  return squares.length === names.length ? squares : [];
}

/**
 * A move in a sentence: where the notation is a bare number, with what it counts ("hole 3").
 *
 * @param {string} geometry of the board
 * @param {string} move
 * @returns {string}
 */
export const moveName = (geometry, move) => tOr(`play.move.${geometry}`, move, { move });

/**
 * Moves one after the other, in the same way: "holes 3  4".
 *
 * @param {string} geometry
 * @param {string[]} moves
 * @returns {string}
 */
export function moveNames(geometry, moves) {
  const line = moves.join("  ");
  return moves.length > 1 ? tOr(`play.moves.${geometry}`, line, { line }) : moves.map((move) => moveName(geometry, move)).join("");
}

/** Where a list of squares lies, in few letters: its first one. @param {string} move */
export const moveCorner = (move) => move.split(",")[0];
