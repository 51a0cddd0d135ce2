// What changes on the server, shown as it is now.

import { get } from "./api.js";

/** How often something that is happening is looked at, and anything else, in milliseconds. */
const LIVE = 2000;
const QUIET = 15000;

/**
 * Asks again and again, often while something happens, and not while nobody looks.
 *
 * @template Answer
 * @param {string} address
 * @param {(answer: Answer) => boolean | Promise<boolean>} draw answers whether it is live
 * @returns {Promise<() => void>} ends it
 */
export async function keepFresh(address, draw) {
  let left = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const ask = async () => /** @type {Answer} */ (await get(address));
  let live = await draw(await ask());

  async function look() {
    if (!document.hidden) {
      // A server that is away for a moment is asked again.
      const answer = await ask().catch(() => null);
      if (left) return;
      if (answer !== null) live = await draw(answer);
    }
    if (!left) timer = setTimeout(look, live ? LIVE : QUIET);
  }

  timer = setTimeout(look, live ? LIVE : QUIET);
  return () => {
    left = true;
    clearTimeout(timer);
  };
}
