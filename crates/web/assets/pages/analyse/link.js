// Addresses of positions: what stands behind /analyse.

/**
 * What an address asks for.
 *
 * @typedef {object} Wanted
 * @property {string | null} id a saved game
 * @property {string | null} ledger a game of the ledger
 * @property {string | null} game
 * @property {string | null} start
 * @property {string[]} moves
 * @property {string[] | null} line a line in a saved game that is not the game itself
 * @property {number | null} ply null: where it is best to begin
 * @property {boolean} review whether the review of the game begins at once
 */

/**
 * @param {Record<string, string>} parameters of the router
 * @param {URLSearchParams} query
 * @returns {Wanted}
 */
export function read(parameters, query) {
  const line = query.get("line");
  const ply = Number.parseInt(query.get("ply") ?? "", 10);
  return {
    id: parameters.id ?? null,
    ledger: query.get("ledger"),
    game: query.get("game"),
    start: query.get("start"),
    moves: words(query.get("moves") ?? ""),
    line: line === null ? null : words(line),
    ply: Number.isNaN(ply) ? null : Math.max(ply, 0),
    review: query.get("review") === "1",
  };
}

/** @param {string} text @returns {string[]} moves between blanks; moves of Blokus hold commas */
export function words(text) {
  return text.split(/\s+/).filter((word) => word !== "");
}

/**
 * The address of a position. For a saved game it stays short as long as the game itself is shown.
 *
 * @param {object} shown
 * @param {string | null} [shown.id]
 * @param {string | null} [shown.ledger]
 * @param {string} shown.game
 * @param {string | null} [shown.start]
 * @param {string[]} shown.moves the whole line that is shown
 * @param {string[]} [shown.played] the moves of the saved game
 * @param {number} shown.ply
 * @returns {string}
 */
export function write({ id, ledger, game, start, moves, played = [], ply }) {
  const query = new URLSearchParams();
  const saved = Boolean(id || ledger);
  if (ledger) query.set("ledger", ledger);
  if (!saved) {
    query.set("game", game);
    if (start) query.set("start", start);
    if (moves.length > 0) query.set("moves", moves.join(" "));
  } else if (!isPrefix(moves.slice(0, ply), played)) {
    query.set("line", moves.join(" "));
  }
  // Without a ply a link to moves is one to their end.
  if (ply > 0 || query.has("moves") || query.has("line")) query.set("ply", String(ply));
  const path = id ? `/analyse/${encodeURIComponent(id)}` : "/analyse";
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/**
 * A link that shows the position to anybody, also where the saved game is not at hand.
 *
 * @param {{game: string, start?: string | null, moves: string[], ply: number}} shown
 * @returns {string}
 */
export function portable({ game, start, moves, ply }) {
  return write({ game, start, moves, ply });
}

/** @param {string[]} part @param {string[]} whole @returns {boolean} */
function isPrefix(part, whole) {
  return part.length <= whole.length && part.every((move, index) => move === whole[index]);
}
