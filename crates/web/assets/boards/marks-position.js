// How a position of Adjacency is written.

const SIZE = 8;

/** Two by two marks in opposite corners. @returns {string[]} */
export function startRows() {
  const empty = ".".repeat(SIZE);
  return Array.from({ length: SIZE }, (_, row) => {
    if (row < 2) return `${empty.slice(2)}OO`;
    return row >= SIZE - 2 ? `XX${empty.slice(2)}` : empty;
  });
}

/**
 * @param {{rows: string[], turn: number, pliesLeft: number | null}} position
 * @returns {string} as in `......OO/…/XX...... X 56`
 */
export function positionText({ rows, turn, pliesLeft }) {
  return `${rows.join("/")} ${"XO"[turn]} ${pliesLeft ?? 0}`;
}

/** No more moves can be played than there are empty squares. @param {string[]} rows */
export function emptySquares(rows) {
  return [...rows.join("")].filter((sign) => sign === ".").length;
}
