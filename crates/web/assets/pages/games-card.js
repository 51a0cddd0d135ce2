// One saved game: a small board, who plays, how it stands.

import { h } from "../lib/dom.js";
import { seatName, t } from "../lib/i18n.js";
import { gameText, playerText, resultText, sentence, whenText } from "../lib/format.js";
import { drawWhenSeen } from "../lib/picture.js";

/**
 * @param {Web.Games["games"][number]} game
 * @param {{own: boolean, actions?: import("../lib/dom.js").Child[]}} options `own`: one may move in it
 * @returns {HTMLElement}
 */
export function gameCard(game, { own, actions }) {
  const address = `/game/${encodeURIComponent(game.id)}`;
  const name = game.title || gameText(game.game);
  const picture = h("div", { class: "saved-board", "aria-hidden": "true" });
  drawWhenSeen(picture, `/api/games/${encodeURIComponent(game.id)}/picture`);
  return h(
    "article",
    { class: "card saved-game" },
    picture,
    h(
      "div",
      { class: "saved-words" },
      h("h3", {}, h("a", { href: address }, name)),
      game.title && h("p", { class: "small" }, gameText(game.game)),
      h("p", { class: "small" }, playersText(game, own)),
      h("p", { class: "small" }, h("strong", {}, standing(game))),
      h("p", { class: "small muted" }, t("games.moves", { count: game.ply }), " · ", h("time", { datetime: game.updated, title: new Date(game.updated).toLocaleString() }, whenText(game.updated))),
    ),
    h(
      "div",
      { class: "saved-actions" },
      h("a", { class: game.result ? "button" : "button primary", href: address, "aria-label": `${t(verb(game, own))}: ${name}` }, t(verb(game, own))),
      actions,
    ),
  );
}

/**
 * @param {Web.Games["games"][number]} game
 * @param {boolean} own
 */
function verb(game, own) {
  if (game.result) return "games.open";
  const persons = game.seats.some(({ player }) => player.kind === "person");
  return own && persons ? "games.continue" : "games.watch";
}

/** @param {Web.Games["games"][number]} game @param {boolean} own */
export function playersText(game, own) {
  const alone = game.seats.filter(({ player }) => player.kind === "person").length === 1;
  return game.seats.map((seat) => `${sentence(seatName(seat.name))}: ${playerText(seat.player, own && alone)}`).join(" · ");
}

/** @param {Web.Games["games"][number]} game */
function standing(game) {
  const names = game.seats.map((seat) => seat.name);
  if (game.result) return sentence(resultText(game.result, names));
  if (game.turn === null) return t("games.over");
  return sentence(t("games.turn", { seat: seatName(names[game.turn]) }));
}
