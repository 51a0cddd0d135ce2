// The module of a geometry has its name, and says which style sheets it needs.

import { loadStyles } from "../lib/styles.js";

/**
 * The module of a geometry, loaded when it is first needed.
 *
 * @param {string} geometry as the server names it
 * @returns {Promise<import("./contract.js").BoardModule>}
 */
export async function boardOf(geometry) {
  const module = await import(`./${geometry}.js`);
  await loadStyles(module.styles ?? []);
  return module;
}
