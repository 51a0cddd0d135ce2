// The board of Congklak and its relatives.

import { h, replace } from "../lib/dom.js";
import { errorText, seatName, t } from "../lib/i18n.js";
import { animationStep, settings, store, stored } from "../lib/settings.js";
import { runSteps } from "./pits-animation.js";
import { layoutOf, moveOf, pitOf, samePlace } from "./pits-layout.js";
import { afterStep, countsOf, inHand, stepsBetween } from "./pits-sowing.js";
import { createPitsView } from "./pits-view.js";
import { tellMove, tellStep } from "./pits-words.js";
import { createPreviews } from "./previews.js";
import { createQueue } from "./queue.js";
import { drawArrows } from "./arrows.js";
import { drawSigns } from "./signs.js";

export { setup } from "./pits-setup.js";

export const styles = ["pits"];

/** @typedef {import("./contract.js").BoardModule<Pits.Board, Pits.Details>} Module */
/** @typedef {import("./contract.js").Shown<Pits.Board, Pits.Details>} Shown */
/** @typedef {import("./pits-sowing.js").Place} Place */
/** @typedef {import("./grid.js").How} How */

/** Whether the person wants to see the steps; where there is room they are shown at first. */
const LOG_OPEN = "papan.steps";

/** What a move did is told when the seeds have told it. */
export const tellsLate = true;

/** @type {Module["create"]} */
export function create(root, asked) {
  /** @type {Shown | null} */
  let shown = null;
  /** @type {import("./pits-sowing.js").Counts} */
  let counts = { rows: [[], []], stores: [0, 0] };
  /** @type {ReturnType<typeof createPitsView> | null} */
  let view = null;
  let layoutKey = "";
  /** Whether a person has gone to the other side of the table. */
  let turned = false;
  /** @type {ReturnType<typeof runSteps> | null} */
  let sowing = null;
  /** @type {import("./pits-layout.js").Preview | null} */
  let preview = null;
  /** @type {Place | null} */
  let lookedAt = null;
  /** @type {Place | null} the hole that a first tap has chosen */
  let armed = null;
  /** When a press ended a sowing, and when the last press came: the same press is not a move as well. */
  const press = { skipped: -1, last: 0 };
  const queue = createQueue(show, () => sowing?.finish(), skipping);
  const previews = createPreviews(asked.preview);
  const words = h("p", { class: "board-words", "aria-live": "polite" });
  const skipButton = h("button", { type: "button", class: "board-skip", onclick: () => queue.skip() }, t("boards.pits.skip"));
  // A list that scrolls must be reached by keys.
  const lines = h("ol", { tabindex: 0, "aria-label": t("boards.pits.log") }, h("li", {}, t("boards.pits.log.none")));
  const log = h("details", { class: "pits-log" }, h("summary", {}, t("boards.pits.log")), lines);
  log.open = stored(LOG_OPEN, matchMedia("(min-width: 60rem)").matches);
  log.addEventListener("toggle", () => store(LOG_OPEN, log.open));
  const turnButton = h("button", { type: "button", class: "board-turn", "aria-pressed": "false", onclick: turn }, t("boards.pits.turn"));
  const holder = h("div", { class: "board board-pits" }, h("div", { class: "board-caption" }, words, skipButton, turnButton), log);
  holder.dataset.sowing = "false";
  root.append(holder);

  /** @param {Shown} now */
  function layoutNow(now) {
    const lower = now.bottom ?? 0;
    return layoutOf(now.view.board, turned ? 1 - lower : lower);
  }

  /** Shows the board from the other side. */
  function turn() {
    turned = !turned;
    turnButton.setAttribute("aria-pressed", String(turned));
    queue.skip();
    if (!shown) return;
    ensureView(shown);
    draw();
  }

  function draw() {
    if (!shown || !view) return;
    const { top, bottom, left, right } = layoutNow(shown);
    // While seeds fly nothing is playable yet.
    const now = sowing ? { ...shown, playable: false, marks: new Map() } : shown;
    for (const place of [...top, ...bottom, left, right]) view.draw(pitOf(place, counts, now, preview));
    const { element } = view;
    const bowlOf = (/** @type {{place: string, seat: number}} */ { place, seat }) => element.querySelector(`.pit[data-seat="${seat}"][data-column="${Number(place) - 1}"] .bowl`);
    drawSigns(element, sowing ? [] : (shown.signs ?? []), bowlOf);
    drawArrows(element, sowing ? [] : (shown.arrows ?? []), bowlOf);
  }

  /** @param {Shown} now */
  function ensureView(now) {
    const layout = layoutNow(now);
    const key = JSON.stringify(layout);
    if (key === layoutKey) return;
    layoutKey = key;
    view?.element.remove();
    view = createPitsView(layout, asked.seatNames, { choose, lookAt });
    holder.prepend(view.element);
  }

  /** @param {Place | null} place @param {How} how */
  async function lookAt(place, how) {
    if (place === lookedAt) return;
    lookedAt = place;
    preview = null;
    words.textContent = "";
    draw();
    if (!place || !shown || sowing || !isLegal(place)) return;
    const move = moveOf(place);
    const answer = await previews.of(move);
    if (lookedAt !== place || sowing || !answer?.effects) return;
    preview = { move, details: answer.effects.details };
    draw();
    const effect = tellMove(move, answer.effects.details, asked.seatNames);
    words.textContent = how === "touch" && settings().confirmTouch ? t("boards.tap-again", { effect }) : effect;
  }

  /** @param {Place} place */
  function isLegal(place) {
    return Boolean(shown?.playable) && place.seat === shown?.view.turn && shown?.view.legal_moves.includes(moveOf(place));
  }

  /** @param {Place} place @param {How} how */
  async function choose(place, how) {
    if ((how !== "keys" && press.skipped === press.last) || !shown?.playable) return;
    if (place.seat !== shown.view.turn) {
      asked.say(t("boards.pits.not-own", { seat: seatName(asked.seatNames[place.seat]) }));
    } else if (!isLegal(place)) {
      const answer = await previews.of(moveOf(place));
      if (answer?.error) asked.say(errorText(answer.error));
    } else if (how === "touch" && settings().confirmTouch && !(armed && samePlace(armed, place))) {
      armed = place;
      lookAt(place, how);
    } else {
      play(moveOf(place));
    }
  }

  /** @param {string} move */
  function play(move) {
    armed = null;
    lookedAt = null;
    preview = null;
    words.textContent = "";
    asked.play(move);
  }

  /** @param {Shown} now @param {boolean} animated */
  function show(now, animated) {
    const before = shown;
    shown = now;
    previews.at(now.view.position);
    const moved = !before || before.view.position !== now.view.position;
    if (moved) {
      armed = null;
      preview = null;
      lookedAt = null;
      words.textContent = "";
    }
    ensureView(now);
    const fresh = animated && before && moved && before.version !== now.version;
    const steps = fresh ? stepsBetween(before.view.board, now.view.board, now.last) : [];
    if (steps.length > 0 && animationStep() > 0) return sow(steps, now);
    if (moved) {
      counts = countsOf(now.view.board);
      writeLog(now);
    }
    draw();
    if (moved) lookAgain();
  }

  /** A person at the keyboard stays on a hole and wants to know what it would do now. */
  function lookAgain() {
    const focused = view?.focused();
    if (focused) lookAt(focused, "keys");
  }

  /** @param {Pits.Step[]} steps @param {Shown} now */
  function sow(steps, now) {
    const mover = now.last?.seat ?? 0;
    replace(lines);
    // The page says what the move did; step by step it would be too much to listen to.
    words.setAttribute("aria-live", "off");
    holder.dataset.sowing = "true";
    queue.began();
    sowing = runSteps(
      steps,
      animationStep() / (1 + queue.waiting()),
      (step, duration, seen) => {
        counts = afterStep(counts, step);
        const line = tellStep(step, mover, asked.seatNames);
        if (line) lines.append(h("li", {}, line));
        if (!seen) return;
        if (step.step === "drop") asked.sound?.("seed");
        if (line) lines.scrollTop = lines.scrollHeight;
        if ("place" in step) view?.moveHand(step.place, inHand(step), duration);
        mark(step);
        if (line && step.step !== "drop") words.textContent = line;
        draw();
      },
      settle,
    );
    draw();
  }

  /** Makes a capture, another turn and the end visible. @param {Pits.Step} step */
  function mark(step) {
    holder.dataset.event = ["capture", "extra-turn", "end", "skip"].includes(step.step) ? step.step : "none";
    if (step.step === "capture") view?.highlight([step.place, step.opposite, { seat: step.place.seat, column: null }]);
    else view?.highlight(step.step === "extra-turn" ? [{ seat: step.seat, column: null }] : []);
  }

  function settle() {
    sowing = null;
    words.setAttribute("aria-live", "polite");
    holder.dataset.sowing = "false";
    holder.dataset.event = "none";
    view?.moveHand(null, 0, 0);
    view?.highlight([]);
    words.textContent = "";
    if (shown) counts = countsOf(shown.view.board);
    draw();
    lookAgain();
    queue.ended();
  }

  /** @param {Shown} now */
  function writeLog(now) {
    const steps = now.last?.effects?.details?.steps ?? [];
    const told = steps.flatMap((step) => tellStep(step, now.last?.seat ?? 0, asked.seatNames) ?? []);
    const items = told.length > 0 ? told : [t("boards.pits.log.none")];
    replace(lines, items.map((line) => h("li", {}, line)));
  }

  /** @param {Event} event */
  function skipping(event) {
    if (!(event instanceof KeyboardEvent)) press.skipped = event.timeStamp;
    else if (["Enter", " ", "Escape"].includes(event.key) && event.target instanceof Node && holder.contains(event.target)) {
      // These would also press the hole that has the focus, which was not meant; beside the board they are.
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !/^[0-9]$/.test(event.key)) return false;
    const move = event.key === "0" ? "10" : event.key;
    if (!shown?.playable || sowing || !shown.view.legal_moves.includes(move)) return false;
    play(move);
    return true;
  }

  holder.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (!key(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });

  holder.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => (press.last = event.timeStamp));

  return {
    update: queue.update,
    skip: queue.skip,
    settled: queue.settled,
    key,
    focus: () => view?.focus(),
    destroy() {
      sowing?.cancel();
      queue.destroy();
      holder.remove();
    },
  };
}

/** @type {Module["keys"]} */
export function keys() {
  return [
    ["1 … 9, 0", t("boards.keys.holes")],
    ["← ↑ → ↓", t("boards.keys.arrows")],
    ["Enter", t("boards.keys.play")],
    [t("boards.keys.any"), t("boards.keys.skip")],
  ];
}
