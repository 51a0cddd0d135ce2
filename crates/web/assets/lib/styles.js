// Style sheets that only some pages need, loaded with those pages: the first view stays light.

/** @type {[RegExp, string[]][]} */
const SHEETS = [
  [/^\/game\//, ["boards", "polyominoes", "play"]],
  [/^\/analyse/, ["boards", "polyominoes", "analyse"]],
  [/^\/(papers|arena)/, ["site"]],
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
  return Promise.all(names.map(load));
}

/** @param {string} name */
function load(name) {
  const before = loaded.get(name);
  if (before) return before;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/assets/style/${name}.css`;
  /** A page without its look is better than no page. @type {Promise<void>} */
  const ready = new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
  });
  loaded.set(name, ready);
  document.head.append(link);
  return ready;
}
