// Asking the server, and the secrets of one's own games.

import { tellAway } from "./away.js";
import { request } from "./host.js";
import { errorText } from "./i18n.js";
import { store, stored } from "./settings.js";

/** @typedef {Omit<Web.ApiError, "parameters"> & Partial<Web.ApiError>} Problem what was wrong */

/** An answer that says what was wrong. */
export class ServerError extends Error {
  /** @param {Problem} error */
  constructor(error) {
    super(errorText(error));
    this.error = error;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<unknown>} the JSON of the answer
 */
export async function ask(method, path, body, headers = {}) {
  const answer = await raw(method, path, body, headers);
  const text = await answer.text();
  return text === "" ? null : JSON.parse(text);
}

/** @param {string} path @returns {Promise<unknown>} */
export const get = (path) => ask("GET", path);

/** @param {string} path @param {unknown} body @returns {Promise<unknown>} */
export const post = (path, body) => ask("POST", path, body);

/**
 * The answer itself, for files.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Response>}
 */
export async function raw(method, path, body, headers = {}) {
  let answer;
  try {
    if (body === undefined) answer = await request(method, path, undefined, headers);
    else answer = await request(method, path, JSON.stringify(body), { ...headers, "Content-Type": "application/json" });
  } catch {
    tellAway(true);
    throw new ServerError({ code: "offline", text: "the server does not answer" });
  }
  tellAway(false);
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => null);
  throw new ServerError(said?.error ?? { code: "http", parameters: { status: answer.status }, text: `the server said ${answer.status}` });
}

/** @type {Promise<Web.Catalogue> | null} */
let catalogueOnce = null;

/** The games and agents there are: asked for once. @returns {Promise<Web.Catalogue>} */
export function catalogue() {
  const asked = /** @type {Promise<Web.Catalogue>} */ (catalogueOnce ?? get("/api/catalogue"));
  catalogueOnce = asked;
  asked.catch(() => (catalogueOnce = null));
  return asked;
}

/** The families of games, in the order of the start page. @returns {Promise<Web.Card[]>} */
export async function families() {
  const { families: cards } = /** @type {Web.Cards} */ (await get("/api/families"));
  return cards;
}

const SECRETS = "papan.secrets";

/**
 * The games of this browser, newest last: id and secret.
 *
 * @returns {Record<string, string>}
 */
export function secrets() {
  return stored(SECRETS, {});
}

/** @param {string} id @param {string} secret */
export function keepSecret(id, secret) {
  store(SECRETS, { ...secrets(), [id]: secret });
}

/** @param {string} id */
export function dropSecret(id) {
  const { [id]: _, ...others } = secrets();
  store(SECRETS, others);
}

/**
 * Makes a game and keeps its secret.
 *
 * @param {Web.Wanted} wanted
 * @returns {Promise<string>} the id
 */
export async function createGame(wanted) {
  const { id, secret } = /** @type {Web.Made} */ (await post("/api/games", wanted));
  keepSecret(id, secret);
  return id;
}
