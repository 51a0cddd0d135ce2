// Updates of a board that come while an older one is still being animated.

/** With more than this the board has fallen too far behind to tell them one by one. */
const MOST_WAITING = 8;

/**
 * @template {import("./contract.js").Shown} Shown
 * @param {(shown: Shown, animated: boolean) => void} show
 * @param {() => void} finish ends the running animation, which must call `ended`
 * @param {(event: Event) => void} [skipping] told of the key or press that ends an animation, before it does
 */
export function createQueue(show, finish, skipping) {
  /** @type {Shown[]} */
  let waiting = [];
  /** @type {Shown | null} */
  let newest = null;
  let busy = false;
  /** @type {(() => void)[]} who waits for the end of all animations */
  let listeners = [];

  /** Any key and any press ends an animation; whatever it means, it means for the newest position. @param {Event} event */
  function input(event) {
    if (event instanceof KeyboardEvent && ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
    skipping?.(event);
    skip();
  }

  /** @param {boolean} on */
  function listen(on) {
    const change = on ? "addEventListener" : "removeEventListener";
    globalThis.document?.[change]("pointerdown", input, true);
    globalThis.document?.[change]("keydown", input, true);
  }

  function skip() {
    const last = waiting.at(-1);
    waiting = [];
    if (busy) finish();
    if (last) show(last, false);
  }

  return {
    /** @param {Shown} now */
    update(now) {
      const known = newest?.view.position === now.view.position;
      newest = now;
      // What is not seen is not animated; a hidden page gets no frames.
      if (globalThis.document?.hidden || waiting.length >= MOST_WAITING) {
        waiting = [];
        if (busy) finish();
        show(now, false);
      } else if (!busy || (known && waiting.length === 0)) {
        show(now, true);
      } else if (known) {
        waiting[waiting.length - 1] = now;
      } else {
        waiting.push(now);
      }
    },
    /** How many wait: a board may hurry. */
    waiting: () => waiting.length,
    began() {
      busy = true;
      listen(true);
    },
    ended() {
      busy = false;
      listen(false);
      const next = waiting.shift();
      if (next) show(next, true);
      if (busy) return;
      const told = listeners;
      listeners = [];
      for (const listener of told) listener();
    },
    /** @returns {Promise<void>} kept when nothing is animated and nothing waits */
    settled: () => (busy ? new Promise((resolve) => listeners.push(resolve)) : Promise.resolve()),
    /** Stops listening; nothing is shown any more. */
    destroy() {
      listen(false);
      waiting = [];
    },
    /** Shows the newest at once. */
    skip,
  };
}
