// Who sits at the board: scores, clocks, whose turn it is.

import { append, h, replace } from "../../lib/dom.js";
import { scoreParts, scoreText } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { clockLeft, clockText, onlyPerson } from "./state.js";
import { playerText, ratingText, seatText } from "./words.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./words.js").Ratings} Ratings
 */

/**
 * @param {object} asked
 * @param {Ratings} asked.ratings
 * @param {(seat: number) => void} asked.change another player for the seat
 */
export function createPlayers({ ratings, change }) {
  const list = h("ul", { class: "play-players" });
  /** @type {{row: HTMLElement, turn: HTMLElement, name: HTMLElement, player: HTMLButtonElement, score: HTMLElement, clock: HTMLElement}[]} */
  let rows = [];

  /** @param {State} state */
  function build(state) {
    rows = state.seats.map((_, seat) => {
      const turn = h("span", { class: "play-turn", "aria-hidden": "true" });
      const name = h("span", { class: "play-seat-name" });
      const player = h("button", { class: "play-seat-player quiet", type: "button", onclick: () => change(seat) });
      const score = h("span", { class: "play-score number" });
      const clock = h("span", { class: "play-clock number", role: "timer" });
      const row = h("li", { class: "play-player" }, turn, name, player, clock, score);
      return { row, turn, name, player, score, clock };
    });
    list.replaceChildren();
    append(list, ...rows.map(({ row }) => row));
    list.dataset.seats = String(rows.length);
  }

  return {
    element: list,
    /**
     * @param {State} shown the position on the board
     * @param {State} newest who sits where now
     */
    update(shown, newest) {
      if (rows.length !== shown.seats.length) build(shown);
      rows.forEach(({ row, turn, name, player, score, clock }, seat) => {
        const sitting = newest.seats[seat].player;
        const toMove = shown.result === null && shown.view.turn === seat;
        row.classList.toggle("to-move", toMove);
        row.classList.toggle("thinks", newest.thinking?.seat === seat);
        turn.textContent = toMove ? "▸" : "";
        name.textContent = seatText(shown, seat);
        name.dataset.seat = shown.seats[seat].name;
        const rating = ratingText(sitting, ratings);
        const who = playerText(sitting, onlyPerson(newest) === seat);
        const text = rating === "" ? who : `${who} · ${rating}`;
        if (player.dataset.text !== text) {
          replace(player, h("span", { class: "play-seat-text" }, h("span", { class: "play-seat-who" }, who), rating !== "" && h("span", { class: "play-rating" }, ` · ${rating}`)));
        }
        player.dataset.text = text;
        const mayChange = newest.role === "player";
        player.setAttribute("aria-disabled", String(!mayChange));
        player.setAttribute("aria-label", `${seatText(shown, seat)}: ${text}. ${mayChange ? t("play.seat.change") : ""}`.trim());
        const points = scoreText(shown.geometry, shown.view.scores?.[seat] ?? 0);
        const [before, number, after] = scoreParts(shown.geometry, shown.view.scores?.[seat] ?? 0);
        if (score.textContent !== points) replace(score, word(before), number, word(after));
        score.setAttribute("aria-label", t("play.score", { score: points }));
        score.setAttribute("role", "img");
        clock.hidden = newest.seats[seat].clock === null;
        if (toMove) row.setAttribute("aria-current", "true");
        else row.removeAttribute("aria-current");
      });
    },
    /**
     * Called several times a second while a clock runs.
     *
     * @param {State} newest
     * @param {number} since seconds since the state came
     */
    tick(newest, since) {
      newest.seats.forEach(({ clock }, seat) => {
        if (!clock || !rows[seat]) return;
        const left = clockLeft(clock, since);
        const text = clockText(left);
        if (rows[seat].clock.textContent !== text) rows[seat].clock.textContent = text;
        rows[seat].clock.classList.toggle("running-out", clock.running && left < 10);
      });
    },
  };
}

/** @param {string} text of a score, beside its number */
const word = (text) => text !== "" && h("span", { class: "play-score-word" }, text);
