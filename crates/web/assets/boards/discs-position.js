// How a position of Othello is written.

/**
 * The four discs in the middle.
 *
 * @param {number} size
 * @returns {string[]}
 */
export function startRows(size) {
  const before = "-".repeat(size / 2 - 1);
  const empty = "-".repeat(size);
  const rows = Array.from({ length: size }, () => empty);
  rows[size / 2 - 1] = `${before}OX${before}`;
  rows[size / 2] = `${before}XO${before}`;
  return rows;
}

/**
 * @param {{rows: string[], turn: number}} position
 * @returns {string} as in `---OX------XO--- X`
 */
export function positionText({ rows, turn }) {
  return `${rows.join("")} ${"XO"[turn]}`;
}
