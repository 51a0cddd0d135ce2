// The parts of the desk and where they stand: board on the left, engine, graph and tabs on the
// right; on a phone one below the other, with the stepping bar always at hand.

import { h, replace, s } from "../../lib/dom.js";
import { agentText, gameText, playerText, scoreText, sentence } from "../../lib/format.js";
import { number, seatName, t } from "../../lib/i18n.js";
import { createTabs } from "../../lib/tabs.js";
import { createTools } from "../play/tools.js";
import { openingText } from "../play/words.js";
import { openRecord } from "./chooser.js";
import { createEnginePanel, createValueBar } from "./enginepanel.js";
import { createGraph, graphLegend } from "./graph.js";
import { createImport } from "./importing.js";
import { createMovesPanel } from "./movespanel.js";
import { createReviewPanel } from "./reviewpanel.js";
import { seatMark } from "./seatmark.js";
import { createSetup } from "./setup.js";
import { legendOf } from "./signs.js";
import { yourSeat } from "./sources.js";
import { createSharePanel } from "./sharepanel.js";

/**
 * @param {import("./sources.js").Sitting | null} player
 * @param {boolean} [you] whether it is who looks at the page
 * @returns {string | null}
 */
export function playerName(player, you = false) {
  // The ledger labels its agents as they are written: level:1. Names of people stay as they are.
  if (typeof player === "string") return /^[a-z-]+(:\S+)?$/.test(player) ? sentence(agentText(player)) : player;
  return player && sentence(playerText(player, you));
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
  const you = yourSeat(subject);
  const playerNames = subject.players.map((player, seat) => playerName(player, seat === you));
  const bar = createValueBar(subject.seatNames);
  const boardPlace = h("div", { class: "desk-board" });
  const turnLine = h("p", { class: "desk-turn" });
  const saidLine = h("p", { class: "desk-said muted small", role: "status" });
  const signsLine = h("p", { class: "desk-signs small" });
  const engine = createEnginePanel({ toggle: actions.toggleEngine, values: actions.values, lines: actions.lines, simple: actions.simple, follow: actions.follow, deeper: actions.deeper }, subject.geometry);
  const graph = createGraph(actions.goToPly);
  const begin = h("button", { type: "button", onclick: () => (tabs.choose("review"), review.start()) }, t("analyse.review.start"));
  const moves = createMovesPanel(subject, actions);
  const tools = createTools();
  const review = createReviewPanel({ start: actions.startReview, stop: actions.stopReview, nextFault: actions.nextFault, retry: actions.retry, retryNext: actions.retryNext, again: actions.again, solution: actions.solution, endRetry: actions.endRetry, follow: actions.follow, better: actions.better }, subject);
  /** @type {{destroy: () => void} | null} */
  let setup = null;
  const position = h("div", { class: "stack" });
  const tabs = createTabs(
    [
      { name: "moves", title: t("analyse.tab.moves"), content: h("div", { class: "stack-small" }, moves.element, tools.element) },
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
  const playOn = stepButton("play-on", "M12 1a11 11 0 1 0 .01 0zM9 6v12l9.5-6z", actions.playHere);
  playOn.classList.add("step-play");
  playOn.append(h("span", { class: "step-word" }, t("analyse.step.play-on")));
  const count = h("span", { class: "step-count number", "aria-hidden": "true" });
  const names = subject.seatNames.map((name, seat) => h("span", { class: "desk-player" }, seatMark(name), name.length > 1 && seatName(name), playerNames[seat] && h("span", { class: "muted" }, playerNames[seat])));
  const opening = h("span", { class: "desk-opening muted" });
  const title = subject.title || t("analyse.of", { game: gameText(subject.game) });
  const root = h(
    "div",
    { class: "desk", dataset: { geometry: subject.geometry, tab: "moves" } },
    h("header", { class: "desk-head" }, h("h1", {}, title), h("p", { class: "desk-players small" }, names, opening), h("a", { class: "desk-rules small", href: `/rules/${encodeURIComponent(subject.family)}` }, t("play.act.rules"))),
    h("section", { class: "desk-left", "aria-label": t("analyse.board") }, bar.element, boardPlace, turnLine, saidLine, signsLine),
    h(
      "div",
      { class: "desk-right" },
      problem && h("p", { class: "notice warn", role: "alert" }, t("analyse.cut", { reason: problem.message })),
      h("div", { class: "desk-engine card" }, engine.element),
      h("div", { class: "desk-graph card" }, graph.element, h("div", { class: "graph-empty" }, begin), graphLegend(subject.seatNames)),
      h("section", { class: "desk-tabs card" }, tabs.element),
    ),
    h("nav", { class: "step-bar", "aria-label": t("analyse.steps") }, steps.first, steps.previous, count, steps.next, steps.last, playOn),
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
    const { view } = shown;
    const current = shown.review;
    const isHidden = shown.retry !== null && shown.retry.step !== "told";
    moves.draw({ ...shown, hideReview: isHidden });
    review.draw({ running: shown.running, reviews: shown.reviews, seatNames: subject.seatNames, playerNames, current, mover: shown.mover, replier: shown.replier, retry: shown.retry, problem: shown.reviewProblem });
    graph.draw(shown.reviews, shown.reviewPly, subject.seatNames);
    root.toggleAttribute("data-reviewed", shown.reviews.some((said) => said !== null));
    begin.hidden = shown.running !== null || shown.reviews.length === 0 || shown.reviews.some((said) => said !== null);
    replace(signsLine, current && shown.arrows.length > 0 && legendOf(current, shown.signs, shown.replier, shown.mover, subject.geometry));
    count.textContent = `${number(shown.ply)} / ${number(shown.plies)}`;
    for (const button of [steps.first, steps.previous]) setOff(button, shown.ply === 0);
    for (const button of [steps.next, steps.last]) setOff(button, shown.ply === shown.plies);
    playOn.disabled = view === null || view.turn === null;
    opening.textContent = view ? openingText(view) : "";
    if (shown.problem) root.classList.add("drawn");
    replace(turnLine, shown.problem ? h("span", { class: "problem" }, shown.problem) : view && turnText(view, subject.seatNames, subject.geometry));
  }

  return {
    element: root,
    tools,
    boardPlace,
    title,
    draw,
    /** @param {import("./desk.js").Shown["reviews"]} reviews @param {number} ply */
    drawGraph: (reviews, ply) => graph.draw(reviews, ply, subject.seatNames),
    /** The board stands: what is around it may be seen. */
    drawn: () => root.classList.add("drawn"),
    /** @param {Parameters<typeof engine.draw>[0]} shown @param {Parameters<typeof bar.draw>[0]} chance */
    drawEngine(shown, chance) {
      engine.draw(shown);
      bar.draw(chance);
    },
    /** @param {(string | HTMLElement)[]} said */
    announce(said) {
      replace(saidLine, said);
    },
    focusTyping: () => {
      tabs.choose("moves");
      moves.focus();
    },
    /** @param {string} name */
    openTab: (name) => tabs.choose(name),
    startReview: () => review.start(),
    destroy() {
      graph.destroy();
      setup?.destroy();
    },
  };
}

/** @param {Core.View} view @param {string[]} seatNames @param {string} geometry @returns {string} whose turn, or how it ended, and the scores */
function turnText(view, seatNames, geometry) {
  const scores = view.scores.map((score, seat) => `${seatName(seatNames[seat])} ${scoreText(geometry, score)}`).join(" · ");
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
