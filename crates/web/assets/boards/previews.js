// What moves would do, asked of the server once for each move of a position.

/**
 * @template Details
 * @param {import("./contract.js").Asked<Details>["preview"]} ask
 */
export function createPreviews(ask) {
  /** @typedef {import("./contract.js").Preview<Details>} Answer */
  let position = "";
  /** @type {Map<string, Promise<Answer>>} */
  let answers = new Map();
  return {
    /** Forgets the answers for another position. @param {string} now the position's text */
    at(now) {
      if (now === position) return;
      position = now;
      answers = new Map();
    },
    /**
     * @param {string} move
     * @returns {Promise<Answer | null>} null when the position has changed meanwhile or nobody answers
     */
    async of(move) {
      const asked = position;
      let answer = answers.get(move);
      if (!answer) {
        answer = ask(move);
        answers.set(move, answer);
      }
      const said = await answer.catch(() => null);
      if (!said && asked === position) answers.delete(move);
      return asked === position ? said : null;
    },
  };
}
