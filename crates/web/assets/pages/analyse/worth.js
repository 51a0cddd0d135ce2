// Numbers of the engine as people read them: values, marks on moves, grades and summaries.

import { number, signed, t } from "../../lib/i18n.js";
import { toneOf } from "../play/state.js";

/**
 * @typedef {Web.PositionValue} Worth
 * @typedef {Web.ValuedMove} Valued
 * @typedef {Agents.Grade} Grade
 * @typedef {import("./tree.js").Reviewed} Reviewed
 */

/** Grades that are marked, from the lightest. @type {Grade[]} */
export const FAULTS = ["inaccuracy", "mistake", "blunder"];

/** @type {Record<Grade, string>} */
const GLYPHS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {Grade} grade @returns {string} */
export const glyph = (grade) => GLYPHS[grade] ?? "";

/** @param {Reviewed | null} review @returns {boolean} */
export const isFault = (review) => review !== null && FAULTS.includes(review.grade);

/**
 * A worth in few signs: "+3.4", "−2", "58%"; "=" before it when it is proven.
 *
 * @param {Worth | null} worth
 * @returns {string}
 */
export function short(worth) {
  if (!worth) return "–";
  const text = "points" in worth ? signed(worth.points) : percent(worth.share);
  return worth.exact ? `=${text}` : text;
}

/**
 * How well a value is known: "proven", "depth 14"; "" where that is not told.
 *
 * @param {Worth | null} worth
 * @param {number} depth
 * @returns {string}
 */
export function lookedText(worth, depth) {
  if (worth?.exact) return t("analyse.engine.exact");
  return worth && depth > 0 ? t("analyse.engine.depth", { depth }) : "";
}

/** @param {number} share @returns {string} */
export const percent = (share) => `${number(Math.round(share * 100))}%`;

/** @param {number} loss @returns {string} "" where there is nothing to say */
export const lossText = (loss) => (Math.round(loss * 100) >= 1 ? `−${percent(loss)}` : "");

/**
 * The chance of the first seat in a game of two; with more seats that of the seat it was
 * counted for, since the others' are not known.
 *
 * @param {Worth} worth
 * @param {number} seat whose worth it is
 * @param {number} seats
 * @returns {number}
 */
export function firstChance(worth, seat, seats) {
  return seats === 2 && seat === 1 ? 1 - worth.chance : worth.chance;
}

/** @param {Valued[]} values @returns {Valued[]} the best first; equal ones stay in order */
export function ranked(values) {
  return [...values].sort((a, b) => b.worth.chance - a.worth.chance || compare(b.worth, a.worth));
}

/** @param {Worth} a @param {Worth} b @returns {number} points tell apart what the chance has rounded away */
function compare(a, b) {
  const counted = (/** @type {Worth} */ worth) => ("points" in worth ? worth.points : worth.share);
  return counted(a) - counted(b);
}

/** Within this chance of the best a move counts as good when one tries a mistake again. */
const GOOD = 0.05;

/**
 * What to write on the moves of the board. In the simple mode there are three steps.
 *
 * @param {Valued[]} values
 * @param {{best: string, good: string, poor: string} | null} words those of the simple mode
 * @param {number} [most] only the best of them
 * @returns {Map<string, import("../../boards/contract.js").Mark>}
 */
export function marksOf(values, words, most = Infinity) {
  const inOrder = ranked(values);
  const best = inOrder[0]?.worth;
  const marks = new Map();
  for (const { move, worth } of inOrder.slice(0, most)) {
    const tone = toneOf(best.chance - worth.chance);
    marks.set(move, { text: words ? words[tone] : short(worth), tone });
  }
  return marks;
}

/**
 * How well each seat played.
 *
 * @param {(Reviewed | null)[]} reviews of the moves of a line
 * @param {number} seats
 * @returns {{moves: number, loss: number, inaccuracy: number, mistake: number, blunder: number}[]}
 */
export function summary(reviews, seats) {
  const table = Array.from({ length: seats }, () => ({ moves: 0, loss: 0, inaccuracy: 0, mistake: 0, blunder: 0 }));
  for (const review of reviews) {
    if (!review || !table[review.seat]) continue;
    const row = table[review.seat];
    row.moves += 1;
    row.loss += review.loss;
    if (review.grade === "inaccuracy" || review.grade === "mistake" || review.grade === "blunder") row[review.grade] += 1;
  }
  return table.map((row) => ({ ...row, loss: row.moves === 0 ? 0 : row.loss / row.moves }));
}

/**
 * The next move after a ply that is marked, going round to the beginning.
 *
 * @param {(Reviewed | null)[]} reviews of the moves of a line; the first leads from ply 0 to 1
 * @param {number} ply
 * @returns {number | null} the ply after the marked move
 */
export function nextFault(reviews, ply) {
  const faults = reviews.flatMap((review, index) => (isFault(review) ? [index + 1] : []));
  return faults.find((at) => at > ply) ?? faults[0] ?? null;
}

/**
 * How a tried move compares with the mistake that was made and with the best.
 *
 * @param {object} tried
 * @param {string} tried.move
 * @param {Worth} tried.worth
 * @param {Worth} tried.best the worth of the best move, by the same search
 * @param {string} tried.bestMove
 * @param {string} tried.played the mistake
 * @param {number} tried.playedLoss the chance that it gave away
 * @param {number | null} [tried.playedPoints] the points, which tell moves apart in a game that is won or lost anyway
 * @returns {"best" | "good" | "better" | "same" | "worse"}
 */
export function judge({ move, worth, best, bestMove, played, playedLoss, playedPoints = null }) {
  if (move === played) return "same";
  const inPoints = playedPoints !== null && playedPoints > 0 && "points" in worth && "points" in best;
  const loss = inPoints ? best.points - worth.points : best.chance - worth.chance;
  const made = inPoints ? playedPoints : playedLoss;
  if (move === bestMove || loss <= 0) return "best";
  if (loss <= Math.min(inPoints ? made : GOOD, made / 2)) return "good";
  return loss < made ? "better" : "worse";
}

/**
 * Nodes in a second: "850", "12 k", "3.4 M".
 *
 * @param {number} nodes
 * @param {number} seconds
 * @returns {string}
 */
export function speed(nodes, seconds) {
  if (!(seconds > 0) || !(nodes > 0)) return "";
  const each = nodes / seconds;
  if (each >= 1e6) return t("analyse.engine.speed", { speed: `${number(each / 1e6, 1)} M` });
  if (each >= 1e3) return t("analyse.engine.speed", { speed: `${number(each / 1e3)} k` });
  return t("analyse.engine.speed", { speed: number(each) });
}
