// The buttons of a game. They stay in place when they cannot be used, so that nothing jumps and
// focus is not lost.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "./icons.js";
import { agentsOnly, hasAgent, mayMove, mayRedo, mayUndo } from "./state.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {{values: boolean, hinting: boolean}} Wishes what the person at this page asked for
 */

/**
 * @typedef {object} Action
 * @property {string} name
 * @property {string} key
 * @property {(state: State) => boolean} [shown]
 * @property {(state: State, wishes: Wishes) => boolean} enabled
 * @property {(state: State, wishes: Wishes) => boolean} [pressed]
 * @property {(state: State, wishes: Wishes) => string} [text] the key of its text, when it changes
 */

/** @type {Action[]} */
const ACTIONS = [
  { name: "pause", key: "p", shown: (state) => agentsOnly(state) || (hasAgent(state) && state.paused), enabled: (state) => state.result === null, pressed: (state) => state.paused, text: (state) => (state.paused ? "play.act.resume" : "play.act.pause") },
  { name: "step", key: ".", shown: agentsOnly, enabled: (state) => state.result === null },
  { name: "undo", key: "u", enabled: mayUndo },
  { name: "redo", key: "y", enabled: mayRedo },
  { name: "hint", key: "h", shown: (state) => !agentsOnly(state), enabled: (state) => mayMove(state), pressed: (_, wishes) => wishes.hinting },
  { name: "values", key: "v", enabled: (state) => state.result === null, pressed: (_, wishes) => wishes.values },
  { name: "stop", key: "s", shown: hasAgent, enabled: (state, wishes) => state.thinking !== null || wishes.hinting },
];

/** @returns {[string, string][]} */
export function actionKeys() {
  return [
    ...ACTIONS.map(({ name, key }) => /** @type {[string, string]} */ ([key, t(`play.do.${name}`)])),
    ["m", t("play.typed.focus")],
  ];
}

/** @param {(name: string) => void} act */
export function createActions(act) {
  /** @type {State | null} */
  let state = null;
  /** @type {Wishes} */
  let wishes = { values: false, hinting: false };
  const buttons = ACTIONS.map((action) => {
    const sign = h("span", { class: "play-act-sign" }, icon(action.name));
    const text = h("span", { class: "play-act-text" }, t(`play.act.${action.name}`));
    const button = h("button", { type: "button", class: "play-act", dataset: { act: action.name }, "aria-keyshortcuts": action.key, title: `${t(`play.do.${action.name}`)} (${action.key})`, onclick: () => run(action) }, sign, text);
    return { action, button, text, sign };
  });
  const element = h("div", { class: "play-actions", role: "group", "aria-label": t("play.actions") }, ...buttons.map(({ button }) => button));

  /** @param {Action} action */
  function run(action) {
    if (state && (action.shown?.(state) ?? true) && state.role === "player" && action.enabled(state, wishes)) act(action.name);
  }

  return {
    element,
    /** @param {State} newest @param {Wishes} wished */
    update(newest, wished) {
      element.hidden = newest.role !== "player";
      state = newest;
      wishes = wished;
      for (const { action, button, text, sign } of buttons) {
        button.hidden = !(action.shown?.(newest) ?? true);
        button.setAttribute("aria-disabled", String(newest.role !== "player" || !action.enabled(newest, wished)));
        if (action.pressed) button.setAttribute("aria-pressed", String(action.pressed(newest, wished)));
        if (action.text) text.textContent = t(action.text(newest, wished));
        if (action.name === "pause" && sign.dataset.icon !== String(newest.paused)) {
          sign.dataset.icon = String(newest.paused);
          sign.replaceChildren(icon(newest.paused ? "resume" : "pause"));
        }
      }
    },
    /** @param {string} key @returns {boolean} whether it was one of the buttons' keys */
    key(key) {
      // Pausing is asked for by key in every game with an agent; the button is for watching.
      if (key === "p" && state && hasAgent(state) && state.role === "player" && state.result === null) {
        act("pause");
        return true;
      }
      const found = ACTIONS.find((action) => action.key === key);
      if (found) run(found);
      return found !== undefined;
    },
  };
}
