// What the buttons and keys of a game do.

import { wholeLink } from "../../lib/address.js";
import { createGame, ServerError } from "../../lib/api.js";
import { errorText, t } from "../../lib/i18n.js";
import { go } from "../../lib/router.js";
import { copy } from "./copy.js";
import { confirm } from "./dialogs.js";
import { openSeatDialog } from "./seat.js";
import { exchanged, gameLike, movesSoFar, playersWithMe, resigningSeat } from "./state.js";
import { seatText } from "./words.js";

/**
 * @typedef {ReturnType<typeof import("./session.js").openSession>} Session
 */

/**
 * @param {object} given
 * @param {Session} given.session
 * @param {ReturnType<typeof import("./advice.js").createAdvice>} given.advice
 * @param {Web.Catalogue} given.catalogue
 * @param {Web.Family | undefined} given.family as the catalogue has it
 * @param {(text: string) => void} given.tell
 */
export function createDoing({ session, advice, catalogue, family, tell }) {
  const newest = () => session.heard.newest;

  /** @param {Web.GameMessage} message */
  async function command(message) {
    const refused = await session.command(message);
    if (refused !== "") tell(refused);
    return refused;
  }

  /** Makes another game and goes there. @param {Web.Wanted} wanted */
  async function begin(wanted) {
    try {
      const id = await createGame(wanted);
      go(`/game/${id}`);
    } catch (error) {
      tell(error instanceof ServerError ? error.message : errorText({ code: "unknown", text: String(error) }));
    }
  }

  async function restart() {
    if (await confirm(t("play.restart.title"), t("play.restart.text"), t("play.act.restart"))) await command({ type: "restart" });
  }

  async function resign() {
    const seat = resigningSeat(newest());
    if (seat === null) return;
    const sure = await confirm(t("play.resign.title"), t("play.resign.text", { seat: seatText(newest(), seat) }), t("play.act.resign"));
    if (sure) await command({ type: "resign", seat });
  }

  /** @type {Record<string, () => unknown>} */
  const actions = {
    undo: () => command({ type: "undo" }),
    redo: () => command({ type: "redo" }),
    hint: () => advice.hint(),
    values: () => advice.wantValues(!advice.known.wishes.values),
    stop() {
      advice.stop();
      session.send({ type: "stop" });
    },
    pause: () => command({ type: "pause", on: !newest().paused }),
    step: () => command({ type: "step" }),
    restart,
    resign,
    again: () => begin(gameLike(newest())),
    link: async () => {
      if (await copy(wholeLink(`/game/${newest().game_id}`))) tell(t("play.copied.link"));
    },
    carry: async () => (await import("./carry.js")).askToCarry(newest()),
    position: async () => {
      if (await copy(newest().view.position)) tell(t("play.copied.position"));
    },
  };

  return {
    /** @param {string} name */
    act: (name) => void actions[name]?.(),
    /** @param {number} ply */
    goTo(ply) {
      if (newest().role === "player") void command({ type: "go", ply });
    },
    /** @param {number} seconds */
    setPace: (seconds) => void command({ type: "pace", seconds }),
    /** @param {boolean} exchange */
    rematch(exchange) {
      const players = newest().seats.map((seat) => seat.player);
      void begin(gameLike(newest(), { players: exchange ? exchanged(players) : players }));
    },
    playOn: () => void begin(gameLike(newest(), { players: playersWithMe(newest()), moves: movesSoFar(newest()) })),
    /** @param {number} seat */
    changeSeat(seat) {
      const state = newest();
      if (state.role !== "player") return;
      const agents = (family?.agents ?? []).filter((agent) => agent.many || state.seats.length === 2);
      openSeatDialog({
        seat: seatText(state, seat),
        player: state.seats[seat].player,
        ratings: family?.ratings[state.game] ?? [],
        agents,
        time: catalogue.time,
        seatPlayer: (player) => session.command({ type: "player", seat, player }),
      });
    },
  };
}
