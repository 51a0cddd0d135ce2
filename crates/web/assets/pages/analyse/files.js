// Files that the page makes: texts to the clipboard, downloads, pictures.

/** @param {string} text @returns {Promise<boolean>} whether it is on the clipboard now */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

/** Pages that are not served safely have no clipboard; a selected field can still be copied. @param {string} text */
function copyOldWay(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * A drawing as a PNG.
 *
 * @param {string} drawing an SVG text with a view box
 * @param {number} width in pixels
 * @returns {Promise<Blob>}
 */
export async function rasterise(drawing, width) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/** @param {string} game with its parameters @param {string} end @returns {string} a name that every system takes */
export const fileName = (game, end) => `${game.replace(/[^\p{L}\p{N}_-]+/gu, "-")}.${end}`;

/** @param {File} file @returns {Promise<string>} its bytes in base64 */
export async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let from = 0; from < bytes.length; from += 0x8000) text += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
  return btoa(text);
}
