// Dialogs.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/**
 * Opens a dialog; it is taken away when it is closed, and focus goes back to where it was. A click
 * beside it closes it.
 *
 * @param {string} title
 * @param {(close: () => void) => (Node | null)[]} content
 * @param {{closable?: boolean}} [options] `closable`: with a button that closes it beside the title
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, { closable = false } = {}) {
  const before = document.activeElement;
  const close = () => dialog.close();
  const heading = h("h2", { id: "dialog-title" }, title);
  const cross = () => h("button", { class: "quiet", type: "button", "aria-label": t("app.close"), onclick: close }, h("span", { "aria-hidden": "true" }, "✕"));
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { "aria-labelledby": "dialog-title", onclose: closed, onclick: beside },
    h("div", { class: "stack" }, closable ? h("header", { class: "dialog-head" }, heading, cross()) : heading, content(close)),
  );

  /** The padding of a dialog is zero, so only what is around it is "itself". @param {MouseEvent} event */
  function beside(event) {
    if (event.target === dialog) close();
  }

  function closed() {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  }

  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
