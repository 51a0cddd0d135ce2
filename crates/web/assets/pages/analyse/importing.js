// Games from elsewhere: pasted, chosen as a file, or dropped.

import { post } from "../../lib/api.js";
import { gameOfFile, placeInText, placeOfGame } from "../../lib/carry.js";
import { h, replace } from "../../lib/dom.js";
import { takeShared } from "../../lib/host.js";
import { number, t } from "../../lib/i18n.js";
import { go } from "../../lib/router.js";
import { base64 } from "./files.js";
import { familyName } from "../../lib/format.js";

/** The server reads no larger files. */
const MOST_BYTES = 1_000_000;
/** How many games of a file are listed at once. */
const PAGE = 100;
/** Files that lie beside those of games and know names, by how theirs end. */
const BESIDE = /\.(jou|trn)$/i;
/** What games can be sorted by beside their order in the file: tags that files have. */
const SORTS = ["black", "white", "event", "date", "result"];

/**
 * @param {Web.Catalogue} catalogue
 * @param {(record: Web.ImportedGame) => void} opened
 * @returns {HTMLElement}
 */
export function createImport(catalogue, opened) {
  const text = h("textarea", { id: "import-text", rows: 5, spellcheck: "false", autocomplete: "off", placeholder: t("analyse.import.example") });
  /** @type {HTMLInputElement} */
  const file = h("input", { type: "file", id: "import-file", multiple: true, "aria-describedby": "import-beside", onchange: () => void readFiles([...(file.files ?? [])]) });
  const game = h(
    "select",
    { id: "import-game" },
    h("option", { value: "" }, t("analyse.import.any")),
    catalogue.families.map((family) => h("option", { value: family.presets[0].name }, familyName(family.family))),
  );
  const problem = h("p", { class: "problem", role: "alert" });
  const found = h("div", { class: "import-found" });
  const read = h("button", { type: "button", class: "primary", onclick: () => void open({ text: text.value }) }, t("analyse.import.read"));

  /** What is looked at: a text or a file, with the files beside it. @type {Record<string, unknown>} */
  let content = {};
  /** Which of its games. */
  let wanted = { offset: 0, search: "", sort: "" };
  /** Counts questions: only the newest answer is shown. */
  let asked = 0;
  const head = h("h3", {});
  /** @type {HTMLInputElement} */
  const search = h("input", { type: "search", id: "import-search", autocomplete: "off", spellcheck: "false", oninput: () => soon({ ...wanted, offset: 0, search: search.value.trim() }) });
  /** @type {HTMLSelectElement} */
  const sort = h("select", { id: "import-sort", onchange: () => void show({ ...wanted, offset: 0, sort: sort.value }) }, h("option", { value: "" }, t("analyse.import.sort.file")), SORTS.map((tag) => h("option", { value: tag }, t(`analyse.import.sort.${tag}`))));
  const games = h("ol", { class: "import-list", tabindex: 0, "aria-labelledby": "import-head" });
  const where = h("span", { class: "number", "aria-live": "polite" });
  const earlier = h("button", { type: "button", onclick: () => void show({ ...wanted, offset: Math.max(0, wanted.offset - PAGE) }) }, t("analyse.import.earlier"));
  const later = h("button", { type: "button", onclick: () => void show({ ...wanted, offset: wanted.offset + PAGE }) }, t("analyse.import.later"));
  const tools = h("div", { class: "row" }, h("div", { class: "field" }, h("label", { for: "import-search" }, t("analyse.import.search")), search), h("div", { class: "field" }, h("label", { for: "import-sort" }, t("analyse.import.sort")), sort));
  const pager = h("nav", { class: "row", "aria-label": t("analyse.import.pages") }, earlier, where, later);
  head.id = "import-head";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** Who types is not answered letter by letter. @param {typeof wanted} next */
  function soon(next) {
    clearTimeout(timer);
    timer = setTimeout(() => void show(next), 250);
  }

  /** Reads something new. @param {Record<string, unknown>} given */
  async function open(given) {
    problem.textContent = "";
    replace(found);
    if (typeof given.text === "string" && given.text.trim() === "") {
      problem.textContent = t("analyse.import.empty");
      return;
    }
    const place = typeof given.text === "string" ? await placeCarried(given.text) : null;
    if (place !== null) return go(place);
    content = { ...given, ...(game.value ? { game: game.value } : {}) };
    search.value = "";
    sort.value = "";
    read.disabled = true;
    const answer = await show({ offset: 0, search: "", sort: "" });
    read.disabled = false;
    if (answer?.count === 1) opened(answer.records[0]);
    else if (answer) {
      replace(found, head, tools, games, pager);
      games.querySelector("button")?.focus();
    }
  }

  /** Lists a page of the games. @param {typeof wanted} next @returns {Promise<Web.Imported | null>} */
  async function show(next) {
    const mine = ++asked;
    wanted = next;
    try {
      const answer = /** @type {Web.Imported} */ (await post("/api/import", { ...content, ...next, limit: PAGE }));
      if (mine !== asked) return null;
      list(answer);
      return answer;
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
      return null;
    }
  }

  /** @param {Web.Imported} answer */
  function list({ records, count, found: meant }) {
    head.textContent = t("analyse.import.choose", { count: number(count) });
    replace(games, records.map((record, index) => h("li", { value: wanted.offset + index + 1 }, h("button", { type: "button", onclick: () => opened(record) }, describe(record)))));
    games.scrollTop = 0;
    const [first, last] = [wanted.offset + 1, wanted.offset + records.length];
    where.textContent = records.length === 0 ? t("analyse.import.none") : t("analyse.import.where", { first: number(first), last: number(last), of: number(meant) });
    earlier.disabled = wanted.offset === 0;
    later.disabled = last >= meant;
  }

  /** A file of games, with those that lie beside it. @param {File[]} chosen */
  async function readFiles(chosen) {
    const main = chosen.find(({ name }) => !BESIDE.test(name));
    if (!main) {
      if (chosen.length > 0) problem.textContent = t("analyse.import.alone");
      return;
    }
    const place = main.size > MOST_BYTES ? null : await placeCarried(await main.text());
    if (place !== null) return go(place);
    const others = chosen.filter(({ name }) => BESIDE.test(name));
    if (chosen.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) {
      problem.textContent = t("analyse.import.large");
      return;
    }
    const beside = await Promise.all(others.map(async (other) => ({ extension: other.name.split(".").pop() ?? "", base64: await base64(other) })));
    await open({ base64: await base64(main), beside });
  }

  const element = h(
    "div",
    { class: "import stack-small", ondragover: onDrag, ondragleave: onDrag, ondrop: onDrop },
    h("div", { class: "field" }, h("label", { for: "import-text" }, t("analyse.import.text")), text),
    h("div", { class: "row" }, h("div", { class: "field" }, h("label", { for: "import-file" }, t("analyse.import.file")), file, h("p", { class: "hint", id: "import-beside" }, t("analyse.import.beside"))), h("div", { class: "field" }, h("label", { for: "import-game" }, t("analyse.import.game")), game)),
    h("div", { class: "row" }, read),
    problem,
    found,
  );

  /** @param {DragEvent} event */
  function onDrag(event) {
    event.preventDefault();
    element.classList.toggle("import-over", event.type === "dragover");
  }

  /** @param {DragEvent} event */
  function onDrop(event) {
    event.preventDefault();
    element.classList.remove("import-over");
    const dropped = [...(event.dataTransfer?.files ?? [])];
    if (dropped.length > 0) void readFiles(dropped);
    else {
      text.value = event.dataTransfer?.getData("text") ?? "";
      void open({ text: text.value });
    }
  }

  // Another app may have opened this one with a file or a text.
  void takeShared().then(readFiles);
  return element;
}

/** The place of a game that was carried here, as a link or as a file; other texts have none. @param {string} text @returns {Promise<string | null>} */
async function placeCarried(text) {
  const game = gameOfFile(text);
  return game ? placeOfGame(game) : placeInText(text);
}

/** @param {Web.ImportedGame} record @returns {string} one line about a game of a file */
export function describe(record) {
  const tags = record.tags ?? {};
  // Without the file that has the names, players are known by their numbers.
  const name = (/** @type {string} */ seat) => tags[seat] ?? (tags[`${seat}-number`] && `#${tags[`${seat}-number`]}`);
  const names = ["black", "white", "blue", "yellow", "red", "green"].map(name).filter(Boolean);
  const parts = [names.join(" – "), tags.event, tags.date ?? tags.year, tags.result, record.game];
  const said = parts.filter((part) => part !== undefined && part !== null && part !== "").join(" · ");
  return `${said} · ${t("analyse.import.plies", { count: record.moves.length })}`;
}
