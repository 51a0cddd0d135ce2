// Marks on moves of Blokus. There may be hundreds of moves, so the best are listed and a hint
// is drawn on the board.

import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { drawPiece, drawRing } from "./polyominoes-draw.js";
import { bestMarks, parseMove, parseSquare, piecesByShape, shapeKey } from "./polyominoes-state.js";
import { thumbnail } from "./polyominoes-tray.js";

/** @typedef {import("./polyominoes-state.js").Square} Square */
/** @typedef {Map<string, import("./contract.js").Mark>} Marks */

/** How many of the marked moves are listed. */
const LISTED = 6;

/** The hints as they lie on the board. @param {Marks} marks @param {Polyominoes.Board} board */
export function drawHints(marks, board) {
  const { colour } = board;
  if (colour === null) return [];
  const hints = [...marks].filter(([, { tone }]) => tone === "hint").map(([move]) => parseMove(move, board.size));
  return hints.flatMap((squares) => [drawPiece(board.colours[colour].name, squares, "hint"), drawRing(squares, "hint-ring")]);
}

/** The piece of a reply that is spoken of. @param {import("./contract.js").Sign[]} signs @param {Polyominoes.Board} board */
export function drawReply(signs, board) {
  const squares = signs.filter(({ kind }) => kind !== "reason").map(({ place }) => parseSquare(place, board.size));
  return board.colour === null || squares.length === 0 ? [] : [drawPiece(board.colours[board.colour].name, squares, "hint"), drawRing(squares, "hint-ring")];
}

/**
 * The best mark of each piece, for the tray.
 *
 * @param {Marks} marks
 * @param {Polyominoes.Board} board
 * @returns {Map<string, {text: string, tone: string}>}
 */
export function badgesOf(marks, board) {
  const names = piecesByShape(board.shapes);
  const badges = new Map();
  for (const { move, text, tone } of bestMarks(marks, marks.size)) {
    const piece = names.get(shapeKey(parseMove(move, board.size)));
    if (piece && !badges.has(piece)) badges.set(piece, { text, tone });
  }
  return badges;
}

/**
 * The list of the best moves.
 *
 * @param {Element} list
 * @param {Marks} marks
 * @param {Polyominoes.Board} board
 * @param {(piece: string, squares: Square[]) => void} choose
 */
export function listBest(list, marks, board, choose) {
  const { colour } = board;
  const best = colour === null ? [] : bestMarks(marks, LISTED);
  // The same list again would take the focus away from whoever is in it.
  const state = JSON.stringify([best, colour]);
  if (/** @type {HTMLElement} */ (list).dataset.shown === state) return;
  /** @type {HTMLElement} */ (list).dataset.shown = state;
  if (best.length > 0) list.classList.add("used");
  const names = piecesByShape(board.shapes);
  replace(list, best.length > 0 && h("p", { class: "polyominoes-best-title" }, t("boards.polyominoes.best")), best.map(({ move, text, tone }) => {
    const squares = parseMove(move, board.size);
    const piece = names.get(shapeKey(squares)) ?? "";
    const label = t("boards.polyominoes.best.move", { piece, move, value: text });
    return h("button", { type: "button", class: "polyominoes-best-move", "aria-label": label, title: label, dataset: { tone, move }, onclick: () => choose(piece, squares) },
      thumbnail(board.colours[colour ?? 0].name, squares, 8), h("span", {}, text));
  }));
}
