// The connection to one game, and what has been heard over it.

import { dropSecret, secrets } from "../../lib/api.js";
import { errorText, t } from "../../lib/i18n.js";
import { connect } from "../../lib/socket.js";
import { sameMoves } from "./state.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Thinking} Thinking
 */

/**
 * What the server says over the socket of a game.
 *
 * @typedef {{id?: number} & (({type: "state"} & State) | Web.GameTold | Web.SocketTold)} Message
 */

/**
 * @typedef {object} Heard
 * @property {State} newest
 * @property {number} since when the newest state came, in milliseconds
 * @property {Thinking | null} thinking
 */

/**
 * @param {string} id
 * @param {State} first the game as it was when the page asked for it
 * @param {object} on
 * @param {(state: State) => void} on.state
 * @param {() => void} on.moved the position is another one
 * @param {() => void} on.thought an agent tells what it thinks
 * @param {(text: string) => void} on.problem
 */
export function openSession(id, first, on) {
  /** @type {Heard} */
  const heard = { newest: first, since: performance.now(), thinking: null };

  /** Whether a state has come over this connection: a new one begins from whatever it is told. */
  let greeted = false;

  /** @type {import("../../lib/socket.js").Line<Message, Web.GameMessage>} */
  const line = connect(`/api/games/${encodeURIComponent(id)}/socket`, {
    /** @returns {Web.GameMessage} */
    hello() {
      const secret = secrets()[id];
      return secret === undefined ? { type: "hello" } : { type: "hello", secret };
    },
    message: (/** @type {Message} */ message) => take(message),
    open() {
      greeted = false;
    },
  });

  /** @param {Message} message */
  function take(message) {
    if (message.type === "state") takeState(message);
    else if (message.type === "thinking") {
      heard.thinking = message;
      on.thought();
    } else if (message.type === "error") takeError(message);
  }

  /** @param {State} state */
  function takeState(state) {
    const before = heard.newest;
    // An answer may come after a newer state that overtook it.
    if (greeted && state.version < before.version) return;
    greeted = true;
    heard.newest = state;
    heard.since = performance.now();
    if (before.ply !== state.ply || !sameMoves(before, state)) on.moved();
    on.state(state);
  }

  /** @param {Web.ApiError} error */
  function takeError(error) {
    // Another tab was quicker: the state that made this one stale is already on its way.
    if (error.code === "stale") return;
    if (error.code === "secret") dropSecret(id);
    on.problem(errorText(error));
  }

  return {
    heard,
    /**
     * Asks for a change; the answer is why it was refused, or an empty text.
     *
     * @param {Web.GameMessage} message
     * @returns {Promise<string>}
     */
    async command(message) {
      try {
        const answer = await line.request(message);
        if (answer.type === "error") return answer.code === "stale" ? "" : errorText(answer);
        take(answer);
        return "";
      } catch {
        return t("play.lost");
      }
    },
    /** @param {Web.GameMessage} message */
    send: (message) => line.send(message),
    close: () => line.close(),
  };
}
