// Setting up a position: the board's own tools, and the text of the position beside them. The
// server says whether it is one.

import { boardOf } from "../../boards/index.js";
import { h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { createGameChoice } from "./gamechoice.js";
import { look } from "./sources.js";

/** How long to wait after a change before the server is asked, in milliseconds. */
const PAUSE = 250;

/**
 * @param {object} begin
 * @param {Web.Catalogue} begin.catalogue
 * @param {string} begin.game
 * @param {string | null} begin.position null: the usual one
 * @param {(game: string, position: string) => void} opened
 * @returns {{element: HTMLElement, show: (game: string, position: string | null) => void, destroy: () => void}}
 */
export function createSetup({ catalogue, game, position }, opened) {
  const place = h("div", { class: "setup-board" });
  const problem = h("p", { class: "problem setup-problem", role: "alert" });
  const text = h("textarea", { id: "setup-text", rows: 3, spellcheck: "false", autocomplete: "off", oninput: () => check(true) });
  const openButton = h("button", { type: "button", class: "primary", onclick: () => opened(choice.value(), text.value.trim()) }, t("analyse.setup.open"));
  const choice = createGameChoice(catalogue, game, (name) => void show(name, null));
  /** @type {{destroy?: () => void} | void | null} */
  let tools = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Counts what was asked, so that a late answer is not taken for the newest. */
  let asked = 0;

  /** @param {string} name @param {string | null} start */
  async function show(name, start) {
    asked += 1;
    const mine = asked;
    choice.set(name);
    try {
      const looked = await look(name, start, []);
      if (mine !== asked) return;
      text.value = looked.view.position;
      await drawTools(looked, mine);
      told(null);
    } catch (error) {
      if (mine === asked) told(error);
    }
  }

  /** @param {Web.Inspected} looked @param {number} mine */
  async function drawTools(looked, mine) {
    const module = await boardOf(looked.geometry);
    if (mine !== asked) return;
    tools?.destroy?.();
    replace(place);
    const changed = (/** @type {string} */ written) => {
      text.value = written;
      check(false);
    };
    tools = module.setup(place, looked.view.board, changed, { turn: looked.view.turn });
  }

  /** @param {boolean} redraw whether the board must follow the text */
  function check(redraw) {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      asked += 1;
      const mine = asked;
      try {
        const looked = await look(choice.value(), text.value.trim() || null, []);
        if (mine !== asked) return;
        if (redraw) await drawTools(looked, mine);
        told(null);
      } catch (error) {
        if (mine === asked) told(error);
      }
    }, PAUSE);
  }

  /** @param {unknown} error */
  function told(error) {
    problem.textContent = error === null ? "" : error instanceof Error ? error.message : String(error);
    text.setAttribute("aria-invalid", String(error !== null));
    openButton.disabled = error !== null;
  }

  const element = h(
    "div",
    { class: "setup stack" },
    choice.element,
    place,
    h("div", { class: "field" }, h("label", { for: "setup-text" }, t("analyse.setup.text")), text, problem),
    h("div", { class: "row" }, openButton),
  );
  void show(game, position);
  return {
    element,
    show: (name, start) => void show(name, start),
    destroy() {
      asked += 1;
      clearTimeout(timer);
      tools?.destroy?.();
    },
  };
}
