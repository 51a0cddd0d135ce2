// What is known of tournaments, as words and numbers. Nothing is drawn here.

/** @typedef {Web.TournamentShown["reports"][number]} GameReport what happened in one game of a tournament */

/** @typedef {Arena.AgentStanding & {index: number}} RankedAgent an agent with its number in the report */

/** A tournament is never live without a new game for so long, and always with one so lately, in milliseconds. */
const LONG = 60_000;
const LATELY = 5_000;

/**
 * Whether a tournament is being played: it has had a new game within the time that it usually takes for a
 * few. Nothing says that it is over, so that quick games must not seem to go on for a minute after the last.
 *
 * @param {{first_at: string | null, last_at: string | null, count: number}} event
 * @param {number} [now]
 */
export function isLive({ first_at: first, last_at: last, count }, now = Date.now()) {
  if (first === null || last === null) return false;
  const between = (new Date(last).getTime() - new Date(first).getTime()) / Math.max(1, count - 1);
  const wait = count < 2 ? LONG : Math.min(LONG, Math.max(LATELY, 5 * between));
  return now - new Date(last).getTime() < wait;
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
 * @param {GameReport} report
 * @returns {RankedAgent[]}
 */
export function ranked(report) {
  return report.agents.map((agent, index) => ({ ...agent, index })).sort((one, other) => one.place - other.place);
}

/**
 * How one agent did against another; nothing when they did not meet.
 *
 * @param {Arena.PairStanding[]} pairs
 * @param {number} one
 * @param {number} other
 */
export function met(pairs, one, other) {
  const found = pairs.find(({ agents }) => agents.includes(one) && agents.includes(other));
  if (found === undefined || found.agents[0] === one) return found;
  return { ...found, wins: found.losses, losses: found.wins, share: 1 - found.share };
}

/**
 * How strongly a cell is tinted, from -3 to 3.
 *
 * @param {number} share
 */
export function tint(share) {
  return Math.round((share - 0.5) * 6);
}
