// Written by the tests from the structs of this crate: UPDATE=1 cargo test
declare namespace Polyominoes {
  /** What stands where. */
  type Board = {
  /** The squares of a row. */
  size: number,
  /** The squares of each piece as it is drawn, as rows and columns. */
  shapes: { [key in string]: Array<[number, number]> },
  /** The rows from the top, with `1` to `4` for a colour and `.` for an empty square. */
  rows: Array<string>,
  /** The colour to move, from 0. */
  colour: number | null,
  /** All colours in the order of their turns. */
  colours: Array<Colour>,
  /** The squares where a piece of the colour to move may touch its own. */
  corners: Array<string>, };
  /** A colour of a [`Board`]. */
  type Colour = {
  /** What it is called. */
  name: string,
  /** Who moves it now. */
  seat: number,
  /** The square that its first piece must cover. */
  start: string,
  /** The pieces that are not on the board yet. */
  pieces_left: Array<string>,
  /** Its points now. */
  score: number, };
  /** What a move does. */
  type Details = {
  /** The colour that moves, from 0. */
  colour: number | null,
  /** The piece that is placed. */
  piece: string,
  /** The squares that it covers. */
  squares: Array<string>,
  /** The colours that could move before and never will again. */
  without_moves: Array<number>, };
}
