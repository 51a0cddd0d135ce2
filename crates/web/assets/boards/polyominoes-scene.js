// A position of Blokus on a surface: ground, pieces, corners, the last move and the labels.

import { seatName, t } from "../lib/i18n.js";
import { drawCorners, drawGround, drawHatch, drawPiece, drawRing, lastSquares } from "./polyominoes-draw.js";
import { piecesOnBoard, squareName } from "./polyominoes-state.js";

/** @typedef {ReturnType<typeof import("./polyominoes-surface.js").createSurface>} Surface */
/** @typedef {import("./contract.js").Last<Polyominoes.Details>} Last */

/**
 * @param {Surface} surface
 * @param {Polyominoes.Board} board
 * @param {Last | null} last the move that led here
 * @param {string} hatch the id of the pattern for pieces that cannot lie where they are held
 * @returns {SVGElement | null} the piece of the last move
 */
export function drawScene(surface, board, last, hatch) {
  const names = board.colours.map((each) => each.name);
  surface.draw("defs", board.colour === null ? [] : [drawHatch(hatch, names[board.colour])]);
  surface.draw("ground", drawGround(board));
  const pieces = piecesOnBoard(board.rows);
  const elements = surface.draw("pieces", pieces.map((piece) => drawPiece(names[piece.colour], piece.squares)));
  surface.draw("corners", drawCorners(board));
  const squares = lastSquares(last, board.size);
  surface.draw("last", squares.length > 0 ? [drawRing(squares, "last")] : []);
  labelCells(surface, board);
  if (squares.length === 0) return null;
  const [row, column] = squares[0];
  return elements[pieces.findIndex((piece) => piece.squares.some(([r, c]) => r === row && c === column))] ?? null;
}

/** What a screen reader says of each square. @param {Surface} surface @param {Polyominoes.Board} board */
export function labelCells(surface, board) {
  const starts = new Map(board.colours.map((each) => [each.start, each.name]));
  const corners = new Set(board.corners);
  surface.label((row, column) => {
    const name = squareName([row, column], board.size);
    const on = board.rows[row][column];
    if (on !== ".") return `${name}, ${seatName(board.colours[Number(on) - 1].name)}`;
    const start = starts.get(name);
    return [name, t("boards.polyominoes.empty"), start && t("boards.polyominoes.start", { colour: seatName(start) }), corners.has(name) && t("boards.polyominoes.corner")].filter(Boolean).join(", ");
  });
}
