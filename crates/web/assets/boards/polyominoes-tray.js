// The pieces that are left: tabs for the colours, and the pieces of one of them by size.

import { h, replace } from "../lib/dom.js";
import { seatName, t } from "../lib/i18n.js";
import { UNIT, draw, drawPiece } from "./polyominoes-draw.js";
import { grouped, turned } from "./polyominoes-state.js";
import { toElement } from "./polyominoes-surface.js";

/**
 * @typedef {object} TrayShown
 * @property {Polyominoes.Colour[]} colours as the server says them
 * @property {import("./polyominoes-state.js").Shapes} shapes
 * @property {number} colour whose pieces are looked at
 * @property {number | null} mover the colour to move
 * @property {((piece: string) => boolean) | null} playable null where nothing is known
 * @property {boolean} enabled whether pieces can be picked
 * @property {{piece: string, turn: number} | null} held
 * @property {Map<string, {text: string, tone: string}>} badges a mark on some pieces
 */

let lastId = 0;

/**
 * A small drawing of a piece; a square is `scale` pixels wide where the style says nothing else.
 *
 * @param {string} colour
 * @param {import("./polyominoes-state.js").Square[]} squares
 * @param {number} scale
 */
export function thumbnail(colour, squares, scale) {
  const top = Math.min(...squares.map(([row]) => row));
  const left = Math.min(...squares.map(([, column]) => column));
  const tall = Math.max(...squares.map(([row]) => row)) - top + 1;
  const wide = Math.max(...squares.map(([, column]) => column)) - left + 1;
  const attributes = { viewBox: `${left * UNIT} ${top * UNIT} ${wide * UNIT} ${tall * UNIT}`, width: wide * scale, height: tall * scale, "aria-hidden": "true", focusable: "false" };
  const element = toElement(draw("svg", attributes, [drawPiece(colour, squares)]));
  element.style.setProperty("--wide", String(wide));
  element.style.setProperty("--tall", String(tall));
  return element;
}

/**
 * @param {(piece: string, byPointer: boolean) => void} pick
 * @param {(colour: number) => void} look
 */
export function createTray(pick, look) {
  lastId += 1;
  const panelId = `polyominoes-tray-${lastId}`;
  const tabs = h("div", { class: "polyominoes-tabs", role: "tablist", "aria-label": t("boards.polyominoes.trays") });
  const panel = h("div", { class: "polyominoes-pieces", role: "tabpanel", id: panelId });
  // What the others have left, at a glance; the tabs say the same where there is no room for it.
  const others = h("ul", { class: "polyominoes-others", "aria-label": t("boards.polyominoes.others") });
  const element = h("div", { class: "polyominoes-tray" }, tabs, panel, others);
  /** The piece with the tab stop. @type {string | null} */
  let stop = null;
  /** The piece on which the mouse went down. @type {string | null} */
  let pressed = null;
  /** What is drawn now, to leave it alone when nothing has changed. */
  let drawn = "";
  let lookedAt = -1;

  tabs.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => rove(event, [...tabs.querySelectorAll("button")], true));
  panel.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => rove(event, [...panel.querySelectorAll("button")], false));

  /** @param {KeyboardEvent} event @param {HTMLElement[]} buttons @param {boolean} choose */
  function rove(event, buttons, choose) {
    const at = buttons.findIndex((button) => button === document.activeElement);
    const steps = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -at, End: buttons.length - 1 - at });
    const step = steps[event.key];
    if (at < 0 || step === undefined) return;
    event.preventDefault();
    const next = buttons[(at + step + buttons.length) % buttons.length];
    if (choose) {
      next.click();
      /** @type {HTMLElement | undefined} */ (tabs.children[buttons.indexOf(next)])?.focus();
      return;
    }
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    stop = next.dataset.piece ?? null;
    next.focus();
  }

  /** Scrolls the tray, and nothing else, to a piece. @param {HTMLElement | null} piece */
  function reveal(piece) {
    if (!piece) return;
    const [box, inner] = [panel.getBoundingClientRect(), piece.getBoundingClientRect()];
    panel.scrollLeft += Math.min(0, inner.left - box.left - 16) + Math.max(0, inner.right - box.right + 16);
  }

  /** @param {TrayShown} shown */
  function show(shown) {
    const { colours, shapes, colour, mover, playable, held, badges } = shown;
    const state = JSON.stringify([colours, colour, mover, shown.enabled, held, [...badges], colours[colour].pieces_left.map((/** @type {string} */ piece) => playable?.(piece))]);
    if (state === drawn) return;
    drawn = state;
    const focusedPiece = /** @type {HTMLElement | null} */ (panel.contains(document.activeElement) ? document.activeElement : null)?.dataset.piece;
    const focusedTab = [...tabs.children].indexOf(/** @type {Element} */ (document.activeElement));
    replace(tabs, colours.map((each, index) => {
      const squares = each.pieces_left.reduce((sum, piece) => sum + shapes[piece].length, 0);
      return h("button", {
        type: "button", role: "tab", class: "polyominoes-tab", "aria-selected": String(index === colour), "aria-controls": panelId,
        tabindex: index === colour ? 0 : -1, dataset: { colour: index, mover: String(index === mover) }, onclick: () => look(index),
      }, thumbnail(each.name, [[0, 0]], 16), h("span", { class: "polyominoes-tab-name" }, seatName(each.name)), h("span", { class: "polyominoes-tab-count" }, squares),
      h("span", { class: "visually-hidden" }, t(index === mover ? "boards.polyominoes.tab.mover" : "boards.polyominoes.tab", { count: squares })));
    }));
    if (focusedTab >= 0) /** @type {HTMLElement} */ (tabs.children[colour]).focus();

    replace(others, colours.map((each, index) => index !== colour && each.pieces_left.length > 0 && h("li", { title: seatName(each.name) },
      thumbnail(each.name, [[0, 0]], 11), h("span", { class: "visually-hidden" }, `${seatName(each.name)}: ${each.pieces_left.join(" ")}`),
      h("span", { class: "polyominoes-other-pieces", "aria-hidden": "true" }, grouped(each.pieces_left, shapes).flatMap(({ pieces }) => pieces).map((piece) => thumbnail(each.name, shapes[piece], colours.length > 2 ? 4.5 : 7))))));

    const name = colours[colour].name;
    const left = colours[colour].pieces_left;
    const groups = grouped(left, shapes);
    if (stop === null || !left.includes(stop)) stop = held?.piece ?? groups[0]?.pieces[0] ?? null;
    const scrolled = colour === lookedAt ? panel.scrollLeft : 0;
    lookedAt = colour;
    panel.setAttribute("aria-label", t("boards.polyominoes.tray", { colour: seatName(name) }));
    replace(panel, groups.map(({ size, pieces }) => h("div", { class: "polyominoes-group", role: "group", "aria-label": t("boards.polyominoes.group", { count: size }), dataset: { size } },
      h("span", { class: "polyominoes-group-size", "aria-hidden": "true" }, size),
      pieces.map((piece) => {
        const can = playable ? playable(piece) : true;
        const isHeld = held?.piece === piece && colour === mover;
        const badge = badges.get(piece);
        const label = [t("boards.polyominoes.piece", { piece, count: size }), playable && t(can ? "boards.polyominoes.playable" : "boards.polyominoes.unplayable"), badge?.text];
        return h("button", {
          type: "button", class: "polyominoes-pick", "aria-pressed": String(isHeld), "aria-label": label.filter(Boolean).join(", "), title: piece,
          tabindex: piece === stop ? 0 : -1, "aria-disabled": String(!shown.enabled), dataset: { piece, playable: String(can) },
          onclick: (/** @type {MouseEvent} */ event) => {
            stop = piece;
            if (shown.enabled) pick(piece, event.detail > 0);
          },
          // With the mouse a piece can also be dragged out of the tray.
          onpointerdown: (/** @type {PointerEvent} */ event) => { pressed = event.pointerType === "mouse" && event.button === 0 ? piece : null; },
          onpointerleave: (/** @type {PointerEvent} */ event) => {
            const dragged = shown.enabled && pressed === piece && event.buttons === 1;
            pressed = null;
            if (dragged && !isHeld) pick(piece, false);
          },
        }, thumbnail(name, turned(shapes[piece], isHeld ? held.turn : 0), 10.5),
        badge && h("span", { class: "polyominoes-badge", "aria-hidden": "true", dataset: { tone: badge.tone } }, badge.text));
      }))), left.length === 0 && h("p", { class: "polyominoes-none" }, t("boards.polyominoes.all-placed", { colour: seatName(name) })));
    panel.scrollLeft = scrolled;
    reveal(panel.querySelector("[aria-pressed=true]"));
    if (focusedPiece) /** @type {HTMLElement | null} */ (panel.querySelector(`[data-piece="${focusedPiece}"]`))?.focus();
  }

  return { element, show };
}
