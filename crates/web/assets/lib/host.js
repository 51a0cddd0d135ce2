// How requests and sockets travel to whoever keeps the games: here to `papan serve`, over the network. In the folder
// that needs no server another module stands here, which asks a worker of the browser (crates/web/site). Nothing
// else knows which of the two it is.

/**
 * Sends a request. A promise that is rejected means that nobody answers.
 *
 * @param {string} method
 * @param {string} path
 * @param {string} [body]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Response>}
 */
export function request(method, path, body, headers = {}) {
  return fetch(path, { method, headers, ...(body === undefined ? {} : { body }) });
}

/**
 * What a socket can do: the part of WebSocket that the page uses.
 *
 * @typedef {object} Socket
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {number} readyState that of a WebSocket
 * @property {((event: never) => unknown) | null} onopen
 * @property {((event: MessageEvent) => unknown) | null} onmessage
 * @property {((event: never) => unknown) | null} onclose
 */

/**
 * Opens a socket.
 *
 * @param {string} path
 * @returns {Socket}
 */
export function openSocket(path) {
  const address = new URL(path, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  return new WebSocket(address);
}

/** What the page says while nobody answers. */
export const awayText = "app.away";

/** Whether others reach the games of this host by their addresses. */
export const othersCanWatch = true;

/** Buttons in the frame for what only this host has. @returns {HTMLElement[]} */
export function switches() {
  return [];
}

/** What another app has opened with this one, each once; a server is given nothing. @returns {Promise<File[]>} */
export async function takeShared() {
  return [];
}

/** What this host does for the page once its frame stands: a server has nothing to do there. */
export async function attend() {}
