// Keeps the variations of a game: with the secret on the server, else in the browser; those of a
// mere link stay with its entry in the browser's history, so that a reload brings them back.

import { hrefOf } from "../../lib/address.js";
import { ask, secrets } from "../../lib/api.js";
import { store } from "../../lib/settings.js";
import { keyOf } from "./sources.js";
import { extra, toJSON } from "./tree.js";

const DELAY = 800;

/**
 * @param {import("./sources.js").Subject} subject
 * @param {(error: unknown) => void} failed
 */
export function createKeeper(subject, failed) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {import("./tree.js").Tree | null} */
  let waiting = null;

  async function save() {
    clearTimeout(timer);
    const tree = waiting;
    waiting = null;
    if (!tree) return;
    const { id, ledger } = subject;
    const secret = id ? secrets()[id] : undefined;
    if (id && secret) {
      const path = `/api/games/${encodeURIComponent(id)}/variations`;
      await ask("PUT", path, toJSON(tree), { Authorization: `Bearer ${secret}` }).catch(failed);
    } else if (id || ledger) {
      store(keyOf(id ?? `ledger.${ledger}`), toJSON(tree));
    }
  }

  return {
    /** Saves a little later, so that a burst of changes is one request. @param {import("./tree.js").Tree} tree */
    changed(tree) {
      waiting = tree;
      clearTimeout(timer);
      timer = setTimeout(save, DELAY);
    },
    /** Saves what has not been saved yet. */
    flush: () => void save(),
  };
}

/**
 * Puts the address of what is shown into the address bar.
 *
 * @param {string} address
 * @param {import("./sources.js").Subject} subject
 * @param {import("./tree.js").Tree} tree
 */
export function writeAddress(address, subject, tree) {
  const { id, ledger, tags } = subject;
  const hasMore = extra(tree) > 0 || Object.values(tree.spots).some((spot) => spot.comment !== "" || spot.review !== null);
  const kept = id || ledger ? null : { analysis: { tags, tree: hasMore ? toJSON(tree) : null } };
  history.replaceState(kept, "", hrefOf(address));
}

/**
 * Opens another analysis as a page of its own.
 *
 * @param {string} address
 * @param {{tags?: Record<string, string>}} [known] what a file said of the game
 */
export function openAnalysis(address, known = {}) {
  history.pushState({ analysis: { tree: null, ...known } }, "", hrefOf(address));
  dispatchEvent(new PopStateEvent("popstate"));
}
