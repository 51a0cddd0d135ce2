// The dialog with all keys that work on this page.

import { openDialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { keySections } from "../lib/keys.js";

/** @returns {[string, string][]} */
export const generalKeys = () => [
  ["?", t("keys.help")],
  ["Tab", t("keys.tab")],
  [t("keys.arrows"), t("keys.arrows.meaning")],
  ["Enter", t("keys.enter")],
  ["Esc", t("keys.escape")],
];

/** Opens it; once is enough. */
export function openHelp() {
  if (document.querySelector("dialog[open]")) return;
  const sections = [...keySections().map(({ title, keys }) => keyTable(title, keys())), keyTable(t("keys.general"), generalKeys())];
  openDialog(t("app.keys.title"), () => sections, { closable: true });
}

/**
 * @param {string} title
 * @param {[string, string][]} keys
 */
export function keyTable(title, keys) {
  return h(
    "section",
    { class: "key-table" },
    h("h3", {}, title),
    h(
      "dl",
      {},
      keys.map(([key, meaning]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning))),
    ),
  );
}
