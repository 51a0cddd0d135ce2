// The charts of tournaments: ratings with intervals, and how they came about.

import { h, s } from "../lib/dom.js";
import { agentText } from "../lib/format.js";
import { number, t } from "../lib/i18n.js";
import { figure, GLYPHS, line, round, text } from "./frame.js";
import { linear } from "./scale.js";

/**
 * The part of the ratings that is shown: intervals without an end are cut.
 *
 * @param {any[]} agents
 * @returns {[number, number]}
 */
export function ratingRange(agents) {
  const rated = agents.filter((agent) => Number.isFinite(agent.rating?.value));
  const values = rated.flatMap(({ rating }) => [rating.value, rating.low ?? rating.value, rating.high ?? rating.value]);
  if (values.length === 0) return [-100, 100];
  return [Math.max(Math.min(...values), -2000), Math.min(Math.max(...values), 2000)];
}

/**
 * A rating as a dot on the line of its interval, for a cell of a table.
 *
 * @param {any} rating
 * @param {[number, number]} range
 * @returns {SVGElement}
 */
export function ratingMark(rating, range) {
  const WIDTH = 120;
  const x = linear(range[0], range[1], 6, WIDTH - 6);
  const inside = (/** @type {number} */ value) => Math.min(Math.max(x.at(value), 0), WIDTH);
  const low = inside(rating.low ?? range[0]);
  const high = inside(rating.high ?? range[1]);
  return s(
    "svg",
    { viewBox: `0 0 ${WIDTH} 16`, width: WIDTH, height: 16, "aria-hidden": "true", class: "rating-mark" },
    line(inside(0), 0, inside(0), 16, "chart-grid"),
    line(low, 8, high, 8, "chart-whisker"),
    s("circle", { cx: round(inside(rating.value)), cy: 8, r: 4, class: "chart-dot" }),
  );
}

/**
 * The ratings after more and more games.
 *
 * @param {any[]} agents
 * @param {string} title
 * @returns {HTMLElement | null}
 */
export function ratingHistory(agents, title) {
  const shown = agents.map((agent, index) => ({ ...agent, index })).filter((agent) => agent.history.filter(isKnown).length > 1);
  if (shown.length === 0) return null;
  const HEIGHT = 220;
  const points = shown.flatMap((agent) => agent.history.filter(isKnown));
  const draw = (/** @type {number} */ width) => {
    const x = linear(0, Math.max(...points.map((point) => point.games)), 52, width - 24, width < 420 ? 4 : 8);
    const values = points.map((point) => Math.min(Math.max(point.rating.value, -2000), 2000));
    const y = linear(Math.min(...values), Math.max(...values), HEIGHT, 10, 5);
    const children = [
      ...y.ticks.flatMap((tick) => [line(52, y.at(tick), width - 24, y.at(tick), "chart-grid"), text(46, y.at(tick) + 4, number(tick), { "text-anchor": "end", class: "chart-tick" })]),
      ...x.ticks.map((tick) => text(x.at(tick), HEIGHT + 18, number(tick), { "text-anchor": "middle", class: "chart-tick" })),
    ];
    for (const agent of shown) {
      const known = agent.history.filter(isKnown);
      const places = known.map((/** @type {any} */ point) => [x.at(point.games), y.at(Math.min(Math.max(point.rating.value, -2000), 2000))]);
      const path = places.map((/** @type {number[]} */ [left, top], /** @type {number} */ index) => `${index === 0 ? "M" : "L"}${round(left)} ${round(top)}`).join("");
      const [left, top] = places[places.length - 1];
      const series = `series-${(agent.index % 4) + 1}`;
      children.push(s("path", { d: path, class: `chart-line ${series}` }), text(left + 10, top + 4, GLYPHS[agent.index % GLYPHS.length], { "text-anchor": "middle", class: `chart-glyph ${series}` }));
    }
    return { height: HEIGHT + 26, children };
  };
  const legend = shown.map((agent) =>
    h("span", { class: "chart-key" }, h("span", { class: `chart-key-glyph series-${(agent.index % 4) + 1}`, "aria-hidden": "true" }, GLYPHS[agent.index % GLYPHS.length]), agentText(agent.label)),
  );
  return figure(t("arena.history.of", { title }), draw, [h("span", { class: "chart-keys" }, legend), t("arena.history.caption")]);
}

/** @param {any} point */
function isKnown(point) {
  return Number.isFinite(point.rating.value);
}
