// Questions that must be answered first.

import { openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

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
