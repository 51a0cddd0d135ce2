// Taking a game to another device: a link, the same as a QR code, or a file.

import { wholeLink } from "../../lib/address.js";
import { ENDING, fileOf, placeOfGame } from "../../lib/carry.js";
import { openDialog } from "../../lib/dialog.js";
import { h, s } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { qrCode } from "../../lib/qr.js";
import { say } from "../../lib/status.js";
import { loadStyles } from "../../lib/styles.js";
import { download, fileName } from "../analyse/files.js";
import { copy } from "./copy.js";
import { gameLike, movesSoFar } from "./state.js";

/** Light squares around a code. */
const RIM = 4;

/** @param {import("./state.js").State} state */
export async function askToCarry(state) {
  const game = { ...gameLike(state, { moves: movesSoFar(state) }), title: state.title };
  const link = wholeLink(await placeOfGame(game));
  const code = qrCode(link);
  await loadStyles(["carry"]);
  const file = () => new File([fileOf(game)], fileName(state.title || state.game, ENDING), { type: "application/json" });
  const send = { title: state.title || "Papan", url: link };
  openDialog(
    t("carry.dialog.title"),
    () => [
      h("p", {}, t("carry.dialog.text")),
      code ? h("figure", { class: "carry-code" }, drawing(code), h("figcaption", { class: "small muted" }, t("carry.dialog.code"))) : h("p", { class: "muted" }, t("carry.dialog.long")),
      h(
        "div",
        { class: "row" },
        "share" in navigator && h("button", { type: "button", class: "primary", onclick: () => void navigator.share(send).catch(() => {}) }, t("carry.dialog.send")),
        h("button", { type: "button", onclick: async () => (await copy(link)) && say(t("carry.copied")) }, t("carry.dialog.link")),
        h("button", { type: "button", onclick: () => download(file(), file().name) }, t("carry.dialog.file")),
      ),
    ],
    { closable: true },
  );
}

/** @param {boolean[][]} code */
function drawing(code) {
  const size = code.length + 2 * RIM;
  const squares = code.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + RIM} ${y + RIM}h1v1h-1z` : "")));
  return s(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("carry.dialog.code.label"), "shape-rendering": "crispEdges" },
    s("rect", { width: size, height: size, class: "carry-light" }),
    s("path", { d: squares.join(""), class: "carry-dark" }),
  );
}
