// Players, games, moments and results in words.

import { language, number, seatName, t, tOr } from "./i18n.js";

/**
 * Who plays: "you", "Level 3", "Monte Carlo tree search".
 *
 * @param {{kind: string, agent?: string, time?: number | null}} player
 * @param {boolean} [you] whether it is who looks at this page
 * @returns {string}
 */
export function playerText(player, you = false) {
  if (player.kind === "person") return t(you ? "player.you" : "player.person");
  return agentText(player.agent ?? "");
}

/**
 * @param {string} agent as the server writes it: `level:3`, `mcts:nodes=500`
 * @returns {string}
 */
export function agentText(agent) {
  const { name, parameters } = split(agent);
  if (name === "level") return t("player.level", { level: parameters[0] ?? "5" });
  const said = tOr(`agent.${name}`, name);
  return parameters.length === 0 ? said : `${said} (${parameterWords(name, parameters)})`;
}

/** What a family of games is called. @param {string} family @returns {string} */
export const familyName = (family) => tOr(`game.${family}`, sentence(family.replaceAll("-", " ")));

/**
 * What a game is called, with what is not as usual.
 *
 * @param {string} game as the server writes it: `kalah:holes=5`
 * @returns {string}
 */
export function gameText(game) {
  const { name, parameters } = split(game);
  const said = tOr(`game.${name}`, name);
  return parameters.length === 0 ? said : `${said} · ${parameterWords(name, parameters)}`;
}

/**
 * Parameters in words: "depth 4, evaluation marks". One without a name is told by its value.
 *
 * @param {string} owner the game or agent
 * @param {string[]} parameters
 */
function parameterWords(owner, parameters) {
  const words = parameters.map((parameter) => {
    const [value, key] = parameter.split("=").reverse();
    const said = tOr(`choice.${key ?? "main"}.${value}`, tOr(`choice.${value}`, value));
    if (key === undefined) return said;
    return `${tOr(`parameter.${owner}.${key}`, tOr(`parameter.${key}`, key)).toLocaleLowerCase(language())} ${said}`;
  });
  return words.join(", ");
}

/** @param {string} spec */
function split(spec) {
  const colon = spec.indexOf(":");
  if (colon < 0) return { name: spec, parameters: [] };
  return { name: spec.slice(0, colon), parameters: spec.slice(colon + 1).split(",") };
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * How long ago, or the day when it was long ago.
 *
 * @param {string} moment
 * @returns {string}
 */
export function whenText(moment) {
  const then = new Date(moment);
  const seconds = (then.getTime() - Date.now()) / 1000;
  if (seconds < -14 * 86400) return then.toLocaleDateString(language(), { dateStyle: "medium" });
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const [unit, length] = UNITS.find(([, length]) => -seconds >= length) ?? ["minute", 60];
  return -seconds < 60 ? t("when.now") : format.format(Math.round(seconds / length), unit);
}

/**
 * How a game ended: "black wins, 40–24".
 *
 * @param {{ranks: number[], scores: number[], reason: string, seat: number | null}} result
 * @param {string[]} seats as the server names them
 * @returns {string}
 */
export function resultText(result, seats) {
  const winners = seats.filter((_, seat) => result.ranks[seat] === 1).map(seatName);
  const scores = scoresText(result.scores.map((score) => number(score)));
  const who = winners.length === seats.length ? t("result.draw", { scores }) : winners.length > 1 ? t("result.shared", { seats: winners.join(", "), scores }) : t("result.wins", { seat: winners[0], scores });
  if (result.reason === "finished" || result.seat === null) return who;
  return `${who}, ${t(`result.${result.reason}`, { seat: seatName(seats[result.seat]) })}`;
}

/**
 * Scores beside each other: "40–24". Where one is below zero or there are more than two, a dash would be read as a minus.
 *
 * @param {string[]} scores
 * @returns {string}
 */
export const scoresText = (scores) => scores.join(scores.length === 2 && !scores.some((score) => score.startsWith("−")) ? "–" : " : ");

/**
 * The same in parts: what stands before and after the number may be left out where there is no room.
 *
 * @param {string} geometry
 * @param {number} score
 * @returns {[string, string, string]}
 */
export function scoreParts(geometry, score) {
  const text = scoreText(geometry, score);
  const size = number(Math.abs(score));
  if (!text.includes(size) || text === number(score)) return ["", text, ""];
  const [before, after] = text.split(size);
  return [before, size, after];
}

/**
 * A score as it is said during a game: in Blokus it is what is left, which counts against one.
 *
 * @param {string} geometry
 * @param {number} score
 * @returns {string}
 */
export function scoreText(geometry, score) {
  return geometry === "polyominoes" && score < 0 ? t("score.left", { count: number(-score) }) : number(score);
}

/**
 * A text with its first letter large, for the beginning of a line.
 *
 * @param {string} text
 * @returns {string}
 */
export function sentence(text) {
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}
