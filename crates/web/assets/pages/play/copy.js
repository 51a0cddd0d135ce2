// Copying a text, also where the browser does not let pages do it.

import { openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied; otherwise a dialog shows it
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("input", { class: "play-copy", readonly: true, value: text, "aria-label": t("play.copy.text") });
    openDialog(t("play.copy.title"), (close) => [h("p", {}, t("play.copy.how")), field, h("div", { class: "row play-dialog-buttons" }, h("button", { type: "button", onclick: close }, t("app.close")))]);
    field.select();
    return false;
  }
}
