// Questions that must be answered first.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/**
 * Opens a dialog; it is taken away when it is closed, and focus goes back to where it was.
 *
 * @param {string} title
 * @param {(close: () => void) => (Node | null)[]} content
 */
export function openDialog(title, content) {
  const before = document.activeElement;
  const dialog = h("dialog", { class: "play-dialog", "aria-labelledby": "play-dialog-title", onclose: closed });
  const close = () => dialog.close();
  dialog.append(h("div", { class: "stack" }, h("h2", { id: "play-dialog-title" }, title), ...content(close)));
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (event.target === dialog) close();
  });

  function closed() {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  }

  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks whether something should really be done.
 *
 * @param {string} title
 * @param {string} text what it means
 * @param {string} yes what the button says
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = openDialog(title, (close) => [
      h("p", {}, text),
      h(
        "div",
        { class: "row play-dialog-buttons" },
        h("button", { type: "button", onclick: close }, t("play.cancel")),
        h("button", { type: "button", class: "primary", onclick: () => { answer = true; close(); } }, yes),
      ),
    ]);
    dialog.addEventListener("close", () => resolve(answer));
  });
}
