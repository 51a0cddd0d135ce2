// Workers as elements.

import { h } from "../lib/dom.js";
import { errorText, number, t } from "../lib/i18n.js";
import { stateOf, timeParts } from "./workers-state.js";

/** @param {Web.WorkerServers | null} servers */
export function drawProblem(servers) {
  const problem = servers?.problem;
  return problem && h("p", { class: problem.code === "workers-connecting" ? "notice" : "notice bad" }, errorText(problem));
}

/** @param {Web.WorkersSeen} seen */
export function drawServers({ servers, in_ledger }) {
  if (servers === null) return [how(t("workers.off"), "papan serve --workers nats://HOST")];
  const { events, workers, problem } = servers;
  const known = problem === null || events.length + workers.length > 0;
  return [
    h("p", { class: "muted anywhere" }, known ? totals(servers).join(" · ") : servers.address),
    known && h("h2", {}, t("workers.events")),
    known && events.length === 0 && h("p", {}, t("workers.events.none")),
    events.length > 0 && h("ul", { class: "event-cards" }, events.map((event) => h("li", {}, eventCard(event, in_ledger.includes(event.event))))),
    known && h("h2", {}, t("workers.workers")),
    known && workers.length === 0 && how(t("workers.nobody"), `papan work ${servers.address}`),
    workers.length > 0 && h("div", { class: "card" }, workersTable(workers)),
    servers.count > workers.length && h("p", { class: "small muted" }, t("workers.more", { count: number(servers.count - workers.length) })),
  ];
}

/**
 * What one can type to see more here.
 *
 * @param {string} text
 * @param {string} command
 */
function how(text, command) {
  return h("div", { class: "card stack-small" }, h("p", {}, text), h("pre", { class: "command", tabindex: "0" }, command));
}

/** @param {Web.WorkerServers} servers */
function totals({ address, count, threads, per_second }) {
  return [address, t("workers.count", { count: number(count) }), t("workers.threads", { count: number(threads) }), rate(per_second)];
}

/** @param {number} perSecond */
const rate = (perSecond) => t("workers.rate", { rate: number(perSecond, 1) });

/**
 * @param {Web.WorkerEvent} event
 * @param {boolean} kept whether its games are in the ledger here
 */
function eventCard({ event, progress }, kept) {
  return h(
    "article",
    { class: "card stack-small worker-event" },
    h("h3", {}, kept ? h("a", { href: `/arena/${encodeURIComponent(event)}` }, event) : event),
    progress === null ? h("p", { class: "muted" }, t("workers.alone")) : progressLines(event, progress),
  );
}

/**
 * @param {string} event
 * @param {Web.WorkerProgress} progress
 */
function progressLines(event, progress) {
  const { done, total, per_second, seconds_left, host, version, put_aside } = progress;
  const left = seconds_left !== null && done < total && t("workers.left", { time: timeText(seconds_left) });
  return h(
    "div",
    { class: "stack-small" },
    h("progress", { max: Math.max(total, 1), value: Math.min(done, total), "aria-label": t("workers.progress", { event }) }),
    h("p", {}, [t("workers.done", { done: number(done), total: number(total) }), rate(per_second), left].filter(Boolean).join(" · ")),
    h("p", { class: "small muted" }, t("workers.coordinator", { host, version })),
    put_aside.length > 0 && h("ul", { class: "worker-notes small" }, put_aside.map(({ worker, reason }) => h("li", { class: "bad" }, t("workers.aside.who", { worker, reason })))),
  );
}

/** @param {number} seconds */
function timeText(seconds) {
  const parts = timeParts(seconds);
  return parts === null ? t("workers.time.long") : parts.map(({ unit, count }) => t(`workers.time.${unit}`, { count: number(count) })).join(" ");
}

/** The signs of what workers do; the words beside them say the same. */
const SIGNS = { aside: "✕", silent: "?", working: "●", declines: "!", waiting: "○" };

/** @param {Web.Worker[]} workers */
function workersTable(workers) {
  const columns = ["threads", "speed", "games", "rate", "sign", "faults"];
  const heads = columns.map((key) => h("th", { scope: "col", role: "columnheader", class: "number" }, t(`workers.column.${key}`)));
  const row = (/** @type {Web.Worker} */ worker) => {
    const state = stateOf(worker);
    const values = [number(worker.threads), number(worker.speed / 1e6, 1), number(worker.games), number(worker.per_second, 1), t("workers.ago", { time: timeText(worker.last_sign) }), number(worker.faults)];
    return h(
      "tr",
      { role: "row" },
      h("th", { scope: "row", role: "rowheader" }, worker.name, h("span", { class: "row-note" }, t("workers.machine", { host: worker.host, version: worker.version })), notes(worker)),
      h("td", { role: "cell" }, h("span", { class: `chip worker-${state}` }, h("span", { "aria-hidden": "true" }, SIGNS[state]), t(`workers.state.${state}`))),
      values.map((value, index) => h("td", { role: "cell", class: "number", dataset: { label: t(`workers.column.${columns[index]}`) } }, value)),
    );
  };
  // Where a row becomes a block for want of room, it stays a row for those who hear it.
  return h(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": t("workers.workers") },
    h(
      "table",
      { class: "workers-table blocks-table long-heads", role: "table" },
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, h("th", { scope: "col", role: "columnheader" }, t("workers.column.worker")), h("th", { scope: "col", role: "columnheader" }, t("workers.column.state")), heads)),
      h("tbody", { role: "rowgroup" }, workers.map(row)),
    ),
  );
}

/**
 * Why a worker does not play, and what went wrong.
 *
 * @param {Web.Worker} worker
 */
function notes({ put_aside, declined, last_fault }) {
  const lines = [
    put_aside && h("li", { class: "bad" }, t("workers.aside.where", { ...put_aside })),
    ...declined.map((refusal) => h("li", {}, t("workers.declines", { ...refusal }))),
    last_fault !== null && h("li", {}, t("workers.fault", { fault: last_fault })),
  ].filter(Boolean);
  return lines.length > 0 && h("ul", { class: "worker-notes small" }, lines);
}
