// Tournaments in the ledger: live standings, cross tables, every game.

import { get } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isLive, pageOf } from "./arena-state.js";
import { drawEvents, drawGames, drawStandings, eventHead } from "./arena-view.js";

/** How often a tournament that is being played is looked at, and any other, in milliseconds. */
const LIVE = 2000;
const QUIET = 15000;

/** @type {import("../lib/router.js").ShowPage} */
export async function show(main, { event }, query) {
  return event === undefined ? showEvents(main) : showEvent(main, event, query);
}

/** @param {HTMLElement} main */
async function showEvents(main) {
  const place = h("div", {});
  replace(main, h("div", { class: "stack" }, h("h1", {}, t("arena.title")), h("p", { class: "lead" }, t("arena.lead")), place));
  const leave = await keepFresh("/api/arena", (/** @type {Web.Tournaments} */ { events }) => {
    replace(place, drawEvents(events));
    return events.some(isLive);
  });
  return { title: t("arena.title"), leave };
}

/**
 * @param {HTMLElement} main
 * @param {string} name
 * @param {URLSearchParams} query
 */
async function showEvent(main, name, query) {
  const address = `/api/arena/${encodeURIComponent(name)}`;
  const [head, standings, games] = [h("div", {}), h("div", { class: "stack" }), h("div", {})];
  replace(main, h("div", { class: "stack" }, head, standings, games));
  let page = pageOf(query.get("page"));
  let shown = -1;

  async function showGames() {
    const answer = /** @type {Web.TournamentGames} */ (await get(`${address}/games?offset=${page * drawGames.size}&limit=${drawGames.size}`));
    replace(games, drawGames(answer, page, turnTo));
  }

  /** @param {number} next */
  async function turnTo(next) {
    page = next;
    history.replaceState(null, "", page === 0 ? location.pathname : `?page=${page + 1}`);
    await showGames();
    games.querySelector("h2")?.focus();
  }

  const leave = await keepFresh(address, async (/** @type {Web.TournamentShown} */ event) => {
    const live = isLive(event);
    replace(head, eventHead(event, live));
    if (event.count !== shown) {
      shown = event.count;
      replace(standings, event.reports.map(drawStandings));
      await showGames();
    }
    return live;
  });
  return { title: name, leave };
}

/**
 * Asks again and again, often while something happens, and not while nobody looks.
 *
 * @template Answer
 * @param {string} address
 * @param {(answer: Answer) => boolean | Promise<boolean>} draw answers whether it is live
 * @returns {Promise<() => void>} ends it
 */
async function keepFresh(address, draw) {
  let left = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const ask = async () => /** @type {Answer} */ (await get(address));
  let live = await draw(await ask());

  async function look() {
    if (!document.hidden) {
      // A server that is away for a moment is asked again.
      const answer = await ask().catch(() => null);
      if (left) return;
      if (answer !== null) live = await draw(answer);
    }
    if (!left) timer = setTimeout(look, live ? LIVE : QUIET);
  }

  timer = setTimeout(look, live ? LIVE : QUIET);
  return () => {
    left = true;
    clearTimeout(timer);
  };
}
