// How a position of Congklak is written.

/**
 * @param {{rows: number[][], stores: number[], turn: number}} position
 * @returns {string} as in `7,7,7:0 7,7,7:0 A`
 */
export function positionText({ rows, stores, turn }) {
  const sides = rows.map((row, seat) => `${row.join(",")}:${stores[seat]}`);
  return `${sides.join(" ")} ${"AB"[turn]}`;
}

/**
 * A number of seeds from what a person wrote.
 *
 * @param {string} written
 */
export function seedsFrom(written) {
  return Math.max(0, Math.min(MOST_SEEDS, Math.floor(Number(written)) || 0));
}

/** All seeds of the largest game. */
export const MOST_SEEDS = 200;
