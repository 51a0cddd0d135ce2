// The module of a geometry has its name.

/**
 * The module of a geometry, loaded when it is first needed.
 *
 * @param {string} geometry as the server names it
 * @returns {Promise<import("./contract.js").BoardModule>}
 */
export function boardOf(geometry) {
  return import(`./${geometry}.js`);
}
