// What Papan is, whose work it stands on, and how to go on from here.

import { catalogue, get } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { generalKeys, keyTable } from "../shell/help.js";
import { loadWords, said, titleTongue } from "./papers-words.js";

/** Commands of the terminal and the key of what they do. @type {[string, string][]} */
const COMMANDS = [
  ["papan games", "about.command.games"],
  ["papan agents", "about.command.agents"],
  ['papan show othello --moves "f5 d6 c3"', "about.command.show"],
  ["papan best congklak level:7", "about.command.best"],
  ["papan match blokus-duo level:3 level:4 --games 100", "about.command.match"],
  ["papan papers run congklak-negascout", "about.command.papers"],
  ["papan serve", "about.command.serve"],
];

/** @type {import("../lib/router.js").ShowPage} */
export async function show(main) {
  const title = t("about.title");
  const [{ version }, found] = await Promise.all([catalogue(), get("/api/papers"), loadWords()]);
  const { papers: list } = /** @type {Web.Papers} */ (found);
  replace(
    main,
    h(
      "article",
      { class: "prose about" },
      h("h1", {}, title),
      h("p", { class: "lead" }, t("about.what")),
      h("p", {}, t("about.how")),
      h("p", { class: "muted" }, t("about.version", { version })),
      h(
        "div",
        { class: "about-columns" },
        section("about.papers", h("p", {}, t("about.papers.line")), papers(list)),
        section("about.terminal", h("p", {}, t("about.terminal.line")), commands()),
        section("about.keys", h("p", {}, t("about.keys.line")), keyTable(t("keys.general"), generalKeys())),
        h("div", {}, section("about.licences", h("p", {}, t("about.licences.line")), h("p", {}, t("about.trademarks"))), section("about.privacy", h("p", {}, t("about.privacy.line")))),
      ),
    ),
  );
  return { title };
}

/**
 * @param {string} key
 * @param {...import("../lib/dom.js").Child} children
 */
function section(key, ...children) {
  return h("section", {}, h("h2", {}, t(key)), children);
}

/** @param {Web.Paper<number>[]} list */
function papers(list) {
  const source = (/** @type {Web.Paper<number>} */ { authors, year }) => [...authors, ...(year === null ? [] : [year])].join(", ");
  return h(
    "ul",
    {},
    list.map((paper) => h("li", {}, h("a", { href: `/papers/${paper.paper}`, lang: titleTongue(paper) }, said(paper.title)), " ", h("span", { class: "muted" }, source(paper)))),
  );
}

function commands() {
  return h(
    "dl",
    { class: "commands" },
    COMMANDS.map(([command, key]) => h("div", {}, h("dt", {}, h("code", {}, command)), h("dd", {}, t(key)))),
  );
}
