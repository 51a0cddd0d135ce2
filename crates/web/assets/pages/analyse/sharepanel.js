// Taking a game or position with one: links, texts, files, pictures, paper.

import { wholeLink } from "../../lib/address.js";
import { raw } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { gameText } from "../../lib/format.js";
import { seatName, t, tOr } from "../../lib/i18n.js";
import { pictureOf } from "../../lib/picture.js";
import { say } from "../../lib/status.js";
import { copy, download, fileName, rasterise } from "./files.js";

const PICTURE_SIZE = 1200;

/**
 * What there is to share now.
 *
 * @typedef {object} Shared
 * @property {string} game
 * @property {string | null} start
 * @property {string[]} line the moves of the line that is shown
 * @property {string[]} moves those up to the position that is shown
 * @property {string} address a link that works for everybody
 * @property {string} position
 * @property {Record<string, string>} tags
 * @property {string[]} seatNames
 */

/**
 * @param {object} with_
 * @param {{name: string, extension: string, summary: string}[]} with_.formats
 * @param {() => Shared} with_.shared
 * @returns {HTMLElement}
 */
export function createSharePanel({ formats, shared }) {
  const problem = h("p", { class: "problem", role: "alert" });

  /** @param {() => Promise<void>} action */
  const trying = (action) => async () => {
    problem.textContent = "";
    try {
      await action();
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  /** @param {string} key @param {() => string} text */
  const copyButton = (key, text) => button(`analyse.share.${key}`, trying(async () => say(t((await copy(text())) ? "analyse.share.copied" : "analyse.share.not-copied"))));

  const picture = () => pictureOf(shared(), { theme: "light", width: PICTURE_SIZE, names: true });
  const pictureFile = trying(async () => download(new Blob([await picture()], { type: "image/svg+xml" }), nameOf(shared(), "svg")));
  const imageFile = trying(async () => download(await rasterise(await picture(), PICTURE_SIZE), nameOf(shared(), "png")));

  const replayFile = trying(async () => {
    const now = shared();
    const { replayPage } = await import("./replayfile.js");
    const players = now.seatNames.flatMap((seat) => (now.tags[seat] ? `${seatName(seat)}: ${now.tags[seat]}` : []));
    const page = await replayPage({ ...now, title: now.tags.event ?? gameText(now.game), players: players.join(" · ") });
    download(new Blob([page], { type: "text/html" }), nameOf(now, "html"));
  });

  /** @param {{name: string, extension: string}} format */
  const exportFile = ({ name, extension }) =>
    trying(async () => {
      const now = shared();
      const { game, start, line, tags } = now;
      const answer = await raw("POST", "/api/export", { game, ...(start ? { start } : {}), moves: line, tags, format: name });
      download(await answer.blob(), nameOf(now, extension.replace(/^\./, "")));
    });

  return h(
    "div",
    { class: "stack" },
    group(
      "copy",
      copyButton("link", () => wholeLink(shared().address)),
      copyButton("moves", () => shared().line.join(" ")),
      copyButton("position", () => shared().position),
    ),
    group("game", ...formats.map((format) => h("button", { type: "button", title: tOr(`format.${format.name}`, format.summary), onclick: exportFile(format) }, format.name)), button("analyse.share.replay", replayFile)),
    group("board", button("analyse.share.svg", pictureFile), button("analyse.share.png", imageFile), button("analyse.share.print", () => print())),
    problem,
  );
}

/** A file is called by who played, where that is known. @param {Shared} shared @param {string} end */
function nameOf({ game, tags, seatNames }, end) {
  const players = seatNames.flatMap((seat) => tags[seat] ?? []);
  return fileName(players.length > 0 ? [...players, tags.event ?? "", tags.date ?? ""].filter((part) => part !== "").join(" ") : game, end);
}

/** @param {string} name @param {...import("../../lib/dom.js").Child} buttons */
function group(name, ...buttons) {
  return h("section", { class: "stack-small" }, h("h3", {}, t(`analyse.share.${name}.title`)), h("div", { class: "row" }, ...buttons));
}

/** @param {string} key @param {() => void} action */
function button(key, action) {
  return h("button", { type: "button", onclick: action }, t(key));
}
