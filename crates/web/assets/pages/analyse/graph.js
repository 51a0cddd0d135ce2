// The value graph of a game: with two seats one curve of the first seat's chance, with more one
// curve for each seat. It is a slider, so that it can be used without a pointer.

import { h, replace, s } from "../../lib/dom.js";
import { number, seatName, t } from "../../lib/i18n.js";
import { FAULTS, firstChance, glyph, isFault, lookedText, percent } from "./worth.js";

/**
 * @typedef {import("./tree.js").Reviewed} Reviewed
 * @typedef {{ply: number, chance: number}} Point
 */

/**
 * The pieces of the curves: a curve breaks where a value is not known.
 *
 * @param {(Reviewed | null)[]} reviews of the moves of a line; the first leads from ply 0 to 1
 * @param {number} seats
 * @returns {{seat: number, pieces: Point[][]}[]}
 */
export function curves(reviews, seats) {
  if (seats > 2) {
    return Array.from({ length: seats }, (_, seat) => {
      const points = reviews.flatMap((review, index) => (review?.worth && review.seat === seat ? [{ ply: index + 1, chance: review.worth.chance }] : []));
      return { seat, pieces: points.length === 0 ? [] : [points] };
    });
  }
  /** @type {Point[][]} */
  const pieces = [];
  let open = false;
  for (const [index, review] of reviews.entries()) {
    if (!review?.worth) {
      open = false;
      continue;
    }
    if (!open) pieces.push([{ ply: index, chance: firstChance(review.best_worth ?? review.worth, review.seat, seats) }]);
    open = true;
    pieces[pieces.length - 1].push({ ply: index + 1, chance: firstChance(review.worth, review.seat, seats) });
  }
  return [{ seat: 0, pieces }];
}

/**
 * What the graph says of a ply, for those who do not see it.
 *
 * @param {(Reviewed | null)[]} reviews
 * @param {number} ply
 * @param {string[]} seatNames
 * @returns {string}
 */
export function plyText(reviews, ply, seatNames) {
  const review = ply === 0 ? null : reviews[ply - 1];
  if (!review?.worth) return t("analyse.graph.ply", { ply });
  const seats = seatNames.length;
  const seat = seats === 2 ? 0 : review.seat;
  const chance = percent(firstChance(review.worth, review.seat, seats));
  const text = t("analyse.graph.at", { ply, seat: seatName(seatNames[seat]), chance });
  return [text, isFault(review) ? t(`analyse.grade.${review.grade}`) : "", lookedText(review.worth, review.depth)].filter((part) => part !== "").join(", ");
}

const HEIGHT = 140;
/** Room for what stands at the axes: the chances at the left, the moves below. */
const EDGE = { top: 10, bottom: 22, left: 42, right: 16 };

/** The least distance of numbers below the graph, in pixels. */
const TICK = 38;

/**
 * The moves that are named below the graph: round numbers, not closer than one can read.
 *
 * @param {number} plies
 * @param {number} width of the axis, in pixels
 * @returns {number[]}
 */
export function ticks(plies, width) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => (each / Math.max(plies, 1)) * width >= TICK) ?? plies;
  return plies === 0 ? [] : Array.from({ length: Math.floor(plies / step) + 1 }, (_, index) => index * step);
}

/** With more faults than these the lightest are told by their points alone. */
const MOST_SIGNS = 16;

/** @typedef {{x: number, y: number, grade: Web.Judged["grade"], below: boolean}} Fault a point of the curve, and where its sign stands best */

/** Room that a sign takes, and how far from its point it stands. */
const SIGN = { wide: 15, high: 12, away: 11 };

/**
 * Where the signs of the faults stand: none on another, on another's point or beyond the edges. One for which there is
 * no place is left out; its point tells the grade by its form.
 *
 * @param {Fault[]} faults
 * @param {{top: number, bottom: number}} edges
 * @returns {({x: number, y: number} | null)[]} the middle of each sign
 */
export function placeSigns(faults, { top, bottom }) {
  /** @type {({x: number, y: number} | null)[]} */
  const placed = faults.map(() => null);
  const order = faults.map((_, index) => index).sort((a, b) => FAULTS.indexOf(faults[b].grade) - FAULTS.indexOf(faults[a].grade) || a - b);
  for (const index of order) {
    const { x, y, below } = faults[index];
    const places = [below ? 1 : -1, below ? -1 : 1].map((way) => ({ x, y: y + way * SIGN.away }));
    const free = places.find(
      (place) =>
        place.y - SIGN.high / 2 >= top &&
        place.y + SIGN.high / 2 <= bottom &&
        placed.every((other) => other === null || Math.abs(other.x - place.x) >= SIGN.wide || Math.abs(other.y - place.y) >= SIGN.high) &&
        faults.every((other, at) => at === index || Math.abs(other.x - place.x) >= SIGN.wide / 2 + 4 || Math.abs(other.y - place.y) >= SIGN.high / 2 + 4),
    );
    placed[index] = free ?? null;
  }
  return placed;
}

/**
 * The point of a fault: a ring, a disc, a square on its corner, from the lightest.
 *
 * @param {Web.Judged["grade"]} grade
 * @param {number} x
 * @param {number} y
 */
function point(grade, x, y) {
  const look = { class: `graph-fault grade-${grade}` };
  return grade === "blunder" ? s("path", { ...look, d: `M${x} ${y - 5.5}l5.5 5.5-5.5 5.5-5.5-5.5z` }) : s("circle", { ...look, cx: x, cy: y, r: grade === "mistake" ? 4.2 : 3.4 });
}

/**
 * What the curves and points mean.
 *
 * @param {string[]} seatNames
 */
export function graphLegend(seatNames) {
  const sample = (/** @type {SVGElement} */ shape, /** @type {number} */ wide) => s("svg", { class: "graph-sample", viewBox: `0 0 ${wide} 14`, width: wide, height: 14, "aria-hidden": "true" }, shape);
  const curve = (/** @type {string} */ name, /** @type {string} */ text) => h("li", {}, sample(s("path", { class: `graph-curve graph-seat-${name}`, d: "M1 7H25" }), 26), text);
  const two = seatNames.length === 2;
  return h(
    "div",
    { class: "graph-legend small" },
    h("p", {}, two ? t("analyse.graph.axes", { seat: seatName(seatNames[0]) }) : t("analyse.graph.axes-many")),
    h(
      "ul",
      {},
      !two && seatNames.map((name, seat) => curve(String(seat + 1), seatName(name))),
      FAULTS.map((grade) => h("li", {}, sample(point(grade, 7, 7), 14), h("span", { class: `graph-word grade-${grade}` }, glyph(grade)), t(`analyse.grade.${grade}`))),
    ),
  );
}

/**
 * @typedef {object} Graph
 * @property {HTMLElement} element
 * @property {(reviews: (Reviewed | null)[], ply: number, seatNames: string[]) => void} draw
 * @property {() => void} destroy
 */

/**
 * @param {(ply: number) => void} goTo the person asks for a ply
 * @returns {Graph}
 */
export function createGraph(goTo) {
  const drawing = s("svg", { class: "graph-drawing", height: HEIGHT, "aria-hidden": "true" });
  const element = h("div", { class: "graph", role: "slider", tabindex: 0, "aria-label": t("analyse.graph.label"), "aria-valuemin": 0 }, drawing);
  /** @type {{reviews: (Reviewed | null)[], ply: number, seatNames: string[]}} */
  let shown = { reviews: [], ply: 0, seatNames: [] };

  const width = () => Math.max(element.clientWidth, 120);
  const inner = () => width() - EDGE.left - EDGE.right;
  /** @param {number} ply */
  const x = (ply) => EDGE.left + (ply / Math.max(shown.reviews.length, 1)) * inner();
  /** @param {number} chance */
  const y = (chance) => EDGE.top + (1 - chance) * (HEIGHT - EDGE.top - EDGE.bottom);

  function draw() {
    const { reviews, ply, seatNames } = shown;
    drawing.setAttribute("viewBox", `0 0 ${width()} ${HEIGHT}`);
    const found = curves(reviews, seatNames.length);
    replace(
      drawing,
      s("rect", { class: "graph-ground", x: EDGE.left, y: y(1), width: inner(), height: y(0) - y(1) }),
      axes(),
      seatNames.length === 2 && found[0].pieces.map((points) => s("path", { class: "graph-area", d: area(points) })),
      s("line", { class: "graph-middle", x1: EDGE.left, x2: EDGE.left + inner(), y1: y(0.5), y2: y(0.5) }),
      found.flatMap(({ seat, pieces }) => pieces.map((points) => s("path", { class: `graph-curve graph-seat-${seatNames.length === 2 ? "one" : seat + 1}`, d: track(points) }))),
      s("line", { class: "graph-now", x1: x(ply), x2: x(ply), y1: y(1), y2: y(0) }),
      marks(),
    );
    element.setAttribute("aria-valuemax", String(reviews.length));
    element.setAttribute("aria-valuenow", String(ply));
    element.setAttribute("aria-valuetext", plyText(reviews, ply, seatNames));
  }

  /** A single point is a line too, so short that it is a dot. @param {Point[]} points */
  const track = (points) => points.map(({ ply, chance }, index) => `${index === 0 ? "M" : "L"}${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`).join("") + (points.length === 1 ? "h0.1" : "");

  /** @param {Point[]} points */
  const area = (points) => `${track(points)}L${x(points[points.length - 1].ply).toFixed(1)} ${y(0)}L${x(points[0].ply).toFixed(1)} ${y(0)}Z`;

  /** The numbers at the axes: chances at the left, moves below. */
  function axes() {
    return [
      [1, 0.5, 0].map((chance) => s("text", { class: "graph-number", x: EDGE.left - 6, y: y(chance) + 4, "text-anchor": "end" }, percent(chance))),
      ticks(shown.reviews.length, inner()).flatMap((ply) => [
        s("line", { class: "graph-tick", x1: x(ply), x2: x(ply), y1: y(0), y2: y(0) + 4 }),
        s("text", { class: "graph-number", x: x(ply), y: y(0) + 16, "text-anchor": "middle" }, number(ply)),
      ]),
    ].flat(2);
  }

  /** The points of the faults with their signs. */
  function marks() {
    const seats = shown.seatNames.length;
    /** @type {Fault[]} */
    const faults = shown.reviews.flatMap((review, index) => {
      if (!review?.worth || !isFault(review)) return [];
      // The sign stands where the curve does not come from: under a fall, above a rise.
      return [{ x: x(index + 1), y: y(firstChance(review.worth, review.seat, seats)), grade: review.grade, below: seats > 2 || review.seat === 0 }];
    });
    const signs = placeSigns(faults, { top: 0, bottom: y(0) });
    const many = faults.length > MOST_SIGNS;
    return faults.flatMap((fault, index) => {
      const sign = many && fault.grade === "inaccuracy" ? null : signs[index];
      return [point(fault.grade, fault.x, fault.y), sign && s("text", { class: `graph-glyph grade-${fault.grade}`, x: sign.x, y: sign.y + 4, "text-anchor": "middle" }, glyph(fault.grade))];
    });
  }

  /** @param {PointerEvent} event */
  function pointAt(event) {
    const box = element.getBoundingClientRect();
    const share = (event.clientX - box.left - EDGE.left) / inner();
    const ply = Math.round(share * shown.reviews.length);
    goTo(Math.min(Math.max(ply, 0), shown.reviews.length));
  }

  element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    element.setPointerCapture(event.pointerId);
    pointAt(event);
  });
  element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (element.hasPointerCapture(event.pointerId)) pointAt(event);
  });
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const most = shown.reviews.length;
    const wanted = { ArrowLeft: shown.ply - 1, ArrowDown: shown.ply - 1, ArrowRight: shown.ply + 1, ArrowUp: shown.ply + 1, PageUp: shown.ply + 10, PageDown: shown.ply - 10, Home: 0, End: most }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(Math.min(Math.max(wanted, 0), most));
  });
  const observer = new ResizeObserver(draw);
  observer.observe(element);

  return {
    element,
    draw(reviews, ply, seatNames) {
      shown = { reviews, ply, seatNames };
      draw();
    },
    destroy: () => observer.disconnect(),
  };
}
