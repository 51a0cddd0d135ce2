// Which page stands at which place. Pages are loaded when they are first needed.

import { hrefOf } from "./address.js";

/**
 * @typedef {object} Page
 * @property {string} title
 * @property {() => void} [leave] called before the next page is shown
 */

/**
 * A page fills the main element and answers with its title. It must stop what it began in
 * `leave`.
 *
 * @typedef {(main: HTMLElement, parameters: Record<string, string>, query: URLSearchParams) => Promise<Page> | Page} ShowPage
 */

/** @type {[RegExp, () => Promise<{show: ShowPage}>][]} */
const ROUTES = [
  [/^\/$/, () => import("../pages/start.js")],
  [/^\/new\/(?<family>[\w-]+)$/, () => import("../pages/new.js")],
  [/^\/games$/, () => import("../pages/games.js")],
  [/^\/game\/(?<id>[\w-]+)$/, () => import("../pages/play.js")],
  [/^\/analyse(?:\/(?<id>[\w-]+))?$/, () => import("../pages/analyse.js")],
  [/^\/carry$/, () => import("../pages/carry.js")],
  [/^\/rules\/(?<family>[\w-]+)$/, () => import("../pages/rules.js")],
  [/^\/papers(?:\/(?<paper>[\w-]+))?$/, () => import("../pages/papers.js")],
  [/^\/arena(?:\/(?<event>[^/]+))?$/, () => import("../pages/arena.js")],
  [/^\/workers$/, () => import("../pages/workers.js")],
  [/^\/about$/, () => import("../pages/about.js")],
];

/**
 * @param {string} path
 * @returns {{load: () => Promise<{show: ShowPage}>, parameters: Record<string, string>} | null}
 */
export function route(path) {
  for (const [pattern, load] of ROUTES) {
    const match = pattern.exec(path);
    if (!match) continue;
    const groups = Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined);
    const parameters = Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]));
    return { load, parameters };
  }
  return null;
}

/** Goes to another page of the app. @param {string} place */
export function go(place) {
  history.pushState(null, "", hrefOf(place));
  dispatchEvent(new PopStateEvent("popstate"));
}
