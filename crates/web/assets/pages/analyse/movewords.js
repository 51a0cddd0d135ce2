// Sentences with moves in them: a move that is a list of squares is drawn, a number says what it counts.

import { h } from "../../lib/dom.js";
import { sentence } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { moveCorner, moveFace, moveName } from "../../lib/moveface.js";

/**
 * What moves look like.
 *
 * @typedef {object} Look
 * @property {string} geometry of the board
 * @property {string | null} [colour] of the piece
 */

/**
 * A move as people read it.
 *
 * @param {string} move
 * @param {Look} look
 * @returns {string | HTMLElement}
 */
export const moveNode = (move, { geometry, colour = null }) => (move.includes(",") ? h("span", { class: "move-drawn", dataset: { move } }, moveFace(move, colour), moveCorner(move)) : moveName(geometry, move));

/**
 * A text of the page in which some parameters are moves.
 *
 * @param {string} key
 * @param {Record<string, string>} moves
 * @param {Record<string, string | number>} others
 * @param {Look} look
 * @returns {(string | HTMLElement)[]}
 */
export function withMoves(key, moves, others, look) {
  const names = Object.keys(moves);
  // No text of ours has this letter, so that it shows where the moves stand.
  const held = Object.fromEntries(names.map((name, index) => [name, `\u0001${index}\u0001`]));
  return t(key, { ...others, ...held }).split("\u0001").map((part, index, parts) => {
    if (index % 2 === 0) return part;
    const move = moves[names[Number(part)]];
    const node = moveNode(move, look);
    // At the beginning a word is large; notation stays as it is.
    const begins = index === 1 && parts[0] === "";
    return begins && typeof node === "string" && node !== move ? sentence(node) : node;
  });
}
