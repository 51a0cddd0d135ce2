// The dialog with all keys that work on this page.

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
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "help", "aria-labelledby": "help-title", onclose: () => dialog.remove(), onclick: closeOutside },
    h(
      "div",
      { class: "stack" },
      h("header", { class: "dialog-head" }, h("h2", { id: "help-title" }, t("app.keys.title")), closeButton(() => dialog.close())),
      keySections().map(({ title, keys }) => keyTable(title, keys())),
      keyTable(t("keys.general"), generalKeys()),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {() => void} close */
export function closeButton(close) {
  return h("button", { class: "quiet", type: "button", "aria-label": t("app.close"), onclick: close }, h("span", { "aria-hidden": "true" }, "✕"));
}

/**
 * A click beside a dialog closes it. The dialog's padding is zero, so only the backdrop is "itself".
 *
 * @param {MouseEvent} event
 */
export function closeOutside(event) {
  if (event.target === event.currentTarget && event.target instanceof HTMLDialogElement) event.target.close();
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
