// Where a game to analyse comes from: a saved game, the ledger, or a link.

import { get, post, secrets, ServerError } from "../../lib/api.js";
import { stored } from "../../lib/settings.js";
import * as trees from "./tree.js";

/**
 * What is analysed, apart from the tree.
 *
 * @typedef {object} Subject
 * @property {string | null} id a saved game
 * @property {string | null} ledger a game of the ledger
 * @property {string} game
 * @property {string} family
 * @property {string} geometry
 * @property {string[]} seatNames
 * @property {string | null} start
 * @property {string[]} played the moves of the game itself
 * @property {(Sitting | null)[]} players who sat there: a Player, a name, or null when it is not known
 * @property {string | null} title
 * @property {Record<string, string>} tags what a file said of the game
 */

/** @typedef {Web.Player | string} Sitting a player, or a name of one */

/** @typedef {{tree?: unknown, tags?: Record<string, string>} | null} Kept what the browser's history kept for an address */

/** @typedef {{subject: Subject, tree: trees.Tree, look: Web.Inspected, problem: Error | null}} Opened */

/**
 * The server's view of a position, with what led to it.
 *
 * @param {string} game
 * @param {string | null} start
 * @param {string[]} moves
 * @returns {Promise<Web.Inspected>}
 */
export async function look(game, start, moves) {
  return /** @type {Web.Inspected} */ (await post("/api/inspect", start ? { game, start, moves } : { game, moves }));
}

/**
 * @param {import("./link.js").Wanted} wanted
 * @param {Kept} kept the tree and the tags of a file
 * @returns {Promise<Opened>}
 */
export async function open(wanted, kept) {
  const source = await sourceOf(wanted, kept);
  const { looked, moves, problem } = await lookAsFarAsPossible(source.game, source.start, source.moves);
  const subject = {
    id: wanted.id,
    ledger: wanted.ledger,
    game: looked.game,
    family: looked.family,
    geometry: looked.geometry,
    seatNames: looked.seats,
    start: source.start,
    played: moves,
    players: source.players ?? looked.seats.map((name) => source.tags[name] ?? null),
    title: source.title ?? source.tags.event ?? null,
    tags: source.tags,
  };
  let tree = trees.fromJSON(source.tree) ?? trees.empty();
  tree = trees.withLine(tree, moves);
  tree = await standAt(tree, subject, wanted, moves);
  return { subject, tree, look: looked, problem };
}

/**
 * @param {import("./link.js").Wanted} wanted
 * @param {Kept} kept
 * @returns {Promise<{game: string, start: string | null, moves: string[], players: Sitting[] | null, title: string | null, tags: Record<string, string>, tree: unknown}>}
 */
async function sourceOf(wanted, kept) {
  if (wanted.id) {
    const [told, saved] = await Promise.all([get(`/api/games/${encodeURIComponent(wanted.id)}`), variations(wanted.id)]);
    const state = /** @type {Web.State} */ (told);
    const history = state.history.map((entry) => entry.move);
    const players = state.seats.map((seat) => seat.player);
    return { game: state.game, start: state.start, moves: history.length > 0 ? history : state.moves, players, title: state.title, tags: tagsOf(state), tree: saved };
  }
  if (wanted.ledger) {
    const record = /** @type {Arena.GameLine & Web.LedgerGame} */ (await get(`/api/arena-game/${encodeURIComponent(wanted.ledger)}`));
    return { game: record.game, start: record.start, moves: record.moves, players: record.seats, title: null, tags: record.tags, tree: stored(keyOf(`ledger.${wanted.ledger}`), null) };
  }
  return {
    game: /** @type {string} */ (wanted.game),
    start: wanted.start,
    moves: wanted.moves,
    players: null,
    title: null,
    tags: kept?.tags ?? {},
    tree: kept?.tree ?? null,
  };
}

/** Who played when, as files of the game itself say it, so that files from here say it too. @param {Web.State} state @returns {Record<string, string>} */
function tagsOf({ seats, title, created }) {
  const names = seats.map(({ name, player }) => [name, player.kind === "agent" ? player.agent : player.kind]);
  return Object.fromEntries([...names, ["date", created.slice(0, 10)], ...(title ? [["event", title]] : [])]);
}

/** The seat of the only person, who sees the board as in the game; else null. @param {(Sitting | null)[]} players @returns {number | null} */
export function ownSeat(players) {
  const persons = players.flatMap((player, seat) => (typeof player === "object" && player?.kind === "person" ? [seat] : []));
  return persons.length === 1 ? persons[0] : null;
}

/** The seat of who looks at the page, where the game is its own and nobody else sat there. @param {Subject} subject @returns {number | null} */
export const yourSeat = ({ id, players }) => (id !== null && secrets()[id] ? ownSeat(players) : null);

/** @param {string} name @returns {string} where the browser keeps the variations of a game */
export const keyOf = (name) => `papan.variations.${name}`;

/**
 * The server has the variations of the game's owner; a watcher's own are in the browser.
 *
 * @param {string} id
 * @returns {Promise<unknown>}
 */
async function variations(id) {
  if (!secrets()[id]) {
    const own = stored(keyOf(id), null);
    if (own) return own;
  }
  return get(`/api/games/${encodeURIComponent(id)}/variations`).catch(() => null);
}

/**
 * A link with a move that cannot be played still shows what comes before it.
 *
 * @param {string} game
 * @param {string | null} start
 * @param {string[]} moves
 */
async function lookAsFarAsPossible(game, start, moves) {
  try {
    return { looked: await look(game, start, moves), moves, problem: null };
  } catch (error) {
    const ply = error instanceof ServerError ? error.error.parameters?.ply : undefined;
    if (typeof ply !== "number" || ply < 0 || ply >= moves.length) throw error;
    const playable = moves.slice(0, ply);
    return { looked: await look(game, start, playable), moves: playable, problem: /** @type {Error} */ (error) };
  }
}

/**
 * @param {trees.Tree} tree
 * @param {Subject} subject
 * @param {import("./link.js").Wanted} wanted
 * @param {string[]} moves
 * @returns {Promise<trees.Tree>} with the cursor where the link says
 */
async function standAt(tree, subject, wanted, moves) {
  let shown = moves;
  if (wanted.line) {
    // Only lines that can be played come into the tree.
    const playable = await look(subject.game, subject.start, wanted.line).then(() => true, () => false);
    if (playable) {
      tree = trees.follow(tree, trees.ROOT, wanted.line).tree;
      shown = wanted.line;
    }
  }
  // A link without a ply is to its last position; a whole game is read from its beginning.
  const isWhole = Boolean(wanted.id || wanted.ledger);
  const ply = Math.min(wanted.ply ?? (isWhole || wanted.moves.length === 0 ? 0 : moves.length), shown.length);
  return trees.follow(tree, trees.ROOT, shown.slice(0, ply)).tree;
}
