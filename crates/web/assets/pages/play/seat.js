// Another player for a seat in the middle of a game.

import { openDialog } from "../../lib/dialog.js";
import { h } from "../../lib/dom.js";
import { number, t, tOr } from "../../lib/i18n.js";
import { levelOf } from "./state.js";

/**
 * @typedef {import("./state.js").Player} Player
 * @typedef {import("./words.js").Ratings} Ratings
 */

/** What the person chose, as a player. @param {string} choice @param {string} name @param {number | null} time @returns {Player} */
export function chosenPlayer(choice, name, time) {
  if (choice === "person") return { kind: "person" };
  const agent = choice === "named" ? name.trim() : choice;
  return time !== null && time > 0 ? { kind: "agent", agent, time } : { kind: "agent", agent };
}

/**
 * @param {object} given
 * @param {string} given.seat what the seat is called
 * @param {Player} given.player who sits there now
 * @param {Ratings} given.ratings
 * @param {{name: string, summary: string}[]} given.agents
 * @param {{least: number, most: number}} given.time
 * @param {(player: Player) => Promise<string>} given.seatPlayer answers with why not, or an empty text
 */
export function openSeatDialog({ seat, player, ratings, agents, time, seatPlayer }) {
  const level = levelOf(player);
  const now = player.kind === "person" ? "person" : level === null ? "named" : `level:${level}`;
  const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value, selected: value === now }, text);
  const levels = Array.from({ length: 9 }, (_, index) => {
    const rated = ratings.find((rating) => rating.level === index + 1);
    const text = t("play.level", { level: index + 1 });
    return option(`level:${index + 1}`, rated ? `${text} (${t("play.rated", { elo: number(rated.elo) })})` : text);
  });
  const choice = h("select", { id: "seat-choice", onchange: show }, option("person", t("play.person")), ...levels, option("named", t("play.seat.named")));
  const name = h("input", { id: "seat-name", list: "seat-names", autocomplete: "off", spellcheck: "false", value: player.kind === "agent" ? player.agent : "" });
  const names = h("datalist", { id: "seat-names" }, ...agents.map((agent) => h("option", { value: agent.name }, tOr(`agent.${agent.name}.line`, agent.summary))));
  const seconds = h("input", {
    id: "seat-time",
    type: "number",
    min: time.least,
    max: time.most,
    step: "any",
    value: player.kind === "agent" && player.time ? player.time : "",
    placeholder: t("play.seat.time.own"),
  });
  const problem = h("p", { class: "problem", role: "alert" });
  const nameField = h("div", { class: "field" }, h("label", { for: "seat-name" }, t("play.seat.name")), name, names, h("p", { class: "hint" }, t("play.seat.name.hint")));
  const timeField = h("div", { class: "field" }, h("label", { for: "seat-time" }, t("play.seat.time")), seconds);

  function show() {
    nameField.hidden = choice.value !== "named";
    timeField.hidden = choice.value === "person";
  }

  openDialog(t("play.seat.title", { seat }), (close) => [
    h(
      "form",
      {
        class: "stack",
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const given = seconds.value === "" ? null : Number(seconds.value);
          const reason = await seatPlayer(chosenPlayer(choice.value, name.value, given));
          problem.textContent = reason;
          if (reason === "") close();
        },
      },
      h("div", { class: "field" }, h("label", { for: "seat-choice" }, t("play.seat.who")), choice),
      nameField,
      timeField,
      problem,
      h("div", { class: "row play-dialog-buttons" }, h("button", { type: "button", onclick: close }, t("play.cancel")), h("button", { type: "submit", class: "primary" }, t("play.seat.take"))),
    ),
  ]);
  show();
}
