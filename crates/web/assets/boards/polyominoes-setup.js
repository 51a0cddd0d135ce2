// Setting up a position: pieces of any colour are put anywhere, and a click takes them away.
// Whether it is a position of the game, the server says.

import { h } from "../lib/dom.js";
import { seatName, t } from "../lib/i18n.js";
import { createControls } from "./polyominoes-controls.js";
import { drawGround, drawHatch, drawPiece, drawRefused, drawRing } from "./polyominoes-draw.js";
import { actionOf } from "./polyominoes-keys.js";
import { labelCells } from "./polyominoes-scene.js";
import { cleared, colourAt, handOf, isFree, positionText, put, rowsOf, startSetup, taken } from "./polyominoes-setup-state.js";
import { ghostSquares, keptInside, moved, nextPiece, squareName } from "./polyominoes-state.js";
import { createSurface } from "./polyominoes-surface.js";
import { createTray } from "./polyominoes-tray.js";

/** @typedef {import("./polyominoes-state.js").Ghost} Ghost */
/** @typedef {import("./polyominoes-state.js").Square} Square */

let lastId = 0;

/**
 * @param {HTMLElement} root
 * @param {Polyominoes.Board} board where to begin
 * @param {(position: string) => void} changed told the text of the position after every change
 * @returns {{destroy: () => void}}
 */
export function setup(root, board, changed) {
  lastId += 1;
  const hatch = `polyominoes-setup-hatch-${lastId}`;
  const { size, shapes, colours } = board;
  let state = startSetup(board);
  let colour = state.mover;
  /** @type {Ghost | null} */
  let ghost = null;

  const surface = createSurface(size, {
    hover: ([row, column]) => { if (ghost) hold({ ...ghost, row, column }); },
    grab: ([row, column]) => (ghost && ghostSquares(shapes, ghost).some(([r, c]) => Math.abs(r - row) <= 1 && Math.abs(c - column) <= 1) ? "move" : "put"),
    drag: (down, right) => { if (ghost) hold({ ...ghost, row: ghost.row + down, column: ghost.column + right }); },
    click(square, kind) {
      if (!ghost) return remove(square);
      if (kind !== "touch") place();
    },
    wheel: (right) => act(right ? "rotate" : "unrotate", 1),
    second: () => act("flip", 1),
    focus: () => {},
  });
  const tray = createTray((piece) => {
    const [row, column] = surface.focused();
    hold({ piece, turn: 0, row, column });
    surface.focus([row, column], true);
  }, (index) => {
    colour = index;
    ghost = null;
    show();
  });
  const controls = createControls((action, byPointer) => {
    act(action, 1);
    if (byPointer && ghost) surface.focus([ghost.row, ghost.column], true);
  }, ["next"]);
  const mover = h("fieldset", { class: "polyominoes-mover" }, h("legend", {}, t("boards.polyominoes.setup.mover")),
    colours.map((each, index) => h("label", {},
      h("input", { type: "radio", name: `polyominoes-mover-${lastId}`, value: index, checked: index === state.mover, onchange: () => change({ ...state, mover: index }) }),
      seatName(each.name))),
    h("button", { type: "button", class: "polyominoes-button", onclick: () => { ghost = null; change(cleared(state)); } }, t("boards.polyominoes.setup.clear")));
  const element = h("div", { class: "polyominoes" }, h("div", { class: "polyominoes-layout" },
    h("div", { class: "polyominoes-main" }, surface.element),
    h("div", { class: "polyominoes-side" }, controls.element, tray.element, mover)));
  element.addEventListener("keydown", key);
  root.append(element);
  show();
  return {
    destroy() {
      controls.destroy();
      element.remove();
    },
  };

  /** @param {import("./polyominoes-setup-state.js").Setup} next */
  function change(next) {
    state = next;
    show();
    changed(positionText(state));
  }

  /** @param {Ghost} next */
  function hold(next) {
    ghost = keptInside(shapes, next, size);
    show();
    surface.focus([ghost.row, ghost.column]);
  }

  function place() {
    if (!ghost) return;
    const squares = ghostSquares(shapes, ghost);
    if (!isFree(state, squares)) return;
    const { piece } = ghost;
    ghost = null;
    change(put(state, { colour, piece, squares }));
  }

  /** @param {Square} square */
  function remove(square) {
    const found = colourAt(state, square);
    if (!found) return;
    change(taken(state, square));
    controls.say(t("boards.polyominoes.setup.removed", { piece: found.piece, colour: seatName(colours[found.colour].name) }), "plain");
  }

  /** @param {string} action @param {number} distance @returns {boolean} */
  function act(action, distance) {
    if (action === "piece" || action === "pieceBack") {
      const piece = nextPiece(handOf(state, colour), shapes, () => true, ghost?.piece ?? null, action === "piece" ? 1 : -1);
      const [row, column] = surface.focused();
      if (piece) hold({ piece, turn: 0, row, column });
      return true;
    }
    if (!ghost) {
      if (action !== "place" && action !== "remove") return false;
      remove(surface.focused());
    } else if (action === "place") {
      place();
    } else if (action === "drop") {
      ghost = null;
      show();
    } else {
      const next = moved(ghost, action, distance);
      if (!next) return false;
      hold(next);
    }
    return true;
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || target.closest("input")) return;
    if ((event.key === " " || event.key === "Enter") && target.closest("button")) return;
    const wanted = actionOf(event);
    if (!wanted) return;
    if (act(wanted.action, wanted.distance)) return event.preventDefault();
    const [row, column] = surface.focused();
    const to = moved({ piece: "", turn: 0, row, column }, wanted.action, wanted.distance);
    if (!to || to.turn !== 0 || !target.closest(".polyominoes-grid")) return;
    const inside = (/** @type {number} */ at) => Math.min(size - 1, Math.max(0, at));
    event.preventDefault();
    surface.focus([inside(to.row), inside(to.column)], true);
  }

  function show() {
    const rows = rowsOf(state);
    const now = { ...board, rows };
    surface.draw("defs", [drawHatch(hatch, colours[colour].name)]);
    surface.draw("ground", drawGround(now));
    surface.draw("pieces", state.pieces.map((piece) => drawPiece(colours[piece.colour].name, piece.squares)));
    labelCells(surface, { ...now, corners: [] });
    surface.hold(ghost !== null);
    element.toggleAttribute("data-held", ghost !== null);
    controls.enable(() => ghost !== null);
    element.toggleAttribute("data-legal", false);
    if (ghost) {
      const squares = ghostSquares(shapes, ghost);
      const free = isFree(state, squares);
      const name = colours[colour].name;
      surface.draw("ghost", free ? [drawPiece(name, squares, "ghost"), drawRing(squares, "ready")] : [drawRefused(name, squares, hatch)]);
      element.toggleAttribute("data-legal", free);
      const words = { piece: ghost.piece, square: squareName([ghost.row, ghost.column], size), reason: t("boards.polyominoes.setup.overlap") };
      controls.say(free ? `✓ ${t("boards.polyominoes.ghost.legal", words)}` : `✕ ${t("boards.polyominoes.ghost.refused", words)}`, free ? "good" : "bad");
    } else {
      surface.draw("ghost", []);
      controls.say(t("boards.polyominoes.setup.hint"), "plain");
    }
    const shown = colours.map((each, index) => ({ ...each, pieces_left: handOf(state, index) }));
    tray.show({ colours: shown, shapes, colour, mover: colour, playable: null, enabled: true, held: ghost, badges: new Map() });
  }
}
