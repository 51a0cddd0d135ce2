// What is known of a position has one source: what was found looking deepest, live or in the review.
// Here what the review said is told with the worths that were found live since.

import * as trees from "./tree.js";

/**
 * @typedef {import("./engine.js").Evaluation} Evaluation
 * @typedef {import("./tree.js").Reviewed} Reviewed
 * @typedef {import("./worth.js").Worth} Worth
 * @typedef {(id: number) => Evaluation | null} Known what was found live
 */

/** A worth as the other of two seats sees it. @param {Worth} worth @returns {Worth} */
export function opposite(worth) {
  const { chance, exact } = worth;
  const counted = "points" in worth ? { points: worth.points === 0 ? 0 : -worth.points } : { share: 1 - worth.share };
  return { ...counted, chance: 1 - chance, ...(exact ? { exact } : {}) };
}

/**
 * What was found live of a position, as a seat sees it. With more than two seats one worth says
 * little about the others', and the review compares moves of one position.
 *
 * @param {Evaluation | null} found
 * @param {number} seat
 * @param {number} seats
 * @returns {Worth | null}
 */
function seenBy(found, seat, seats) {
  if (seats !== 2 || !found?.worth || found.seat === null) return null;
  return found.seat === seat ? found.worth : opposite(found.worth);
}

/**
 * What the review says of a move, with what is known by now of the positions before and after it.
 *
 * @param {trees.Tree} tree
 * @param {number} id the position after the move
 * @param {Known} known
 * @param {number} seats
 * @returns {Reviewed | null}
 */
export function withKnown(tree, id, known, seats) {
  const { review, parent, children } = tree.spots[id];
  if (!review) return null;
  // A review may be of another day, when the server knew more.
  const then = Math.max(0, ...children.map((child) => tree.spots[child].review?.depth ?? 0));
  const after = deepEnough(known(id), then);
  const before = parent === null ? null : deepEnough(known(parent), review.depth);
  const worth = seenBy(after, review.seat, seats) ?? review.worth;
  const best = seenBy(before, review.seat, seats);
  return best ? { ...review, worth, best_worth: best, depth: before?.depth ?? review.depth } : { ...review, worth };
}

/** @param {Evaluation | null} found @param {number} depth of what was known before */
const deepEnough = (found, depth) => (found?.worth && (found.worth.exact || found.depth >= depth) ? found : null);

/**
 * Whether a move was judged when less was known of its positions.
 *
 * @param {trees.Tree} tree
 * @param {number} id the position after the move
 * @param {Known} known
 * @param {number} seats
 */
export function isStale(tree, id, known, seats) {
  // The position may have gone from the tree meanwhile.
  const review = tree.spots[id]?.review ?? null;
  if (review === null) return false;
  const now = withKnown(tree, id, known, seats);
  return now !== null && (differ(review.worth, now.worth) || differ(review.best_worth, now.best_worth));
}

/** @param {Worth | null} one @param {Worth | null} other */
function differ(one, other) {
  return JSON.stringify(one) !== JSON.stringify(other);
}
