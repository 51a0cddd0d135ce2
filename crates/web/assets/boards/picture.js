// Help for pictures of boards: SVG written as text, so that it also works outside of a page.

/**
 * @param {number} width in units of the drawing
 * @param {number} height
 * @param {number | undefined} size the width in pixels, if it is to be fixed
 * @param {string[]} parts
 */
export function svg(width, height, size, parts) {
  const fixed = size ? ` width="${size}" height="${Math.round((size * height) / width)}"` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${fixed}>${parts.join("")}</svg>`;
}

/**
 * One element without children, or with text.
 *
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string | number} [text] numbers and plain letters only: nothing is escaped
 */
export function element(tag, attributes, text) {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`).join("");
  return text === undefined ? `<${tag}${written}/>` : `<${tag}${written}>${text}</${tag}>`;
}

/**
 * The move to mark, from the options of a picture.
 *
 * @param {import("./contract.js").PictureOptions["last"]} last
 * @returns {string | null}
 */
export function lastMove(last) {
  return typeof last === "string" ? last : (last?.move ?? null);
}
