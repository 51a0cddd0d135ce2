// Charts. The server draws them; the words are those of the page.

import { raw } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { drawing } from "../lib/picture.js";

/** The widths that charts are drawn in; one that is not so wide as its place is scaled up. */
const WIDTHS = [320, 440, 560, 680, 800];

/**
 * A figure with a chart and a caption. The chart is drawn again when its place changes much.
 *
 * @param {Report.Chart} chart as the server describes it, its names in the language of the page
 * @param {string} label what a screen reader says before what the chart itself says
 * @param {(Node | string | null)[]} caption
 * @returns {HTMLElement}
 */
export function chartFigure(chart, label, caption) {
  const place = h("div", { class: "chart-place" });
  let drawn = 0;
  const draw = async () => {
    const room = place.clientWidth || WIDTHS[WIDTHS.length - 1];
    const width = WIDTHS.findLast((one) => one <= room) ?? WIDTHS[0];
    if (width === drawn) return;
    drawn = width;
    try {
      const text = await (await raw("POST", "/api/chart", { chart, style: styleOf(width) })).text();
      if (width !== drawn) return;
      const svg = drawing(text);
      svg.setAttribute("aria-label", `${label}. ${(svg.getAttribute("aria-label") ?? "").replace(/^\. /, "")}`);
      place.replaceChildren(svg);
    } catch (error) {
      console.warn(`no chart: ${error instanceof Error ? error.message : error}`);
    }
  };
  new ResizeObserver(draw).observe(place);
  return h("figure", { class: "chart-figure" }, place, h("figcaption", { class: "small muted" }, caption));
}

/** @param {number} width */
function styleOf(width) {
  return {
    width,
    decimal_comma: number(0.5).includes(","),
    words: {
      interval: t("chart.interval"),
      interval_key: t("chart.interval-key"),
      to: t("chart.to"),
      published: t("chart.published"),
      games: t("chart.games"),
      of: t("chart.of"),
      from: t("chart.from"),
      most_often: t("chart.most-often"),
      ends_at: t("chart.ends-at"),
      no_values: t("chart.no-values"),
    },
  };
}
