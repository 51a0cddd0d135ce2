// Pieces of the tables of tournaments.

import { h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";

/**
 * A table that scrolls where it is too wide.
 *
 * @param {string} label
 * @param {HTMLElement} table
 */
export function scroll(label, table) {
  return h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": label }, table);
}

/** @param {number} seconds */
export function duration(seconds) {
  return seconds < 0.1 ? t("arena.milliseconds", { count: number(1000 * seconds, 1) }) : t("arena.seconds", { count: number(seconds, 1) });
}
