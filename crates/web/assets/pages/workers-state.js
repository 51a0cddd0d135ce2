// What is known of workers, as words and numbers. Nothing is drawn here.

/** A worker gives a sign every second or so; whoever was not heard for this long may be gone. */
const SILENT = 10;

/**
 * What a worker does, in one word.
 *
 * @param {Web.Worker} worker
 * @returns {"aside" | "silent" | "working" | "declines" | "waiting"}
 */
export function stateOf(worker) {
  if (worker.put_aside !== null) return "aside";
  if (worker.last_sign > SILENT) return "silent";
  if (worker.busy) return "working";
  return worker.declined.length > 0 ? "declines" : "waiting";
}

/** @type {[string, number][]} */
const UNITS = [
  ["days", 86400],
  ["hours", 3600],
  ["minutes", 60],
  ["seconds", 1],
];

/** Nobody can say more than this, in days. */
const LONGEST = 99;

/**
 * A time in the two largest units that it needs; null when it is longer than anybody can say.
 *
 * @param {number} seconds
 * @returns {{unit: string, count: number}[] | null}
 */
export function timeParts(seconds) {
  const whole = Math.max(Math.round(seconds), 0);
  if (whole > LONGEST * 86400) return null;
  const first = UNITS.findIndex(([, length]) => whole >= length || length === 1);
  const parts = UNITS.slice(first, first + 2).map(([unit, length], index) => {
    const rest = index === 0 ? whole : whole % UNITS[first][1];
    return { unit, count: Math.floor(rest / length) };
  });
  return parts.filter(({ count }, index) => index === 0 || count > 0);
}
