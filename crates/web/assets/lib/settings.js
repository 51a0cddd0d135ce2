// What the person at this browser likes, kept in the browser.

/**
 * @typedef {object} Settings
 * @property {import("./i18n.js").Language | null} language null: as the browser says
 * @property {"light" | "dark" | null} theme null: as the system says
 * @property {"off" | "slow" | "normal" | "fast"} animation
 * @property {boolean} simpleValues values of moves in three steps instead of numbers
 * @property {boolean} sound whether boards are heard
 * @property {boolean} confirmTouch on touch, a first tap previews and a second one plays
 */

const KEY = "papan.settings";

/** @type {Settings} */
const DEFAULTS = { language: null, theme: null, animation: "normal", simpleValues: false, sound: true, confirmTouch: true };

/** @type {Settings} */
let current = { ...DEFAULTS, ...stored(KEY, {}) };

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** @returns {Settings} */
export function settings() {
  return current;
}

/** @param {Partial<Settings>} changes */
export function change(changes) {
  current = { ...current, ...changes };
  store(KEY, current);
  for (const listener of [...listeners]) listener(current);
}

/**
 * Calls the listener after every change; the answer ends that.
 *
 * @param {(settings: Settings) => void} listener
 * @returns {() => void}
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * How long one step of an animation takes, in milliseconds; 0 shows the result at once.
 *
 * @returns {number}
 */
export function animationStep() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { off: 0, slow: 400, normal: 200, fast: 80 }[current.animation];
}

/**
 * A value kept in the browser, or another when there is none or it cannot be read.
 *
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function stored(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
