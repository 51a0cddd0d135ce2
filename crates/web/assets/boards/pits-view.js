// Draws holes and stores and tells what a person does with them.

import { h, s } from "../lib/dom.js";
import { seatName, t } from "../lib/i18n.js";
import { MOST_DRAWN, samePlace, seedPlace } from "./pits-layout.js";
import { describePit } from "./pits-words.js";

/** @typedef {import("./pits-sowing.js").Place} Place */
/** @typedef {import("./pits-layout.js").Pit} Pit */
/** @typedef {import("./pits-layout.js").Layout} Layout */
/** @typedef {import("./grid.js").How} How */

/**
 * @param {Layout} layout
 * @param {string[]} seatNames
 * @param {object} on
 * @param {(place: Place, how: How) => void} on.choose
 * @param {(place: Place | null, how: How) => void} on.lookAt
 */
export function createPitsView(layout, seatNames, on) {
  /** @type {Map<string, ReturnType<typeof createPit>>} */
  const pits = new Map();
  /** @param {Place} place */
  const make = (place) => {
    const pit = createPit(place, seatNames);
    pits.set(keyOf(place), pit);
    return pit.element;
  };
  /** @param {Place[]} row @param {string} where */
  const makeRow = (row, where) =>
    h(
      "div",
      { class: `pits-row pits-${where}`, role: "group", "aria-label": t("boards.pits.row", { seat: seatName(seatNames[row[0].seat]) }) },
      row.map(make),
    );
  const held = h("span", { class: "pits-held" });
  const number = h("span", { class: "pits-hand-count" });
  const hand = h("div", { class: "pits-hand", "aria-hidden": "true" }, palm(), held, number);
  const wood = h(
    "div",
    { class: "pits-wood", role: "group", "aria-label": t("boards.pits.label") },
    makeRow(layout.top, "top"),
    h("div", { class: "pits-side pits-left" }, make(layout.left)),
    flow(layout.clockwise),
    h("div", { class: "pits-side pits-right" }, make(layout.right)),
    makeRow(layout.bottom, "bottom"),
    hand,
  );
  wood.style.setProperty("--holes", String(layout.top.length));
  const cursor = listen(wood, layout, pits, on);

  return {
    element: /** @type {HTMLElement} */ (wood),
    /** @param {Pit} pit */
    draw: (pit) => pits.get(keyOf(pit.place))?.draw(pit),
    /**
     * Shows the hand over a place, or hides it.
     *
     * @param {Place | null} place
     * @param {number} seeds
     * @param {number} time of the way, in milliseconds
     */
    moveHand(place, seeds, time) {
      for (const pit of pits.values()) pit.element.dataset.now = "false";
      const target = place && pits.get(keyOf(place))?.element;
      hand.dataset.shown = String(Boolean(target));
      if (!target) return;
      target.dataset.now = "true";
      const bowl = /** @type {HTMLElement} */ (target.querySelector(".bowl"));
      const from = wood.getBoundingClientRect();
      const to = bowl.getBoundingClientRect();
      number.textContent = seeds > 0 ? String(seeds) : "";
      hand.dataset.empty = String(seeds === 0);
      drawSeeds(held, Math.min(seeds, MOST_HELD), "hole", 5);
      hand.style.setProperty("--time", `${Math.round(time)}ms`);
      hand.style.setProperty("--x", `${to.left - from.left + to.width / 2}px`);
      hand.style.setProperty("--y", `${to.top - from.top + to.height / 2}px`);
    },
    /** Makes these places stand out. @param {Place[]} places */
    highlight(places) {
      for (const pit of pits.values()) {
        pit.element.dataset.bright = String(places.some((place) => samePlace(place, pit.place)));
      }
    },
    focus: () => cursor.focus(),
    /** The hole that a person at the keyboard is on. @returns {Place | null} */
    focused: () => cursor.focused(),
  };
}

/** More seeds than these are not drawn in the hand. */
const MOST_HELD = 12;

/** A cupped hand, seen from above. */
function palm() {
  return s(
    "svg",
    { viewBox: "0 0 64 64", class: "pits-palm" },
    s("path", { d: "M14 30c-5-8-9-11-6-14s7 1 11 7c-1-9-1-16 3-16s5 6 5 14c1-10 2-16 6-16s4 7 4 16c2-8 4-13 7-12s3 7 1 15c3-4 6-7 9-5s0 7-3 13c-2 5-3 9-3 14 0 9-7 14-16 14S16 55 16 45c0-6 0-10-2-15Z" }),
    s("path", { class: "pits-palm-line", d: "M20 38c6-3 15-3 24 0M22 46c5 4 13 4 19-1" }),
  );
}

/** @param {Place} place */
const keyOf = (place) => `${place.seat}:${place.column ?? "store"}`;

/** The arrow that shows which way seeds go. @param {boolean} clockwise */
function flow(clockwise) {
  const label = t(clockwise ? "boards.pits.clockwise" : "boards.pits.counterclockwise");
  const arrows = s(
    "svg",
    { viewBox: "0 0 120 28", role: "img", "aria-label": label, class: "pits-flow" },
    s("title", {}, label),
    s("path", { d: clockwise ? "M12 12V9q0-4 4-4H106m-5-4 6 4-6 4" : "M108 12V9q0-4-4-4H14m5-4-6 4 6 4" }),
    s("path", { d: clockwise ? "M108 16v3q0 4-4 4H14m5-4-6 4 6 4" : "M12 16v3q0 4 4 4H106m-5-4 6 4-6 4" }),
  );
  return h("div", { class: "pits-middle" }, arrows);
}

/** @param {Place} place @param {string[]} seatNames */
function createPit(place, seatNames) {
  const kind = place.column === null ? "store" : "hole";
  const seeds = h("span", { class: "seeds" });
  // What is seen is said in words instead, as a text rather than as a label: numbers alone would
  // not agree with it.
  const heard = h("span", { class: "visually-hidden" });
  const hidden = { "aria-hidden": "true" };
  const count = h("span", { class: "count", ...hidden });
  const note = h("span", { class: "note" });
  const gain = h("span", { class: "gain" });
  const name = h("span", { class: "name", ...hidden }, place.column === null ? seatName(seatNames[place.seat]) : place.column + 1);
  const bowl = h("span", { class: "bowl", ...hidden }, seeds, note, gain);
  const inside = [heard, name, count, bowl];
  const dataset = { seat: place.seat, column: place.column ?? "store" };
  const element =
    place.column === null
      ? h("div", { class: "pit store", dataset }, inside)
      : h("button", { class: "pit hole", type: "button", tabindex: -1, dataset }, inside);
  /** @type {string} */
  let drawn = "";

  return {
    element: /** @type {HTMLElement} */ (element),
    place,
    /** @param {Pit} pit */
    draw(pit) {
      const now = JSON.stringify(pit);
      if (now === drawn) return;
      drawn = now;
      drawSeeds(seeds, Math.min(pit.seeds, MOST_DRAWN[kind]), kind, place.seat * 11 + (place.column ?? 10));
      count.textContent = String(pit.seeds);
      note.textContent = pit.mark?.text ?? "";
      gain.textContent = pit.gain > 0 ? `+${pit.gain}` : "";
      const data = element.dataset;
      data.playable = String(pit.playable);
      data.last = String(pit.last);
      data.preview = pit.preview ?? "none";
      data.tone = pit.mark?.tone ?? "none";
      if (kind === "hole") element.setAttribute("aria-disabled", String(!pit.playable));
      heard.textContent = describePit(pit, seatNames);
    },
  };
}

/** Adds or takes away seeds at the end, so that those that stay do not move. @param {HTMLElement} holder @param {number} count @param {"hole" | "store"} kind @param {number} pile */
function drawSeeds(holder, count, kind, pile) {
  while (holder.childElementCount > count) holder.lastElementChild?.remove();
  while (holder.childElementCount < count) {
    const { x, y, turn } = seedPlace(holder.childElementCount, kind, pile);
    const seed = h("span", { class: "seed" });
    seed.style.setProperty("--x", x.toFixed(3));
    seed.style.setProperty("--y", y.toFixed(3));
    seed.style.setProperty("--turn", `${turn}deg`);
    holder.append(seed);
  }
}

/**
 * One hole is the tab stop; arrows move it as the holes lie on the screen.
 *
 * @param {HTMLElement} wood
 * @param {Layout} layout
 * @param {Map<string, ReturnType<typeof createPit>>} pits
 * @param {{choose: (place: Place, how: How) => void, lookAt: (place: Place | null, how: How) => void}} on
 */
function listen(wood, layout, pits, on) {
  const rows = [layout.top, layout.bottom];
  const holes = layout.top.length;
  let row = 1;
  let at = 0;
  /** @type {How} */
  let how = "keys";
  const element = () => /** @type {HTMLElement} */ (pits.get(keyOf(rows[row][at]))?.element);
  element().tabIndex = 0;

  /** @param {number} nextRow @param {number} nextAt */
  function moveCursor(nextRow, nextAt) {
    element().tabIndex = -1;
    row = nextRow;
    at = nextAt;
    element().tabIndex = 0;
  }

  rows.forEach((places, rowIndex) =>
    places.forEach((place, index) => {
      const hole = /** @type {HTMLElement} */ (pits.get(keyOf(place))?.element);
      hole.addEventListener("pointerdown", (event) => (how = event.pointerType === "mouse" ? "mouse" : "touch"));
      hole.addEventListener("pointermove", (event) => event.pointerType === "mouse" && on.lookAt(place, "mouse"));
      hole.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && on.lookAt(null, "mouse"));
      hole.addEventListener("focus", () => {
        moveCursor(rowIndex, index);
        if (hole.matches(":focus-visible")) on.lookAt(place, "keys");
      });
      hole.addEventListener("blur", () => on.lookAt(null, "keys"));
      // A click without a pointer comes from a key.
      hole.addEventListener("click", (event) => on.choose(place, event.detail === 0 ? "keys" : how));
    }),
  );
  wood.addEventListener("keydown", (event) => {
    const next = walk(row, at, event.key, holes);
    if (!next) return;
    moveCursor(...next);
    element().focus();
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    focus: () => element().focus(),
    focused: () => (element().matches(":focus-visible") ? rows[row][at] : null),
  };
}

/**
 * @param {number} row
 * @param {number} at
 * @param {string} key
 * @param {number} holes
 * @returns {[number, number] | null}
 */
function walk(row, at, key, holes) {
  switch (key) {
    case "ArrowLeft": return [row, Math.max(0, at - 1)];
    case "ArrowRight": return [row, Math.min(holes - 1, at + 1)];
    case "ArrowUp": return [0, at];
    case "ArrowDown": return [1, at];
    case "Home": return [row, 0];
    case "End": return [row, holes - 1];
    default: return null;
  }
}
