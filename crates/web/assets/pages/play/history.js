// The list of moves with what each did. Rows that stay the same stay the same elements, so that
// focus and the place one has scrolled to are kept.

import { h } from "../../lib/dom.js";
import { scoresText, scoreText } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { moveFace } from "../../lib/moveface.js";
import { moveEffect, moveLabel, placedPiece, seatText } from "./words.js";

/** @typedef {import("./state.js").State} State */

/** @param {(ply: number) => void} goTo */
export function createHistory(goTo) {
  const start = h("button", { class: "play-ply quiet", type: "button", onclick: () => goTo(0) }, t("play.history.start"));
  const list = h("ol", {}, h("li", {}, start));
  // The status line reads every move out already: the log must not read it a second time.
  const log = h("div", { class: "play-history", role: "log", "aria-live": "off", "aria-label": t("play.history"), tabindex: 0 }, list);
  /** @type {{key: string, row: HTMLElement, button: HTMLElement}[]} */
  let rows = [];
  let shownPly = -1;
  /** @type {HTMLElement} */
  let current = start;
  // Also when the list comes into sight or changes its height.
  new ResizeObserver(() => scrollTo(current)).observe(log);

  /** @param {State} state @param {number} index */
  function rowOf(state, index) {
    const ply = state.history[index];
    // More than two scores, or such with a word, do not fit beside each other; then the mover's alone is shown.
    const scores = ply.scores.length > 2 || ply.scores.some((score) => score < 0) ? scoreText(state.geometry, ply.scores[ply.seat]) : scoresText(ply.scores.map((score) => scoreText(state.geometry, score)));
    const seat = state.seats[ply.seat]?.name ?? "";
    // A piece has the colour of its seat; a seat with two of them does not say which.
    const face = placedPiece(ply.phrases) === null ? null : moveFace(ply.move, seat);
    const button = h(
      "button",
      { class: "play-ply quiet", type: "button", dataset: face ? { move: ply.move } : {}, onclick: () => goTo(index + 1) },
      h("span", { class: "play-ply-number number" }, `${index + 1}.`),
      h("span", { class: "play-ply-seat", dataset: { seat } }, seatText(state, ply.seat)),
      h("span", { class: "play-ply-move" }, face, moveLabel(ply)),
      h("span", { class: "play-ply-did muted" }, moveEffect(ply)),
      h("span", { class: "play-ply-scores number muted" }, scores),
    );
    return h("li", {}, button);
  }

  return {
    element: log,
    /** @param {State} state */
    update(state) {
      const keys = state.history.map((ply, index) => `${index} ${ply.seat} ${ply.move}`);
      let same = 0;
      while (same < rows.length && same < keys.length && rows[same].key === keys[same]) same += 1;
      for (const { row } of rows.slice(same)) row.remove();
      rows = rows.slice(0, same);
      for (let index = same; index < keys.length; index += 1) {
        const row = rowOf(state, index);
        list.append(row);
        rows.push({ key: keys[index], row, button: /** @type {HTMLElement} */ (row.firstElementChild) });
      }
      const buttons = [start, ...rows.map(({ button }) => button)];
      buttons.forEach((button, ply) => {
        button.classList.toggle("later", ply > state.ply);
        button.setAttribute("aria-disabled", String(state.role !== "player"));
        if (ply === state.ply) button.setAttribute("aria-current", "step");
        else button.removeAttribute("aria-current");
      });
      if (state.ply !== shownPly) {
        shownPly = state.ply;
        current = buttons[state.ply];
        scrollTo(current);
      }
    },
  };

  /** Scrolls the list, never the page. @param {HTMLElement} row */
  function scrollTo(row) {
    const box = log.getBoundingClientRect();
    const place = row.getBoundingClientRect();
    if (place.bottom > box.bottom) log.scrollTop += place.bottom - box.bottom;
    else if (place.top < box.top) log.scrollTop -= box.top - place.top;
  }
}
