// How the game ended, and what to do next.

import { hrefOf } from "../../lib/address.js";
import { append, h } from "../../lib/dom.js";
import { number, t, tOr } from "../../lib/i18n.js";
import { onlyPerson, ranking } from "./state.js";
import { marginText, playerText, reasonSentence, resultSentence, seatText } from "./words.js";

/** @typedef {import("./state.js").State} State */

/**
 * @param {object} asked
 * @param {(exchange: boolean) => void} asked.rematch
 * @param {Node} asked.exports the menu of files
 */
export function createResult({ rematch, exports }) {
  const title = h("h2", { class: "play-result-title", id: "play-result-title", tabindex: -1 });
  const summary = h("p", { class: "play-result-summary" });
  const rows = h("tbody");
  const points = h("th", { scope: "col", class: "number" });
  const review = h("a", { class: "button primary" }, t("play.result.review"));
  const again = h("button", { type: "button", onclick: () => rematch(false) }, t("play.result.rematch"));
  const swapped = h("button", { type: "button", onclick: () => rematch(true) }, t("play.result.exchange"));
  const element = h(
    "section",
    { class: "play-result card", "aria-labelledby": "play-result-title", hidden: true },
    title,
    summary,
    h(
      "table",
      { class: "play-ranks" },
      h("thead", {}, h("tr", {}, ...["rank", "seat", "player"].map((name) => h("th", { scope: "col", class: name === "rank" ? "number" : null }, t(`play.result.${name}`))), points)),
      rows,
    ),
    h("div", { class: "row play-result-buttons" }, review, again, swapped, exports),
  );

  return {
    element,
    focus: () => title.focus(),
    /** @param {State} state what is on the board */
    update(state) {
      const result = state.result;
      element.hidden = result === null;
      if (!result) return;
      title.textContent = resultSentence(state);
      summary.textContent = [reasonSentence(state), marginText(state)].filter((text) => text !== "").join(" ");
      review.setAttribute("href", hrefOf(`/analyse/${encodeURIComponent(state.game_id)}?review=1`));
      points.textContent = tOr(`play.result.points.${state.family}`, t("play.result.points"));
      rows.replaceChildren();
      append(
        rows,
        ...ranking(result).map(({ seat, rank, score }) =>
          h(
            "tr",
            {},
            h("td", { class: "number" }, String(rank)),
            h("th", { scope: "row" }, seatText(state, seat)),
            h("td", {}, playerText(state.seats[seat].player, onlyPerson(state) === seat)),
            h("td", { class: "number" }, number(score)),
          ),
        ),
      );
    },
  };
}
