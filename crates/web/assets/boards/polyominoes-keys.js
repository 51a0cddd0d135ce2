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
    [t("blokus.key.arrows"), t("blokus.keys.arrows")],
    [`Shift + ${t("blokus.key.arrows")}`, t("blokus.keys.far")],
    ["R", t("blokus.keys.rotate")],
    ["Shift + R", t("blokus.keys.unrotate")],
    ["F", t("blokus.keys.flip")],
    [t("blokus.key.space"), t("blokus.keys.next")],
    [`Shift + ${t("blokus.key.space")}`, t("blokus.keys.previous")],
    ["N", t("blokus.keys.piece")],
    ["Enter", t("blokus.keys.place")],
    ["Esc", t("blokus.keys.drop")],
    [t("blokus.key.wheel"), t("blokus.keys.rotate")],
    [t("blokus.key.rightclick"), t("blokus.keys.flip")],
  ];
}
