// Tournaments in the ledger: live standings, cross tables, every game.

import { here, hrefOf } from "../lib/address.js";
import { families, get } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { keepFresh } from "../lib/fresh.js";
import { t } from "../lib/i18n.js";
import { isLive, pageOf } from "./arena-state.js";
import { drawEvents, drawGames, drawStandings, eventHead } from "./arena-view.js";

/** @type {import("../lib/router.js").ShowPage} */
export async function show(main, { event }, query) {
  return event === undefined ? showEvents(main) : showEvent(main, event, query);
}

/** @param {HTMLElement} main */
async function showEvents(main) {
  const place = h("div", {});
  replace(main, h("div", { class: "stack" }, h("h1", {}, t("arena.title")), h("p", { class: "lead" }, t("arena.lead")), h("p", {}, h("a", { href: "/workers" }, t("arena.elsewhere"))), place));
  const cards = await families();
  const leave = await keepFresh("/api/arena", (/** @type {Web.Tournaments} */ { events }) => {
    replace(place, drawEvents(events, cards));
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
    history.replaceState(null, "", hrefOf(page === 0 ? here().path : `${here().path}?page=${page + 1}`));
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
