// Written by the tests from the structs of this crate: UPDATE=1 cargo test
declare namespace Marks {
  /** What stands where. */
  type Board = {
  /** The rows from the top, as in `"......OO"`. */
  rows: [string, string, string, string, string, string, string, string],
  /** The plies that will really be played. */
  plies_left: number,
  /** The squares whose marks can never be turned again: no square beside them is empty. */
  safe: Array<string>, };
  /** What a move does. */
  type Details = {
  /** Where the mark is set. */
  square: string,
  /** The squares whose marks the move turns. */
  converted: Array<string>,
  /** What it adds to the score of each seat. */
  change: [number, number], };
}
