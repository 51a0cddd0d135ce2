// What is known of tournaments, as words and numbers. Nothing is drawn here.

/** A tournament is live when a game was added so lately, in milliseconds. */
const LATELY = 60_000;

/** @param {{last_at: string | null}} event */
export function isLive(event) {
  return event.last_at !== null && Date.now() - new Date(event.last_at).getTime() < LATELY;
}

/**
 * The page of an address, from 0.
 *
 * @param {string | null} text
 */
export function pageOf(text) {
  const page = Number.parseInt(text ?? "1", 10);
  return Number.isFinite(page) && page > 1 && page < 1e6 ? page - 1 : 0;
}

/**
 * The agents from the best to the worst, each with its place in the cross table.
 *
 * @param {any} report
 * @returns {any[]}
 */
export function ranked(report) {
  const worth = (/** @type {any} */ agent) => agent.rating?.value ?? agent.share ?? 0;
  return report.agents.map((/** @type {any} */ agent, /** @type {number} */ index) => ({ ...agent, index })).sort((/** @type {any} */ one, /** @type {any} */ other) => worth(other) - worth(one));
}

/**
 * The share of a cell of the cross table.
 *
 * @param {{games: number, wins: number, draws: number}} cell
 */
export function shareOf(cell) {
  return cell.games === 0 ? 0 : (cell.wins + cell.draws / 2) / cell.games;
}

/**
 * How strongly a cell is tinted, from -3 to 3.
 *
 * @param {number} share
 */
export function tint(share) {
  return Math.round((share - 0.5) * 6);
}
