// Addresses of the places of the app. A place is a path with what stands behind its question mark, such as
// "/analyse?game=othello". `papan serve` answers every place itself, so that places are addresses; where the
// page is served by a host that knows only files, another module stands here (crates/web/site).

/** Where the page is. @returns {{path: string, search: string}} */
export function here() {
  return { path: location.pathname, search: location.search };
}

/**
 * What a link to a place says. Whatever is no place stays as it is.
 *
 * @param {string} place
 * @returns {string}
 */
export function hrefOf(place) {
  return place;
}

/**
 * The place that an address leads to, or null when it leads out of the app.
 *
 * @param {URL} address
 * @returns {{path: string, search: string, part: string} | null} `part`: of the page there, with its "#", or nothing
 */
export function placeOf(address) {
  if (address.origin !== location.origin) return null;
  return { path: address.pathname, search: address.search, part: address.hash };
}

/** A link to a place for other people and devices. @param {string} place @returns {string} */
export function wholeLink(place) {
  return new URL(hrefOf(place), location.href).href;
}
