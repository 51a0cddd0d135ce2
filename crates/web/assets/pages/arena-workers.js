// What came of the games of each worker, and whether they agree.

import { h } from "../lib/dom.js";
import { agentText } from "../lib/format.js";
import { number, t } from "../lib/i18n.js";
import { duration, scroll } from "./arena-parts.js";

/** @typedef {import("./arena-state.js").GameReport} GameReport */

/** More agents than this leave no room for the share of each. */
const ROOMY = 6;

/**
 * A table of the workers where several played; nothing where one alone did.
 *
 * @param {GameReport} report
 */
export function drawWorkers(report) {
  const { workers, agents, agreement, doubtful } = report;
  if (workers.length === 0) return [];
  // Of two agents the share of one says it all.
  const shown = agents.slice(0, agents.length === 2 ? 1 : agents.length <= ROOMY ? agents.length : 0);
  const heads = [t("arena.column.games"), ...shown.map((agent) => t("arena.workers.share", { agent: agentText(agent.label) })), t("arena.column.time"), t("arena.workers.timed"), t("arena.workers.confirmed")];
  const row = (/** @type {Arena.WorkerStanding} */ worker) => {
    const shares = shown.map((_, agent) => worker.shares[agent]).map((share) => (share === null ? "–" : `${number(100 * share, 1)}%`));
    const cells = [number(worker.games), ...shares, worker.mean_seconds === null ? "–" : duration(worker.mean_seconds), number(worker.timed), number(worker.confirmed)];
    return h("tr", {}, h("th", { scope: "row", class: "anywhere" }, worker.worker ?? t("arena.workers.here")), cells.map((cell) => h("td", { class: "number" }, cell)));
  };
  return [
    h("h3", {}, t("arena.workers")),
    agreement && h("p", { class: `notice ${doubtful ? "bad" : "good"}` }, t(doubtful ? "arena.workers.differ" : "arena.workers.alike"), " ", h("span", { class: "muted" }, testText(agreement))),
    scroll(
      t("arena.workers"),
      h(
        "table",
        { class: "long-heads" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("arena.workers.worker")), heads.map((head) => h("th", { scope: "col", class: "number" }, head)))),
        h("tbody", {}, workers.map(row)),
      ),
    ),
  ];
}

/**
 * The test in the numbers that statisticians ask for.
 *
 * @param {Arena.Agreement} agreement
 */
export function testText({ chi_squared, degrees, p_value, simulated }) {
  const chance = p_value < 0.0001 ? `p < ${number(0.0001, 4)}` : `p = ${number(p_value, 4)}`;
  const text = t("arena.workers.test", { chi: number(chi_squared, 2), count: number(degrees), chance });
  return simulated ? `${text} ${t("arena.workers.simulated")}` : text;
}
