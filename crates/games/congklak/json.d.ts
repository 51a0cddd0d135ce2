// Written by the tests from the structs of this crate: UPDATE=1 cargo test
declare namespace Pits {
  /** What lies where. */
  type Board = {
  /** The holes of a row. */
  holes: number,
  /** The seeds in the holes of each seat, from the left. */
  rows: [Array<number>, Array<number>],
  /** The seeds in the store of each seat. */
  stores: [number, number],
  /** The way the seeds are sown. */
  direction: Direction, };
  /** A move as data: its steps, and their sum. */
  type Details = {
  /** How often the seeds of a filled hole were sown on. */
  relays: number,
  /** The seeds captured. */
  captured: number,
  /** Whether the same seat moves again. */
  extra_turn: boolean,
  /** Whether the game is over. */
  over: boolean,
  /** Where the last seed fell. */
  last: Place | null,
  /** All that happens, one thing at a time. */
  steps: Array<Step>, };
  /** Which way seeds are sown around the board as it is drawn, A's row on top. */
  type Direction = "clockwise" | "counterclockwise";
  /** A hole or a store. */
  type Place = {
  /** Whose it is. */
  seat: number,
  /** The column of the hole, counted from the left, from 0; `None` is the store. */
  column: number | null, };
  /**
   * What happens in a move, one thing at a time. As JSON each step is an object whose
   * `step` names it: `{"step":"drop","place":{"seat":0,"column":3},"left":6}`.
   */
  type Step = { "step": "pick-up",
  /** The chosen hole. */
  place: Place,
  /** The seeds in hand. */
  seeds: number, } | { "step": "drop",
  /** Where it falls. */
  place: Place,
  /** The seeds left in hand. */
  left: number, } | { "step": "relay",
  /** That hole. */
  place: Place,
  /** The seeds in hand. */
  seeds: number, } | { "step": "capture",
  /** The own hole. */
  place: Place,
  /** The hole opposite. */
  opposite: Place,
  /** The seeds of both. */
  seeds: number, } | { "step": "extra-turn",
  /** That seat. */
  seat: number, } | { "step": "skip",
  /** That seat. */
  seat: number, } | { "step": "end",
  /** What each seat gets that way. */
  collected: [number, number], };
}
