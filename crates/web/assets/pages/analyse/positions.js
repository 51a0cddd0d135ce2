// What the server says of the positions of a tree: asked for once each, and remembered.

import { look } from "./sources.js";
import * as trees from "./tree.js";

/** So many looks are remembered; stepping back and forth asks the server once. */
const MOST_LOOKS = 300;

/**
 * @param {import("./sources.js").Subject} subject
 * @param {() => trees.Tree} tree the tree as it is now
 */
export function createPositions(subject, tree) {
  /** @type {Map<number, Web.Inspected>} */
  const looks = new Map();
  /** Who made the moves and what they did. @type {Map<number, import("./movelist.js").Told>} */
  const told = new Map();

  /** @param {number} id @param {Web.Inspected} looked what the server said of this position */
  function take(id, looked) {
    if (!tree().spots[id]) return;
    if (looks.size >= MOST_LOOKS) looks.clear();
    looks.set(id, looked);
    const ids = trees.path(tree(), id);
    for (const [ply, frame] of looked.frames.entries()) if (frame.seat !== null) told.set(ids[ply], { seat: frame.seat, phrases: frame.phrases });
  }

  /** @param {number} id @returns {Promise<Web.Inspected>} */
  async function at(id) {
    const known = looks.get(id);
    if (known) return known;
    const looked = await look(subject.game, subject.start, trees.movesTo(tree(), id));
    take(id, looked);
    return looked;
  }

  return {
    told,
    take,
    at,
    /** Asks for the ends of all lines, so that every move of the list is told of. @param {() => void} changed */
    async askForAll(changed) {
      for (const spot of Object.values(tree().spots)) {
        if (spot.children.length > 0 || told.has(spot.id) || spot.id === trees.ROOT) continue;
        // A kept variation that the rules do not allow any more stays without words.
        await at(spot.id).then(changed, () => {});
      }
    },
  };
}
