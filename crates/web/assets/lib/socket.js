// A socket that comes back after the server or the network was away.

import { tellAway } from "./away.js";
import { openSocket } from "./host.js";

/**
 * @template Message what the server says
 * @template Said what the page says
 * @typedef {object} Line
 * @property {(message: Said & {id?: number}) => void} send messages are kept until there is a connection
 * @property {(message: Said) => Promise<Message>} request sends with an id and waits for the answer that has it
 * @property {() => void} close
 */

/**
 * @template {{id?: unknown}} Message what the server says
 * @template {object} Said what the page says
 * @param {string} path
 * @param {object} on
 * @param {(message: Message) => void} on.message everything that is not the answer to a request
 * @param {() => Said | null} [on.hello] the first message of every connection
 * @param {(open: boolean) => void} [on.open] told when the connection opens and when it is lost
 * @returns {Line<Message, Said>}
 */
export function connect(path, on) {
  /** @type {import("./host.js").Socket | null} */
  let socket = null;
  let closed = false;
  let failures = 0;
  let lastId = 0;
  /** @type {string[]} */
  let waiting = [];
  /** @type {Map<unknown, {resolve: (message: Message) => void, reject: (error: Error) => void}>} */
  const requests = new Map();

  function open() {
    if (closed) return;
    socket = openSocket(path);
    socket.onopen = () => {
      failures = 0;
      tellAway(false);
      const hello = on.hello?.();
      if (hello) socket?.send(JSON.stringify(hello));
      for (const text of waiting) socket?.send(text);
      waiting = [];
      on.open?.(true);
    };
    socket.onmessage = (event) => take(JSON.parse(event.data));
    socket.onclose = () => {
      socket = null;
      for (const { reject } of requests.values()) reject(new Error("connection lost"));
      requests.clear();
      if (closed) return;
      on.open?.(false);
      failures += 1;
      // A connection that only broke is back at the first try; then there is nothing to tell.
      if (failures > 1) tellAway(true);
      setTimeout(open, Math.min(200 * 2 ** failures, 5000));
    };
  }

  /** @param {Message} message */
  function take(message) {
    const request = requests.get(message.id);
    if (request) {
      requests.delete(message.id);
      request.resolve(message);
    } else {
      on.message(message);
    }
  }

  /** @param {object} message */
  function send(message) {
    const text = JSON.stringify(message);
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    else waiting.push(text);
  }

  open();
  return {
    send,
    request(message) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        requests.set(id, { resolve, reject });
        send({ ...message, id });
      });
    },
    close() {
      closed = true;
      socket?.close();
    },
  };
}
