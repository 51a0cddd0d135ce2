// The keys that work now: pages and boards tell them, the help dialog shows them.

/** @typedef {{title: string, keys: () => [string, string][]}} Section */

/** @type {Set<Section>} */
const sections = new Set();

/**
 * Adds a section to the help; the answer takes it away again.
 *
 * @param {string} title translated
 * @param {() => [string, string][]} keys the keys and what they do, translated
 * @returns {() => void}
 */
export function registerKeys(title, keys) {
  const section = { title, keys };
  sections.add(section);
  return () => sections.delete(section);
}

/** @returns {Section[]} */
export function keySections() {
  return [...sections];
}

/** Forgets the sections of a page that was left. */
export function forgetKeys() {
  sections.clear();
}

/**
 * Whether a key belongs to something one types into, so that it is no command.
 *
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function typing(event) {
  const target = /** @type {Element | null} */ (event.target instanceof Element ? event.target : null);
  return target?.closest("input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]") != null;
}
