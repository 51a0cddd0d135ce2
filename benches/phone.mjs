// How long levels think on a phone: the program for browsers in Node, its processor time multiplied by how much slower a
// phone is. The time of the processor says the same on a machine that is busy with other things.
//
//   cargo xtask site && node benches/phone.mjs
//
// It prints a table of all games for docs/site.md: median and longest answer in seconds.

import { Storage, Thinker, ask, load, openPocket, weights } from "../crates/pocket/tests/outside.js";

const LEVELS = [1, 3, 5, 7];
/** Browsers' own tools call a processor that is so many times slower a phone of the middle. */
const SLOWER = 6;
/** Positions of each game: after so many random moves, as parts of a random game. */
const PARTS = [0.05, 0.2, 0.35, 0.5, 0.65, 0.8];

let state = 12345;
/** The same numbers each time. */
const chance = (below) => (state = (state * 1103515245 + 12345) % 2147483648) % below;

const program = await load();
const pocket = openPocket({ program, storage: new Storage(), thinker: new Thinker(program) });

async function randomGame(game) {
  const moves = [];
  for (;;) {
    const { json } = await ask(pocket, "POST", "/api/inspect", { game, moves });
    if (json.view.turn === null) return moves;
    const legal = json.view.legal_moves;
    moves.push(legal[chance(legal.length)]);
  }
}

function think(game, moves, level, seat, seed) {
  const question = { game, line: { start: null, moves }, agent: `level:${level}`, part: { Player: seat }, seed, time: null, clock: null, want: { lines: 1, values: false } };
  const begin = process.cpuUsage();
  const answer = JSON.parse(program.think(JSON.stringify({ owner: null, weights: [], does: { question } }), () => {}));
  const { user, system } = process.cpuUsage(begin);
  if (!answer.ok) throw new Error(`${game} level ${level}: ${JSON.stringify(answer)}`);
  return ((user + system) / 1e6) * SLOWER;
}

const { families } = (await ask(pocket, "GET", "/api/catalogue")).json;
const games = families.flatMap(({ presets }) => presets.map(({ name }) => name));
console.log(`| game | ${LEVELS.map((level) => `level ${level}`).join(" | ")} |`);
console.log(`|---|${LEVELS.map(() => "---|").join("")}`);
for (const game of games) {
  for (const name of JSON.parse(program.weights_for(game))) program.load_weights(name, await weights(name));
  const moves = await randomGame(game);
  const begins = PARTS.map((part) => moves.slice(0, Math.round(part * moves.length)));
  // Compiling is not thinking.
  think(game, begins[2], 3, 0, 1);
  const cells = [];
  for (const level of LEVELS) {
    const times = [];
    for (const [index, line] of begins.entries()) {
      const { json } = await ask(pocket, "POST", "/api/inspect", { game, moves: line });
      times.push(think(game, line, level, json.view.turn, index));
    }
    times.sort((one, other) => one - other);
    cells.push(`${times[times.length >> 1].toFixed(2)} (${times[times.length - 1].toFixed(2)})`);
  }
  console.log(`| \`${game}\` | ${cells.join(" | ")} |`);
}
