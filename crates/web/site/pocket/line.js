// The line of a tab to the one worker that keeps the games of all tabs (`host-worker.js`). Everybody speaks over one
// channel; a message says whom it is for. One tab has the worker (`leading.js`); when that tab or its worker ends, another
// worker follows, announces itself, and the tabs come back to it as to a server that was started again.

import { refusal } from "../lib/host.js";
import { lead } from "./leading.js";
import { BUILD } from "./parts.js";

/**
 * The part of a WebSocket that the page uses.
 *
 * @typedef {object} Socket
 * @property {number} readyState
 * @property {((event?: never) => unknown) | null} onopen
 * @property {((event: MessageEvent) => unknown) | null} onmessage
 * @property {((event?: never) => unknown) | null} onclose
 * @property {(text: string) => void} send
 * @property {() => void} close
 */

/**
 * @typedef {object} Line
 * @property {(method: string, path: string, headers: Record<string, string>, body?: string) => Promise<Response>} request
 * @property {(socket: Socket, path: string) => void} attach makes a socket a real one
 * @property {(listener: (news: News) => void) => void} onNews
 * @property {() => void} end this tab asks for nothing more; where it has the worker, that ends
 */

/**
 * What the person should know of the worker: it plays, it cannot begin and why, or another version of the app has taken
 * over in another tab.
 *
 * @typedef {{kind: "here", durable: boolean} | {kind: "failed", problem: string} | {kind: "replaced"}} News
 */

/** @typedef {import("./messages.js").FromHost} FromHost */

/** How long nobody may answer while somebody waits, in milliseconds, before the worker of a silent tab is replaced. */
const SILENCE = 30_000;
/** How often those who wait ask whether anybody is there. */
const ASKING = 5_000;

/** @returns {Promise<Line>} */
export async function openLine() {
  const me = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  const channel = new BroadcastChannel("papan");
  /** Who is listened to. @type {string | null} */
  let host = null;
  let replaced = false;
  /** Whether there was somebody before. */
  let lost = false;
  /** Requests that somebody has got. @type {Set<number>} */
  const sent = new Set();
  let lastHeard = Date.now();
  let lastId = 0;
  /** @type {News | null} */
  let news = null;
  /** @type {Set<(news: News) => void>} */
  const listeners = new Set();
  /** @type {Map<number, {message: object, repeat: boolean, resolve: (answer: Response) => void}>} */
  const waiting = new Map();
  /** @type {Map<number, {socket: Socket, path: string}>} */
  const sockets = new Map();

  /** @param {object} message */
  const send = (message) => channel.postMessage({ ...message, from: me, to: host });

  /** @param {News} now */
  function tell(now) {
    news = now;
    for (const listener of [...listeners]) listener(now);
  }

  channel.onmessage = (event) => hear(event.data);

  /** @param {FromHost} message */
  function hear(message) {
    if (replaced) return;
    if (message.kind === "here") return greet(message.host, message.build, message.durable);
    if (message.kind === "failed") return fail(message.problem);
    if (message.kind === "gone") return loseHost();
    if (message.to !== me) return;
    lastHeard = Date.now();
    if (message.kind === "answer") {
      const { id, status, headers, body } = message;
      const asked = waiting.get(id);
      waiting.delete(id);
      sent.delete(id);
      // A Response may have no body with these.
      asked?.resolve(new Response([204, 205, 304].includes(status) ? null : /** @type {BodyInit} */ (body), { status, headers }));
      return;
    }
    const found = "id" in message ? sockets.get(message.id) : undefined;
    if (!found || !("id" in message)) return;
    const { socket } = found;
    if (message.kind === "opened") {
      socket.readyState = 1;
      socket.onopen?.();
    } else if (message.kind === "told") socket.onmessage?.(new MessageEvent("message", { data: message.text }));
    else if (message.kind === "closed") shut(message.id);
  }

  /** @param {number} id */
  function shut(id) {
    const found = sockets.get(id);
    sockets.delete(id);
    if (!found) return;
    found.socket.readyState = 3;
    found.socket.onclose?.();
  }

  /**
   * A worker is there. What was asked of the one before is asked again where that changes nothing.
   *
   * @param {string} name
   * @param {string} build
   * @param {boolean} durable
   */
  function greet(name, build, durable) {
    lastHeard = Date.now();
    if (name === host) return;
    const first = host === null && !lost;
    if (build !== BUILD && !first) return giveWay();
    if (build !== BUILD) return leading.take();
    host = name;
    tell({ kind: "here", durable });
    for (const [id, { socket }] of [...sockets]) {
      if (first || socket.readyState === 0) begin(id);
      else shut(id);
    }
    for (const [id, { message, repeat, resolve }] of [...waiting]) {
      if (first || repeat || !sent.has(id)) {
        sent.add(id);
        send(message);
      } else {
        waiting.delete(id);
        sent.delete(id);
        resolve(refusal("restarted", "the worker was started anew"));
      }
    }
  }

  /** Nobody keeps the games until the next one says so: sockets come back then. */
  function loseHost() {
    if (host === null) return;
    host = null;
    lost = true;
    for (const id of [...sockets.keys()]) shut(id);
  }

  /** Another version of the app is open in a younger tab; this one reads and writes nothing more. */
  function giveWay() {
    replaced = true;
    leading.leave();
    for (const { resolve } of waiting.values()) resolve(refusal("replaced", "another version of Papan has taken over in another tab"));
    waiting.clear();
    for (const id of [...sockets.keys()]) shut(id);
    tell({ kind: "replaced" });
  }

  /** @param {string} problem */
  function fail(problem) {
    for (const { resolve } of waiting.values()) resolve(refusal("pocket", problem));
    waiting.clear();
    tell({ kind: "failed", problem });
    for (const id of [...sockets.keys()]) shut(id);
  }

  /** @param {number} id */
  function begin(id) {
    send({ kind: "open", id, path: sockets.get(id)?.path });
  }

  const leading = lead({ me, channel, gone: loseHost, failed: (problem) => fail(problem) });
  channel.postMessage({ kind: "who", from: me });
  // Whoever waits in a tab that one looks at asks; where a silent tab has the worker, another one takes over.
  setInterval(() => {
    if (replaced || document.hidden || (waiting.size === 0 && sockets.size === 0)) return void (lastHeard = Date.now());
    channel.postMessage({ kind: "who", from: me });
    if (Date.now() - lastHeard < SILENCE) return;
    lastHeard = Date.now();
    leading.take();
  }, ASKING);

  return {
    request(method, path, headers, body) {
      if (replaced) return Promise.resolve(refusal("replaced", "another version of Papan has taken over in another tab"));
      if (news?.kind === "failed") leading.again();
      lastId += 1;
      const id = lastId;
      const message = { kind: "request", id, method, path, headers, body: body === undefined ? null : new TextEncoder().encode(body) };
      return new Promise((resolve) => {
        waiting.set(id, { message, repeat: method === "GET", resolve });
        if (host === null) return;
        sent.add(id);
        send(message);
      });
    },
    attach(socket, path) {
      if (socket.readyState === 3) return;
      lastId += 1;
      const id = lastId;
      socket.send = (text) => send({ kind: "say", id, text });
      socket.close = () => {
        if (socket.readyState === 3) return;
        if (host !== null) send({ kind: "close", id });
        shut(id);
      };
      sockets.set(id, { socket, path });
      if (replaced) shut(id);
      else if (host !== null) begin(id);
    },
    onNews(listener) {
      listeners.add(listener);
      if (news) listener(news);
    },
    end() {
      replaced = true;
      leading.leave();
    },
  };
}
