// The parts of the desk and where they stand: board on the left, engine, graph and tabs on the
// right; on a phone one below the other, with the stepping bar always at hand.

import { h, replace, s } from "../../lib/dom.js";
import { agentText, gameText, playerText, sentence } from "../../lib/format.js";
import { number, seatName, t } from "../../lib/i18n.js";
import { createTabs } from "../../lib/tabs.js";
import { openingText } from "../play/words.js";
import { openRecord } from "./chooser.js";
import { createEnginePanel, createValueBar } from "./enginepanel.js";
import { createGraph } from "./graph.js";
import { createImport } from "./importing.js";
import { createMovesPanel } from "./movespanel.js";
import { createReviewPanel } from "./reviewpanel.js";
import { seatMark } from "./seatmark.js";
import { createSetup } from "./setup.js";
import { createSharePanel } from "./sharepanel.js";

/**
 * @param {import("./sources.js").Sitting | null} player
 * @returns {string | null}
 */
export function playerName(player) {
  // The ledger labels its agents as they are written: level:1. Names of people stay as they are.
  if (typeof player === "string") return /^[a-z-]+(:\S+)?$/.test(player) ? sentence(agentText(player)) : player;
  return player && sentence(playerText(player));
}

/**
 * @param {HTMLElement} main
 * @param {object} parts
 * @param {import("./sources.js").Subject} parts.subject
 * @param {Web.Catalogue} parts.catalogue
 * @param {Core.FormatInfo[]} parts.formats
 * @param {import("./desk.js").Actions} parts.actions
 * @param {() => import("./sharepanel.js").Shared} parts.shared
 * @param {Error | null} parts.problem what could not be opened
 */
export function buildDesk(main, { subject, catalogue, formats, actions, shared, problem }) {
  const playerNames = subject.players.map(playerName);
  const bar = createValueBar(subject.seatNames);
  const boardPlace = h("div", { class: "desk-board" });
  const turnLine = h("p", { class: "desk-turn" });
  const saidLine = h("p", { class: "desk-said muted small", role: "status" });
  const engine = createEnginePanel({ toggle: actions.toggleEngine, values: actions.values, lines: actions.lines, simple: actions.simple, follow: actions.follow, point: actions.point, deeper: actions.deeper });
  const graph = createGraph(actions.goToPly);
  const begin = h("button", { type: "button", onclick: () => (tabs.choose("review"), review.start()) }, t("analyse.review.start"));
  const moves = createMovesPanel(subject, actions);
  const review = createReviewPanel({ start: actions.startReview, stop: actions.stopReview, nextFault: actions.nextFault, retry: actions.retry, again: actions.again, solution: actions.solution, endRetry: actions.endRetry, better: actions.better });
  /** @type {{destroy: () => void} | null} */
  let setup = null;
  const position = h("div", { class: "stack" });
  const tabs = createTabs(
    [
      { name: "moves", title: t("analyse.tab.moves"), content: moves.element },
      { name: "review", title: t("analyse.tab.review"), content: review.element },
      { name: "share", title: t("analyse.tab.share"), content: createSharePanel({ formats, shared }) },
      { name: "position", title: t("analyse.tab.position"), content: position },
    ],
    {
      chosen: (name) => {
        root.dataset.tab = name;
        if (name === "position") drawPosition();
        else closePosition();
      },
    },
  );
  const steps = {
    first: stepButton("first", "M6 5v14M18 5l-9 7 9 7z", actions.first),
    previous: stepButton("previous", "M16 5l-9 7 9 7z", actions.previous),
    next: stepButton("next", "M8 5l9 7-9 7z", actions.next),
    last: stepButton("last", "M18 5v14M6 5l9 7-9 7z", actions.last),
  };
  const count = h("span", { class: "step-count number", "aria-hidden": "true" });
  const names = subject.seatNames.map((name, seat) => h("span", { class: "desk-player" }, seatMark(name), name.length > 1 && seatName(name), playerNames[seat] && h("span", { class: "muted" }, playerNames[seat])));
  const opening = h("span", { class: "desk-opening muted" });
  const title = subject.title || t("analyse.of", { game: gameText(subject.game) });
  const root = h(
    "div",
    { class: "desk", dataset: { geometry: subject.geometry, tab: "moves" } },
    h("header", { class: "desk-head" }, h("h1", {}, title), h("p", { class: "desk-players small" }, names, opening)),
    h("section", { class: "desk-left", "aria-label": t("analyse.board") }, boardPlace, turnLine, saidLine),
    h(
      "div",
      { class: "desk-right" },
      problem && h("p", { class: "notice warn", role: "alert" }, t("analyse.cut", { reason: problem.message })),
      h("div", { class: "desk-engine card" }, bar.element, engine.element),
      h("div", { class: "desk-graph card" }, graph.element, h("div", { class: "graph-empty" }, begin), subject.seatNames.length > 2 && legend(subject.seatNames)),
      h("section", { class: "desk-tabs card" }, tabs.element),
    ),
    h("nav", { class: "step-bar", "aria-label": t("analyse.steps") }, steps.first, steps.previous, count, steps.next, steps.last),
  );
  replace(main, root);

  function drawPosition() {
    if (setup) return;
    const { game, position: text } = shared();
    const made = createSetup({ catalogue, game, position: text }, actions.openPosition);
    setup = made;
    replace(position, h("h3", {}, t("analyse.choose.setup")), made.element, h("h3", {}, t("analyse.choose.import")), createImport(catalogue, openRecord), h("p", {}, h("a", { href: "/analyse" }, t("analyse.another"))));
  }

  function closePosition() {
    setup?.destroy();
    setup = null;
    replace(position);
  }

  /** @param {import("./desk.js").Shown} shown */
  function draw(shown) {
    const { tree, view } = shown;
    const current = tree.spots[tree.cursor].review;
    const isHidden = shown.retry !== null && shown.retry.step !== "told";
    moves.draw({ ...shown, hideReview: isHidden });
    review.draw({ running: shown.running, reviews: shown.reviews, seatNames: subject.seatNames, playerNames, current, retry: shown.retry, problem: shown.reviewProblem });
    graph.draw(shown.reviews, shown.reviewPly, subject.seatNames);
    begin.hidden = shown.running !== null || shown.reviews.length === 0 || shown.reviews.some((said) => said !== null);
    count.textContent = `${number(shown.ply)} / ${number(shown.plies)}`;
    for (const button of [steps.first, steps.previous]) setOff(button, shown.ply === 0);
    for (const button of [steps.next, steps.last]) setOff(button, shown.ply === shown.plies);
    opening.textContent = view ? openingText(view) : "";
    if (shown.problem) root.classList.add("drawn");
    replace(turnLine, shown.problem ? h("span", { class: "problem" }, shown.problem) : view && turnText(view, subject.seatNames));
  }

  return {
    boardPlace,
    title,
    draw,
    /** The board stands: what is around it may be seen. */
    drawn: () => root.classList.add("drawn"),
    /** @param {Parameters<typeof engine.draw>[0]} shown @param {{chance: number, seat: string} | null} chance */
    drawEngine(shown, chance) {
      engine.draw(shown);
      bar.draw(chance);
    },
    /** @param {string} text */
    announce(text) {
      saidLine.textContent = text;
    },
    focusTyping: () => {
      tabs.choose("moves");
      moves.focus();
    },
    /** @param {string} name */
    openTab: (name) => tabs.choose(name),
    destroy() {
      graph.destroy();
      setup?.destroy();
    },
  };
}

/** @param {Core.View} view @param {string[]} seatNames @returns {string} whose turn, or how it ended, and the scores */
function turnText(view, seatNames) {
  const scores = view.scores.map((score, seat) => `${seatName(seatNames[seat])} ${number(score)}`).join(" · ");
  if (view.turn !== null) return t("analyse.turn", { seat: seatName(seatNames[view.turn]), scores });
  const winner = view.outcome?.winner;
  return winner === null || winner === undefined ? t("analyse.drawn", { scores }) : t("analyse.won", { seat: seatName(seatNames[winner]), scores });
}

/** Buttons at an end stay where the focus is, so they are marked and not disabled. @param {HTMLElement} button @param {boolean} off */
function setOff(button, off) {
  button.setAttribute("aria-disabled", String(off));
}

/** @param {string} name @param {string} path of its sign @param {() => void} action */
function stepButton(name, path, action) {
  const label = t(`analyse.step.${name}`);
  const sign = s("svg", { class: "step-sign", viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" }, s("path", { d: path }));
  return h("button", { type: "button", class: "step", "aria-label": label, title: label, onclick: action }, sign);
}

/** @param {string[]} seatNames */
function legend(seatNames) {
  return h("ul", { class: "graph-legend small" }, seatNames.map((name) => h("li", {}, seatMark(name), seatName(name))));
}
