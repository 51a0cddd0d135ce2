// Which module draws which geometry. Nothing else knows it.

/** @type {Record<string, () => Promise<any>>} */
const MODULES = {
  discs: () => import("./discs.js"),
  marks: () => import("./marks.js"),
  pits: () => import("./pits.js"),
  polyominoes: () => import("./polyominoes.js"),
};

/**
 * The module of a geometry, loaded when it is first needed.
 *
 * @param {string} geometry as the server names it
 * @returns {Promise<import("./contract.js").BoardModule>}
 */
export function boardOf(geometry) {
  const load = MODULES[geometry];
  if (!load) return Promise.reject(new Error(`there is no board for ${geometry}`));
  return load();
}
