// A game with its variations as plain data. Every function gives a new tree and leaves the old
// one as it was, so that a page can compare them and go back.

/**
 * What the review said of a move.
 *
 * @typedef {Omit<Web.Judged, "ply" | "move">} Reviewed
 */

/**
 * A position with the move that led to it. The first child goes on with the line its parent is in.
 *
 * @typedef {object} Spot
 * @property {number} id
 * @property {number | null} parent
 * @property {string | null} move null at the root only
 * @property {number[]} children
 * @property {string} comment
 * @property {Reviewed | null} review
 */

/**
 * @typedef {object} Tree
 * @property {Record<number, Spot>} spots
 * @property {number} next the id that the next new spot gets
 * @property {number} cursor the position that is shown
 */

/** The id of the first position. */
export const ROOT = 0;

/** @returns {Tree} */
export function empty() {
  return { spots: { [ROOT]: spot(ROOT, null, null) }, next: 1, cursor: ROOT };
}

/**
 * @param {number} id
 * @param {number | null} parent
 * @param {string | null} move
 * @returns {Spot}
 */
function spot(id, parent, move) {
  return { id, parent, move, children: [], comment: "", review: null };
}

/**
 * A tree with one line; the cursor stands at its first position.
 *
 * @param {string[]} moves
 * @returns {Tree}
 */
export function fromMoves(moves) {
  return go(follow(empty(), ROOT, moves).tree, ROOT);
}

/**
 * Plays moves from a position: goes along what is there and adds what is not, after the other
 * children. The cursor stands at the end of them.
 *
 * @param {Tree} tree
 * @param {number} from
 * @param {string[]} moves
 * @returns {{tree: Tree, added: boolean}}
 */
export function follow(tree, from, moves) {
  const spots = { ...tree.spots };
  let { next } = tree;
  let at = from;
  for (const move of moves) {
    const known = spots[at].children.find((child) => spots[child].move === move);
    if (known === undefined) {
      spots[at] = { ...spots[at], children: [...spots[at].children, next] };
      spots[next] = spot(next, at, move);
      at = next;
      next += 1;
    } else {
      at = known;
    }
  }
  return { tree: { spots, next, cursor: at }, added: next !== tree.next };
}

/** @param {Tree} tree @param {string} move @returns {Tree} */
export function play(tree, move) {
  return follow(tree, tree.cursor, [move]).tree;
}

/** @param {Tree} tree @param {number} id @returns {Tree} the same when there is no such position */
export function go(tree, id) {
  return tree.spots[id] && id !== tree.cursor ? { ...tree, cursor: id } : tree;
}

/** @param {Tree} tree @param {number} [id] @returns {number[]} from the root to the position, both too */
export function path(tree, id = tree.cursor) {
  const ids = [];
  for (let at = /** @type {number | null} */ (id); at !== null; at = tree.spots[at].parent) ids.push(at);
  return ids.reverse();
}

/** @param {Tree} tree @param {number} [id] @returns {string[]} the moves that lead to the position */
export function movesTo(tree, id = tree.cursor) {
  return path(tree, id)
    .slice(1)
    .map((at) => /** @type {string} */ (tree.spots[at].move));
}

/** @param {Tree} tree @param {number} [id] @returns {number} */
export function ply(tree, id = tree.cursor) {
  return path(tree, id).length - 1;
}

/**
 * The whole line that a position stands in: what leads to it, then always the first child.
 *
 * @param {Tree} tree
 * @param {number} [id]
 * @returns {number[]} ids, the root first
 */
export function line(tree, id = tree.cursor) {
  const ids = path(tree, id);
  for (let at = id; tree.spots[at].children.length > 0; ) {
    at = tree.spots[at].children[0];
    ids.push(at);
  }
  return ids;
}

/** @param {Tree} tree @returns {number[]} ids of the main line, the root first */
export function mainLine(tree) {
  return line(tree, ROOT);
}

/** @param {Tree} tree @param {number} [id] @returns {boolean} */
export function onMainLine(tree, id = tree.cursor) {
  return path(tree, id).every((at) => {
    const { parent } = tree.spots[at];
    return parent === null || tree.spots[parent].children[0] === at;
  });
}

/** @param {Tree} tree @returns {Tree} */
export const first = (tree) => go(tree, ROOT);

/** @param {Tree} tree @returns {Tree} */
export const previous = (tree) => go(tree, tree.spots[tree.cursor].parent ?? ROOT);

/** @param {Tree} tree @returns {Tree} */
export const next = (tree) => go(tree, tree.spots[tree.cursor].children[0] ?? tree.cursor);

/** @param {Tree} tree @returns {Tree} */
export const last = (tree) => go(tree, /** @type {number} */ (line(tree).at(-1)));

/**
 * To the same ply of the next or last child of the same parent: from variation to variation.
 *
 * @param {Tree} tree
 * @param {1 | -1} step
 * @returns {Tree}
 */
export function sibling(tree, step) {
  const { parent } = tree.spots[tree.cursor];
  if (parent === null) return tree;
  const { children } = tree.spots[parent];
  const index = children.indexOf(tree.cursor) + step;
  return go(tree, children[(index + children.length) % children.length]);
}

/**
 * The nearest position on the way to `id` that is not the first child of its parent: where the
 * variation begins that the position is in.
 *
 * @param {Tree} tree
 * @param {number} [id]
 * @returns {number | null} null on the main line
 */
export function branch(tree, id = tree.cursor) {
  for (const at of path(tree, id).reverse()) {
    const { parent } = tree.spots[at];
    if (parent !== null && tree.spots[parent].children[0] !== at) return at;
  }
  return null;
}

/**
 * Makes the variation that a position is in the first of its parent.
 *
 * @param {Tree} tree
 * @param {number} [id]
 * @returns {Tree}
 */
export function promote(tree, id = tree.cursor) {
  const at = branch(tree, id);
  if (at === null) return tree;
  const parent = tree.spots[/** @type {number} */ (tree.spots[at].parent)];
  const children = [at, ...parent.children.filter((child) => child !== at)];
  return { ...tree, spots: { ...tree.spots, [parent.id]: { ...parent, children } } };
}

/**
 * Deletes a position with all that follows it. A cursor in there goes to the parent.
 *
 * @param {Tree} tree
 * @param {number} [id]
 * @returns {Tree}
 */
export function remove(tree, id = tree.cursor) {
  const parentId = tree.spots[id].parent;
  if (parentId === null) return tree;
  const gone = new Set(below(tree, id));
  const kept = Object.values(tree.spots).filter((at) => !gone.has(at.id));
  const spots = Object.fromEntries(kept.map((at) => [at.id, at]));
  spots[parentId] = { ...spots[parentId], children: spots[parentId].children.filter((child) => child !== id) };
  return { ...tree, spots, cursor: gone.has(tree.cursor) ? parentId : tree.cursor };
}

/**
 * @param {Tree} tree
 * @param {number} id
 * @returns {number[]} the position and all after it
 */
function below(tree, id) {
  const ids = [id];
  for (let index = 0; index < ids.length; index += 1) ids.push(...tree.spots[ids[index]].children);
  return ids;
}

/** @param {Tree} tree @param {number} id @param {string} text @returns {Tree} */
export function comment(tree, id, text) {
  return { ...tree, spots: { ...tree.spots, [id]: { ...tree.spots[id], comment: text } } };
}

/** @param {Tree} tree @param {number} id @param {Reviewed | null} said @returns {Tree} */
export function review(tree, id, said) {
  return { ...tree, spots: { ...tree.spots, [id]: { ...tree.spots[id], review: said } } };
}

/**
 * The line whose review there is to show: a variation keeps the review of the game in sight until
 * it has one of its own.
 *
 * @param {Tree} tree
 * @returns {number[]} ids, the root first
 */
export function reviewLine(tree) {
  const at = branch(tree);
  const isReviewed = at !== null && line(tree).slice(ply(tree, at)).some((id) => tree.spots[id].review !== null);
  return at === null || isReviewed ? line(tree) : mainLine(tree);
}

/** @param {Tree} tree @returns {number} the last ply of that line on the way to the cursor */
export function reviewPly(tree) {
  const ids = new Set(reviewLine(tree));
  return path(tree).filter((id) => ids.has(id)).length - 1;
}

/**
 * Sees to it that a line is in the tree, as the main line where the tree did not have it.
 *
 * @param {Tree} tree
 * @param {string[]} moves
 * @returns {Tree} with the cursor where it was
 */
export function withLine(tree, moves) {
  const { tree: grown, added } = follow(tree, ROOT, moves);
  let result = grown;
  if (added) while (!onMainLine(result)) result = promote(result);
  return { ...result, cursor: tree.cursor };
}

/** @param {Tree} tree @returns {number} how many positions are not on the main line */
export function extra(tree) {
  return Object.keys(tree.spots).length - mainLine(tree).length;
}

/** @typedef {{parent?: number, move?: string, comment?: string, review?: Reviewed}} Kept a spot as it is kept */

/**
 * The tree as a flat list, since the line of a long game nested in itself is deeper than readers
 * of JSON allow. Each spot names its parent by its place in the list, which comes before it.
 *
 * @param {Tree} tree
 * @returns {{version: 1, spots: Kept[]}}
 */
export function toJSON(tree) {
  const ids = below(tree, ROOT);
  const places = new Map(ids.map((id, place) => [id, place]));
  const spots = ids.map((id) => {
    const { parent, move, comment, review } = tree.spots[id];
    /** @type {Kept} */
    const kept = parent === null || move === null ? {} : { parent: places.get(parent), move };
    if (comment !== "") kept.comment = comment;
    if (review) kept.review = review;
    return kept;
  });
  return { version: 1, spots };
}

/**
 * @param {unknown} json
 * @returns {Tree | null} null when it is not a tree
 */
export function fromJSON(json) {
  const found = /** @type {{version?: unknown, spots?: unknown} | null} */ (json);
  if (found?.version !== 1 || !Array.isArray(found.spots) || found.spots.length === 0) return null;
  /** @type {Record<number, Spot>} */
  const spots = {};
  for (const [id, entry] of found.spots.entries()) {
    if (typeof entry !== "object" || entry === null) return null;
    const { parent = -1, move, comment, review } = /** @type {Kept} */ (entry);
    if (id === ROOT) spots[id] = spot(id, null, null);
    else if (!spots[parent] || typeof move !== "string") return null;
    else {
      spots[id] = spot(id, parent, move);
      spots[parent].children.push(id);
    }
    if (typeof comment === "string") spots[id].comment = comment;
    if (typeof review?.loss === "number") spots[id].review = review;
  }
  return { spots, next: found.spots.length, cursor: ROOT };
}
