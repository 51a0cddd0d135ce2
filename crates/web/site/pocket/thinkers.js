// The workers that agents think in. One thinks about one question and hears nothing meanwhile, so "stop" ends it and
// starts another; whoever asked is told that it was lost, and has its progress. One that breaks down is the same thing.

/** A question that breaks that many workers down is not asked again. */
const BREAKS = 3;

/**
 * What the pool must know of a question; the rest is for whoever thinks.
 *
 * @typedef {object} Asked
 * @property {number} question
 * @property {string} text
 * @property {string[]} weights the names of what must be loaded before
 * @property {string | null} owner for whom; a worker that has thought for the same one knows its game
 * @property {boolean} move whether a game waits for it, rather than somebody who is curious
 */

/**
 * A worker as the pool sees it.
 *
 * @typedef {object} Thinker
 * @property {(asked: Asked, weights: {name: string, bytes: Uint8Array}[]) => void} think
 * @property {(owner: string) => void} leave an owner will ask nothing more
 * @property {() => void} end
 */

/**
 * @typedef {object} Given
 * @property {number} count how many think at once, two or more
 * @property {(on: {answered: (text: string) => void, told: (text: string) => void, gone: () => void}) => Thinker} start
 * @property {(name: string) => Promise<Uint8Array>} weights a file of what was learned
 * @property {(question: number, text: string) => void} told
 * @property {(question: number, text: string) => void} answered
 * @property {(question: number) => void} lost
 */

/**
 * @typedef {object} Place where one worker is
 * @property {Thinker | null} thinker started when it is first needed
 * @property {Asked | null} asked what it thinks about
 * @property {string | null} owner for whom it thought last; null when that is nobody who may ask again
 * @property {Set<string>} weights those that it has
 */

/** @param {Given} given */
export function createThinkers({ count, start, weights, told, answered, lost }) {
  /** @type {Place[]} */
  const places = Array.from({ length: count }, () => ({ thinker: null, asked: null, owner: null, weights: new Set() }));
  /** @type {Asked[]} */
  let queue = [];
  /** How many workers each question has broken, by its text: it is asked anew under other numbers. @type {Map<string, number>} */
  const breaks = new Map();

  /** Gives questions to whoever is free: moves before advice, and one place is always left for moves. */
  function deal() {
    for (const asked of [...queue.filter(({ move }) => move), ...queue.filter(({ move }) => !move)]) {
      const free = places.filter((place) => place.asked === null);
      if (free.length <= (asked.move ? 0 : 1)) return;
      queue = queue.filter((other) => other !== asked);
      const known = free.find((place) => asked.owner !== null && place.owner === asked.owner);
      void begin(known ?? free.find((place) => place.owner === null) ?? free[0], asked);
    }
  }

  /** @param {Place} place @param {Asked} asked */
  async function begin(place, asked) {
    place.asked = asked;
    place.owner = asked.owner;
    /** @type {{name: string, bytes: Uint8Array}[]} */
    let needed;
    try {
      needed = await Promise.all(asked.weights.map(async (name) => ({ name, bytes: await weights(name) })));
    } catch (error) {
      if (place.asked !== asked) return;
      finish(place);
      const text = error instanceof Error ? error.message : String(error);
      return answered(asked.question, JSON.stringify({ error: { code: "weights", parameters: {}, text } }));
    }
    // It may have been stopped meanwhile.
    if (place.asked !== asked) return;
    place.thinker ??= startAt(place);
    const missing = needed.filter(({ name }) => !place.weights.has(name));
    for (const { name } of missing) place.weights.add(name);
    place.thinker.think(asked, missing);
  }

  /** @param {Place} place */
  function startAt(place) {
    const thinker = start({
      answered(text) {
        if (place.thinker !== thinker || !place.asked) return;
        const { question, text: known } = place.asked;
        breaks.delete(known);
        finish(place);
        answered(question, text);
      },
      told(text) {
        if (place.thinker === thinker && place.asked) told(place.asked.question, text);
      },
      gone() {
        if (place.thinker === thinker) broke(place);
      },
    });
    place.weights = new Set();
    return thinker;
  }

  /** @param {Place} place */
  function broke(place) {
    const asked = place.asked;
    drop(place);
    place.owner = null;
    if (asked) {
      const times = (breaks.get(asked.text) ?? 0) + 1;
      breaks.set(asked.text, times);
      if (times < BREAKS) lost(asked.question);
      else {
        breaks.delete(asked.text);
        answered(asked.question, JSON.stringify({ error: { code: "agent-broke", parameters: {}, text: "the agent breaks down on this question" } }));
      }
    }
    deal();
  }

  /** Ends the worker of a place; another one is started with the next question. @param {Place} place */
  function drop(place) {
    place.thinker?.end();
    place.thinker = null;
    place.asked = null;
  }

  /** @param {Place} place */
  function finish(place) {
    place.asked = null;
    deal();
  }

  return {
    /** @param {Asked} asked */
    think(asked) {
      queue.push(asked);
      deal();
    },
    /** @param {number} question */
    stop(question) {
      const waited = queue.length;
      queue = queue.filter((asked) => asked.question !== question);
      const place = places.find(({ asked }) => asked?.question === question);
      if (place) drop(place);
      else if (waited === queue.length) return;
      lost(question);
      // The next question finds a worker that is ready.
      if (place) place.thinker ??= startAt(place);
      deal();
    },
    /** Nobody asks for this owner any more. @param {string} owner */
    leave(owner) {
      for (const place of places) {
        place.thinker?.leave(owner);
        if (place.owner === owner) place.owner = null;
      }
    },
    /** Starts a worker before anybody asks. */
    warm() {
      places[0].thinker ??= startAt(places[0]);
    },
  };
}
