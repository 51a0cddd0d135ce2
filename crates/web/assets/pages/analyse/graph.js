// The value graph of a game: with two seats one curve of the first seat's chance, with more one
// curve for each seat. It is a slider, so that it can be used without a pointer.

import { h, replace, s } from "../../lib/dom.js";
import { seatName, t } from "../../lib/i18n.js";
import { firstChance, glyph, isFault, percent } from "./worth.js";

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
  return isFault(review) ? `${text}, ${t(`analyse.grade.${review.grade}`)}` : text;
}

const HEIGHT = 112;
const EDGE = { top: 16, bottom: 8, side: 10 };

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
  /** @param {number} ply */
  const x = (ply) => EDGE.side + (ply / Math.max(shown.reviews.length, 1)) * (width() - 2 * EDGE.side);
  /** @param {number} chance */
  const y = (chance) => EDGE.top + (1 - chance) * (HEIGHT - EDGE.top - EDGE.bottom);

  function draw() {
    const { reviews, ply, seatNames } = shown;
    drawing.setAttribute("viewBox", `0 0 ${width()} ${HEIGHT}`);
    const found = curves(reviews, seatNames.length);
    replace(
      drawing,
      s("rect", { class: "graph-ground", x: 0, y: y(1), width: width(), height: y(0) - y(1) }),
      seatNames.length === 2 && found[0].pieces.map((points) => s("path", { class: "graph-area", d: area(points) })),
      s("line", { class: "graph-middle", x1: 0, x2: width(), y1: y(0.5), y2: y(0.5) }),
      found.flatMap(({ seat, pieces }) => pieces.map((points) => s("path", { class: `graph-curve graph-seat-${seatNames.length === 2 ? "one" : seat + 1}`, d: track(points) }))),
      s("line", { class: "graph-now", x1: x(ply), x2: x(ply), y1: y(1), y2: y(0) }),
      reviews.flatMap((review, index) => (review?.worth && isFault(review) ? mark(review, index + 1) : [])),
    );
    element.setAttribute("aria-valuemax", String(reviews.length));
    element.setAttribute("aria-valuenow", String(ply));
    element.setAttribute("aria-valuetext", plyText(reviews, ply, seatNames));
  }

  /** A single point is a line too, so short that it is a dot. @param {Point[]} points */
  const track = (points) => points.map(({ ply, chance }, index) => `${index === 0 ? "M" : "L"}${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`).join("") + (points.length === 1 ? "h0.1" : "");

  /** @param {Point[]} points */
  const area = (points) => `${track(points)}L${x(points[points.length - 1].ply).toFixed(1)} ${y(0)}L${x(points[0].ply).toFixed(1)} ${y(0)}Z`;

  /** @param {Reviewed} review @param {number} ply */
  function mark(review, ply) {
    const chance = review.worth ? firstChance(review.worth, review.seat, shown.seatNames.length) : 0.5;
    // The sign stands where the curve does not come from: under a fall, above a rise.
    const falls = (shown.seatNames.length > 2 || review.seat === 0) && y(chance) + 14 < HEIGHT;
    const at = falls ? y(chance) + 14 : Math.max(y(chance) - 7, 11);
    return [
      s("circle", { class: `graph-fault grade-${review.grade}`, cx: x(ply), cy: y(chance), r: 3.5 }),
      s("text", { class: `graph-glyph grade-${review.grade}`, x: x(ply), y: at, "text-anchor": "middle" }, glyph(review.grade)),
    ];
  }

  /** @param {PointerEvent} event */
  function point(event) {
    const box = element.getBoundingClientRect();
    const share = (event.clientX - box.left - EDGE.side) / (box.width - 2 * EDGE.side);
    const ply = Math.round(share * shown.reviews.length);
    goTo(Math.min(Math.max(ply, 0), shown.reviews.length));
  }

  element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    element.setPointerCapture(event.pointerId);
    point(event);
  });
  element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (element.hasPointerCapture(event.pointerId)) point(event);
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
