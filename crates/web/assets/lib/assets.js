// Addresses of the page's own files.

/**
 * The address of a file of the page. Modules stand below the hash of the build, so that browsers keep
 * them for ever; what they load stands there too.
 *
 * @param {string} path from the folder of the page
 * @returns {string}
 */
export function asset(path) {
  return new URL(`../${path}`, import.meta.url).href;
}
