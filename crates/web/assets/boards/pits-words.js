// What is said about holes, seeds and sowings.

import { seatName, t } from "../lib/i18n.js";

/** @typedef {import("./pits-sowing.js").Place} Place */

/** "hole 3 of A", "store of A". @param {Place} place @param {string[]} seatNames */
export function placeName(place, seatNames) {
  const seat = seatName(seatNames[place.seat]);
  if (place.column === null) return t("boards.pits.store-of", { seat });
  return t("boards.pits.hole-of", { hole: place.column + 1, seat });
}

/**
 * "hole 3, 7 seeds, playable".
 *
 * @param {import("./pits-layout.js").Pit} pit
 * @param {string[]} seatNames
 */
export function describePit(pit, seatNames) {
  const { column } = pit.place;
  const parts = [
    pit.playable && column !== null ? t("boards.pits.hole", { hole: column + 1 }) : placeName(pit.place, seatNames),
    t("boards.pits.seeds", { count: pit.seeds }),
    pit.playable && t("boards.playable"),
    pit.last && t("boards.last-move"),
    pit.mark?.text,
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * What a move would do: "hole 3: one relay, last seed in hole 3 of A, captures 9".
 *
 * @param {string} move
 * @param {Pits.Details} details
 * @param {string[]} seatNames
 */
export function tellMove(move, { relays, captured, extra_turn: again, over, last }, seatNames) {
  const parts = [
    relays > 0 && t("boards.pits.relays", { count: relays }),
    last && t("boards.pits.last-in", { place: placeName(last, seatNames) }),
    captured > 0 && t("boards.pits.captures", { count: captured }),
    again && t("boards.pits.again"),
    over && t("boards.pits.ends"),
  ];
  return `${t("boards.pits.hole", { hole: move })}: ${parts.filter(Boolean).join(", ")}`;
}

/**
 * What the log says at a step; nothing for most seeds, as only the last one decides.
 *
 * @param {Pits.Step} step
 * @param {number} mover
 * @param {string[]} seatNames
 * @returns {string | null}
 */
export function tellStep(step, mover, seatNames) {
  const name = (/** @type {number} */ seat) => seatName(seatNames[seat]);
  switch (step.step) {
    case "pick-up":
      return t("boards.pits.log.pick-up", { seat: name(mover), count: step.seeds, place: placeName(step.place, seatNames) });
    case "drop":
      return step.left > 0 ? null : t("boards.pits.log.last", { place: placeName(step.place, seatNames) });
    case "relay":
      return t("boards.pits.log.relay", { count: step.seeds });
    case "capture":
      return t("boards.pits.log.capture", { count: step.seeds });
    case "extra-turn":
    case "skip":
      return t(`boards.pits.log.${step.step}`, { seat: name(step.seat) });
    case "end":
      if (step.collected[0] + step.collected[1] === 0) return t("boards.pits.log.over");
      return t("boards.pits.log.end", {
        first: step.collected[0],
        firstSeat: name(0),
        second: step.collected[1],
        secondSeat: name(1),
      });
    default:
      return null;
  }
}
