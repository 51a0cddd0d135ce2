// A game that comes from another device: what it is, and a button that goes on with it here.

import { createGame, post, ServerError } from "../lib/api.js";
import { gameOfLink } from "../lib/carry.js";
import { h, replace } from "../lib/dom.js";
import { gameText, playerText, sentence } from "../lib/format.js";
import { seatName, t } from "../lib/i18n.js";
import { drawInto, pictureOf } from "../lib/picture.js";
import { go } from "../lib/router.js";

/** @type {import("../lib/router.js").ShowPage} */
export async function show(main, _, query) {
  const title = t("carry.title");
  const game = await gameOfLink(query.get("g") ?? "");
  if (!game) throw new ServerError({ code: "carried", text: "this link holds no game" });
  const line = { game: game.game, moves: game.moves ?? [], ...(game.start ? { start: game.start } : {}) };
  const { seats } = /** @type {Web.Inspected} */ (await post("/api/inspect", line));
  const picture = h("div", { class: "saved-board", "aria-hidden": "true" });
  const problem = h("p", { class: "problem", role: "alert" });
  const begin = h("button", { type: "button", class: "primary large", onclick: () => void take() }, t("carry.take"));

  async function take() {
    begin.disabled = true;
    try {
      go(`/game/${await createGame(game ?? raise())}`);
    } catch (error) {
      begin.disabled = false;
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  const players = seats.map((seat, at) => `${sentence(seatName(seat))}: ${game.seats[at] ? playerText(game.seats[at]) : "?"}`).join(" · ");
  replace(
    main,
    h(
      "div",
      { class: "stack" },
      h("h1", {}, title),
      h("p", { class: "lead" }, t("carry.lead")),
      h(
        "article",
        { class: "card saved-game" },
        picture,
        h("div", { class: "saved-words" }, h("h2", {}, game.title || gameText(game.game)), h("p", { class: "small" }, players), h("p", { class: "small muted" }, t("games.moves", { count: line.moves.length }))),
        h("div", { class: "saved-actions" }, begin, h("a", { class: "button", href: analysisOf(line) }, t("games.analyse"))),
      ),
      problem,
    ),
  );
  drawInto(picture, await pictureOf(line));
  return { title };
}

/** @returns {never} */
function raise() {
  throw new Error("no game");
}

/** @param {{game: string, start?: string, moves: string[]}} line */
function analysisOf({ game, start, moves }) {
  const query = new URLSearchParams({ game, ...(start ? { start } : {}), ...(moves.length > 0 ? { moves: moves.join(" ") } : {}) });
  return `/analyse?${query}`;
}
