// Who sits where in a new game.

import { h } from "../lib/dom.js";
import { number, seatName, t, tOr } from "../lib/i18n.js";
import { sentence } from "../lib/format.js";
import { field, parameterField } from "./new-fields.js";

/** @typedef {import("./new-state.js").SeatChoice} SeatChoice */

/**
 * @typedef {object} Known what the catalogue says
 * @property {Web.Agent[]} agents
 * @property {Web.Family["ratings"][string]} ratings
 * @property {Web.TimeRange} time
 */

/**
 * One seat: a kind of player and what belongs to it.
 *
 * @param {{name: string, at: number, first: boolean}} place the name as the server says it, and whether it moves first
 * @param {SeatChoice} seat
 * @param {Known} known
 * @param {string | undefined} problem
 * @param {(seat: SeatChoice) => void} changed
 */
export function seatFields({ name, at, first }, seat, known, problem, changed) {
  const title = tOr(`new.seat.${name}`, sentence(seatName(name)));
  return h(
    "div",
    { class: "seat card", role: "group", "aria-label": title, dataset: { seat: at } },
    first && h("span", { class: "chip seat-first" }, t("new.first")),
    field(`seat-${at}`, title, kindSelect(seat, known, changed), { hint: hint(seat, known), problem }),
    seat.kind === "agent" && agentFields(`seat-${at}`, seat, known, changed),
    seat.kind !== "person" && timeField(`seat-${at}`, seat, known, changed),
  );
}

/**
 * Person, the nine levels and all agents in one list: one choice instead of two.
 *
 * @param {SeatChoice} seat
 * @param {Known} known
 * @param {(seat: SeatChoice) => void} changed
 */
function kindSelect(seat, known, changed) {
  const chosen = seat.kind === "person" ? "person" : seat.kind === "level" ? `level:${seat.level}` : `agent:${seat.agent}`;
  const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value, selected: value === chosen }, text);
  return h(
    "select",
    { onchange: (/** @type {import("../lib/dom.js").Changed} */ event) => changed(taken(seat, event.target.value)) },
    option("person", t("new.person")),
    h("optgroup", { label: t("new.levels") }, [1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => option(`level:${level}`, levelText(level, known)))),
    h("optgroup", { label: t("new.agents") }, known.agents.filter(({ name }) => name !== "level").map(({ name }) => option(`agent:${name}`, tOr(`agent.${name}`, name)))),
  );
}

/**
 * @param {SeatChoice} seat
 * @param {string} value
 * @returns {SeatChoice}
 */
function taken(seat, value) {
  const [kind, ...rest] = value.split(":");
  const name = rest.join(":");
  if (kind === "level") return { ...seat, kind, level: Number(name) };
  if (kind === "agent") return { ...seat, kind, agent: name, parameters: {} };
  return { ...seat, kind: "person" };
}

/**
 * @param {number} level
 * @param {Known} known
 */
function levelText(level, known) {
  const rating = known.ratings.find((one) => one.level === level);
  if (!rating) return t("player.level", { level });
  return t("new.level", { level, elo: number(rating.elo) });
}

/**
 * @param {SeatChoice} seat
 * @param {Known} known
 */
function hint(seat, known) {
  if (seat.kind === "agent") {
    const agent = known.agents.find(({ name }) => name === seat.agent);
    return tOr(`agent.${seat.agent}.line`, agent?.summary ?? "");
  }
  const rating = seat.kind === "level" && known.ratings.find((one) => one.level === seat.level);
  if (rating) return t("new.rating", { elo: number(rating.elo), low: number(rating.low), high: number(rating.high) });
  if (seat.kind === "level") return t("new.unrated");
  return t("new.person.hint");
}

/**
 * @param {string} id
 * @param {SeatChoice} seat
 * @param {Known} known
 * @param {(seat: SeatChoice) => void} changed
 */
function agentFields(id, seat, known, changed) {
  const agent = known.agents.find(({ name }) => name === seat.agent);
  // The time has a field of its own, for levels too.
  const parameters = (agent?.parameters ?? []).filter((parameter) => parameter.name !== "time");
  if (parameters.length === 0) return null;
  return h(
    "details",
    { class: "agent-parameters", id: `${id}-more` },
    h("summary", { id: `${id}-more-open` }, t("new.agent.parameters")),
    h(
      "div",
      { class: "fields" },
      parameters.map((parameter) =>
        parameterField(`${id}-${parameter.name || "main"}`, parameter, seat.agent, { value: seat.parameters[parameter.name], usual: parameter.default }, (value) => {
          const { [parameter.name]: _, ...others } = seat.parameters;
          changed({ ...seat, parameters: value === undefined ? others : { ...others, [parameter.name]: value } });
        }),
      ),
    ),
  );
}

/**
 * @param {string} id
 * @param {SeatChoice} seat
 * @param {Known} known
 * @param {(seat: SeatChoice) => void} changed
 */
function timeField(id, seat, known, changed) {
  const { least, most } = known.time;
  const control = h("input", { type: "number", class: "short", min: least, max: most, step: "any", value: seat.time, placeholder: t("new.time.usual"), onchange: (/** @type {import("../lib/dom.js").Changed} */ event) => changed({ ...seat, time: event.target.value }) });
  return h("div", { class: "seat-time" }, field(`${id}-time`, t("new.time"), control));
}
