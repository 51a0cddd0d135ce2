// Tournaments as elements.

import { createGame } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { agentText, familyName, gameText, whenText } from "../lib/format.js";
import { number, seatName, t, tOr } from "../lib/i18n.js";
import { drawing } from "../lib/picture.js";
import { go } from "../lib/router.js";
import { say } from "../lib/status.js";
import { duration, scroll } from "./arena-parts.js";
import { isLive, met, ranked, tint } from "./arena-state.js";
import { factText } from "./arena-words.js";
import { drawWorkers } from "./arena-workers.js";
import { chartFigure } from "./chart-figure.js";

/** @typedef {import("./arena-state.js").GameReport} GameReport */
/** @typedef {import("./arena-state.js").RankedAgent} RankedAgent */
/** @typedef {Web.TournamentGames["games"][number]} Game */

/** @param {Web.Card} card a game that two levels play for whoever wants to watch */
function watchButton({ game, family, seats }) {
  const players = Array.from({ length: seats }, (_, seat) => /** @type {Web.Player} */ ({ kind: "agent", agent: `level:${seat % 2 === 0 ? 3 : 4}` }));
  const watch = async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    try {
      go(`/game/${await createGame({ game, seats: players })}`);
    } catch (error) {
      button.disabled = false;
      say(error instanceof Error ? error.message : String(error));
    }
  };
  return h("button", { type: "button", onclick: watch }, t("arena.empty.watch", { game: familyName(family) }));
}

/** @param {Web.TournamentBrief[]} events @param {Web.Card[]} cards the games that there are */
export function drawEvents(events, cards) {
  if (events.length === 0) return empty(cards);
  const newest = [...events].sort((one, other) => (other.last_at ?? other.begun_at).localeCompare(one.last_at ?? one.begun_at));
  return h("ul", { class: "event-cards" }, newest.map((event) => h("li", {}, card(event))));
}

/** How one gets a first tournament, and what to watch without one. @param {Web.Card[]} cards */
function empty(cards) {
  return h(
    "div",
    { class: "card stack-small" },
    h("h2", {}, t("arena.empty.title")),
    h("p", {}, t("arena.empty.text")),
    h("pre", { class: "command", tabindex: "0" }, "papan match othello level:3 level:4 --games 100\npapan match congklak level:2 level:5 --games 20"),
    h("p", { class: "muted" }, t("arena.empty.then")),
    h("p", {}, t("arena.empty.here")),
    h("div", { class: "row" }, cards.map(watchButton)),
  );
}

/** @param {Web.TournamentBrief} event */
function card(event) {
  return h(
    "article",
    { class: "card stack-small" },
    h("div", { class: "spread" }, h("h2", {}, h("a", { href: `/arena/${encodeURIComponent(event.event)}` }, event.event)), isLive(event) && liveChip()),
    h("p", { class: "muted" }, facts(event).join(" · ")),
    h("p", { class: "small" }, event.games.map(gameText).join(", ")),
    h("p", { class: "small muted agents-line" }, event.agents.map(agentText).join(", ")),
  );
}

function liveChip() {
  return h("span", { class: "chip live" }, h("span", { "aria-hidden": "true" }, "●"), t("arena.live"));
}

/** @param {Web.TournamentBrief} event */
function facts(event) {
  return [t("arena.count", { count: number(event.count) }), t("arena.agents", { count: event.agents.length }), event.last_at && whenText(event.last_at)].filter(Boolean);
}

/**
 * @param {Web.TournamentShown} event
 * @param {boolean} live
 */
export function eventHead(event, live) {
  return h(
    "div",
    { class: "stack-small" },
    h("p", { class: "small" }, h("a", { href: "/arena" }, `← ${t("arena.title")}`)),
    h("div", { class: "spread" }, h("h1", {}, event.event), live && liveChip()),
    h("p", { class: "muted" }, facts(event).join(" · ")),
    h("dl", { class: "facts small" }, event.facts.map((fact) => h("div", {}, h("dt", {}, tOr(`arena.fact.${fact.name}`, fact.name)), h("dd", {}, factText(fact))))),
  );
}

/**
 * One game of a tournament: who stands where, and who did what against whom.
 *
 * @param {GameReport} report
 */
export function drawStandings(report) {
  const agents = ranked(report);
  const title = gameText(report.game);
  return h(
    "section",
    { class: "card stack", "aria-label": title },
    h("div", { class: "spread" }, h("h2", {}, title), h("span", { class: "small muted" }, t("arena.count", { count: number(report.games) }))),
    scroll(t("arena.standings"), standings(agents, report.rating_marks)),
    report.sprt && sequential(report.sprt),
    unscored(report),
    agents.length > 1 && h("h3", {}, t("arena.cross")),
    agents.length > 1 && scroll(t("arena.cross"), crossTable(agents, report.pairs)),
    report.rating_history.map((chart) => ratingHistory(chart, title)),
    h("h3", {}, t("arena.seats")),
    scroll(t("arena.seats"), seats(report)),
    drawWorkers(report),
  );
}

/**
 * How the ratings came about.
 *
 * @param {GameReport["rating_history"][number]} chart
 * @param {string} title
 */
function ratingHistory(chart, title) {
  const lines = chart.lines.map((line) => ({ ...line, label: agentText(line.label) }));
  const label = t("arena.history.of", { title });
  return chartFigure({ ...chart, title: "", x: t("arena.history.games"), lines }, label, [t("arena.history.caption")]);
}

/**
 * What the mean points leave out.
 *
 * @param {GameReport} report
 */
function unscored(report) {
  const scored = report.endings.find((count) => count.ending === "over")?.games ?? 0;
  return scored < report.games && h("p", { class: "small muted" }, t("arena.unscored", { count: number(report.games - scored) }));
}

/**
 * @param {RankedAgent[]} agents
 * @param {(string | null)[]} marks the rating of each as a drawing, in the order of the report
 */
function standings(agents, marks) {
  const column = (/** @type {string} */ key) => h("th", { scope: "col", class: "number" }, t(`arena.column.${key}`));
  const row = (/** @type {RankedAgent} */ agent, /** @type {number} */ index) =>
    h(
      "tr",
      {},
      h("td", { class: "number" }, index + 1),
      h("th", { scope: "row", title: agent.spec }, agentText(agent.label)),
      h("td", { class: "number" }, agent.rating === null ? "–" : elo(agent.rating.value)),
      h("td", {}, agent.rating !== null && h("span", { class: "interval" }, ratingMark(marks[agent.index]), h("span", { class: "small muted number" }, interval(agent.rating)))),
      h("td", { class: "number" }, number(agent.games)),
      h("td", { class: "number nowrap" }, `${number(agent.wins)} / ${number(agent.draws)} / ${number(agent.losses)}`),
      h("td", { class: "number" }, `${number(100 * agent.share, 1)}%`),
      h("td", { class: "number" }, agent.mean_score === null ? "–" : number(agent.mean_score, 1)),
      h("td", { class: "number" }, agent.mean_seconds === null ? "–" : duration(agent.mean_seconds)),
    );
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, column("place"), h("th", { scope: "col" }, t("arena.column.agent")), column("rating"), h("th", { scope: "col" }, t("arena.column.interval")), column("games"), column("results"), column("share"), column("score"), column("time"))),
    h("tbody", {}, agents.map(row)),
  );
}

/** @param {string | null} mark */
function ratingMark(mark) {
  return mark && h("span", { class: "rating-mark", "aria-hidden": "true" }, drawing(mark));
}

/** @param {number | null} value */
function elo(value) {
  if (value === null || !Number.isFinite(value)) return "∞";
  const rounded = Math.round(value);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${number(Math.abs(rounded))}`;
}

/** @param {{low: number | null, high: number | null}} rating */
function interval({ low, high }) {
  return `${low === null ? "−∞" : elo(low)} … ${high === null ? "∞" : elo(high)}`;
}

/**
 * @param {RankedAgent[]} agents
 * @param {Arena.PairStanding[]} pairs
 */
function crossTable(agents, pairs) {
  const cell = (/** @type {RankedAgent} */ row, /** @type {RankedAgent} */ column) => {
    if (row.index === column.index) return h("td", { class: "cross-self" }, "");
    const found = met(pairs, row.index, column.index);
    if (!found) return h("td", { class: "number muted" }, "–");
    return h("td", { class: `number tint${tint(found.share)}` }, h("span", { class: "cross-share" }, `${number(100 * found.share)}%`), h("span", { class: "small cross-results" }, `${found.wins}/${found.draws}/${found.losses}`));
  };
  return h(
    "table",
    { class: "cross" },
    h("caption", { class: "small" }, t("arena.cross.caption")),
    h("thead", {}, h("tr", {}, h("td", {}), agents.map((agent) => h("th", { scope: "col", class: "number" }, agentText(agent.label))))),
    h("tbody", {}, agents.map((row) => h("tr", {}, h("th", { scope: "row" }, agentText(row.label)), agents.map((column) => cell(row, column))))),
  );
}

/** @param {Arena.SequentialTest} sprt */
function sequential(sprt) {
  return h(
    "p",
    { class: `notice ${sprt.status === "running" ? "" : "good"}` },
    t("arena.sprt", { low: number(sprt.elo0, 1), high: number(sprt.elo1, 1), llr: number(sprt.llr, 2), lower: number(sprt.lower, 2), upper: number(sprt.upper, 2) }),
    " ",
    h("strong", {}, t(`arena.sprt.${sprt.status}`)),
  );
}

/** @param {GameReport} report */
function seats(report) {
  const share = (/** @type {number} */ value) => `${number(100 * value, 1)}%`;
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("arena.column.seat")), ["first", "interval", "score", "rank"].map((key) => h("th", { scope: "col", class: "number" }, t(`arena.column.seat-${key}`))))),
    h(
      "tbody",
      {},
      report.seats.map((seat) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, seatName(seat.name)),
          h("td", { class: "number" }, share(seat.share)),
          h("td", { class: "number nowrap" }, `${share(seat.interval[0])} … ${share(seat.interval[1])}`),
          h("td", { class: "number" }, seat.mean_score === null ? "–" : number(seat.mean_score, 1)),
          h("td", { class: "number" }, number(seat.mean_rank, 2)),
        ),
      ),
    ),
  );
}

/**
 * A page of games, each with a link to play through it.
 *
 * @param {Web.TournamentGames} answer
 * @param {number} page
 * @param {(page: number) => void} turnTo
 */
export function drawGames({ games, count }, page, turnTo) {
  const several = new Set(games.map((game) => game.game)).size > 1;
  const pages = Math.max(Math.ceil(count / drawGames.size), 1);
  const result = (/** @type {Game} */ game) =>
    game.players.map((player, seat) =>
      h("span", { class: game.ranks[seat] === 1 ? "game-player winner" : "game-player" }, h("span", { class: "muted" }, `${seatName(game.seats[seat] ?? "")} `), agentText(player), h("span", { class: "number" }, ` ${number(game.scores[seat])}`)),
    );
  const row = (/** @type {Game} */ game) =>
    h(
      "tr",
      {},
      h("td", { class: "number wide" }, number(game.round + 1)),
      several && h("td", { class: "small" }, gameText(game.game)),
      h("td", {}, h("div", { class: "game-players" }, result(game))),
      h("td", { class: "number wide" }, number(game.plies)),
      h("td", { class: "small wide" }, tOr(`arena.ending.${game.ending}`, game.ending)),
      h("td", {}, h("a", { class: "button", href: `/analyse?ledger=${encodeURIComponent(game.id)}` }, t("arena.replay"), h("span", { class: "visually-hidden" }, ` ${game.players.map(agentText).join(" – ")}, ${t("arena.column.round")} ${game.round + 1}`))),
    );
  const kinds = /** @type {Record<string, string>} */ ({ round: "number wide", plies: "number wide", ending: "wide" });
  const columns = ["round", several ? "game" : "", "result", "plies", "ending"].filter((key) => key !== "");
  return h(
    "section",
    { class: "card stack" },
    h("h2", { tabindex: "-1" }, t("arena.games")),
    scroll(
      t("arena.games"),
      h("table", { class: "games-table" }, h("thead", {}, h("tr", {}, columns.map((key) => h("th", { scope: "col", class: kinds[key] }, t(`arena.column.${key}`))), h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, t("arena.replay"))))), h("tbody", {}, games.map(row))),
    ),
    pages > 1 &&
      h(
        "nav",
        { class: "row", "aria-label": t("arena.pages") },
        h("button", { type: "button", disabled: page === 0, onclick: () => turnTo(page - 1) }, t("arena.earlier")),
        h("span", { class: "number" }, t("arena.page", { page: number(page + 1), pages: number(pages) })),
        h("button", { type: "button", disabled: page >= pages - 1, onclick: () => turnTo(page + 1) }, t("arena.later")),
      ),
  );
}

/** How many games a page has. */
drawGames.size = 25;
