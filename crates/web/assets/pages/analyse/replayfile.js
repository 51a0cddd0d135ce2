// A game as a page of its own: a file that needs nothing else, with the boards from the first to the
// last, a button that lets them follow each other, and steps by buttons, keys or a slider.

import { raw } from "../../lib/api.js";
import { language, t } from "../../lib/i18n.js";

/** The paces that one can choose, in moves a second. */
const PACES = [0.5, 1, 2, 4];

/**
 * @typedef {object} Wanted
 * @property {string} game
 * @property {string | null} start
 * @property {string[]} line the moves
 * @property {string} title
 * @property {string} players who played, or an empty text
 */

/**
 * @param {Wanted} wanted
 * @returns {Promise<string>} HTML
 */
export async function replayPage({ game, start, line, title, players }) {
  const answer = await raw("POST", "/api/pictures", { game, ...(start ? { start } : {}), moves: line, theme: "light", names: true });
  const animation = await answer.text();
  return write({ animation, moves: line, title, players });
}

/** Text in HTML. @param {string} text */
const plain = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** JSON in a script, where no tag may end it. @param {string} json */
const inScript = (json) => json.replaceAll("<", "\\u003c");

/**
 * @param {{animation: string, moves: string[], title: string, players: string}} parts `animation`: as the server writes it
 * @returns {string}
 */
export function write({ animation, moves, title, players }) {
  const button = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {string} */ text) => `<button type="button" id="${id}" aria-label="${plain(text)}" title="${plain(text)}">${sign}</button>`;
  const paces = PACES.map((pace) => `<option value="${pace}"${pace === 1 ? " selected" : ""}>${plain(t("analyse.replay.pace", { pace }))}</option>`).join("");
  return `<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${plain(title)}</title>
<style>
body { margin: 0 auto; max-width: 44rem; padding: 1rem; background: #f6f0e4; color: #241d15; font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.3rem; }
#board svg { display: block; width: 100%; max-height: 76vh; }
.steps { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-top: 0.75rem; }
button, select { min-width: 2.75rem; min-height: 2.75rem; border: 1px solid #8a7a66; border-radius: 0.5rem; background: #fff; color: inherit; font: inherit; }
#play { padding: 0 1rem; background: #8a4216; color: #fff; font-weight: 600; }
#slider { flex: 1; min-width: 8rem; accent-color: #8a4216; }
</style>
</head>
<body>
<h1>${plain(title)}</h1>
<p>${plain(players)}</p>
<div id="board" role="img"></div>
<div class="steps">
${button("first", "|◀", t("analyse.step.first"))}
${button("back", "◀", t("analyse.step.previous"))}
<button type="button" id="play">${plain(t("analyse.replay.play"))}</button>
${button("next", "▶", t("analyse.step.next"))}
${button("last", "▶|", t("analyse.step.last"))}
<input type="range" id="slider" min="0" max="${moves.length}" value="0" aria-label="${plain(t("analyse.steps"))}">
<select id="pace" aria-label="${plain(t("analyse.replay.speed"))}">${paces}</select>
<output id="said" for="slider"></output>
</div>
<script type="application/json" id="game">${inScript(JSON.stringify({ moves, animation: JSON.parse(animation), words: { play: t("analyse.replay.play"), pause: t("analyse.replay.pause"), start: t("analyse.moves.start") } }))}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** What moves the page of the file. */
const SCRIPT = `
const { moves, animation, words } = JSON.parse(document.getElementById("game").textContent);
const part = (id) => document.getElementById(id);
let at = 0;
let timer = null;
function show(wanted) {
  at = Math.min(Math.max(wanted, 0), moves.length);
  const shown = animation.shapes.filter(([, , bounds]) => bounds.filter((bound) => bound <= at).length % 2 === 1);
  const shapes = shown.map(([paint, element]) => "<g " + animation.paints[paint] + ">" + element + "</g>");
  part("board").innerHTML = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="' + animation.view_box + '">' + shapes.join("") + "</svg>";
  const said = at === 0 ? words.start : at + ". " + moves[at - 1];
  part("board").setAttribute("aria-label", said);
  part("said").textContent = said;
  part("slider").value = at;
  part("slider").setAttribute("aria-valuetext", said);
}
function pause() {
  clearInterval(timer);
  timer = null;
  part("play").textContent = words.play;
}
function play() {
  if (at === moves.length) show(0);
  part("play").textContent = words.pause;
  timer = setInterval(() => { show(at + 1); if (at === moves.length) pause(); }, 1000 / Number(part("pace").value));
}
const go = (to) => () => { pause(); show(to()); };
part("first").onclick = go(() => 0);
part("back").onclick = go(() => at - 1);
part("next").onclick = go(() => at + 1);
part("last").onclick = go(() => moves.length);
part("slider").oninput = go(() => Number(part("slider").value));
part("play").onclick = () => (timer === null ? play() : pause());
part("pace").onchange = () => { if (timer !== null) { pause(); play(); } };
document.onkeydown = (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step && !["INPUT", "SELECT"].includes(event.target.tagName)) go(() => at + step)();
};
show(0);
`;
