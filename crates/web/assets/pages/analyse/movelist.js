// The list of moves with its variations. A move is a button that goes to its position; the keys
// of the page step through, so only one of them is a tab stop.

import { h, replace } from "../../lib/dom.js";
import { sayPhrases, seatName, t } from "../../lib/i18n.js";
import { moveFace, moveName } from "../../lib/moveface.js";
import { seatMark } from "./seatmark.js";
import { ROOT } from "./tree.js";
import { glyph, isFault, lossText } from "./worth.js";

/**
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {{seat: number, phrases: Core.Phrase[]}} Told what the server said of a move
 */

/**
 * A move in few signs. The squares of a piece are too many to read, so the piece is named and
 * where it lies.
 *
 * @param {string} move
 * @param {Told | undefined} told
 * @returns {string}
 */
export function shortMove(move, told) {
  const piece = told?.phrases.find(({ code }) => code === "places")?.parameters.piece;
  const squares = move.split(",");
  if (piece !== undefined) return `${piece} ${squares[0]}`;
  return squares.length > 1 ? `${squares[0]}…` : move;
}

/**
 * The list as plain data: lines of steps, where a variation stands behind the move it replaces.
 *
 * @typedef {{id: number, ply: number, variations: Step[][]}} Step
 */

/**
 * @param {Tree} tree
 * @param {number} [from] the position whose children begin the line
 * @param {number} [ply]
 * @returns {Step[]}
 */
export function steps(tree, from = ROOT, ply = 0) {
  /** @type {Step[]} */
  const line = [];
  for (let at = from; tree.spots[at].children.length > 0; ) {
    const [following, ...others] = tree.spots[at].children;
    ply += 1;
    line.push({ id: following, ply, variations: others.map((other) => variation(tree, other, ply)) });
    at = following;
  }
  return line;
}

/** @param {Tree} tree @param {number} id @param {number} ply @returns {Step[]} */
function variation(tree, id, ply) {
  return [{ id, ply, variations: [] }, ...steps(tree, id, ply)];
}

/**
 * @param {HTMLElement} root
 * @param {object} shown
 * @param {Tree} shown.tree
 * @param {Map<number, Told>} shown.told
 * @param {string[]} shown.seatNames
 * @param {string} shown.geometry
 * @param {boolean} shown.hideReview while one tries to find a better move
 * @param {(id: number) => void} goTo
 */
export function drawMoves(root, shown, goTo) {
  const { tree } = shown;
  const hadFocus = root.contains(document.activeElement);
  const list = steps(tree);
  const begin = h("button", { type: "button", class: "move move-start", "aria-current": tree.cursor === ROOT ? "step" : null, tabindex: tree.cursor === ROOT ? 0 : -1, onclick: () => goTo(ROOT) }, t("analyse.moves.start"));
  const note = tree.spots[ROOT].comment;
  replace(root, begin, note !== "" && h("p", { class: "move-comment" }, note), drawLine(list, shown, goTo));
  const current = /** @type {HTMLElement | null} */ (root.querySelector('[aria-current="step"]'));
  if (hadFocus) current?.focus({ preventScroll: true });
  if (current) showInside(root, current);
}

/** Scrolls the list only, never the page. @param {HTMLElement} root @param {HTMLElement} item */
function showInside(root, item) {
  const outer = root.getBoundingClientRect();
  const inner = item.getBoundingClientRect();
  if (inner.top < outer.top) root.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) root.scrollTop += inner.bottom - outer.bottom + 8;
}

/**
 * @param {Step[]} line
 * @param {Parameters<typeof drawMoves>[1]} shown
 * @param {(id: number) => void} goTo
 * @returns {HTMLElement}
 */
function drawLine(line, shown, goTo) {
  return h("ol", { class: "moves-line" }, line.map((step) => drawStep(step, shown, goTo)));
}

/**
 * @param {Step} step
 * @param {Parameters<typeof drawMoves>[1]} shown
 * @param {(id: number) => void} goTo
 * @returns {HTMLElement}
 */
function drawStep({ id, ply, variations }, shown, goTo) {
  const { tree, told, seatNames, geometry, hideReview } = shown;
  const spot = tree.spots[id];
  const said = told.get(id);
  const move = /** @type {string} */ (spot.move);
  const review = hideReview ? null : spot.review;
  const fault = review !== null && isFault(review);
  const wide = variations.length > 0 || spot.comment !== "";
  const isCurrent = tree.cursor === id;
  const properties = {
    type: "button",
    class: `move${fault ? ` grade-${review.grade}` : ""}`,
    "aria-current": isCurrent ? "step" : null,
    tabindex: isCurrent ? 0 : -1,
    dataset: { move },
    title: said ? `${moveName(geometry, move)}: ${sayPhrases(said.phrases)}` : move,
    onclick: () => goTo(id),
  };
  const button = h(
    "button",
    properties,
    h("span", { class: "move-ply" }, `${ply}.`),
    said && (said.phrases.some(({ code }) => code === "places") ? moveFace(move, seatNames[said.seat]) : seatMark(seatNames[said.seat])),
    said && h("span", { class: "visually-hidden" }, ` ${seatName(seatNames[said.seat])} `),
    h("span", { class: "move-text" }, shortMove(move, said)),
    fault && h("span", { class: "move-glyph", "aria-hidden": "true" }, glyph(review.grade)),
    fault && h("span", { class: "visually-hidden" }, `, ${t(`analyse.grade.${review.grade}`)}`),
    review && lossText(review.loss) !== "" && h("span", { class: "move-loss" }, lossText(review.loss)),
  );
  return h(
    "li",
    { class: wide ? "move-item move-item-wide" : "move-item" },
    button,
    spot.comment !== "" && h("p", { class: "move-comment" }, spot.comment),
    variations.map((other) => h("div", { class: "variation", role: "group", "aria-label": t("analyse.moves.variation") }, drawLine(other, shown, goTo))),
  );
}
