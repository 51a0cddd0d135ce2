// Papers as elements.

import { h, replace } from "../lib/dom.js";
import { gameText, whenText } from "../lib/format.js";
import { number, t } from "../lib/i18n.js";
import { chartFigure } from "./chart-figure.js";
import { columnsOf, isOver, notesOf, rowsOf, tally, verdict } from "./papers-state.js";
import { cell, said, titleTongue, tongue } from "./papers-words.js";

/** @typedef {Pick<Web.RunTold, "run" | "state" | "done" | "of"> & Partial<Web.RunTold>} Run what is known of a run */

/** @param {Web.Paper<number>[]} papers */
export function drawList(papers) {
  return h(
    "div",
    { class: "stack" },
    h("h1", {}, t("papers.title")),
    h("p", { class: "lead" }, t("papers.lead")),
    h("ul", { class: "paper-cards" }, papers.map((paper) => h("li", {}, card(paper)))),
  );
}

/** @param {Web.Paper<number>} paper */
function card(paper) {
  return h(
    "article",
    { class: "card stack-small paper-card" },
    h("h2", { lang: titleTongue(paper) }, h("a", { href: `/papers/${encodeURIComponent(paper.paper)}` }, said(paper.title))),
    source(paper),
    h("p", { lang: tongue(paper.summary) }, said(paper.summary)),
    h("p", { class: "row" }, chip("good", "✓", t("papers.card.match", { count: paper.match })), chip("bad", "✗", t("papers.card.differs", { count: paper.differs })), paper.people > 0 && chip("open", "–", t("papers.card.people", { count: paper.people }))),
    h("p", { class: "small muted" }, t("papers.card.done", { done: paper.done, count: paper.experiments })),
  );
}

/** @param {Pick<Web.Paper<unknown>, "authors" | "year">} paper */
function source({ authors, year }) {
  const known = [authors.join(", "), year].filter((part) => part !== "" && part !== null);
  return known.length > 0 && h("p", { class: "muted" }, known.join(" · "));
}

/**
 * @param {string} kind
 * @param {string} glyph
 * @param {string} text
 */
function chip(kind, glyph, text) {
  return h("span", { class: `chip verdict-${kind}` }, h("span", { "aria-hidden": "true" }, glyph), text);
}

/**
 * The page of a paper with an empty place for each experiment.
 *
 * @param {Web.Paper<Web.Experiment[]>} paper
 * @param {() => void} runAll
 */
export function drawPaper(paper, runAll) {
  const several = paper.experiments.filter((experiment) => experiment.runs).length > 1;
  return h(
    "div",
    { class: "stack paper-page" },
    h("p", { class: "small" }, h("a", { href: "/papers" }, `← ${t("papers.title")}`)),
    h("div", { class: "stack-small" }, h("h1", { lang: titleTongue(paper) }, said(paper.title)), source(paper), h("p", { class: "lead", lang: tongue(paper.summary) }, said(paper.summary))),
    h("p", { class: "row" }, several && h("button", { type: "button", onclick: runAll }, t("papers.run-all")), h("code", { class: "small muted" }, `papan papers run ${paper.paper}`)),
    paper.experiments.map((experiment) => h("section", { class: "card stack experiment", id: `experiment-${experiment.id}`, "aria-labelledby": `title-${experiment.id}` })),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Web.Experiment} experiment
 * @param {Run | null} run
 * @param {{run: () => void, stop: (() => void) | null}} actions `stop` for whoever started the run
 */
export function drawExperiment(place, experiment, run, actions) {
  const bar = place.querySelector(".run-bar");
  const running = run !== null && !isOver(run);
  // While it runs only the bar changes, so that nobody who reads the table is disturbed.
  if (running && bar && place.dataset.running === "yes") {
    updateProgress(bar, run);
    return;
  }
  const focused = place.contains(document.activeElement);
  place.dataset.running = running ? "yes" : "no";
  replace(place, head(experiment), runBar(experiment, run, actions), table(experiment), experiment.outcome?.charts.map((drawn) => outcomeChart(drawn, said(experiment.title))));
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(".run-bar button"))?.focus();
}

/** @param {Web.Experiment} experiment */
function head(experiment) {
  const facts = [experiment.game && gameText(experiment.game), experiment.games && t("papers.games", { count: number(experiment.games) })];
  return h(
    "div",
    { class: "stack-small" },
    h("h2", { id: `title-${experiment.id}`, lang: tongue(experiment.title) }, said(experiment.title)),
    h("p", { lang: tongue(experiment.about) }, said(experiment.about)),
    facts.some(Boolean) && h("p", { class: "small muted" }, facts.filter(Boolean).join(" · ")),
  );
}

/**
 * @param {Web.Experiment} experiment
 * @param {Run | null} run
 * @param {{run: () => void, stop: (() => void) | null}} actions
 */
function runBar(experiment, run, actions) {
  if (!experiment.runs) return h("p", { class: "small muted" }, t("papers.people"));
  if (run !== null && !isOver(run)) {
    const bar = h(
      "div",
      { class: "row run-bar" },
      actions.stop ? h("button", { type: "button", onclick: actions.stop }, t("papers.stop")) : h("span", { class: "small muted" }, t("papers.elsewhere")),
      h("progress", { "aria-label": t("papers.progress", { title: said(experiment.title) }) }),
      h("span", { class: "number small" }),
    );
    updateProgress(bar, run);
    return bar;
  }
  const last = experiment.outcome && t("papers.last", { when: whenText(experiment.outcome.at), seconds: number(experiment.outcome.seconds, 1) });
  const note = run?.state === "failed" ? t("papers.failed", { problem: run.problem ?? "" }) : run?.state === "stopped" ? t("papers.stopped") : null;
  return h(
    "div",
    { class: "row run-bar" },
    h("button", { type: "button", class: experiment.outcome ? "" : "primary", onclick: actions.run }, t(experiment.outcome ? "papers.again" : "papers.run")),
    h("span", { class: "small muted" }, note ?? last ?? t("papers.never")),
    experiment.outcome && summary(experiment.outcome.rows),
  );
}

/**
 * @param {Element} bar
 * @param {Run} run
 */
function updateProgress(bar, run) {
  const progress = /** @type {HTMLProgressElement} */ (bar.querySelector("progress"));
  const words = /** @type {HTMLElement} */ (bar.querySelector(".number"));
  if (run.state === "running" && run.of > 0) {
    progress.max = run.of;
    progress.value = run.done;
    words.textContent = t("papers.running", { done: number(run.done), of: number(run.of) });
  } else {
    progress.removeAttribute("value");
    words.textContent = t("papers.waiting");
  }
}

/** @param {Web.PaperRow[]} rows */
function summary(rows) {
  const { match, differs, undecided, unexpected } = tally(rows);
  return h(
    "span",
    { class: "row" },
    match > 0 && chip("good", "✓", t("papers.card.match", { count: match })),
    differs > 0 && chip("bad", "✗", t("papers.card.differs", { count: differs })),
    undecided > 0 && chip("open", "?", t("papers.card.undecided", { count: undecided })),
    unexpected > 0 && chip("bad", "!", t("papers.card.unexpected", { count: unexpected })),
  );
}

/** @param {Web.Experiment} experiment */
function table(experiment) {
  const rows = rowsOf(experiment);
  const columns = columnsOf(rows);
  const ran = experiment.outcome !== null;
  const notes = notesOf(rows);
  return h(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": t("papers.table", { title: said(experiment.title) }) },
    h(
      "table",
      { class: "paper-table blocks-table" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("papers.column.row")), columns.map((name) => h("th", { scope: "col", class: "number" }, t(`papers.column.${name}`))), h("th", { scope: "col" }, t(ran ? "papers.column.verdict" : "papers.column.expected")))),
      h("tbody", {}, rows.map((row, index) => tableRow(row, columns, ran, notes.each[index]))),
    ),
    notes.all && h("p", { class: "row-note", lang: tongue(notes.all) }, said(notes.all)),
  );
}

/**
 * @param {Web.PaperRow} row
 * @param {ReturnType<typeof columnsOf>} columns
 * @param {boolean} ran
 * @param {string | null} note
 */
function tableRow(row, columns, ran, note) {
  const { key, glyph, kind, unexpected } = verdict(ran ? row : { ...row, verdict: row.expected });
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, h("span", { class: "row-name", lang: tongue(row.name) }, said(row.name)), place(row.source), note && h("span", { class: "row-note", lang: tongue(note) }, said(note))),
    columns.map((name) => h("td", { class: "number", "data-label": t(`papers.column.${name}`) }, cell(row[name] ?? ""))),
    h("td", { class: `verdict verdict-${ran ? kind : "open"}` }, h("span", { "aria-hidden": "true" }, `${glyph} `), t(`papers.verdict.${key}`), unexpected && h("strong", {}, ` (${t("papers.unexpected")})`)),
  );
}

/**
 * Where in the paper it stands; an outcome that was kept by an earlier version does not say.
 *
 * @param {string | null | undefined} source
 */
function place(source) {
  if (source === undefined) return null;
  return source === null ? h("span", { class: "row-note" }, t("papers.own")) : h("span", { class: "row-note", lang: tongue(source) }, said(source));
}

/**
 * A chart of what came out, in the language of the page. The title of an experiment stands above it
 * already; a histogram has the name of its row.
 *
 * @param {Web.ExperimentOutcome["charts"][number]} drawn
 * @param {string} title
 */
function outcomeChart({ of, games, chart }, title) {
  const spoken = spokenChart(chart, t(`papers.axis.${of}`));
  const caption = [
    t(`papers.chart.${of}`, { count: number(games) }),
    chart.kind === "bars" && chart.reference != null && t("papers.chart.bound"),
    chart.kind === "histogram" && chart.published != null && t("papers.chart.published-line"),
  ];
  return chartFigure(spoken, t("papers.chart.of", { title: spoken.title || title }), [caption.filter(Boolean).join(" ")]);
}

/**
 * A chart with its names in the language of the page.
 *
 * @param {Report.Chart} chart
 * @param {string} axis
 * @returns {Report.Chart}
 */
function spokenChart(chart, axis) {
  switch (chart.kind) {
    case "bars":
      return { ...chart, title: "", axis, key: t("chart.ours"), bars: chart.bars.map((bar) => ({ ...bar, label: said(bar.label) })) };
    case "grouped":
      return { ...chart, title: "", axis, series: chart.series.map(said), groups: chart.groups.map(([label, values]) => [said(label), values]) };
    case "histogram":
      return { ...chart, title: said(chart.title), axis };
    default:
      return { ...chart, title: "" };
  }
}
