// A square board as an HTML grid: it draws cells and tells what a person does with them. What a
// cell looks like is decided by style sheets, from the data attributes that are set here.

import { h } from "../lib/dom.js";
import { squareName, walk } from "./grid-cells.js";
import { columnName } from "./square-names.js";

/** @typedef {import("./grid-cells.js").Cell} Cell */
/** @typedef {"mouse" | "touch" | "keys"} How */

/**
 * @typedef {object} GridOptions
 * @property {number} size squares along a side
 * @property {string} label what the board is called
 * @property {string} look a class name
 * @property {() => Node} piece makes what is drawn in a square
 * @property {(cell: Cell) => string} describe the name of a cell for those who listen
 * @property {(index: number, how: How) => void} choose
 * @property {(index: number | null, how: How) => void} lookAt
 * @property {(event: KeyboardEvent, index: number) => boolean} [key] true when the key was used
 */

/**
 * @param {GridOptions} options
 */
export function createGrid(options) {
  const { size } = options;
  const places = Array.from({ length: size * size }, (_, index) => createPlace(options, index));
  const rows = Array.from({ length: size }, (_, row) =>
    h("div", { role: "row" }, places.slice(row * size, (row + 1) * size).map((place) => place.cell)),
  );
  const grid = h("div", { role: "grid", class: "grid", "aria-label": options.label }, rows);
  const element = h(
    "div",
    { class: `grid-board ${options.look}`, dataset: { squares: size } },
    h(
      "div",
      { class: "grid-frame" },
      edge("top", size, columnName),
      edge("left", size, (row) => String(row + 1)),
      grid,
    ),
  );
  element.style.setProperty("--squares", String(size));
  /** @type {(Cell | null)[]} */
  const drawn = places.map(() => null);
  const cursor = listen(grid, places, options);

  return {
    element: /** @type {HTMLElement} */ (element),
    /** What is drawn in a square, for animations. @param {number} index @returns {HTMLElement} */
    piece: (index) => places[index].piece,
    /** Draws the cells that are not what they were. @param {Cell[]} cells */
    draw(cells) {
      cells.forEach((cell, index) => {
        if (same(drawn[index], cell)) return;
        drawn[index] = cell;
        drawCell(places[index], cell, options.describe(cell));
      });
    },
    focus: () => cursor.focus(),
    /** The square that a person at the keyboard is on. @returns {number | null} */
    focused: () => cursor.focused(),
  };
}

/**
 * @param {"top" | "left"} side
 * @param {number} size
 * @param {(index: number) => string} name
 */
function edge(side, size, name) {
  const names = Array.from({ length: size }, (_, index) => h("span", {}, name(index)));
  return h("div", { class: `grid-edge grid-${side}`, "aria-hidden": "true" }, names);
}

/** @typedef {{cell: HTMLElement, piece: HTMLElement, note: HTMLElement}} Place */

/**
 * @param {GridOptions} options
 * @param {number} index
 * @returns {Place}
 */
function createPlace(options, index) {
  const piece = h("span", { class: "piece", "aria-hidden": "true" }, options.piece());
  const note = h("span", { class: "note", "aria-hidden": "true" });
  const cell = h(
    "div",
    { role: "gridcell", tabindex: index === 0 ? 0 : -1, dataset: { square: squareName(index, options.size) } },
    piece,
    note,
  );
  return { cell, piece, note };
}

/** @param {Cell | null} before @param {Cell} after */
function same(before, after) {
  if (!before) return false;
  const { mark: oldMark, ...old } = before;
  const { mark, ...now } = after;
  const names = /** @type {(keyof typeof now)[]} */ (Object.keys(now));
  return names.every((name) => old[name] === now[name]) && oldMark?.text === mark?.text && oldMark?.tone === mark?.tone;
}

/** @param {Place} place @param {Cell} cell @param {string} label */
function drawCell(place, cell, label) {
  const data = place.cell.dataset;
  data.piece = cell.piece === null ? "none" : String(cell.piece);
  data.playable = String(cell.playable);
  data.last = String(cell.last);
  data.safe = String(cell.safe);
  data.preview = cell.preview ?? "none";
  data.by = String(cell.by ?? "none");
  data.tone = cell.mark?.tone ?? "none";
  const text = cell.mark?.text ?? "";
  place.note.textContent = text;
  // Signs are wider than digits: a proven value has two.
  const signs = text.match(/[=+−]/g)?.length ?? 0;
  place.note.style.setProperty("--letters", String(Math.max(4, text.length + 0.4 * signs)));
  place.cell.setAttribute("aria-label", label);
}

/**
 * Pointers and keys of a grid. One square is the tab stop; arrows move it.
 *
 * @param {HTMLElement} grid
 * @param {Place[]} places
 * @param {GridOptions} options
 */
function listen(grid, places, options) {
  let cursor = 0;
  /** @type {{index: number | null, pointer: number} | null} */
  let pressed = null;

  /** @param {number} index */
  function moveCursor(index) {
    places[cursor].cell.tabIndex = -1;
    cursor = index;
    places[cursor].cell.tabIndex = 0;
  }

  /** @param {PointerEvent} event @returns {number | null} */
  function under(event) {
    const { left, top, width, height } = grid.getBoundingClientRect();
    const column = Math.floor(((event.clientX - left) / width) * options.size);
    const row = Math.floor(((event.clientY - top) / height) * options.size);
    const inside = column >= 0 && row >= 0 && column < options.size && row < options.size;
    return inside ? row * options.size + column : null;
  }

  /** @param {PointerEvent} event @returns {How} */
  const kind = (event) => (event.pointerType === "mouse" ? "mouse" : "touch");

  grid.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    grid.setPointerCapture(event.pointerId);
    pressed = { index: under(event), pointer: event.pointerId };
    options.lookAt(pressed.index, kind(event));
  });
  grid.addEventListener("pointermove", (event) => {
    if (pressed ? event.pointerId === pressed.pointer : event.pointerType === "mouse") {
      options.lookAt(under(event), kind(event));
    }
  });
  grid.addEventListener("pointerup", (event) => {
    if (event.pointerId !== pressed?.pointer) return;
    const began = pressed.index;
    pressed = null;
    const index = under(event);
    if (index === null) return;
    moveCursor(index);
    // A finger may slide to the square it means; a mouse must let go where it pressed.
    if (kind(event) === "touch" || index === began) options.choose(index, kind(event));
  });
  grid.addEventListener("pointercancel", () => (pressed = null));
  grid.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") options.lookAt(null, "mouse");
  });
  grid.addEventListener("focusin", (event) => {
    const index = places.findIndex(({ cell }) => cell === event.target);
    if (index < 0) return;
    moveCursor(index);
    if (places[index].cell.matches(":focus-visible")) options.lookAt(index, "keys");
  });
  grid.addEventListener("focusout", (event) => {
    if (!grid.contains(/** @type {Node | null} */ (event.relatedTarget))) options.lookAt(null, "keys");
  });
  grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    const next = walk(cursor, event, options.size);
    if (next !== null) {
      moveCursor(next);
      places[next].cell.focus();
      options.lookAt(next, "keys");
    } else if (event.key === "Enter" || event.key === " ") {
      options.choose(cursor, "keys");
    } else if (!options.key?.(event, cursor)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    focus: () => places[cursor].cell.focus(),
    focused: () => (places[cursor].cell.matches(":focus-visible") ? cursor : null),
  };
}
