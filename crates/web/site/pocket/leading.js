// Which tab has the worker that keeps the games. A lock of the browser says so: it goes to the next tab when a tab ends,
// however it ends. Browsers give locks to safe addresses only (https, or this machine); elsewhere tabs ask each other.

import { asset } from "../lib/assets.js";

/** The lock of the tab that leads. */
const LOCK = "papan-host";
/** How long tabs without locks wait for somebody else, in milliseconds. */
const ASK = 700;
/** A worker that ends so often in such a time, in milliseconds, is not started again until somebody asks for something. */
const TRIES = 4;
const WINDOW = 20_000;

/**
 * @param {object} given
 * @param {string} given.me the name of the tab
 * @param {BroadcastChannel} given.channel
 * @param {() => void} given.gone nobody keeps the games at the moment
 * @param {(problem: string) => void} given.failed
 */
export function lead({ me, channel, gone, failed }) {
  /** @type {Worker | null} */
  let worker = null;
  /** Ends the time of leading. @type {(() => void) | null} */
  let resign = null;
  let left = false;
  /** When workers were started. @type {number[]} */
  let starts = [];
  /** Why the last one could not begin. */
  let problem = "";

  function start() {
    if (left || resign === null || worker) return;
    // Whoever did it before is gone: what is said to nobody would be lost.
    gone();
    channel.postMessage({ kind: "gone", from: me });
    starts = [...starts.filter((time) => Date.now() - time < WINDOW), Date.now()];
    if (starts.length > TRIES) return giveUp(problem || "it ends as soon as it begins");
    const mine = new Worker(asset("pocket/host-worker.js"), { type: "module", name: `papan-host ${me} ${Date.now()}` });
    worker = mine;
    mine.onmessage = (/** @type {MessageEvent<import("./messages.js").ToLeader>} */ { data }) => {
      if (data.kind === "alive") watch(mine);
      else if (data.kind === "failed") {
        ended(mine);
        giveUp(data.problem);
      } else if (data.kind === "over") {
        // Another worker keeps the games by now.
        ended(mine);
        resign?.();
        resign = null;
        if (navigator.locks) queue(false);
      } else {
        problem = data.problem;
        ended(mine, true);
      }
    };
    // Its script could not be read, or something in it was not caught.
    mine.onerror = (event) => {
      event.preventDefault();
      problem = event.message || "its program cannot be read";
      ended(mine, true);
    };
    mine.postMessage({ name: lifeOf(mine) });
  }

  /** @param {string} why */
  function giveUp(why) {
    problem = why;
    starts = [];
    failed(why);
    channel.postMessage({ kind: "failed", problem: why });
  }

  /** The names of workers, which are those of their locks. @type {WeakMap<Worker, string>} */
  const lives = new WeakMap();

  /** @param {Worker} mine */
  function lifeOf(mine) {
    const name = lives.get(mine) ?? `papan-worker-${me}-${Date.now()}-${Math.random()}`;
    lives.set(mine, name);
    return name;
  }

  /** A worker that is gone says nothing; but its lock is free then. @param {Worker} mine */
  function watch(mine) {
    void navigator.locks?.request(lifeOf(mine), () => ended(mine, true));
  }

  /** @param {Worker} mine @param {boolean} [again] */
  function ended(mine, again = false) {
    if (worker !== mine) return;
    mine.terminate();
    worker = null;
    if (again) start();
  }

  /** Leads until another tab takes over or this one leaves. */
  function begin() {
    if (left) return Promise.resolve();
    /** @type {Promise<void>} */
    const end = new Promise((resolve) => (resign = resolve));
    start();
    return end;
  }

  function stop() {
    resign = null;
    if (worker) ended(worker);
  }

  /** @param {boolean} steal */
  function queue(steal) {
    if (!navigator.locks) return void (steal ? begin() : askAround());
    navigator.locks.request(LOCK, { steal }, begin).catch(() => {
      // Another tab has taken the lock: this one waits in the queue again.
      stop();
      if (!left) queue(false);
    });
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;

  /** Without locks: whoever hears nobody leads. */
  function askAround() {
    clearTimeout(asking);
    asking = setTimeout(() => resign === null && !left && void begin(), ASK * (1 + Math.random()));
    channel.postMessage({ kind: "who", from: me });
  }

  if (!navigator.locks) {
    channel.addEventListener("message", ({ data }) => {
      if (data.kind === "here") clearTimeout(asking);
      else if (data.kind === "left" && !left && resign === null) askAround();
    });
    addEventListener("pagehide", () => channel.postMessage({ kind: resign === null ? "bye" : "left", from: me }));
  } else {
    // Held for as long as the tab lives: the worker waits for it to know when a tab is gone.
    void navigator.locks.request(`papan-tab-${me}`, () => new Promise(() => {}));
  }
  queue(false);

  return {
    /** Leads from now on, whoever does so now. */
    take() {
      if (left || resign !== null) return;
      queue(true);
    },
    /** Tries once more, after a worker could not begin. */
    again() {
      if (resign !== null) start();
      else channel.postMessage({ kind: "who", from: me });
    },
    /** Leads never again. */
    leave() {
      left = true;
      resign?.();
      stop();
    },
  };
}
