// The rules of a game, in our own words, with boards.

import { families, get, ServerError } from "../lib/api.js";
import { asset } from "../lib/assets.js";
import { h, replace } from "../lib/dom.js";
import { familyName } from "../lib/format.js";
import { language, t } from "../lib/i18n.js";
import { drawInto, pictureOf } from "../lib/picture.js";

/** @type {import("../lib/router.js").ShowPage} */
export async function show(main, { family }) {
  const known = await families();
  const card = known.find((one) => one.family === family);
  if (!card) throw new ServerError({ code: "page", text: "there is no such game" });
  const name = familyName(family);
  const title = t("rules.title", { game: name });
  const [text, { papers }] = await Promise.all([fragment(family), get("/api/papers").then((found) => /** @type {Web.Papers} */ (found))]);
  const about = papers.filter((paper) => paper.family === family);
  replace(
    main,
    h(
      "div",
      { class: "rules-page" },
      h("nav", { class: "rules-nav", "aria-label": t("rules.games") }, h("ul", {}, known.map((one) => h("li", {}, h("a", { href: `/rules/${one.family}`, "aria-current": one === card ? "page" : null }, familyName(one.family)))))),
      h(
        "article",
        { class: "prose" },
        h("h1", {}, title),
        h("p", { class: "row" }, h("a", { class: "button primary", href: `/new/${family}` }, t("rules.play", { game: name })), about.map(({ paper }) => h("a", { class: "button", href: `/papers/${paper}` }, t("rules.paper")))),
        text ?? h("p", {}, t("rules.none"), " ", h("span", { lang: "en" }, card.summary)),
      ),
    ),
  );
  for (const figure of main.querySelectorAll("figure[data-game]")) void illustrate(/** @type {HTMLElement} */ (figure));
  return { title };
}

/**
 * The nodes of one of our own files; a game may have none yet.
 *
 * @param {string} family
 * @returns {Promise<Node[] | null>}
 */
async function fragment(family) {
  const answer = await fetch(asset(`texts/rules/${family}.${language()}.html`)).catch(() => null);
  if (answer?.status === 404) return null;
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
