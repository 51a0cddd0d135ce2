// Which module makes the picture of which geometry: small ones, so that a page that only shows
// boards need not load what plays on them.

/** @type {Record<string, () => Promise<{picture: (board: any, options?: {last?: any, size?: number}) => string}>>} */
const MODULES = {
  discs: () => import("./discs-picture.js"),
  marks: () => import("./marks-picture.js"),
  pits: () => import("./pits-picture.js"),
  polyominoes: () => import("./polyominoes-draw.js"),
};

/**
 * @param {string} geometry as the server names it
 * @param {any} board
 * @param {{last?: any, size?: number}} [options]
 * @returns {Promise<string>} an SVG text
 */
export async function pictureText(geometry, board, options = {}) {
  const load = MODULES[geometry];
  if (!load) throw new Error(`there is no board for ${geometry}`);
  return (await load()).picture(board, options);
}
