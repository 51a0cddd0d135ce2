// What stands on the board of a mistake: the places that the reasons speak of, by number, and the
// reply that punishes it.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { moveNode } from "./movewords.js";

/** @typedef {import("../../boards/contract.js").Sign} Sign */
/** @typedef {import("./tree.js").Reviewed} Reviewed */

/** The sign of the reply, as a letter and not as a picture, and that of the better move. */
export const REPLY = "↩\ufe0e";
export const BETTER = "→";

/**
 * The number of each reason that has places; the others have none.
 *
 * @param {Reviewed} review
 * @returns {(string | null)[]}
 */
export function numbersOf(review) {
  let last = 0;
  return (review.reasons ?? []).map(({ marks }) => ((marks ?? []).length === 0 ? null : String((last += 1))));
}

/**
 * @param {Reviewed} review of the move that led to the position
 * @param {number | null} turn who is to move there
 * @returns {Sign[]} one for each place
 */
export function signsOf(review, turn) {
  const numbers = numbersOf(review);
  /** @type {Map<string, Sign>} */
  const signs = new Map();
  for (const [index, { marks }] of (review.reasons ?? []).entries()) {
    for (const place of marks ?? []) {
      const known = signs.get(place)?.text ?? "";
      signs.set(place, { place, seat: review.seat, text: known + numbers[index], kind: "reason" });
    }
  }
  const reply = review.reply?.[0];
  if (turn === null || !reply) return [...signs.values()];
  // A move of many squares has its sign on the first of them.
  for (const [index, place] of reply.split(",").entries()) {
    const text = (signs.get(place)?.text ?? "") + (index === 0 ? REPLY : "");
    signs.set(place, { place, seat: turn, text, kind: signs.has(place) ? "both" : "reply" });
  }
  return [...signs.values()];
}

/**
 * The arrows of a mistake: from what was played to the better move, and to the reply.
 *
 * @param {Reviewed} review
 * @param {string} played the move
 * @param {number | null} turn who is to move after it
 * @returns {import("../../boards/contract.js").Arrow[]}
 */
export function arrowsOf(review, played, turn) {
  const places = (/** @type {string} */ move, /** @type {number} */ seat) => move.split(",").map((place) => ({ place, seat }));
  const from = places(played, review.seat);
  const reply = turn === null ? undefined : review.reply?.[0];
  return [
    ...(reply === undefined ? [] : [{ kind: /** @type {const} */ ("reply"), from, to: places(reply, /** @type {number} */ (turn)) }]),
    ...(review.best === played ? [] : [{ kind: /** @type {const} */ ("better"), from, to: places(review.best, review.seat) }]),
  ];
}

/** A sign as it is drawn in words. @param {string} text @param {"reason" | "reply" | "better"} kind */
export const signKey = (text, kind) => h("span", { class: "sign-key", dataset: { kind }, "aria-hidden": "true" }, text);

/**
 * What the signs on the board mean, in words.
 *
 * @param {Reviewed} review
 * @param {Sign[]} signs
 * @param {string | null} colour of who replies, where moves are pieces
 * @param {string | null} mover that of who moved
 * @param {string} geometry
 */
export function legendOf(review, signs, colour, mover, geometry) {
  const numbers = numbersOf(review).filter((text) => text !== null);
  const reply = signs.some(({ kind }) => kind !== "reason") ? review.reply[0] : null;
  return [
    numbers.length > 0 && h("span", { class: "sign-item" }, numbers.map((text) => signKey(text, "reason")), t("analyse.signs.reasons")),
    h("span", { class: "sign-item" }, signKey(BETTER, "better"), t("analyse.signs.better"), h("span", {}, moveNode(review.best, { geometry, colour: mover }))),
    reply !== null && h("span", { class: "sign-item" }, signKey(REPLY, "reply"), t("analyse.signs.reply"), h("span", {}, moveNode(reply, { geometry, colour }))),
  ];
}
