// The keys of the desk. What the board has used already is left alone.

import { t } from "../../lib/i18n.js";
import { registerKeys, typing } from "../../lib/keys.js";

/** @returns {[string, string][]} */
const help = () => [
  ["← →", t("analyse.key.step")],
  [", .", t("analyse.key.step-always")],
  ["↑ ↓", t("analyse.key.sibling")],
  ["Home End", t("analyse.key.ends")],
  ["E", t("analyse.key.engine")],
  ["V", t("analyse.key.values")],
  ["M", t("analyse.key.fault")],
  ["T", t("analyse.key.retry")],
  ["P", t("analyse.key.promote")],
  ["Delete", t("analyse.key.delete")],
  ["/", t("analyse.key.type")],
];

/** Whether a key presses the control that has the focus. @param {Element | null} target @param {string} key */
const presses = (target, key) => (key === "Enter" || key === " ") && target?.closest("button, a, summary, input") != null;

/**
 * @param {object} desk
 * @param {import("./desk.js").Actions} desk.actions
 * @param {import("../../boards/contract.js").Board} desk.board
 * @param {HTMLElement} desk.boardPlace
 * @param {() => [string, string][]} desk.boardKeys
 * @returns {() => void} ends listening
 */
export function listenToKeys({ actions, board, boardPlace, boardKeys }) {
  /** @type {Record<string, () => void>} */
  const always = {
    ",": actions.previous,
    ".": actions.next,
    e: actions.toggleEngine,
    v: actions.toggleValues,
    m: actions.nextFault,
    t: actions.retry,
    p: actions.promote,
    "/": actions.focusTyping,
  };
  /** @type {Record<string, () => void>} keys that mean something else on the board */
  const outside = {
    ArrowLeft: actions.previous,
    ArrowRight: actions.next,
    ArrowUp: () => actions.sibling(-1),
    ArrowDown: () => actions.sibling(1),
    Home: actions.first,
    End: actions.last,
    Delete: actions.remove,
  };

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('[role="tab"], [role="slider"]') && event.key in outside) return;
    const onBoard = target !== null && boardPlace.contains(target);
    const action = always[event.key.toLowerCase()] ?? (onBoard ? undefined : outside[event.key]);
    if (action) {
      event.preventDefault();
      action();
    } else if (!onBoard && !presses(target, event.key) && board.key(event)) {
      event.preventDefault();
    }
  }

  document.addEventListener("keydown", onKey);
  const forgetOwn = registerKeys(t("analyse.title"), help);
  const forgetBoard = registerKeys(t("analyse.key.board"), boardKeys);
  return () => {
    document.removeEventListener("keydown", onKey);
    forgetOwn();
    forgetBoard();
  };
}
