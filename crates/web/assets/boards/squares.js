// Playing on a square board, for every game in which one puts a piece on a square: Othello and
// Adjacency. What differs between them is in their Look.

import { h, replace } from "../lib/dom.js";
import { errorText, seatName, t } from "../lib/i18n.js";
import { animationStep, settings } from "../lib/settings.js";
import { createGrid } from "./grid.js";
import { cellsOf, changes, distance, squareName } from "./grid-cells.js";
import { createPreviews } from "./previews.js";
import { createQueue } from "./queue.js";
import { drawArrows } from "./arrows.js";
import { drawSigns } from "./signs.js";

/** @typedef {import("./grid-cells.js").Squares} Squares */
/** @typedef {import("./grid.js").How} How */

/**
 * @template {Squares} Content
 * @template Details
 * @typedef {object} Look
 * @property {string} name a class name
 * @property {() => string} label what the board is called
 * @property {() => Node} piece
 * @property {(details: Details) => string[]} turned the squares that a move turns to the mover's side
 * @property {(details: Details, seatNames: string[]) => string} tell what a move would do, in a few words
 * @property {(board: Content) => string} [aside] something to say of the position beside the board
 * @property {(piece: HTMLElement, seat: number, step: number, delay: number) => Animation} turn
 * @property {(piece: HTMLElement, step: number) => Animation} place
 */

/**
 * @template {Squares} Content
 * @template Details
 * @param {HTMLElement} root
 * @param {import("./contract.js").Asked<Details>} asked
 * @param {Look<Content, Details>} look
 * @returns {import("./contract.js").Board<Content, Details>}
 */
export function createSquares(root, asked, look) {
  /** @typedef {import("./contract.js").Shown<Content, Details>} Shown */
  /** @type {Shown | null} */
  let shown = null;
  /** @type {import("./grid-cells.js").Preview | null} */
  let preview = null;
  /** @type {ReturnType<typeof createGrid> | null} */
  let grid = null;
  /** @type {string | null} the square that a first tap has chosen */
  let armed = null;
  /** @type {string | null} */
  let lookedAt = null;
  /** @type {Animation[]} */
  let running = [];
  const queue = createQueue(show, finish);
  const previews = createPreviews(asked.preview);
  const words = h("p", { class: "board-words", "aria-live": "polite" });
  const aside = h("p", { class: "board-aside" });
  const caption = h("div", { class: "board-caption" }, words, aside);
  const holder = h("div", { class: "board board-squares" }, caption);
  root.append(holder);

  function draw() {
    if (!shown || !grid) return;
    grid.draw(cellsOf(shown, preview));
    drawSigns(grid.element, shown.signs ?? [], ({ place }) => grid?.element.querySelector(`[data-square="${place}"]`));
    drawArrows(grid.element, shown.arrows ?? [], ({ place }) => grid?.element.querySelector(`[data-square="${place}"]`));
  }

  /** @param {Shown} now */
  function ensureGrid(now) {
    const size = now.view.board.rows.length;
    if (grid && grid.element.dataset.squares === String(size)) return;
    grid?.element.remove();
    grid = createGrid({
      size,
      label: look.label(),
      look: look.name,
      piece: look.piece,
      describe: (cell) => describe(cell, asked.seatNames),
      choose: (index, how) => choose(squareName(index, size), how),
      lookAt: (index, how) => lookAt(index === null ? null : squareName(index, size), how),
    });
    holder.prepend(grid.element);
  }

  /** @param {string | null} name @param {How} how */
  async function lookAt(name, how) {
    if (name === lookedAt) return;
    lookedAt = name;
    const legal = name !== null && shown?.playable && shown.view.legal_moves.includes(name);
    if (!legal || !shown || name === null) return clearPreview();
    const seat = shown.view.turn;
    preview = { move: name, turned: [], seat };
    draw();
    const answer = await previews.of(name);
    if (lookedAt !== name || !answer?.effects) return;
    preview = { move: name, turned: look.turned(answer.effects.details), seat };
    draw();
    const effect = t("boards.would", { move: name, effect: look.tell(answer.effects.details, asked.seatNames) });
    words.textContent = how === "touch" && settings().confirmTouch ? t("boards.tap-again", { effect }) : effect;
  }

  function clearPreview() {
    preview = null;
    draw();
    showWords();
  }

  /** What the caption says when no move is looked at: a pass has to be played somewhere. */
  function showWords() {
    const mustPass = shown?.playable && shown.view.legal_moves.length === 1 && shown.view.legal_moves[0] === "pass";
    if (mustPass) {
      const pass = h("button", { type: "button", onclick: () => asked.play("pass") }, t("boards.pass"));
      replace(words, t("boards.must-pass"), " ", pass);
    } else {
      words.textContent = "";
    }
  }

  /** @param {string} name @param {How} how */
  async function choose(name, how) {
    queue.skip();
    if (!shown?.playable) return;
    if (!shown.view.legal_moves.includes(name)) {
      armed = null;
      const answer = await previews.of(name);
      if (answer?.error) asked.say(errorText(answer.error));
      return;
    }
    if (how === "touch" && settings().confirmTouch && armed !== name) {
      armed = name;
      lookAt(name, how);
      return;
    }
    armed = null;
    asked.play(name);
  }

  function finish() {
    const ending = running;
    running = [];
    for (const animation of ending) animation.finish();
    if (ending.length > 0) queue.ended();
  }

  /** @param {Shown} before @param {Shown} now */
  function animate(before, now) {
    const step = animationStep();
    const turned = now.last?.effects ? look.turned(now.last.effects.details) : [];
    const moved = changes(before.view.board.rows, now.view.board.rows, now.last, turned);
    if (step === 0 || !moved || !grid || !now.last) return;
    const { seat } = now.last;
    const size = now.view.board.rows.length;
    running = [look.place(grid.piece(moved.placed), step)];
    for (const index of moved.turned) {
      const delay = distance(moved.placed, index, size) * step * 0.4;
      running.push(look.turn(grid.piece(index), seat, step, delay));
    }
    const these = running;
    queue.began();
    Promise.allSettled(these.map((animation) => animation.finished)).then(() => {
      if (running === these) finish();
    });
  }

  /** @param {Shown} now @param {boolean} animated */
  function show(now, animated) {
    const before = shown;
    const moved = before === null || before.view.position !== now.view.position;
    shown = now;
    previews.at(now.view.position);
    ensureGrid(now);
    if (moved || !now.playable) {
      armed = null;
      preview = null;
      lookedAt = null;
      showWords();
    }
    draw();
    aside.textContent = look.aside?.(now.view.board) ?? "";
    if (!before || !moved || before.version === now.version) return;
    if (now.last?.move === "pass") {
      asked.say(t("boards.passed", { seat: seatName(asked.seatNames[now.last.seat]) }));
    }
    if (animated) animate(before, now);
    const focused = grid?.focused() ?? null;
    if (focused !== null) lookAt(squareName(focused, now.view.board.rows.length), "keys");
  }

  return {
    update: queue.update,
    skip: queue.skip,
    settled: queue.settled,
    key: () => false,
    focus: () => grid?.focus(),
    destroy() {
      for (const animation of running) animation.cancel();
      running = [];
      queue.destroy();
      holder.remove();
    },
  };
}

/**
 * "d3, black, playable".
 *
 * @param {import("./grid-cells.js").Cell} cell
 * @param {string[]} seatNames
 */
export function describe(cell, seatNames) {
  const parts = [
    cell.name,
    cell.piece === null ? t("boards.empty") : seatName(seatNames[cell.piece]),
    cell.playable && t("boards.playable"),
    cell.safe && t("boards.safe"),
    cell.last && t("boards.last-move"),
    cell.mark?.text,
  ];
  return parts.filter(Boolean).join(", ");
}

/** @returns {[string, string][]} */
export function squareKeys() {
  return [
    ["← ↑ → ↓", t("boards.keys.arrows")],
    ["Home End", t("boards.keys.ends")],
    ["Enter", t("boards.keys.play")],
  ];
}
