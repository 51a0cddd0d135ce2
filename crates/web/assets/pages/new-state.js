// What one chooses for a new game, as plain data, and what is asked of the server for it.

/**
 * @typedef {object} SeatChoice
 * @property {"person" | "level" | "agent"} kind
 * @property {number} level
 * @property {string} agent name of an agent
 * @property {Record<string, string>} parameters of the agent, only those that are not as usual
 * @property {string} time most seconds for a move; empty: as the agent likes
 */

/**
 * @typedef {object} Choice
 * @property {string} preset
 * @property {Record<string, string>} parameters of the game, only those that are not as usual
 * @property {SeatChoice[]} seats
 * @property {boolean} chance whether chance decides who sits where
 * @property {boolean} clock
 * @property {string} minutes
 * @property {string} increment
 * @property {string} start text of a position; empty: as usual
 */

export const USUAL_LEVEL = 3;

/** @returns {SeatChoice} */
export function personSeat() {
  return { kind: "person", level: USUAL_LEVEL, agent: "mcts", parameters: {}, time: "" };
}

/** @returns {SeatChoice} */
export function levelSeat() {
  return { ...personSeat(), kind: "level" };
}

/**
 * What one gets who chooses nothing: oneself first, level 3 in the other seats.
 *
 * @param {Web.Family} family of the catalogue
 * @returns {Choice}
 */
export function usualChoice(family) {
  const seats = seatsFor([], family.presets[0].seats);
  return { preset: family.presets[0].name, parameters: proposed(family), seats, chance: false, clock: false, minutes: "10", increment: "5", start: "" };
}

/** How many rounds a short game has, where a game is counted in rounds. */
export const SHORT = "8";

/**
 * What is proposed beside what is usual: a first game that does not last until the board is full.
 *
 * @param {Web.Family} family
 * @returns {Record<string, string>}
 */
export function proposed(family) {
  const parameters = family.parameters ?? [];
  return parameters.some(({ name }) => name === "rounds") ? { rounds: SHORT } : {};
}

/**
 * The choice that was kept from the last time, as far as it still makes sense.
 *
 * @param {Web.Family} family
 * @param {Partial<Choice> | null} kept
 * @returns {Choice}
 */
export function restored(family, kept) {
  const usual = usualChoice(family);
  const known = family.presets.some((preset) => preset.name === kept?.preset);
  if (!known || !Array.isArray(kept?.seats) || kept.seats.length === 0) return usual;
  return { ...usual, ...kept, start: "" };
}

/**
 * As many seats as the game has; new ones are level 3, the very first is a person.
 *
 * @param {SeatChoice[]} seats
 * @param {number} count
 * @returns {SeatChoice[]}
 */
export function seatsFor(seats, count) {
  return Array.from({ length: count }, (_, seat) => seats[seat] ?? (seat === 0 ? personSeat() : levelSeat()));
}

/**
 * The game as the server writes it.
 *
 * @param {Choice} choice
 * @returns {string}
 */
export function gameOf(choice) {
  return spec(choice.preset, choice.parameters);
}

/**
 * @param {SeatChoice} seat
 * @returns {Web.Player}
 */
export function playerOf(seat) {
  if (seat.kind === "person") return { kind: "person" };
  const agent = seat.kind === "level" ? `level:${seat.level}` : spec(seat.agent, seat.parameters);
  const time = Number(seat.time);
  return time > 0 ? { kind: "agent", agent, time } : { kind: "agent", agent };
}

/**
 * What `POST /api/games` takes.
 *
 * @param {Choice} choice
 * @param {() => number} [random] a number from 0 to 1, as Math.random
 * @returns {Web.Wanted}
 */
export function wantedGame(choice, random = Math.random) {
  const seats = choice.seats.map(playerOf);
  const start = choice.start.trim();
  return {
    game: gameOf(choice),
    seats: choice.chance ? shuffled(seats, random) : seats,
    ...(start !== "" && { start }),
    ...(choice.clock && { clock: { seconds: Number(choice.minutes) * 60, increment: Number(choice.increment) } }),
  };
}

/**
 * Everyone one seat further.
 *
 * @template T
 * @param {T[]} seats
 * @returns {T[]}
 */
export function rotated(seats) {
  return [...seats.slice(-1), ...seats.slice(0, -1)];
}

/**
 * @template T
 * @param {T[]} list
 * @param {() => number} random
 * @returns {T[]}
 */
export function shuffled(list, random) {
  const result = [...list];
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other], result[at]];
  }
  return result;
}

/**
 * `name:first,key=value`; the parameter without a name comes first.
 *
 * @param {string} name
 * @param {Record<string, string>} parameters
 */
function spec(name, parameters) {
  const { "": unnamed, ...named } = parameters;
  const parts = Object.entries(named).map(([key, value]) => `${key}=${value}`);
  if (unnamed !== undefined) parts.unshift(unnamed);
  return parts.length === 0 ? name : `${name}:${parts.join(",")}`;
}
