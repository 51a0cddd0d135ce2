// Choosing a game with its parameters: a list of what there is, and its name to write more into.

import { h } from "../../lib/dom.js";
import { familyName } from "../../lib/format.js";
import { t, tOr } from "../../lib/i18n.js";

let lastId = 0;

/**
 * @param {Web.Catalogue} catalogue
 * @param {string} game the one to begin with
 * @param {(game: string) => void} changed
 * @returns {{element: HTMLElement, value: () => string, set: (game: string) => void}}
 */
export function createGameChoice(catalogue, game, changed) {
  lastId += 1;
  const names = { select: `game-choice-${lastId}`, text: `game-text-${lastId}` };
  /** @type {string[]} */
  const known = catalogue.families.flatMap(gamesOf);
  /** @type {HTMLSelectElement} */
  const select = h(
    "select",
    { id: names.select, onchange: () => choose(select.value) },
    catalogue.families.map((family) =>
      h("optgroup", { label: familyName(family.family) }, gamesOf(family).map((name) => h("option", { value: name }, tOr(`game.${name}`, name)))),
    ),
    h("option", { value: "" }, t("analyse.choice.other")),
  );
  /** @type {HTMLInputElement} */
  const text = h("input", { id: names.text, type: "text", autocomplete: "off", spellcheck: "false", onchange: () => choose(text.value.trim()) });

  /** @param {string} name */
  function set(name) {
    select.value = known.includes(name) ? name : "";
    if (name !== "") text.value = name;
  }

  /** @param {string} name */
  function choose(name) {
    set(name);
    if (name === "") text.focus();
    else changed(name);
  }

  set(game);
  const element = h(
    "div",
    { class: "game-choice" },
    h("div", { class: "field" }, h("label", { for: names.select }, t("analyse.choice.game")), select),
    h("div", { class: "field" }, h("label", { for: names.text }, t("analyse.choice.text")), text),
  );
  return { element, value: () => text.value.trim(), set };
}

/** @param {Web.Family} family @returns {string[]} the game itself and its variants */
function gamesOf(family) {
  return family.presets.map((preset) => preset.name);
}
