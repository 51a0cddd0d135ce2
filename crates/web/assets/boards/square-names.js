// Names of squares: a letter for the column and a number for the row, as in "d3". From which side
// rows are counted is a matter of each board.

/** @param {number} column from 0 */
export function columnName(column) {
  return String.fromCharCode(97 + column);
}

/** @param {number} column from 0 @param {number} row from 1 */
export function nameOf(column, row) {
  return `${columnName(column)}${row}`;
}

/**
 * @param {string} name
 * @returns {{column: number, row: number} | null} the column from 0 and the row from 1; null for what is
 *   no square, such as "pass"
 */
export function readName(name) {
  const match = /^([a-z])(\d{1,2})$/.exec(name);
  return match && { column: match[1].charCodeAt(0) - 97, row: Number(match[2]) };
}
