// Talks with the server's engine: one live evaluation, one review, previews and single questions.

import { connect } from "../../lib/socket.js";

/**
 * @typedef {{game: string, start: string | null, moves: string[]}} Place
 * @typedef {import("./worth.js").Worth} Worth
 * @typedef {Web.Evaluation} Evaluation
 * @typedef {import("../../lib/api.js").Problem} Problem
 * @typedef {{id?: unknown} & (Web.AnalysisTold | Web.SocketTold)} Told what the server says
 * @typedef {Told | {type: "lost"}} Message the same, or that it is away
 */

/** @type {Problem} */
const AWAY = { code: "offline", text: "the server does not answer" };

/** Ids of tasks begin far above those that the socket gives to its requests. */
let lastTask = 1_000_000;

/**
 * @param {(open: boolean) => void} opened told when the connection opens and when it is lost
 */
export function createEngine(opened) {
  /** @type {Map<unknown, (message: Message) => boolean>} what takes the answers of a task; true ends it */
  const tasks = new Map();
  /** @type {import("../../lib/socket.js").Line<Told, Web.AnalysisMessage>} */
  const line = connect("/api/analysis", {
    message(message) {
      const take = tasks.get(message.id);
      if (take?.(message)) tasks.delete(message.id);
    },
    open(isOpen) {
      // What the server began for a lost connection is gone.
      if (!isOpen) for (const [id, take] of [...tasks]) if (take({ type: "lost" })) tasks.delete(id);
      opened(isOpen);
    },
  });

  /**
   * @param {Web.AnalysisMessage} message
   * @param {(message: Message) => boolean} take
   * @returns {() => void} stops the task; what comes after that is not heard
   */
  function begin(message, take) {
    lastTask += 1;
    const id = lastTask;
    tasks.set(id, take);
    line.send({ ...message, id });
    return () => {
      if (tasks.delete(id)) line.send({ type: "stop", id });
    };
  }

  return {
    /**
     * @param {Place} place
     * @param {{seconds: number, values: boolean, lines?: number}} options
     * @param {(evaluation: Evaluation | null, error: Problem | null) => void} take again and again, deeper each time
     * @returns {() => void} stops it
     */
    evaluate(place, options, take) {
      return begin({ type: "evaluate", ...place, ...options }, (message) => {
        if (message.type === "evaluation") {
          take(message, null);
          return message.done;
        }
        take(null, message.type === "error" ? message : null);
        return true;
      });
    },

    /**
     * @param {Place} place
     * @param {number} seconds for each move
     * @param {object} on
     * @param {(judged: Web.Judged) => void} on.each
     * @param {(error: Problem | null) => void} on.done null when all is well
     * @param {number} [from] the first move that is judged
     * @returns {() => void}
     */
    review(place, seconds, on, from = 0) {
      return begin({ type: "review", ...place, seconds, from }, (message) => {
        if (message.type === "reviewed") on.each(message);
        else if (message.type === "done") on.done(null);
        else on.done(message.type === "error" ? message : AWAY);
        return message.type !== "reviewed";
      });
    },

    /**
     * @param {Place} place
     * @param {string} move
     * @returns {Promise<import("../../boards/contract.js").Preview>}
     */
    async preview(place, move) {
      const answer = await line.request({ type: "preview", ...place, move }).catch(() => null);
      if (answer?.type === "preview") return answer;
      return { effects: null, error: answer?.type === "error" ? answer : AWAY };
    },

    /**
     * The worth of one move by a search of its own, beside that of the best one.
     *
     * @param {Place} place before the move
     * @param {string} move
     * @param {number} seconds
     * @returns {Promise<{worth: Worth, best: Worth, bestMove: string} | null>}
     */
    compare(place, move, seconds) {
      return new Promise((resolve) => {
        this.evaluate(place, { seconds, values: true }, (before) => {
          if (before && !before.done) return;
          const valued = before?.values?.find((value) => value.move === move);
          const best = before?.worth ?? null;
          if (!before || !best || !before.best) resolve(null);
          else if (valued) resolve({ worth: valued.worth, best: bestOf(before, best), bestMove: before.best });
          else this.after(place, move, seconds, before.seat).then((worth) => resolve(worth && { worth, best, bestMove: /** @type {string} */ (before.best) }));
        });
      });
    },

    /**
     * The worth of the position after a move, for the seat that moved. Only with two seats does
     * the chance of the other say it.
     *
     * @param {Place} place
     * @param {string} move
     * @param {number} seconds
     * @param {number | null} seat
     * @returns {Promise<Worth | null>}
     */
    after(place, move, seconds, seat) {
      return new Promise((resolve) => {
        this.evaluate({ ...place, moves: [...place.moves, move] }, { seconds, values: false }, (after) => {
          if (after && !after.done) return;
          if (!after?.worth) resolve(null);
          else resolve(after.seat === seat ? after.worth : { share: 1 - after.worth.chance, chance: 1 - after.worth.chance });
        });
      });
    },

    close: () => line.close(),
  };
}

/**
 * The best worth by the same measure as those of the moves, so that equal moves compare as equal.
 *
 * @param {Evaluation} evaluation
 * @param {Worth} otherwise
 * @returns {Worth}
 */
function bestOf(evaluation, otherwise) {
  const chances = (evaluation.values ?? []).map((value) => value.worth);
  return chances.reduce((best, worth) => (worth.chance > best.chance ? worth : best), chances[0] ?? otherwise);
}
