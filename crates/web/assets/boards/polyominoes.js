// The board of Blokus: pieces are picked from a tray, turned, and placed.

import { h, replace } from "../lib/dom.js";
import { errorText, sayPhrases, seatName, t } from "../lib/i18n.js";
import { animationStep } from "../lib/settings.js";
import { createControls } from "./polyominoes-controls.js";
import { drawPiece, drawRefused, drawRing, lastSquares } from "./polyominoes-draw.js";
import { actionOf } from "./polyominoes-keys.js";
import { badgesOf, drawHints, drawReply, listBest } from "./polyominoes-marks.js";
import { drawScene } from "./polyominoes-scene.js";
import { ghostOver, ghostSquares, keptInside, legalNear, moved, moveText, nextLegal, nextPiece, readLegal, sameGhost, squareName } from "./polyominoes-state.js";
import { createSurface } from "./polyominoes-surface.js";
import { createTray } from "./polyominoes-tray.js";
import { drawArrows } from "./arrows.js";
import { drawSigns } from "./signs.js";

export { keys } from "./polyominoes-keys.js";
export { setup } from "./polyominoes-setup.js";

export const styles = ["polyominoes", "polyominoes-hand", "polyominoes-tray", "polyominoes-layout", "polyominoes-beside"];

/** @typedef {import("./polyominoes-state.js").Ghost} Ghost */
/** @typedef {import("./polyominoes-state.js").Square} Square */
/** @typedef {import("./contract.js").Shown<Polyominoes.Board, Polyominoes.Details>} Shown */

/** A board with hundreds of moves cannot carry a value on each of them. */
export const listed = true;

let lastId = 0;

/** @type {import("./contract.js").BoardModule<Polyominoes.Board, Polyominoes.Details>["create"]} */
export function create(root, asked) {
  lastId += 1;
  const hatch = `polyominoes-hatch-${lastId}`;
  /** @type {Shown | null} */
  let shown = null;
  /** @type {import("./polyominoes-state.js").Legal} */
  let legal = { texts: new Set(), places: new Map() };
  /** @type {Ghost | null} */
  let ghost = null;
  /** Where the search for legal places began. @type {Ghost | null} */
  let origin = null;
  /** Where the last piece was held, for the next one. */
  let before = { row: -1, column: -1, turn: 0 };
  /** Whose tray is looked at, and whose it was when a person last could move. */
  let colour = 0;
  /** @type {number | null} */
  let own = null;
  /** The move that was sent and not yet answered. @type {string | null} */
  let sent = null;
  /** Why moves of this position are refused, once the server has said it. @type {Map<string, string>} */
  const reasons = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;
  /** @type {Animation | null} */
  let animation = null;
  /** @type {ReturnType<typeof createSurface> | null} */
  let surface = null;

  const tray = createTray(pick, (index) => { colour = index; drawTray(); });
  const controls = createControls((action, byPointer) => {
    act(action, 1);
    if (byPointer && ghost) surface?.focus([ghost.row, ghost.column], true);
  });
  const best = h("div", { class: "polyominoes-best" });
  const main = h("div", { class: "polyominoes-main" });
  const side = h("div", { class: "polyominoes-side" }, controls.element, tray.element, best);
  const layout = h("div", { class: "polyominoes-layout" }, main, side);
  const element = h("div", { class: "polyominoes" }, layout);
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => key(event));
  root.append(element);

  const board = () => /** @type {Shown} */ (shown).view.board;
  const playable = () => shown !== null && shown.playable && board().colour !== null;
  /** The colour to move; asked for only while there is one. */
  const mover = () => board().colour ?? 0;
  const colourName = () => board().colours[mover()].name;
  const text = (/** @type {Ghost} */ held) => moveText(ghostSquares(board().shapes, held), board().size);

  /** @param {Shown} next */
  function update(next) {
    const previous = shown;
    shown = next;
    sent = null;
    const { board: now, position } = next.view;
    if (!surface || previous?.view.board.size !== now.size) makeSurface();
    const changed = !previous || previous.view.position !== position;
    if (changed) {
      legal = readLegal(next.view.legal_moves, now.shapes, now.size);
      reasons.clear();
      ghost = null;
      origin = null;
    }
    if (!playable()) ghost = null;
    else own = now.colour;
    // Who only looks on needs no buttons to turn pieces; who will play has them from the beginning.
    element.toggleAttribute("data-watched", !(next.seated ?? own !== null));
    if (changed || previous?.playable !== next.playable) colour = (playable() ? now.colour : own) ?? now.colour ?? colour;
    if (changed) drawBoard(previous);
    drawMarks();
    drawGhost();
    drawTray();
    if (previous && previous.version !== next.version && changed && next.last?.effects) tellStopped(next.last.effects);
  }

  function makeSurface() {
    surface = createSurface(board().size, {
      hover: ([row, column]) => { if (ghost) hold({ ...ghost, row, column }); },
      grab: ([row, column]) => (ghost && nearGhost(row, column) ? "move" : "put"),
      drag: (down, right) => { if (ghost) hold({ ...ghost, row: ghost.row + down, column: ghost.column + right }); },
      click: clicked,
      wheel: (right) => act(right ? "rotate" : "unrotate", 1),
      second: () => act("flip", 1),
      focus: () => {},
    });
    replace(main, surface.element);
  }

  /** @param {number} row @param {number} column */
  function nearGhost(row, column) {
    return ghostSquares(board().shapes, /** @type {Ghost} */ (ghost)).some(([r, c]) => Math.abs(r - row) <= 1 && Math.abs(c - column) <= 1);
  }

  /** @param {Square} square @param {string} kind */
  function clicked(square, kind) {
    animation?.finish();
    if (!playable()) return;
    if (!ghost) return controls.say(t("boards.polyominoes.pick-first"), "plain");
    if (kind === "touch") {
      if (!nearGhost(square[0], square[1])) hold({ ...ghost, row: square[0], column: square[1] });
      return;
    }
    // The ghost has followed the mouse here, or a key has taken it where it can be seen.
    place();
  }

  /** Takes a piece in hand where it can be placed. @param {string} piece @param {boolean} [byPointer] */
  function pick(piece, byPointer = false) {
    if (!playable() || !surface) return;
    if (colour !== board().colour) {
      controls.say(t("boards.polyominoes.not-turn", { colour: seatName(colourName()) }), "bad");
      return;
    }
    if (byPointer && ghost?.piece === piece) return drop();
    const middle = Math.floor(board().size / 2);
    const near = ghost ?? (before.row < 0 ? { row: middle, column: middle, turn: 0 } : before);
    const first = legalNear(legal, board().shapes, piece, near)[0];
    take(first ?? { piece, turn: 0, row: near.row, column: near.column });
  }

  /** Holds a piece and goes on with the keyboard there. @param {Ghost} next */
  function take(next) {
    hold(next);
    if (ghost) surface?.focus([ghost.row, ghost.column], true);
  }

  /** @param {Ghost} next @param {boolean} [searching] whether the search for legal places goes on */
  function hold(next, searching = false) {
    const inside = keptInside(board().shapes, next, board().size);
    if (ghost && sameGhost(ghost, inside)) return;
    const turnedOver = ghost?.turn !== inside.turn || ghost?.piece !== inside.piece;
    ghost = inside;
    before = { row: ghost.row, column: ghost.column, turn: 0 };
    if (!searching) origin = null;
    sent = null;
    drawGhost();
    surface?.focus([ghost.row, ghost.column]);
    if (turnedOver) drawTray();
  }

  function drop() {
    ghost = null;
    drawGhost();
    drawTray();
  }

  function place() {
    if (!ghost) return;
    const move = text(ghost);
    if (legal.texts.has(move)) {
      if (sent !== move) asked.play(move);
      sent = move;
      return;
    }
    const lost = !legal.places.has(ghost.piece) && t("boards.polyominoes.nowhere", { piece: ghost.piece });
    askReason(move).then((reason) => {
      if (!lost) tellReason(move, reason);
      asked.say(lost || reason);
    });
  }

  /** @param {string} action @param {number} distance @returns {boolean} whether it meant something */
  function act(action, distance) {
    if (!playable() || !surface) return false;
    if (action === "piece" || action === "pieceBack") {
      const { pieces_left: left } = board().colours[mover()];
      const piece = nextPiece(left, board().shapes, (each) => legal.places.has(each), ghost?.piece ?? null, action === "piece" ? 1 : -1);
      colour = mover();
      if (piece) pick(piece);
      return true;
    }
    if (!ghost) return false;
    if (action === "place") place();
    else if (action === "drop") drop();
    else if (action === "next" || action === "previous") {
      origin ??= ghost;
      const next = nextLegal(legal, board().shapes, ghost, origin, board().size, action === "next" ? 1 : -1);
      if (next) hold(next, true);
      else controls.say(t("boards.polyominoes.nowhere", { piece: ghost.piece }), "bad");
    } else {
      const next = moved(ghost, action, distance);
      if (!next) return false;
      hold(next);
    }
    return true;
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  function key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || target.closest?.("input, select, textarea, [contenteditable]")) return false;
    if ((event.key === " " || event.key === "Enter") && target.closest?.("button, a, summary")) return false;
    const wanted = actionOf(event);
    if (!wanted) return false;
    const used = act(wanted.action, wanted.distance) || (Boolean(target.closest?.(".polyominoes-grid")) && explore(wanted));
    if (used) event.preventDefault();
    return used;
  }

  /** Without a piece in hand the arrows read the board. @param {{action: string, distance: number}} wanted */
  function explore({ action, distance }) {
    if (!surface) return false;
    const [row, column] = surface.focused();
    const to = moved({ piece: "", turn: 0, row, column }, action, distance);
    if (action === "place" && playable()) return act("piece", 1);
    if (!to || to.turn !== 0) return false;
    const inside = (/** @type {number} */ at) => Math.min(board().size - 1, Math.max(0, at));
    surface.focus([inside(to.row), inside(to.column)], true);
    return true;
  }

  /** @param {string} move @returns {Promise<string>} */
  async function askReason(move) {
    const known = reasons.get(move);
    if (known) return known;
    const { error } = await asked.preview(move).catch(() => ({ error: null }));
    const reason = error ? errorText(error) : t("boards.polyominoes.refused");
    if (error) reasons.set(move, reason);
    return reason;
  }

  /** @param {string} move @param {string} reason */
  function tellReason(move, reason) {
    if (ghost && text(ghost) === move) controls.say(`✕ ${t("boards.polyominoes.ghost.refused", { piece: ghost.piece, square: squareName([ghost.row, ghost.column], board().size), reason })}`, "bad");
  }

  function drawGhost() {
    if (!surface) return;
    clearTimeout(asking);
    surface.hold(ghost !== null);
    element.toggleAttribute("data-held", ghost !== null);
    controls.enable((action) => ghost !== null && (action !== "next" || legal.places.has(ghost.piece)));
    element.toggleAttribute("data-legal", ghost !== null && legal.texts.has(text(ghost)));
    if (!ghost) {
      surface.draw("ghost", []);
      if (playable()) controls.say(t(board().corners.length > 0 ? "boards.polyominoes.pick" : "boards.polyominoes.no-place", { colour: seatName(colourName()) }), "plain");
      else controls.say(shown?.view.outcome ? t("boards.polyominoes.over") : "", "plain");
      return;
    }
    const squares = ghostSquares(board().shapes, ghost);
    const move = text(ghost);
    if (legal.texts.has(move)) {
      surface.draw("ghost", [drawPiece(colourName(), squares, "ghost"), drawRing(squares, "ready")]);
      controls.say(`✓ ${t("boards.polyominoes.ghost.legal", { piece: ghost.piece, square: squareName([ghost.row, ghost.column], board().size) })}`, "good");
      return;
    }
    surface.draw("ghost", [drawRefused(colourName(), squares, hatch)]);
    // Why it does not lie just here is of no use to who could not put it anywhere.
    if (!legal.places.has(ghost.piece)) return controls.say(`✕ ${t("boards.polyominoes.nowhere", { piece: ghost.piece })}`, "bad");
    const known = reasons.get(move);
    tellReason(move, known ?? t("boards.polyominoes.refused"));
    if (!known) asking = setTimeout(() => askReason(move).then((reason) => tellReason(move, reason)), 60);
  }

  /** @param {Shown | null} previous */
  function drawBoard(previous) {
    if (!surface) return;
    animation?.finish();
    const piece = drawScene(surface, board(), shown?.last ?? null, hatch);
    const wasEmpty = (/** @type {Square} */ [row, column]) => previous?.view.board.rows[row]?.[column] === ".";
    // Going back shows an older move, which was there before and does not come in again.
    if (piece && previous?.version !== shown?.version && lastSquares(shown?.last, board().size).every(wasEmpty)) pop(piece);
  }

  /** @param {SVGElement} piece */
  function pop(piece) {
    const duration = 1.4 * animationStep();
    if (duration === 0) return;
    piece.classList.add("polyominoes-popping");
    const frames = [{ transform: "scale(1.35)", opacity: 0 }, { transform: "scale(0.96)", opacity: 1, offset: 0.7 }, { transform: "scale(1)", opacity: 1 }];
    animation = piece.animate(frames, { duration, easing: "ease-out" });
    animation.onfinish = () => { animation = null; };
  }

  function drawMarks() {
    if (!surface || !shown) return;
    surface.draw("marks", [...drawHints(shown.marks, board()), ...drawReply(shown.signs ?? [], board())]);
    const { grid } = surface;
    drawSigns(grid, shown.signs ?? [], ({ place }) => grid.querySelector(`[data-square="${place}"]`));
    drawArrows(grid, shown.arrows ?? [], ({ place }) => grid.querySelector(`[data-square="${place}"]`));
    listBest(best, shown.marks, board(), (piece, squares) => {
      if (!playable()) return;
      colour = mover();
      take(ghostOver(board().shapes, piece, squares, { row: squares[0][0], column: squares[0][1], turn: 0 }));
    });
  }

  function drawTray() {
    if (!shown) return;
    const { colours, shapes, colour: turn } = board();
    const own = colour === turn;
    const badges = own ? badgesOf(shown.marks, board()) : new Map();
    tray.show({ colours, shapes, colour, mover: turn, playable: own ? (piece) => legal.places.has(piece) : null, enabled: playable(), held: ghost, badges });
  }

  /** Says which colours the last move left without one. @param {Core.Effects} effects */
  function tellStopped(effects) {
    const stopped = effects.phrases.filter((phrase) => phrase.code === "no-moves-left");
    if (stopped.length > 0) asked.say(sayPhrases(stopped));
  }

  return {
    update,
    point(move) {
      const squares = move && shown ? lastSquares(move, board().size) : [];
      surface?.draw("pointed", squares.length > 0 ? [drawRing(squares, "hint-ring")] : []);
    },
    skip: () => animation?.finish(),
    key,
    focus: () => surface?.focus(surface.focused(), true),
    destroy() {
      clearTimeout(asking);
      controls.destroy();
      animation?.cancel();
      element.remove();
    },
  };
}
