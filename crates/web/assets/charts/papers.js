// The charts of papers: shares with intervals, histograms of points, bars of nodes.

import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { bar, diamond, figure, GLYPHS, line, text } from "./frame.js";
import { bins, linear, logarithmic } from "./scale.js";

/**
 * The figures of an outcome's chart.
 *
 * @param {any} chart as the server sends it
 * @param {string} title
 * @param {(english: string) => string} said names in the language of the page
 * @returns {HTMLElement[]}
 */
export function chartFigures(chart, title, said) {
  if (chart === null) return [];
  if (chart.kind === "shares") return chart.bars.length === 0 ? [] : [shares(chart, title, said)];
  if (chart.kind === "points") return chart.histograms.map((/** @type {any} */ row) => histogram(row, said(row.name)));
  return chart.groups.length === 0 ? [] : [nodes(chart, title, said)];
}

const percent = (/** @type {number} */ share) => `${number(100 * share)}%`;

/**
 * @param {any} chart
 * @param {string} title
 * @param {(english: string) => string} said
 */
function shares(chart, title, said) {
  const ROW = 40;
  const draw = (/** @type {number} */ width) => {
    const x = linear(0, 1, 8, width - 16, width < 420 ? 4 : 10);
    const bottom = chart.bars.length * ROW + 4;
    const children = x.ticks.flatMap((tick) => [
      line(x.at(tick), 0, x.at(tick), bottom, "chart-grid"),
      text(x.at(tick), bottom + 16, percent(tick), { "text-anchor": "middle", class: "chart-tick" }),
    ]);
    chart.bars.forEach((/** @type {any} */ row, /** @type {number} */ index) => {
      const top = index * ROW;
      const middle = top + 27;
      children.push(text(8, top + 14, said(row.name), { class: "chart-label" }), bar(x.at(0), top + 20, x.at(row.value) - x.at(0), 14, "chart-bar"));
      if (row.interval) {
        const [low, high] = row.interval.map(x.at);
        children.push(line(low, middle, high, middle, "chart-whisker"), line(low, middle - 5, low, middle + 5, "chart-whisker"), line(high, middle - 5, high, middle + 5, "chart-whisker"));
      }
      if (row.published !== null) children.push(diamond(x.at(row.published), middle));
    });
    if (chart.bound !== null) children.push(line(x.at(chart.bound), 0, x.at(chart.bound), bottom, "chart-bound"));
    return { height: bottom + 24, children };
  };
  const published = chart.bars.some((/** @type {any} */ row) => row.published !== null);
  const keys = [t(`papers.chart.${chart.of}`), published ? t("papers.chart.published") : null, chart.bound === null ? null : t("papers.chart.bound")];
  return figure(t("papers.chart.of", { title }), draw, [keys.filter((key) => key !== null).join(" ")]);
}

/**
 * @param {any} row
 * @param {string} name
 */
function histogram(row, name) {
  const HEIGHT = 180;
  const draw = (/** @type {number} */ width) => {
    const found = bins(row.counts, Math.floor(width / 9));
    const low = Math.min(found[0].from, row.published ?? found[0].from);
    const high = Math.max(found[found.length - 1].to + 1, row.published ?? 0);
    const x = linear(low, high, 44, width - 16, width < 420 ? 5 : 10);
    const y = linear(0, Math.max(...found.map((one) => one.count)), HEIGHT, 8, 4);
    const children = y.ticks.flatMap((tick) => [
      line(44, y.at(tick), width - 16, y.at(tick), "chart-grid"),
      text(38, y.at(tick) + 4, number(tick), { "text-anchor": "end", class: "chart-tick" }),
    ]);
    for (const { from, to, count } of found) {
      const left = x.at(from);
      children.push(bar(left, y.at(count), Math.max(x.at(to + 1) - left - 1, 1), HEIGHT - y.at(count), "chart-bar"));
    }
    children.push(...x.ticks.map((tick) => text(x.at(tick), HEIGHT + 18, number(tick), { "text-anchor": "middle", class: "chart-tick" })));
    if (row.published !== null) children.push(line(x.at(row.published), 0, x.at(row.published), HEIGHT, "chart-bound"));
    return { height: HEIGHT + 26, children };
  };
  const caption = [h("strong", {}, name), " · ", t("papers.chart.points", { count: number(row.games) }), row.published === null ? null : ` ${t("papers.chart.published-line")}`];
  return figure(t("papers.chart.of", { title: name }), draw, caption);
}

/**
 * @param {any} chart
 * @param {string} title
 * @param {(english: string) => string} said
 */
function nodes(chart, title, said) {
  const BAR = 18;
  const head = 24;
  const draw = (/** @type {number} */ width) => {
    const values = chart.groups.flatMap((/** @type {any} */ group) => group.values).filter((/** @type {any} */ value) => value !== null);
    const most = Math.max(...values, 1);
    const [from, to] = [24, width - 84];
    const x = chart.logarithmic ? logarithmic(Math.max(Math.min(...values), 1) / 2, most, from, to) : linear(0, most, from, to, width < 420 ? 2 : 5);
    /** @type {SVGElement[]} */
    const children = [];
    let top = 0;
    for (const group of chart.groups) {
      children.push(text(8, top + 15, said(group.name), { class: "chart-label" }));
      top += head;
      group.values.forEach((/** @type {number | null} */ value, /** @type {number} */ series) => {
        if (value === null) return;
        const end = Math.max(x.at(value), from + 1);
        children.push(
          text(14, top + 13, GLYPHS[series % GLYPHS.length], { "text-anchor": "middle", class: `chart-glyph series-${(series % 4) + 1}` }),
          bar(from, top + 2, end - from, BAR - 5, `chart-series series-${(series % 4) + 1}`),
          text(end + 5, top + 13, number(value), { class: "chart-tick" }),
        );
        top += BAR;
      });
      top += 8;
    }
    return { height: top, children };
  };
  const legend = chart.series.map((/** @type {string} */ name, /** @type {number} */ index) =>
    h("span", { class: "chart-key" }, h("span", { class: `chart-key-glyph series-${(index % 4) + 1}`, "aria-hidden": "true" }, GLYPHS[index % GLYPHS.length]), h("span", {}, said(name))),
  );
  const scale = t(chart.logarithmic ? "papers.chart.nodes-logarithmic" : "papers.chart.nodes");
  return figure(t("papers.chart.of", { title }), draw, [h("span", { class: "chart-keys" }, legend), scale]);
}
