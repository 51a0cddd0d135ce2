// A game as the server tells it, and what follows from that. Plain data and pure functions:
// nothing here draws, asks the server or knows the time.

import { signed } from "../../lib/i18n.js";

/**
 * @typedef {Web.Player} Player
 * @typedef {Web.PositionValue} Worth
 * @typedef {Core.Phrase} Phrase
 * @typedef {Web.SeatClock} Clock
 * @typedef {Web.SeatState} Seat
 * @typedef {Web.PlyShown} Ply
 * @typedef {Web.Result} Result
 * @typedef {Extract<Web.GameTold, {type: "thinking"}>} Thinking
 * @typedef {{ply: number, values: Web.ValuedMove[]}} Values
 * @typedef {{ply: number, move: string, worth: Worth | null, depth: number, line: string[]}} Hint
 * @typedef {{ply: number, evaluation: Web.Evaluation}} Looked what was found of the position after so many plies
 */

/**
 * The `state` message of the server.
 *
 * @typedef {Web.State & {role: "player" | "watcher"}} State
 */

/** @param {State} state @param {number | null} seat */
export function isPerson(state, seat) {
  return seat !== null && state.seats[seat]?.player.kind === "person";
}

/** Whether nobody but agents sits at the board. @param {State} state */
export function agentsOnly(state) {
  return state.seats.every((seat) => seat.player.kind === "agent");
}

/** Whether at least one agent sits at the board. @param {State} state */
export function hasAgent(state) {
  return state.seats.some((seat) => seat.player.kind === "agent");
}

/** The seat of the only person, when that is who looks at this page; else null. @param {State} state @returns {number | null} */
export function onlyPerson(state) {
  const persons = state.seats.flatMap((seat, index) => (seat.player.kind === "person" ? [index] : []));
  return state.role === "player" && persons.length === 1 ? persons[0] : null;
}

/** Whether the person at this page may move now. @param {State} state */
export function mayMove(state) {
  return state.role === "player" && state.result === null && isPerson(state, state.view.turn);
}

/** Whether there is something to take back: a move, or the end of the game. @param {State} state */
export function mayUndo(state) {
  return state.role === "player" && (state.ply > 0 || state.result !== null);
}

/** @param {State} state */
export function mayRedo(state) {
  return state.role === "player" && state.ply < state.plies;
}

/** Which seat the person at this page would give up, or null. @param {State} state @returns {number | null} */
export function resigningSeat(state) {
  if (state.role !== "player" || state.result !== null) return null;
  if (isPerson(state, state.view.turn)) return state.view.turn;
  const seat = state.seats.findIndex((each) => each.player.kind === "person");
  return seat < 0 ? null : seat;
}

/** The moves that led to the position shown. @param {State} state @returns {string[]} */
export function movesSoFar(state) {
  return state.history.slice(0, state.ply).map((ply) => ply.move);
}

/**
 * Whether one state follows the other by a single move, so that the move can be animated.
 *
 * @param {State} before
 * @param {State} after
 */
export function follows(before, after) {
  return after.ply === before.ply + 1 && sameMoves(before, after);
}

/**
 * The states that still wait to be shown, after another one came. Moves of agents and passes are
 * shown one after the other; a move of a person, and every jump, is shown at once; too long a
 * queue is given up.
 *
 * @param {State[]} queue
 * @param {State} shown what the board shows now
 * @param {State} arrived
 * @returns {{queue: State[], atOnce: boolean}} `atOnce`: end the animation that runs
 */
export function enqueue(queue, shown, arrived) {
  const newest = queue.at(-1) ?? shown;
  if (arrived.ply === newest.ply && sameMoves(newest, arrived)) {
    // Only a clock, a player or a pause changed: the newest picture stays the same.
    return queue.length === 0 ? { queue: [arrived], atOnce: false } : { queue: [...queue.slice(0, -1), arrived], atOnce: false };
  }
  const byPerson = arrived.last !== null && isPerson(arrived, arrived.last.seat) && arrived.last.move !== "pass";
  if (!follows(newest, arrived) || byPerson || queue.length >= 3) return { queue: [arrived], atOnce: true };
  return { queue: [...queue, arrived], atOnce: false };
}

/** Whether the moves of the one begin those of the other. @param {State} one @param {State} other */
export function sameMoves(one, other) {
  const moves = movesSoFar(other);
  return movesSoFar(one).every((move, index) => move === moves[index]);
}

/**
 * What is left on a clock some seconds after the state came.
 *
 * @param {Clock} clock
 * @param {number} since
 */
export function clockLeft(clock, since) {
  return Math.max(0, clock.running ? clock.left - since : clock.left);
}

/** "4:59", and with tenths in the last ten seconds. @param {number} seconds */
export function clockText(seconds) {
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  const two = (/** @type {number} */ each) => String(each).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** "+3.4", "−4", "58%". @param {Worth | null} worth */
export function worthText(worth) {
  if (!worth) return "";
  return "points" in worth ? signed(worth.points) : `${Math.round(worth.share * 100)}%`;
}

/** The same in as few signs as a square has room for: "=" says that it is proven. @param {Worth | null} worth @returns {string} */
const markText = (worth) => `${worth?.exact ? "=" : ""}${worthText(worth)}`;

/**
 * The chance of each seat as far as it is known: from the last position of each that was looked at,
 * or from the result. With two seats one chance gives the other.
 *
 * @param {State} state
 * @param {Looked[]} looked in the order of the plies
 * @returns {(number | null)[]}
 */
export function chances(state, looked) {
  if (state.result) {
    const first = winners(state.result);
    return state.seats.map((_, seat) => (first.includes(seat) ? 1 / first.length : 0));
  }
  /** @type {(number | null)[]} */
  const found = state.seats.map(() => null);
  for (const { ply, evaluation } of looked) {
    const { seat, worth } = evaluation;
    if (ply > state.ply || !worth || seat === null) continue;
    found[seat] = worth.chance;
    if (found.length === 2) found[1 - seat] = 1 - worth.chance;
  }
  return found;
}

/** Nodes a second, or null before anything was measured. @param {{nodes: number | null, seconds: number} | null} thought */
export function nodesPerSecond(thought) {
  if (!thought?.nodes || !(thought.seconds > 0)) return null;
  return thought.nodes / thought.seconds;
}

/**
 * Thoughts, values and hints stand only for the position they were made for.
 *
 * @template {{ply: number}} T
 * @param {T | null} found
 * @param {State} state
 * @returns {T | null}
 */
export function current(found, state) {
  return found !== null && found.ply === state.ply && state.result === null ? found : null;
}

/**
 * The last thought is shown until the next one comes, unless the game went elsewhere.
 *
 * @param {Thinking | null} thought
 * @param {State} state
 * @returns {Thinking | null}
 */
export function recent(thought, state) {
  const age = thought === null ? -1 : state.ply - thought.ply;
  return age >= 0 && age <= state.seats.length ? thought : null;
}

/**
 * How good a move is beside the best one, in three steps.
 *
 * @param {number} loss as a chance
 * @returns {"best" | "good" | "poor"}
 */
export function toneOf(loss) {
  if (loss <= 0.02) return "best";
  return loss <= 0.1 ? "good" : "poor";
}

/**
 * What is written on the moves of the board.
 *
 * @param {Values | null} values
 * @param {Hint | null} hint
 * @param {{best: string, good: string, poor: string, hint: string}} words
 * @param {boolean} simple words instead of numbers
 * @returns {Map<string, {text: string, tone: "best" | "good" | "poor" | "hint"}>}
 */
export function marksOf(values, hint, words, simple) {
  /** @type {Map<string, {text: string, tone: "best" | "good" | "poor" | "hint"}>} */
  const marks = new Map();
  const best = Math.max(...(values?.values ?? []).map(({ worth }) => worth.chance));
  for (const { move, worth } of values?.values ?? []) {
    const tone = toneOf(best - worth.chance);
    marks.set(move, { text: simple ? words[tone] : markText(worth), tone });
  }
  if (hint) marks.set(hint.move, { text: marks.get(hint.move)?.text ?? (markText(hint.worth) || words.hint), tone: "hint" });
  return marks;
}

/** The phrases of a move that people must not miss. */
const NOTABLE = new Set(["passes", "passed-over", "no-moves-left"]);

/** @param {Phrase} phrase */
export const isNotable = ({ code }) => NOTABLE.has(code);

/** Whether only moves were added, by playing or by redoing. @param {State} before @param {State} after */
export function wentOn(before, after) {
  return after.ply > before.ply && sameMoves(before, after);
}

/**
 * Something that people must not miss, and after how many plies it was so.
 *
 * @typedef {{seat: number, phrases: Phrase[], ply: number}} Notice
 */

/**
 * What must be said as a notice after a state came: it stays until the next move of a person, or the
 * end of the game. The server may leave out states, so all moves since the one before are looked at.
 *
 * @param {Notice | null} notice
 * @param {State | null} previous
 * @param {State} state
 * @returns {Notice | null}
 */
export function noticeAfter(notice, previous, state) {
  if (previous !== null && previous.ply === state.ply) return notice;
  const onward = previous !== null && wentOn(previous, state);
  let found = onward ? notice : null;
  const from = onward ? previous.ply : Math.max(0, state.ply - 1);
  for (const [index, ply] of state.history.slice(from, state.ply).entries()) {
    const phrases = ply.phrases.filter(isNotable);
    if (phrases.length > 0) found = { seat: ply.seat, phrases, ply: from + index + 1 };
    else if (isPerson(state, ply.seat) || agentsOnly(state)) found = null;
  }
  // Who reads how it ended has no use for an earlier pass.
  return state.result !== null && found !== null && found.ply < state.ply ? null : found;
}

/**
 * Seats from first to last place, those of the same rank in the order of the seats.
 *
 * @param {Result} result
 * @returns {{seat: number, rank: number, score: number}[]}
 */
export function ranking(result) {
  return result.ranks
    .map((rank, seat) => ({ seat, rank, score: result.scores[seat] }))
    .sort((one, other) => one.rank - other.rank || one.seat - other.seat);
}

/** The seats in the first place. @param {Result} result @returns {number[]} */
export function winners(result) {
  const best = Math.min(...result.ranks);
  return result.ranks.flatMap((rank, seat) => (rank === best ? [seat] : []));
}

/** Each player one seat further. @template T @param {T[]} players @returns {T[]} */
export function exchanged(players) {
  return players.length < 2 ? players : [players[players.length - 1], ...players.slice(0, -1)];
}

/**
 * What to ask for to get another game like this one.
 *
 * @param {State} state
 * @param {{players?: Player[], moves?: string[]}} [changes]
 */
export function gameLike(state, changes = {}) {
  return {
    game: state.game,
    seats: changes.players ?? state.seats.map((seat) => seat.player),
    ...(state.start === null ? {} : { start: state.start }),
    ...(changes.moves ? { moves: changes.moves } : {}),
    ...(state.clock === null ? {} : { clock: state.clock }),
  };
}

/**
 * The players when a watcher plays on from here: a person takes the seat to move, everybody else
 * stays who they are.
 *
 * @param {State} state
 * @returns {Player[]}
 */
export function playersWithMe(state) {
  const mine = state.view.turn ?? 0;
  return state.seats.map((seat, index) => (index === mine ? { kind: "person" } : seat.player));
}

/** The level of an agent called `level:N`, or null. @param {Player} player @returns {number | null} */
export function levelOf(player) {
  const found = player.kind === "agent" ? /^level:(\d+)$/.exec(player.agent) : null;
  return found ? Number(found[1]) : null;
}

/** The seconds between moves that the speed slider stands for, slow to fast. */
export const PACES = [5, 3, 2, 1, 0.5, 0.2, 0];

/** Where on the slider a pace is: the nearest one. @param {number} seconds */
export function paceIndex(seconds) {
  const distances = PACES.map((pace) => Math.abs(pace - seconds));
  return distances.indexOf(Math.min(...distances));
}

/**
 * Which seat sits at the bottom, where a board has sides: the only person, else the first.
 *
 * @param {State} state
 * @returns {number | null}
 */
export function seatAtBottom(state) {
  return state.seats.length === 2 ? (onlyPerson(state) ?? 0) : null;
}
