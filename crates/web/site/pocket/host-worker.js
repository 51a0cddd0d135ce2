// The worker that keeps the games: what `papan serve` is elsewhere. It is the program itself (crates/pocket), which is given
// what it cannot have by itself: a place to keep games, others who think, and the channel over which tabs ask.

import { BUILD, PROGRAM, WEIGHTS } from "./parts.js";
import { openProgram, unpacked } from "./program.js";
import { openStorage, Over } from "./storage.js";
import { createThinkers } from "./thinkers.js";

/** @typedef {import("./messages.js").FromTab} FromTab */
/** @typedef {import("./messages.js").FromHost} FromHost */

/**
 * How many think at once: one processor is left for the page; more than four would want much memory. One place is always
 * left for the moves of games, so that with three an experiment does not keep advice waiting.
 */
const THINKERS = Math.min(4, Math.max(3, (navigator.hardwareConcurrency || 2) - 1));

const channel = new BroadcastChannel("papan");

/** @param {import("./messages.js").ToLeader} message */
const toLeader = (message) => postMessage(message);

/** @param {FromHost} message */
const say = (message) => channel.postMessage(message);

/** What is wrong, in words. @param {unknown} error */
const wordsOf = (error) => (error instanceof Error ? error.message || error.name : typeof error === "string" ? error : JSON.stringify(error));

/** A panic leaves nothing behind that could go on. @param {unknown} error */
const isFatal = (error) => error instanceof WebAssembly.RuntimeError || error instanceof Over;

/** Ends this worker; its tab starts another one, unless somebody else keeps the games by now. @param {unknown} error */
function end(error) {
  if (!(error instanceof Over)) console.error(error);
  toLeader(error instanceof Over ? { kind: "over" } : { kind: "broken", problem: wordsOf(error) });
  channel.close();
  close();
}

addEventListener("unhandledrejection", (event) => {
  if (isFatal(event.reason)) end(event.reason);
});
addEventListener("error", (event) => {
  if (isFatal(event.error)) end(event.error);
});

onmessage = (/** @type {MessageEvent<{name: string}>} */ { data: { name } }) => {
  // Held for as long as this worker lives, however it ends.
  if (!navigator.locks) void begin(name);
  else
    void navigator.locks.request(name, () => {
      toLeader({ kind: "alive" });
      void begin(name);
      return new Promise(() => {});
    });
};

/** @param {string} name */
async function begin(name) {
  try {
    const [storage, { loaded, module }] = await Promise.all([openStorage(), openProgram()]);
    keep(name, storage, loaded, module);
  } catch (error) {
    toLeader({ kind: "failed", problem: wordsOf(error) });
    close();
  }
}

/**
 * @param {string} name
 * @param {import("./storage.js").Storage} storage
 * @param {import("./program.js").Program} loaded
 * @param {WebAssembly.Module} module
 */
function keep(name, storage, loaded, module) {
  /** Sockets by tab and the tab's own number, with the program's. @type {Map<string, number | null>} */
  const sockets = new Map();
  /** Tabs whose end is waited for. @type {Set<string>} */
  const tabs = new Set();
  /** Files of weights, each asked for once. @type {Map<string, Promise<Uint8Array>>} */
  const files = new Map();
  let lives = 0;

  /** @param {string} each @returns {Promise<Uint8Array>} */
  function weights(each) {
    const file = files.get(each) ?? unpacked(WEIGHTS[each]).then(async (answer) => new Uint8Array(await answer.arrayBuffer()));
    files.set(each, file);
    file.catch(() => files.delete(each));
    return file;
  }

  const thinkers = createThinkers({
    count: THINKERS,
    weights,
    told: (question, text) => pocket.progress(question, text),
    answered: (question, text) => pocket.answer(question, text),
    lost: (question) => pocket.lost(question),
    start(on) {
      lives += 1;
      const life = `${name} ${lives}`;
      const worker = new Worker(new URL("./thinker-worker.js", import.meta.url), { type: "module", name: `papan-thinker ${life}` });
      worker.onmessage = ({ data }) => {
        if (data.kind === "answer") on.answered(data.text);
        else if (data.kind === "told") on.told(data.text);
        // A worker that is gone says nothing; but its lock is free then.
        else if (data.kind === "alive") void navigator.locks.request(life, () => on.gone());
        else {
          console.error(`a thinker broke down: ${data.problem}`);
          on.gone();
        }
      };
      worker.onerror = (event) => {
        event.preventDefault();
        on.gone();
      };
      worker.postMessage({ module, program: PROGRAM.module, life });
      return {
        think: ({ text }, needed) => worker.postMessage({ text, weights: needed }),
        leave: (owner) => worker.postMessage({ leave: owner }),
        end: () => worker.terminate(),
      };
    },
  });

  const pocket = new loaded.Pocket({
    read: storage.read,
    keys: storage.keys,
    weights,
    write: (/** @type {import("./storage.js").Change[]} */ changes) =>
      storage.write(changes).catch((error) => {
        if (error instanceof Over) end(error);
        throw error;
      }),
    think: (/** @type {number} */ question, /** @type {string} */ text) => thinkers.think({ question, text, ...aboutQuestion(text) }),
    stop: (/** @type {number} */ question) => thinkers.stop(question),
    leave: (/** @type {string} */ owner) => thinkers.leave(owner),
  });

  const announce = () => say({ kind: "here", host: name, build: BUILD, epoch: storage.epoch, durable: storage.durable });

  channel.onmessage = (event) => {
    const message = /** @type {FromTab} */ (event.data);
    if (message.kind === "who") return announce();
    if (message.kind === "bye") return gone(message.from);
    if (!("to" in message) || message.to !== name) return;
    know(message.from);
    if (message.kind === "request") void answer(message);
    else if (message.kind === "open") void open(message);
    else if (message.kind === "say") withSocket(message, (socket) => pocket.say(socket, message.text));
    else if (message.kind === "close") withSocket(message, (socket) => pocket.close(socket), true);
  };

  /** A tab that is gone has closed its sockets, though it did not say so. @param {string} tab */
  function know(tab) {
    if (tabs.has(tab) || !navigator.locks) return;
    tabs.add(tab);
    void navigator.locks.request(`papan-tab-${tab}`, () => gone(tab));
  }

  /** @param {string} tab */
  function gone(tab) {
    tabs.delete(tab);
    for (const [key, socket] of [...sockets]) {
      if (!key.startsWith(`${tab} `)) continue;
      sockets.delete(key);
      if (socket !== null) pocket.close(socket);
    }
  }

  /** @param {Extract<FromTab, {kind: "request"}>} message */
  async function answer({ from, id, method, path, headers, body }) {
    try {
      const given = await pocket.request(method, path, headers, body);
      say({ kind: "answer", to: from, id, status: given.status, headers: given.headers, body: given.body });
    } catch (error) {
      if (isFatal(error)) return end(error);
      const text = wordsOf(error);
      const told = new TextEncoder().encode(JSON.stringify({ error: { code: "pocket", parameters: { problem: text }, text } }));
      say({ kind: "answer", to: from, id, status: 500, headers: { "content-type": "application/json" }, body: told });
    }
  }

  /** @param {Extract<FromTab, {kind: "open"}>} message */
  async function open({ from, id, path }) {
    const key = `${from} ${id}`;
    /** What the program says before the tab knows that the socket is open. @type {(string | null)[] | null} */
    let early = [];
    const hear = (/** @type {string | null} */ text) => {
      if (early) early.push(text);
      else if (text !== null) say({ kind: "told", to: from, id, text });
      else if (sockets.delete(key)) say({ kind: "closed", to: from, id });
    };
    sockets.set(key, null);
    try {
      const socket = await pocket.open(path, hear);
      // The tab has closed it, or is gone.
      if (!sockets.has(key)) return pocket.close(socket);
      sockets.set(key, socket);
      say({ kind: "opened", to: from, id });
      const heard = early;
      early = null;
      heard.forEach(hear);
    } catch (error) {
      if (isFatal(error)) return end(error);
      sockets.delete(key);
      say({ kind: "closed", to: from, id });
    }
  }

  /**
   * @param {{from: string, id: number}} message
   * @param {(socket: number) => void} work
   * @param {boolean} [last] whether the socket is closed with that
   */
  function withSocket({ from, id }, work, last = false) {
    const key = `${from} ${id}`;
    const socket = sockets.get(key);
    if (last) sockets.delete(key);
    if (socket === undefined || socket === null) return;
    try {
      work(socket);
    } catch (error) {
      if (isFatal(error)) end(error);
      else console.error(error);
    }
  }

  announce();
  thinkers.warm();
}

/**
 * What the pool must know of a question.
 *
 * @param {string} text
 * @returns {{weights: string[], owner: string | null, move: boolean}}
 */
function aboutQuestion(text) {
  const { weights, owner, does } = JSON.parse(text);
  // A seat waits for its move; advice and experiments can wait.
  const seat = does.question?.part?.Player;
  return { weights, owner, move: seat !== undefined };
}
