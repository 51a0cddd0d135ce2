// A game in words: who plays, what a move did, how it ended.

import { moveCorner, moveFace, moveName, moveNames } from "../../lib/moveface.js";
import { number, sayPhrases, seatName, t, tOr } from "../../lib/i18n.js";
import { lookedText } from "../analyse/worth.js";
import { levelOf, onlyPerson, winners, worthText } from "./state.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Player} Player
 * @typedef {import("./state.js").Ply} Ply
 * @typedef {import("./state.js").Phrase} Phrase
 * @typedef {{level: number, elo: number}[]} Ratings
 */

/** With a capital at the beginning. @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** What the seat is called, at the beginning of a sentence. @param {State} state @param {number} seat */
export function seatText(state, seat) {
  return capital(seatName(state.seats[seat]?.name ?? ""));
}

/**
 * Who sits there: "You", "Human", "Level 3", "Minimax (depth=4)".
 *
 * @param {Player} player
 * @param {boolean} [you] whether it is who looks at this page
 */
export function playerText(player, you = false) {
  if (player.kind === "person") return t(you ? "play.you" : "play.person");
  const level = levelOf(player);
  if (level !== null) return t("play.level", { level });
  const [name, ...parameters] = player.agent.split(":");
  const known = tOr(`agent.${name}`, name);
  return parameters.length === 0 ? known : `${known} (${parameters.join(":")})`;
}

/** The measured rating of a level, or an empty text. @param {Player} player @param {Ratings} ratings */
export function ratingText(player, ratings) {
  const level = levelOf(player);
  const rated = ratings.find((rating) => rating.level === level);
  return rated ? t("play.rated", { elo: number(rated.elo) }) : "";
}

/**
 * The piece that a move places, or null. Such moves are lists of squares, which nobody reads: they are
 * said by their piece.
 *
 * @param {Phrase[]} phrases
 * @returns {string | null}
 */
export function placedPiece(phrases) {
  const piece = phrases.find(({ code }) => code === "places")?.parameters.piece;
  return piece === undefined ? null : String(piece);
}

/**
 * A move of a line or a hint, drawn where its squares are too many to read.
 *
 * @param {State} state
 * @param {string} move
 * @param {string | null} [seat] whose it is, where that is known
 * @returns {(Node | string)[]}
 */
export function moveNodes(state, move, seat = null) {
  const face = state.geometry === "polyominoes" ? moveFace(move, seat) : null;
  return face ? [face, moveCorner(move)] : [move];
}

/**
 * "White plays d3 and turns over 3".
 *
 * @param {State} state
 * @param {{seat: number, move: string, phrases: Phrase[]}} ply
 */
export function moveSentence(state, { seat, move, phrases }) {
  const did = sayPhrases(phrases);
  const words = { seat: seatText(state, seat), move: moveName(state.geometry, move), did };
  if (did === "") return t("play.said.bare", words);
  return placedPiece(phrases) !== null || move === "pass" ? t("play.said.long", words) : t("play.said", words);
}

/**
 * A move as the list of moves shows it: the notation where it is short, else the piece.
 *
 * @param {Ply} ply
 */
export function moveLabel({ move, phrases }) {
  if (move === "pass") return t("play.pass");
  const piece = placedPiece(phrases);
  return piece === null ? move : `${piece} ${move.split(",")[0]}`;
}

/**
 * What a move did beside what its label says already.
 *
 * @param {Ply} ply
 */
export function moveEffect({ phrases }) {
  return sayPhrases(phrases.filter(({ code }) => code !== "passes" && code !== "places"));
}

/**
 * A notice of what people must not miss: "White has no move and passes".
 *
 * @param {State} state
 * @param {{seat: number, phrases: Phrase[]}} notice
 */
export function noticeSentence(state, { seat, phrases }) {
  return phrases
    .map((phrase) =>
      phrase.code === "passes" ? t("play.notice.pass", { seat: seatText(state, seat) }) : capital(sayPhrases([phrase])),
    )
    .join(". ");
}

/** Whose turn it is, or that the game is over. @param {State} state */
export function turnSentence(state) {
  if (state.result) return `${t("play.over")}. ${resultSentence(state)}`;
  const turn = state.view.turn;
  if (turn === null || turn === undefined) return t("play.over");
  const seat = seatText(state, turn);
  const player = state.seats[turn].player;
  if (player.kind === "agent") {
    if (state.paused) return t("play.turn.paused", { seat });
    return t("play.turn.agent", { seat, player: playerText(player) });
  }
  return t(onlyPerson(state) === turn ? "play.turn.yours" : "play.turn.person", { seat });
}

/** "Black wins", "A draw", "Blue and red share the first place". @param {State} state */
export function resultSentence(state) {
  const result = state.result;
  if (!result) return "";
  const first = winners(result);
  if (first.length === result.ranks.length) return t("play.result.draw");
  if (first.length === 1) return t("play.result.wins", { seat: seatText(state, first[0]) });
  return capital(t("play.result.shared", { seats: first.map((seat) => seatName(state.seats[seat].name)).join(", ") }));
}

/** How it ended, as a sentence. @param {State} state */
export function reasonSentence(state) {
  const result = state.result;
  if (!result) return "";
  const seat = result.seat === null || result.seat === undefined ? "" : seatText(state, result.seat);
  return t(`play.reason.${result.reason}`, { seat, count: state.ply });
}

/** "Won by 12 discs", for games of two that were played to the end. @param {State} state */
export function marginText(state) {
  const result = state.result;
  if (!result || result.scores.length !== 2 || result.reason !== "finished") return "";
  const count = Math.abs(result.scores[0] - result.scores[1]);
  return count === 0 ? "" : tOr(`play.result.margin.${state.family}`, t("play.result.margin", { count }), { count });
}

/**
 * A large number in few characters: "1.2 M".
 *
 * @param {number | null | undefined} count
 */
export function shortNumber(count) {
  if (count === null || count === undefined) return "–";
  if (count >= 1e9) return `${number(count / 1e9, 1)} G`;
  if (count >= 1e6) return `${number(count / 1e6, 1)} M`;
  if (count >= 1e4) return `${number(count / 1e3, 0)} k`;
  return number(count);
}

/**
 * "Hint: d3 (+4, depth 12), then c5 f6".
 *
 * @param {State} state
 * @param {import("./state.js").Hint} hint
 * @param {(move: string) => string} [name] how moves are named
 */
export function hintSentence(state, { move: text, worth, depth, line }, name = (move) => (state.geometry === "polyominoes" ? moveCorner(move) : move)) {
  const move = moveName(state.geometry, name(text));
  // How deep it was looked stands beside it; that it is proven, the sentence says.
  const value = [worthText(worth), worth?.exact ? "" : lookedText(worth, depth)].filter((part) => part !== "").join(", ");
  const rest = moveNames(state.geometry, (line ?? []).slice(line?.[0] === text ? 1 : 0, 5).map(name));
  const said = value === "" ? t("play.hint", { move }) : t(worth?.exact ? "play.hint.exact" : "play.hint.value", { move, value });
  return rest === "" ? said : t("play.hint.line", { hint: said, line: rest });
}

/**
 * The same with its moves drawn, for those who see it.
 *
 * @param {State} state
 * @param {import("./state.js").Hint} hint
 * @returns {(Node | string)[]}
 */
export function hintNodes(state, hint) {
  /** @type {string[]} */
  const moves = [];
  // A sign that no text has stands for each move until the sentence is put together.
  const text = hintSentence(state, hint, (move) => `\u0001${moves.push(move) - 1}\u0001`);
  return text.split("\u0001").flatMap((part, index) => (index % 2 === 0 ? [part] : moveNodes(state, moves[Number(part)])));
}

/** Sentences one after the other, leaving out what is empty. @param {string[]} texts */
export function sentences(texts) {
  return texts
    .filter((text) => text !== "")
    .map((text) => text.replace(/\.$/, ""))
    .join(". ");
}

/** The opening that a position comes from; empty where it has no name. @param {Core.View} view @returns {string} */
export const openingText = ({ opening }) => (opening ? t("opening", { name: tOr(`opening.${opening.code}`, opening.name) }) : "");
