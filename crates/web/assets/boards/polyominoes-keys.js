// Which key does what on a board of Blokus.

import { t } from "../lib/i18n.js";

/** @type {Record<string, string>} */
const ACTIONS = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  r: "rotate", f: "flip", " ": "next", n: "piece", Enter: "place", Escape: "drop", Delete: "remove", Backspace: "remove",
};

/** @type {Record<string, string>} */
const WITH_SHIFT = { rotate: "unrotate", next: "previous", piece: "pieceBack" };

/**
 * What a key asks for, or null.
 *
 * @param {{key: string, shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} event
 * @returns {{action: string, distance: number} | null}
 */
export function actionOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const action = ACTIONS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (action === undefined) return null;
  return { action: (event.shiftKey && WITH_SHIFT[action]) || action, distance: event.shiftKey ? 5 : 1 };
}

/** The keys and what they do. @returns {[string, string][]} */
export function keys() {
  return [
    [t("boards.polyominoes.key.arrows"), t("boards.polyominoes.keys.arrows")],
    [`Shift + ${t("boards.polyominoes.key.arrows")}`, t("boards.polyominoes.keys.far")],
    ["R", t("boards.polyominoes.keys.rotate")],
    ["Shift + R", t("boards.polyominoes.keys.unrotate")],
    ["F", t("boards.polyominoes.keys.flip")],
    [t("boards.polyominoes.key.space"), t("boards.polyominoes.keys.next")],
    [`Shift + ${t("boards.polyominoes.key.space")}`, t("boards.polyominoes.keys.previous")],
    ["N", t("boards.polyominoes.keys.piece")],
    ["Enter", t("boards.polyominoes.keys.place")],
    ["Esc", t("boards.polyominoes.keys.drop")],
    [t("boards.polyominoes.key.wheel"), t("boards.polyominoes.keys.rotate")],
    [t("boards.polyominoes.key.rightclick"), t("boards.polyominoes.keys.flip")],
  ];
}
