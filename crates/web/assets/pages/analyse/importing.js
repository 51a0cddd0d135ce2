// Games from elsewhere: pasted, chosen as a file, or dropped.

import { post } from "../../lib/api.js";
import { h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { base64 } from "./files.js";
import { familyName } from "../../lib/format.js";

/** The server reads no larger files. */
const MOST_BYTES = 1_000_000;

/**
 * @param {Web.Catalogue} catalogue
 * @param {(record: Web.ImportedGame) => void} opened
 * @returns {HTMLElement}
 */
export function createImport(catalogue, opened) {
  const text = h("textarea", { id: "import-text", rows: 5, spellcheck: "false", autocomplete: "off", placeholder: t("analyse.import.example") });
  /** @type {HTMLInputElement} */
  const file = h("input", { type: "file", id: "import-file", onchange: () => file.files?.[0] && void readFile(file.files[0]) });
  const game = h(
    "select",
    { id: "import-game" },
    h("option", { value: "" }, t("analyse.import.any")),
    catalogue.families.map((family) => h("option", { value: family.presets[0].name }, familyName(family.family))),
  );
  const problem = h("p", { class: "problem", role: "alert" });
  const found = h("div", { class: "import-found" });
  const read = h("button", { type: "button", class: "primary", onclick: () => void send({ text: text.value }) }, t("analyse.import.read"));

  /** @param {{text: string} | {base64: string}} content */
  async function send(content) {
    problem.textContent = "";
    replace(found);
    if ("text" in content && content.text.trim() === "") {
      problem.textContent = t("analyse.import.empty");
      return;
    }
    read.disabled = true;
    try {
      const { records, left_out: left } = /** @type {Web.Imported} */ (await post("/api/import", { ...content, ...(game.value ? { game: game.value } : {}) }));
      if (records.length === 1) opened(records[0]);
      else list(records, left);
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
    read.disabled = false;
  }

  /** @param {File} chosen */
  async function readFile(chosen) {
    if (chosen.size > MOST_BYTES) problem.textContent = t("analyse.import.large");
    else await send({ base64: await base64(chosen) });
  }

  /** @param {Web.ImportedGame[]} records @param {number} left how many more games the file has */
  function list(records, left) {
    replace(
      found,
      h("h3", {}, t("analyse.import.choose", { count: records.length + left })),
      h("ol", { class: "import-list" }, records.map((record) => h("li", {}, h("button", { type: "button", onclick: () => opened(record) }, describe(record))))),
      left > 0 && h("p", { class: "muted" }, t("analyse.import.more", { count: left })),
    );
    found.querySelector("button")?.focus();
  }

  const element = h(
    "div",
    { class: "import stack-small", ondragover: onDrag, ondragleave: onDrag, ondrop: onDrop },
    h("div", { class: "field" }, h("label", { for: "import-text" }, t("analyse.import.text")), text),
    h("div", { class: "row" }, h("div", { class: "field" }, h("label", { for: "import-file" }, t("analyse.import.file")), file), h("div", { class: "field" }, h("label", { for: "import-game" }, t("analyse.import.game")), game)),
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
    const dropped = event.dataTransfer?.files[0];
    if (dropped) void readFile(dropped);
    else {
      text.value = event.dataTransfer?.getData("text") ?? "";
      void send({ text: text.value });
    }
  }

  return element;
}

/** @param {Web.ImportedGame} record @returns {string} one line about a game of a file */
export function describe(record) {
  const tags = record.tags ?? {};
  const names = ["black", "white", "blue", "yellow", "red", "green"].map((seat) => tags[seat]).filter(Boolean);
  const parts = [names.join(" – "), tags.event, tags.date ?? tags.year, tags.result, record.game];
  const said = parts.filter((part) => part !== undefined && part !== null && part !== "").join(" · ");
  return `${said} · ${t("analyse.import.plies", { count: record.moves.length })}`;
}
