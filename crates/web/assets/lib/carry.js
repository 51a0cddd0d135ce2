// A game as a text that fits into a link, a QR code or a small file: who plays, from where, and all moves. It goes on
// wherever it is opened; clocks begin anew there.

/** @typedef {Pick<Web.Wanted, "game" | "seats" | "start" | "moves" | "clock" | "title">} Carried */

/** How files of this kind end. */
export const ENDING = "papan";
/** What a file begins with, and what is known of it. */
const FORMAT = 1;
/** No game is longer than that, whatever a link claims, in bytes. */
const MOST = 400_000;

/** The place of the app that takes a game in. @param {Carried} game @returns {Promise<string>} */
export async function placeOfGame(game) {
  return `/carry?g=${await packed(fileOf(game))}`;
}

/** @param {Carried} game @returns {string} what a file of it holds */
export function fileOf({ game, seats, start, moves, clock, title }) {
  return JSON.stringify({ papan: FORMAT, game, seats, ...(start ? { start } : {}), ...(moves?.length ? { moves } : {}), ...(clock ? { clock } : {}), ...(title ? { title } : {}) });
}

/**
 * The game of a file, or null when it is none.
 *
 * @param {string} text
 * @returns {Carried | null}
 */
export function gameOfFile(text) {
  let said;
  try {
    said = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof said !== "object" || said === null || said.papan !== FORMAT || typeof said.game !== "string" || !Array.isArray(said.seats)) return null;
  const { game, seats, start, moves, clock, title } = said;
  return { game, seats, ...(start ? { start } : {}), ...(moves ? { moves } : {}), ...(clock ? { clock } : {}), ...(title ? { title } : {}) };
}

/** The game of a link, or null when it is none. @param {string} text what stands behind `g=` @returns {Promise<Carried | null>} */
export async function gameOfLink(text) {
  const file = await unpacked(text).catch(() => null);
  return file === null ? null : gameOfFile(file);
}

/**
 * The place of this app that a text is a link to, from whatever address it was shared: "https://…/#/carry?g=…".
 *
 * @param {string} text
 * @returns {string | null}
 */
export function placeInText(text) {
  const found = /^\s*https?:\/\/\S*?(\/(?:carry\?g=|analyse\?game=)\S+)\s*$/.exec(text);
  return found ? found[1] : null;
}

/** @param {string} text @returns {Promise<string>} smaller, of letters that an address may have */
async function packed(text) {
  const small = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(small).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text @returns {Promise<string>} */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const large = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const decoder = new TextDecoder();
  let said = "";
  for (const reader = large.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return said + decoder.decode();
    said += decoder.decode(value, { stream: true });
    if (said.length > MOST) {
      await reader.cancel();
      throw new Error("no game is so long");
    }
  }
}
