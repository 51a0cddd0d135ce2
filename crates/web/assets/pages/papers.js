// The papers, and their experiments run again.

import { ask, get, post } from "../lib/api.js";
import { replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { store, stored } from "../lib/settings.js";
import { say } from "../lib/status.js";
import { isOver } from "./papers-state.js";
import { drawExperiment, drawList, drawPaper } from "./papers-view.js";
import { loadWords, said } from "./papers-words.js";

/** @typedef {Web.Paper<Web.Experiment[]>} Whole */
/** @typedef {import("./papers-view.js").Run} Run */

/** How often a run is asked how far it is, in milliseconds. */
const INTERVAL = 500;

/** Where the secrets of the runs that this browser started are kept. */
const SECRETS = "papan.runs";

/** @returns {Record<string, string>} the secret of each run that this browser may stop */
const secrets = () => stored(SECRETS, {});

/** @type {import("../lib/router.js").ShowPage} */
export async function show(main, { paper }) {
  await loadWords();
  if (paper === undefined) {
    const { papers } = /** @type {Web.Papers} */ (await get("/api/papers"));
    replace(main, drawList(papers));
    return { title: t("papers.title") };
  }
  return showPaper(main, /** @type {Whole} */ (await get(`/api/papers/${encodeURIComponent(paper)}`)));
}

/**
 * @param {HTMLElement} main
 * @param {Whole} paper
 */
function showPaper(main, paper) {
  /** What is known of the run of each experiment. @type {Map<string, Run>} */
  const runs = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let left = false;

  /** @param {Web.Experiment} experiment */
  const actions = (experiment) => {
    const own = secrets()[runs.get(experiment.id)?.run ?? ""] !== undefined;
    return { run: () => start(experiment), stop: own ? () => stop(experiment) : null };
  };

  /** @param {Web.Experiment} experiment */
  function draw(experiment) {
    const place = document.getElementById(`experiment-${experiment.id}`);
    if (place) drawExperiment(place, experiment, runs.get(experiment.id) ?? null, actions(experiment));
  }

  /** @param {Web.Experiment} experiment */
  async function start(experiment) {
    try {
      const { run, secret } = /** @type {Web.RunStarted} */ (await post(`/api/papers/${encodeURIComponent(paper.paper)}/${encodeURIComponent(experiment.id)}/run`, {}));
      if (secret !== null) store(SECRETS, { ...secrets(), [run]: secret });
      runs.set(experiment.id, { run, state: "waiting", done: 0, of: 0 });
      draw(experiment);
      poll();
    } catch (error) {
      say(String(error instanceof Error ? error.message : error));
    }
  }

  /** @param {Web.Experiment} experiment */
  async function stop(experiment) {
    const known = runs.get(experiment.id);
    if (!known) return;
    const headers = { Authorization: `Bearer ${secrets()[known.run]}` };
    await ask("DELETE", `/api/papers/runs/${known.run}`, undefined, headers).catch((error) => say(error.message));
    poll();
  }

  async function startAll() {
    for (const experiment of paper.experiments) {
      const known = runs.get(experiment.id);
      if (experiment.runs && (!known || isOver(known))) await start(experiment);
    }
  }

  function poll() {
    clearTimeout(timer);
    if (!left) timer = setTimeout(look, INTERVAL);
  }

  async function look() {
    for (const experiment of paper.experiments) {
      const known = runs.get(experiment.id);
      if (!known || isOver(known)) continue;
      const gone = (/** @type {import("../lib/api.js").ServerError} */ error) => (error.error?.code === "not-found" ? { ...known, state: "stopped" } : known);
      const told = /** @type {Run} */ (await get(`/api/papers/runs/${known.run}`).catch(gone));
      if (left) return;
      if (told.state === "done") {
        experiment.outcome = told.outcome ?? null;
        say(t("papers.said.done", { title: said(experiment.title) }));
      }
      if (isOver(told)) {
        const { [told.run]: _, ...others } = secrets();
        store(SECRETS, others);
      }
      runs.set(experiment.id, told);
      draw(experiment);
    }
    if ([...runs.values()].some((run) => !isOver(run))) poll();
  }

  for (const experiment of paper.experiments) {
    if (experiment.run !== null) runs.set(experiment.id, { run: experiment.run, state: "waiting", done: 0, of: 0 });
  }
  replace(main, drawPaper(paper, startAll));
  paper.experiments.forEach(draw);
  if (runs.size > 0) look();
  return {
    title: said(paper.title),
    leave() {
      left = true;
      clearTimeout(timer);
    },
  };
}
