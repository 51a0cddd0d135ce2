// The games that are kept: go on, watch, analyse, export, delete.

import { ask, catalogue, dropSecret, get, secrets } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { t, tOr } from "../lib/i18n.js";
import { gameText } from "../lib/format.js";
import { say } from "../lib/status.js";
import { gameCard } from "./games-card.js";

/** How long a deleted game can be had back, in milliseconds. */
const REGRET = 8000;

/** @type {import("../lib/router.js").ShowPage} */
export async function show(main) {
  const title = t("games.title");
  const [games, { families }] = await Promise.all([savedGames(), catalogue()]);
  /** Deletions that can still be taken back. @type {Map<string, () => void>} */
  const waiting = new Map();
  const body = h("div", { class: "stack" });
  replace(main, h("div", { class: "stack" }, h("div", { class: "spread" }, h("h1", {}, title), h("a", { class: "button primary", href: "/" }, t("games.new"))), body));
  draw();

  function draw() {
    const open = games.filter((game) => game.result === null);
    const ended = games.filter((game) => game.result !== null);
    replace(
      body,
      games.length === 0 && h("div", { class: "card stack empty" }, h("p", {}, t("games.none")), h("p", {}, h("a", { class: "button", href: "/" }, t("games.none.start")))),
      section(t("games.unfinished"), open),
      section(t("games.ended"), ended),
    );
  }

  /**
   * @param {string} heading
   * @param {Web.Games["games"][number][]} list
   */
  function section(heading, list) {
    if (list.length === 0) return null;
    return h("section", { class: "stack" }, h("h2", {}, heading), h("ul", { class: "saved-games" }, list.map(entry)));
  }

  /** @param {Web.Games["games"][number]} game */
  function entry(game) {
    const own = game.id in secrets();
    const item = h("li");
    const formats = families.find((family) => family.family === game.family)?.formats ?? [];
    const actions = [
      h("a", { class: "button", href: `/analyse/${encodeURIComponent(game.id)}` }, t("games.analyse")),
      exportMenu(game, formats),
      own && h("button", { type: "button", class: "quiet", onclick: () => remove(game, item) }, t("games.delete")),
    ];
    replace(item, gameCard(game, { own, actions }));
    return item;
  }

  /**
   * The game is gone from the page at once and from the server a little later.
   *
   * @param {Web.Games["games"][number]} game
   * @param {HTMLElement} item
   */
  function remove(game, item) {
    const secret = secrets()[game.id];
    const name = game.title || gameText(game.game);
    const really = () => {
      clearTimeout(timer);
      waiting.delete(game.id);
      ask("DELETE", `/api/games/${encodeURIComponent(game.id)}`, undefined, { Authorization: `Bearer ${secret}` })
        .then(() => {
          dropSecret(game.id);
          games.splice(games.indexOf(game), 1);
          if (item.isConnected && waiting.size === 0) draw();
        })
        .catch((error) => say(error.message));
    };
    const timer = setTimeout(really, REGRET);
    waiting.set(game.id, really);
    const undo = h("button", { type: "button", onclick: keep }, t("games.undo"));
    function keep() {
      clearTimeout(timer);
      waiting.delete(game.id);
      item.replaceWith(entry(game));
      say(t("games.kept", { game: name }));
    }
    replace(item, h("div", { class: "card saved-game removed" }, h("p", {}, t("games.deleted", { game: name })), undo));
    undo.focus();
    say(t("games.deleted", { game: name }));
  }

  return { title, leave: () => [...waiting.values()].forEach((really) => really()) };
}

/** All games of a server of one's own, else those of this browser. @returns {Promise<Web.Games["games"][number][]>} */
async function savedGames() {
  const own = Object.keys(secrets());
  const list = async (/** @type {string} */ query) => /** @type {Web.Games} */ (await get(`/api/games${query}`));
  const answer = await list("").catch((error) => {
    if (error.error?.code === "offline") throw error;
    return null;
  });
  if (answer?.all || own.length === 0) return answer?.games ?? [];
  return (await list(`?ids=${own.slice(-200).map(encodeURIComponent).join(",")}`)).games;
}

/**
 * @param {Web.Brief} game
 * @param {Core.FormatInfo[]} formats
 */
function exportMenu(game, formats) {
  const address = `/api/games/${encodeURIComponent(game.id)}/export`;
  return h(
    "details",
    { class: "menu", onfocusout: closeLeft, onkeydown: closeByKey },
    h("summary", { class: "button" }, t("games.export")),
    h(
      "ul",
      { class: "card" },
      formats.map(({ name, extension, summary }) => h("li", {}, h("a", { href: `${address}?format=${name}`, download: `${game.id}.${extension}` }, h("strong", {}, `.${extension}`), " ", tOr(`format.${name}`, summary)))),
    ),
  );
}

/** A menu that one has left closes. @param {FocusEvent} event */
function closeLeft(event) {
  const menu = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  if (event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) menu.open = false;
}

/** @param {KeyboardEvent} event */
function closeByKey(event) {
  const menu = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}
