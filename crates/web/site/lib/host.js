// How requests and sockets travel where no server is: to a worker of the browser, which plays what `papan serve` plays
// elsewhere. What is the same for everybody was answered when the folder was made, and is a file.

import { STILL } from "../pocket/parts.js";
import { asset } from "./assets.js";
import { h, s } from "./dom.js";
import { t } from "./i18n.js";

/**
 * @typedef {import("../pocket/line.js").Line} Line
 * @typedef {import("../pocket/line.js").Socket} Socket
 */

/** The line to the worker: only those who ask for something that is no file wait for it. @type {Promise<Line> | null} */
let opened = null;

/** @returns {Promise<Line>} */
export function line() {
  const wanted = opened ?? import("../pocket/line.js").then(({ openLine }) => openLine());
  opened = wanted;
  wanted.catch(() => (opened = null));
  return wanted;
}

/**
 * Sends a request. A promise that is rejected means that nobody answers.
 *
 * @param {string} method
 * @param {string} path
 * @param {string} [body]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Response>}
 */
export async function request(method, path, body, headers = {}) {
  const still = method === "GET" ? STILL[path] : undefined;
  if (still !== undefined) {
    const answer = await fetch(asset(still)).catch(() => null);
    if (answer?.ok) return answer;
  }
  if (method === "POST" && path === "/api/games") keepAlways();
  try {
    return await (await line()).request(method, path, headers, body);
  } catch (error) {
    return refusal("files", error instanceof Error ? error.message : String(error));
  }
}

/**
 * An answer that says what is wrong, as a host would say it.
 *
 * @param {string} code
 * @param {string} text
 */
export function refusal(code, text) {
  const error = { code, parameters: { problem: text }, text };
  return new Response(JSON.stringify({ error }), { status: 503, headers: { "Content-Type": "application/json" } });
}

/** Who begins a game wants to find it again: the browser is asked not to throw it away when space is short. */
function keepAlways() {
  void navigator.storage?.persist?.().catch(() => false);
}

/**
 * Opens a socket.
 *
 * @param {string} path
 * @returns {import("../pocket/line.js").Socket}
 */
export function openSocket(path) {
  /** @type {import("../pocket/line.js").Socket} */
  const socket = { readyState: 0, onopen: null, onmessage: null, onclose: null, send() {}, close: () => (socket.readyState = 3) };
  line().then(
    (found) => found.attach(socket, path),
    () => {
      socket.readyState = 3;
      socket.onclose?.();
    },
  );
  return socket;
}

/** What the page says while nobody answers. */
export const awayText = "device.away";

/** Whether others reach the games of this host by their addresses. */
export const othersCanWatch = false;

/** What belongs to the app and not to a page: loaded when it is needed. */
const app = () => import("../pocket/app.js");

/** Buttons in the frame for what only this host has. @returns {HTMLElement[]} */
export function switches() {
  const icon = s("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, s("rect", { x: 5, y: 1.5, width: 10, height: 17, rx: 2, fill: "none", stroke: "currentColor", "stroke-width": 1.8 }), s("path", { d: "M9 15.5h2", stroke: "currentColor", "stroke-width": 1.8 }));
  return [h("button", { id: "device", class: "quiet", type: "button", "aria-label": t("app.device"), title: t("app.device"), onclick: async () => (await app()).openDevice() }, icon)];
}

/** What another app has opened with this one, each once. @returns {Promise<File[]>} */
export async function takeShared() {
  return (await app()).takeShared();
}

/** What this host does for the page once its frame stands: it becomes an app, and gets ready to play. */
export async function attend() {
  await (await app()).attendApp();
}
