// Written by the tests from the structs of this crate: UPDATE=1 cargo test
declare namespace Agents {
  /** How good a move was. */
  type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  /** The rating of a level in one game. */
  type Rating = {
  /** The level. */
  level: number,
  /** Its rating in Elo; that of `random` is 0. */
  elo: number,
  /** The lower end of its interval at 95%. */
  low: number,
  /** The upper end of it. */
  high: number, };
}
