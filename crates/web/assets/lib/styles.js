// Style sheets that only some pages need, loaded with those pages: the first view stays light.

import { asset } from "./assets.js";

/** @type {[RegExp, string[]][]} */
const SHEETS = [
  [/^\/new\//, ["new"]],
  [/^\/(rules|about)/, ["prose"]],
  [/^\/game\//, ["boards", "play", "play-players", "play-panels", "play-narrow"]],
  [/^\/analyse/, ["boards", "analyse", "analyse-bar", "analyse-engine", "analyse-graph", "analyse-panels", "analyse-signs", "analyse-narrow"]],
  [/^\/workers$/, ["papers", "arena", "workers"]],
  [/^\/(papers|arena)/, ["papers", "arena", "charts"]],
];

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * Loads what the page of an address needs; each sheet once.
 *
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export function stylesFor(path) {
  const [, names] = SHEETS.find(([pattern]) => pattern.test(path)) ?? [null, []];
  return loadStyles(names);
}

/**
 * Loads sheets by name; each once.
 *
 * @param {string[]} names
 * @returns {Promise<unknown>}
 */
export function loadStyles(names) {
  return Promise.all(names.map(load));
}

/** @param {string} name */
function load(name) {
  const before = loaded.get(name);
  if (before) return before;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = asset(`style/${name}.css`);
  /** A page without its look is better than no page. @type {Promise<void>} */
  const ready = new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
  });
  loaded.set(name, ready);
  document.head.append(link);
  return ready;
}
