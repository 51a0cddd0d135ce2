// What Papan is, whose work it stands on, and how to go on from here.

import { catalogue } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { generalKeys, keyTable } from "../shell/help.js";
import { titleTongue } from "./papers-words.js";

/** The papers with who wrote them; titles stay in the language they were published in. @type {[string, string, string][]} */
const PAPERS = [
  ["othello-negamax", "Rancangan Permainan Othello Berbasis Android Menggunakan Algoritma Depth-First Search", "Mauza Saputri Handayani, Dedy Arisandi, Opim Salim Sitompul"],
  ["blokus-duo-greedy", "Blokus Game Solver", "Chin Hung Chao, 2018"],
  ["blokus-leaky", "LeakyAI", ""],
  ["congklak-negascout", "Solusi Langkah pada Game Congklak Menggunakan Metode NegaScout", "Rangga Darmawan, Galih Hermawan, Komputa, 2016"],
  ["adjacency", "Minimax Algorithm and Alpha Beta Pruning in Adjacency Strategy Game", "M. Farrel Danendra Rachim, Naufal Syifa Firdaus, Louis Caesa Kesuma, Moh. Aghna Maysan Abyan, 2023"],
];

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
  const version = await catalogue()
    .then((found) => found.version)
    .catch(() => null);
  replace(
    main,
    h(
      "article",
      { class: "prose about" },
      h("h1", {}, title),
      h("p", { class: "lead" }, t("about.what")),
      h("p", {}, t("about.how")),
      version && h("p", { class: "muted" }, t("about.version", { version })),
      h(
        "div",
        { class: "about-columns" },
        section("about.papers", h("p", {}, t("about.papers.line")), papers()),
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
 * @param {...any} children
 */
function section(key, ...children) {
  return h("section", {}, h("h2", {}, t(key)), children);
}

function papers() {
  return h(
    "ul",
    {},
    PAPERS.map(([name, title, authors]) => h("li", {}, h("a", { href: `/papers/${name}`, lang: titleTongue({ paper: name, title }) }, title), " ", h("span", { class: "muted" }, authors || t("about.papers.leaky")))),
  );
}

function commands() {
  return h(
    "dl",
    { class: "commands" },
    COMMANDS.map(([command, key]) => h("div", {}, h("dt", {}, h("code", {}, command)), h("dd", {}, t(key)))),
  );
}
