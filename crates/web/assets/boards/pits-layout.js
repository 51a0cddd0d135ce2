// Where holes, stores and seeds lie on the screen, as plain data.

import { seedsAt } from "./pits-sowing.js";

/** @typedef {import("./pits-sowing.js").Place} Place */
/** @typedef {import("./pits-sowing.js").Counts} Counts */

/**
 * @typedef {object} Layout
 * @property {Place[]} top from left to right
 * @property {Place[]} bottom from left to right
 * @property {Place} left the store on the left
 * @property {Place} right
 * @property {boolean} clockwise
 */

/**
 * Row A is at the bottom, as in pictures and rules, unless the second seat sits there: then the board
 * is turned round, as if one walked to the other side of the table. The direction stays the same, so
 * that the store on the left is always that of the lower row where seeds go clockwise.
 *
 * @param {{holes: number, direction: string}} board
 * @param {number | null | undefined} bottom
 * @returns {Layout}
 */
export function layoutOf(board, bottom) {
  const turned = bottom !== 1;
  const clockwise = board.direction === "clockwise";
  /** @param {number} seat @returns {Place[]} */
  const row = (seat) => {
    const columns = Array.from({ length: board.holes }, (_, column) => ({ seat, column }));
    return turned ? columns.reverse() : columns;
  };
  const top = turned ? 1 : 0;
  // The seeds of the top row run into the store at its end.
  const right = clockwise ? top : 1 - top;
  return {
    top: row(top),
    bottom: row(1 - top),
    left: { seat: 1 - right, column: null },
    right: { seat: right, column: null },
    clockwise,
  };
}

/**
 * @typedef {object} Pit
 * @property {Place} place
 * @property {number} seeds
 * @property {boolean} playable
 * @property {boolean} last whether the last move began here
 * @property {"origin" | "last" | "captured" | null} preview
 * @property {number} gain what the move one looks at would add to this store
 * @property {import("./contract.js").Mark | null} mark
 */

/** @typedef {{move: string, details: Pits.Details}} Preview */

/**
 * @param {Place} place
 * @param {Counts} counts
 * @param {import("./contract.js").Shown<Pits.Board, Pits.Details>} shown
 * @param {Preview | null} preview
 * @returns {Pit}
 */
export function pitOf(place, counts, shown, preview) {
  const own = place.seat === shown.view.turn && place.column !== null;
  const move = moveOf(place);
  return {
    place,
    seeds: seedsAt(counts, place),
    playable: own && shown.playable && shown.view.legal_moves.includes(move),
    last: place.seat === shown.last?.seat && place.column !== null && move === shown.last.move,
    preview: preview ? previewAt(place, own && move === preview.move, preview) : null,
    gain: preview && place.column === null ? gainOf(place.seat, preview.details) : 0,
    mark: own ? (shown.marks.get(move) ?? null) : null,
  };
}

/** The move of a hole: its column counted from 1. @param {Place} place */
export function moveOf(place) {
  return place.column === null ? "" : String(place.column + 1);
}

/** @param {Place} place @param {boolean} origin @param {Preview} preview @returns {Pit["preview"]} */
function previewAt(place, origin, preview) {
  const { last, steps } = preview.details;
  const capture = steps.find((step) => step.step === "capture");
  if (capture && (samePlace(place, capture.place) || samePlace(place, capture.opposite))) return "captured";
  if (last && samePlace(place, last)) return "last";
  return origin ? "origin" : null;
}

/** @param {number} seat @param {Pits.Details} details */
function gainOf(seat, { steps }) {
  let gain = 0;
  for (const step of steps) {
    if (step.step === "drop" && step.place.column === null && step.place.seat === seat) gain += 1;
    if (step.step === "capture" && step.place.seat === seat) gain += step.seeds;
    if (step.step === "end") gain += step.collected[seat];
  }
  return gain;
}

/** @param {Place} one @param {Place} other */
export function samePlace(one, other) {
  return one.seat === other.seat && one.column === other.column;
}

/** More seeds than these are not drawn; the numeral tells them. */
export const MOST_DRAWN = { hole: 20, store: 48 };

/**
 * A number from 0 to 1 that looks like chance and is always the same.
 *
 * @param {number} pile
 * @param {number} index
 * @param {number} which
 */
function thrown(pile, index, which) {
  const wave = Math.sin(pile * 127.1 + index * 311.7 + which * 74.7) * 43758.5453;
  return wave - Math.floor(wave);
}

/**
 * Where the seed with this number lies, from 0 to 1 both ways, and how it is turned (in degrees).
 * Seeds never move when others come or go, and no two piles lie alike.
 *
 * @param {number} index
 * @param {"hole" | "store"} kind
 * @param {number} [pile] a number of the place
 * @returns {{x: number, y: number, turn: number}}
 */
export function seedPlace(index, kind, pile = 0) {
  const turn = Math.floor(thrown(pile, index, 1) * 180);
  if (kind === "store") {
    // A sequence that fills a rectangle evenly, however many there are, shaken a little.
    const shaken = (/** @type {number} */ at, /** @type {number} */ which) => Math.min(1, Math.max(0, at + 0.16 * (thrown(pile, index, which) - 0.5)));
    return { x: shaken((0.5 + index * 0.7548776662) % 1, 2), y: shaken((0.5 + index * 0.5698402909) % 1, 3), turn };
  }
  // A spiral that fills the hole, begun anywhere and shaken: a seed that rolls to the edge, two that cross.
  const angle = index * 2.399963 + pile * 1.9 + 0.9 * (thrown(pile, index, 2) - 0.5);
  const away = Math.min(0.5, 0.5 * Math.sqrt((index + 0.5) / MOST_DRAWN.hole) * (0.75 + 0.55 * thrown(pile, index, 3)));
  return { x: 0.5 + away * Math.cos(angle), y: 0.5 + away * Math.sin(angle), turn };
}
