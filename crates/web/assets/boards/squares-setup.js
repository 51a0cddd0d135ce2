// Setting up a position on a square board by clicking: empty, first side, second side, empty.

import { h } from "../lib/dom.js";
import { seatName, t } from "../lib/i18n.js";
import { createGrid } from "./grid.js";
import { pieces, squareName } from "./grid-cells.js";
import { describe } from "./squares.js";

/** @typedef {{rows: string[], turn: number, pliesLeft: number | null}} Position */

/**
 * @typedef {object} Kind what a game's positions are like
 * @property {Pick<import("./squares.js").Look<never, never>, "name" | "piece">} look
 * @property {string[]} seatNames
 * @property {string} empty the sign of an empty square
 * @property {() => string[]} start the rows at the start
 * @property {(position: Position) => string} text
 * @property {(rows: string[]) => number} [mostPlies] where the moves left are part of the position
 */

/**
 * The rows with another sign on one square.
 *
 * @param {string[]} rows
 * @param {number} index
 * @param {string} sign
 */
export function withSign(rows, index, sign) {
  const size = rows.length;
  return rows.map((row, at) => {
    if (at !== Math.floor(index / size)) return row;
    return row.slice(0, index % size) + sign + row.slice((index % size) + 1);
  });
}

/**
 * What a click makes of a square.
 *
 * @param {string} sign
 * @param {string} empty
 */
export function nextSign(sign, empty) {
  return sign === "X" ? "O" : sign === "O" ? empty : "X";
}

/**
 * @param {HTMLElement} root
 * @param {Position} start
 * @param {(position: string) => void} changed
 * @param {Kind} kind
 */
export function setUpSquares(root, start, changed, kind) {
  let position = { ...start };
  const size = start.rows.length;

  /** @param {number} index @param {string} [sign] */
  function put(index, sign) {
    const now = position.rows[Math.floor(index / size)][index % size];
    become({ rows: withSign(position.rows, index, sign ?? nextSign(now, kind.empty)) });
  }

  const grid = createGrid({
    size,
    label: t("boards.setup.label"),
    look: kind.look.name,
    piece: kind.look.piece,
    describe: (cell) => describe(cell, kind.seatNames),
    choose: (index) => put(index),
    lookAt: () => {},
    key(event, index) {
      const signs = { x: "X", o: "O", Delete: kind.empty, Backspace: kind.empty, ".": kind.empty };
      const sign = /** @type {Record<string, string>} */ (signs)[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (sign) put(index, sign);
      return sign !== undefined;
    },
  });
  const sides = kind.seatNames.map((name, seat) => h("option", { value: seat }, seatName(name)));
  /** @type {HTMLSelectElement} */
  const turn = h("select", { onchange: () => become({ turn: Number(turn.value) }) }, sides);
  /** @type {HTMLInputElement} */
  const plies = h("input", { type: "number", min: 0, inputmode: "numeric", onchange: () => become({ pliesLeft: Number(plies.value) }) });
  const controls = h(
    "div",
    { class: "board-controls" },
    h("label", {}, t("boards.setup.turn"), " ", turn),
    kind.mostPlies && h("label", {}, t("boards.setup.plies"), " ", plies),
    h("button", { type: "button", onclick: () => become({ rows: kind.start(), turn: 0, pliesLeft: null }) }, t("boards.setup.start")),
    h("button", { type: "button", onclick: () => become({ rows: position.rows.map((row) => kind.empty.repeat(row.length)) }) }, t("boards.setup.clear")),
  );
  const holder = h("div", { class: "board board-squares" }, grid.element, h("p", { class: "board-help" }, t("boards.setup.help")), controls);
  root.append(holder);

  /** @param {Partial<Position>} changes */
  function become(changes) {
    position = { ...position, ...changes };
    draw();
    changed(kind.text(position));
  }

  function draw() {
    if (kind.mostPlies) {
      const most = kind.mostPlies(position.rows);
      const wanted = position.pliesLeft ?? most;
      position.pliesLeft = Math.max(0, Math.min(most, Math.floor(wanted) || 0));
      plies.max = String(most);
      plies.value = String(position.pliesLeft);
    }
    turn.value = String(position.turn);
    grid.draw(
      pieces(position.rows).map((piece, index) => ({
        name: squareName(index, size),
        piece,
        playable: false,
        last: false, safe: false,
        preview: null,
        by: null,
        mark: null,
      })),
    );
  }

  draw();
  return { destroy: () => holder.remove() };
}
