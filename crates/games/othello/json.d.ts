// Written by the tests from the structs of this crate: UPDATE=1 cargo test
declare namespace Discs {
  /** What stands where. */
  type Board = {
  /** The squares of a row. */
  size: number,
  /** The rows from the top, with `X` for black, `O` for white and `-` for an empty square. */
  rows: Array<string>, };
  /** What a move does. */
  type Details = {
  /** Where the disc is set; none in a pass. */
  square: string | null,
  /** The squares whose discs are turned over. */
  flipped: Array<string>, };
}
