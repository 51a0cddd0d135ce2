// The board as elements: a grid of cells for fingers, keys and screen readers, and one drawing
// under it. It tells where pointers are and knows nothing of games.

import { h, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { UNIT, draw } from "./polyominoes-draw.js";
import { parseSquare, squareName } from "./polyominoes-state.js";
import { columnName } from "./square-names.js";

/** @typedef {import("./polyominoes-state.js").Square} Square */
/** @typedef {import("./polyominoes-draw.js").Drawn} Drawn */

/**
 * @typedef {object} SurfaceListeners
 * @property {(square: Square, kind: string) => void} hover a pointer is over a square; kind: mouse, pen or touch
 * @property {(square: Square) => "move" | "put"} grab a finger comes down: take the ghost along, or put it there
 * @property {(down: number, right: number) => void} drag the finger that took the ghost has gone so many squares
 * @property {(square: Square, kind: string) => void} click
 * @property {(right: boolean) => void} wheel
 * @property {() => void} second right button
 * @property {(square: Square) => void} focus a cell got the focus
 */

/** @param {Drawn} drawn @returns {SVGElement} */
export function toElement({ tag, attributes, children }) {
  return s(/** @type {keyof SVGElementTagNameMap} */ (tag), attributes, ...children.map(toElement));
}

const LAYERS = /** @type {const} */ (["defs", "ground", "pieces", "corners", "marks", "last", "pointed", "ghost"]);

/**
 * @param {number} size
 * @param {SurfaceListeners} on
 */
export function createSurface(size, on) {
  /** @type {Record<string, SVGElement>} */
  const layers = Object.fromEntries(LAYERS.map((name) => [name, toElement(draw(name === "defs" ? "defs" : "g", {}))]));
  const side = size * UNIT;
  const drawing = s("svg", { class: "polyominoes-drawing", viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true", focusable: "false" }, Object.values(layers));
  /** @type {HTMLElement[][]} */
  const cells = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) =>
      h("div", { class: "polyominoes-cell", role: "gridcell", tabindex: "-1", dataset: { square: squareName([row, column], size) } })));
  const grid = h("div", { class: "polyominoes-grid", role: "grid", "aria-label": t("boards.polyominoes.board"), "aria-rowcount": size, "aria-colcount": size },
    cells.map((row) => h("div", { class: "polyominoes-row", role: "row" }, row)));
  const letters = Array.from({ length: size }, (_, column) => h("span", {}, columnName(column)));
  const numbers = Array.from({ length: size }, (_, row) => h("span", {}, size - row));
  const element = h("div", { class: "polyominoes-board" },
    h("div", { class: "polyominoes-numbers", "aria-hidden": "true" }, numbers),
    h("div", { class: "polyominoes-square" }, drawing, grid),
    h("div", { class: "polyominoes-letters", "aria-hidden": "true" }, letters));
  element.style.setProperty("--squares", String(size));

  /** @type {Square} */
  let focused = [Math.floor(size / 2), Math.floor(size / 2)];
  cells[focused[0]][focused[1]].tabIndex = 0;

  /** @param {Square} square */
  function rove([row, column]) {
    cells[focused[0]][focused[1]].tabIndex = -1;
    focused = [row, column];
    cells[row][column].tabIndex = 0;
  }

  /** @param {{clientX: number, clientY: number}} event @returns {{row: number, column: number, inside: boolean}} */
  function place(event) {
    const box = grid.getBoundingClientRect();
    const row = Math.floor(((event.clientY - box.top) / box.height) * size);
    const column = Math.floor(((event.clientX - box.left) / box.width) * size);
    return { row, column, inside: row >= 0 && column >= 0 && row < size && column < size };
  }

  /** @param {{clientX: number, clientY: number}} event @returns {Square} */
  function nearest(event) {
    const { row, column } = place(event);
    return [Math.min(size - 1, Math.max(0, row)), Math.min(size - 1, Math.max(0, column))];
  }

  let pointer = "mouse";
  /** Whether the button went down on the board. */
  let pressed = false;
  /** The square under the mouse. */
  let over = "";
  /** @type {{row: number, column: number} | null} */
  let carried = null;
  grid.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    pointer = event.pointerType || "mouse";
    pressed = true;
    if (pointer !== "touch") return;
    grid.setPointerCapture(event.pointerId);
    const square = nearest(event);
    carried = on.grab(square) === "move" ? { row: square[0], column: square[1] } : null;
    if (!carried) on.hover(square, pointer);
  });
  grid.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    const at = place(event);
    if (event.pointerType !== "touch") {
      // Only another square moves the ghost, so that a hand that trembles does not undo a key.
      if (!at.inside || `${at.row} ${at.column}` === over) return;
      over = `${at.row} ${at.column}`;
      on.hover([at.row, at.column], event.pointerType);
    } else if (carried) {
      const [down, right] = [at.row - carried.row, at.column - carried.column];
      if (down === 0 && right === 0) return;
      carried = at;
      on.drag(down, right);
    } else if (grid.hasPointerCapture(event.pointerId)) {
      on.hover(nearest(event), "touch");
    }
  });
  // A piece that was dragged from the tray is let go here.
  grid.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "mouse" && event.button === 0 && !pressed) on.click(nearest(event), "mouse");
    pressed = false;
  });
  grid.addEventListener("pointerleave", () => { over = ""; });
  grid.addEventListener("pointercancel", () => { carried = null; });
  grid.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    // A screen reader clicks cells without a pointer: like a finger, it does not place at once.
    const cell = /** @type {HTMLElement} */ (event.target).closest(".polyominoes-cell");
    if (event.detail === 0 && cell) {
      const row = cells.findIndex((cellsOfRow) => cellsOfRow.includes(/** @type {HTMLElement} */ (cell)));
      on.click([row, cells[row].indexOf(/** @type {HTMLElement} */ (cell))], "touch");
    } else {
      on.click(nearest(event), pointer);
    }
  });
  let turned = 0;
  grid.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
    if (!element.hasAttribute("data-held") || event.ctrlKey) return;
    event.preventDefault();
    // A touch pad sends many small steps: they are gathered.
    turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * 40;
    if (Math.abs(turned) < 40) return;
    on.wheel(turned > 0);
    turned = 0;
  }, { passive: false });
  grid.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => {
    if (!element.hasAttribute("data-held")) return;
    event.preventDefault();
    if (pointer !== "touch") on.second();
  });
  grid.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
    const name = /** @type {HTMLElement} */ (event.target).dataset.square;
    if (!name) return;
    rove(parseSquare(name, size));
    on.focus(focused);
  });

  return {
    element,
    grid,
    /** @returns {Square} */
    focused: () => focused,
    /** Puts the one tab stop on a cell, with the focus when the grid already has it. @param {Square} square @param {boolean} [always] */
    focus(square, always = false) {
      const has = grid.contains(document.activeElement);
      rove(square);
      if (has || always) cells[square[0]][square[1]].focus({ preventScroll: true });
    },
    /** @param {string} layer @param {Drawn[]} drawn @returns {SVGElement[]} */
    draw(layer, drawn) {
      const elements = drawn.map(toElement);
      layers[layer].replaceChildren(...elements);
      return elements;
    },
    /** @param {(row: number, column: number) => string} label */
    label(label) {
      cells.forEach((row, down) => row.forEach((cell, right) => {
        const text = label(down, right);
        if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
      }));
    },
    /** Whether a piece is in hand: then fingers move it instead of the page. @param {boolean} held */
    hold(held) {
      element.toggleAttribute("data-held", held);
    },
  };
}
