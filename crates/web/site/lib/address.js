// Addresses of the places of the app where files are all that is served. A plain file server knows no places, so a
// place stands behind the "#": that works from any folder, from the first visit on, and is never sent to anybody.

/** Where the page is. @returns {{path: string, search: string}} */
export function here() {
  const { path, search } = parts(location.hash);
  return { path, search };
}

/**
 * What a link to a place says. Whatever is no place stays as it is; requests to the host are no places.
 *
 * @param {string} place
 * @returns {string}
 */
export function hrefOf(place) {
  return place.startsWith("/") && !place.startsWith("/api/") ? `#${place}` : place;
}

/**
 * The place that an address leads to, or null when it leads out of the app.
 *
 * @param {URL} address
 * @returns {{path: string, search: string, part: string} | null} `part`: of the page there, with its "#", or nothing
 */
export function placeOf(address) {
  if (address.origin !== location.origin || address.pathname !== location.pathname) return null;
  const isPart = address.hash !== "" && !address.hash.startsWith("#/");
  return isPart ? { ...here(), part: address.hash } : parts(address.hash);
}

/** A link to a place for other people and devices. @param {string} place @returns {string} */
export function wholeLink(place) {
  return location.origin + location.pathname + hrefOf(place);
}

/** @param {string} hash of an address */
function parts(hash) {
  const place = hash.startsWith("#/") ? hash.slice(1) : "/";
  const [, path, search, part] = /** @type {RegExpExecArray} */ (/^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(place));
  return { path, search: search ?? "", part: part ?? "" };
}
