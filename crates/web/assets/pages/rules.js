// The rules of a game, in our own words, with boards.

import { ServerError } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { drawInto, pictureOf } from "../lib/picture.js";

const FAMILIES = ["othello", "blokus-duo", "blokus-classic", "congklak", "adjacency"];

/** @type {import("../lib/router.js").ShowPage} */
export async function show(main, { family }) {
  if (!FAMILIES.includes(family)) throw new ServerError({ code: "page", text: "there is no such game" });
  const name = t(`game.${family}`);
  const title = t("rules.title", { game: name });
  const text = await fragment(family);
  replace(
    main,
    h(
      "div",
      { class: "rules-page" },
      h("nav", { class: "rules-nav", "aria-label": t("rules.games") }, h("ul", {}, FAMILIES.map((one) => h("li", {}, h("a", { href: `/rules/${one}`, "aria-current": one === family ? "page" : null }, t(`game.${one}`)))))),
      h(
        "article",
        { class: "prose" },
        h("h1", {}, title),
        h("p", { class: "row" }, h("a", { class: "button primary", href: `/new/${family}` }, t("rules.play", { game: name })), h("a", { class: "button", href: `/papers/${PAPERS[family]}` }, t("rules.paper"))),
        text,
      ),
    ),
  );
  for (const figure of main.querySelectorAll("figure[data-game]")) void illustrate(/** @type {HTMLElement} */ (figure));
  return { title };
}

/** The paper behind each game. @type {Record<string, string>} */
const PAPERS = {
  othello: "othello-negamax",
  "blokus-duo": "blokus-duo-greedy",
  "blokus-classic": "blokus-leaky",
  congklak: "congklak-negascout",
  adjacency: "adjacency",
};

/**
 * The nodes of one of our own files.
 *
 * @param {string} family
 * @returns {Promise<Node[]>}
 */
async function fragment(family) {
  const answer = await fetch(`/assets/texts/rules/${family}.${language()}.html`).catch(() => null);
  if (!answer?.ok) throw new ServerError({ code: "offline", text: "the server does not answer" });
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...parsed.body.childNodes].map((node) => document.importNode(node, true));
}

/**
 * Draws the board of a figure: `data-game`, and `data-position` or `data-moves`. The caption says
 * what it shows, so the drawing itself is left out by screen readers.
 *
 * @param {HTMLElement} figure
 */
async function illustrate(figure) {
  const { game = "", position, moves = "" } = figure.dataset;
  const box = h("div", { class: "figure-board" });
  figure.prepend(box);
  try {
    const played = moves.split(" ").filter((move) => move !== "");
    drawInto(box, await pictureOf({ game, start: position, moves: played }));
  } catch (error) {
    console.warn(`no figure of ${game}: ${error instanceof Error ? error.message : error}`);
    box.remove();
  }
}
