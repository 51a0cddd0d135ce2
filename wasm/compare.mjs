// The WebAssembly side of what is compared with the native program.
//
//   node wasm/compare.mjs games RECORDED   plays what `papan-wasm games` wrote into that file again
//   node wasm/compare.mjs speed PROGRAM    measures each piece of work here and with `PROGRAM speed`, by turns, and writes
//                                          the rates and what part of the native one the other is, as a table
//
// `cargo xtask test --all --only wasm` and `cargo xtask wasm-speed` build what this runs.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const built = process.env.PAPAN_WASM ?? fileURLToPath(new URL('target/wasm/papan_wasm.js', root));
const papan = createRequire(import.meta.url)(built);

const WEIGHTS = {
    othello: 'crates/engines/src/othello/weights.bin',
    'othello-book': 'crates/engines/src/othello/book.bin',
    'blokus-duo': 'crates/engines/src/blokus/duo.bin',
};

/** What goes wrong when this is done, in words; nothing when nothing does. */
function problemOf(action) {
    try {
        action();
        return '';
    } catch (problem) {
        return String(problem);
    }
}

function check(isRight, text) {
    if (!isRight) {
        console.error(text);
        process.exit(1);
    }
}

/** An agent whose weights are not there says so, and damaged ones are refused. */
function checkRefusals() {
    for (const [game, agent] of [
        ['othello', 'level:7'],
        ['othello', 'greedy:eval=patterns'],
        ['othello', 'patterns:book=on,nodes=9'],
        ['blokus-duo', 'explorer:playout=network,nodes=9'],
    ]) {
        const problem = problemOf(() => papan.play(game, agent, 1, 1));
        check(/the weights '[-a-z]+' are not there/.test(problem), `${game} ${agent}: ${problem}`);
    }
    for (const [name, path] of Object.entries(WEIGHTS)) {
        const file = readFileSync(new URL(path, root));
        const damaged = Uint8Array.from(file);
        damaged[file.length >> 1] ^= 1;
        const problem = problemOf(() => papan.provide(name, damaged));
        check(problem.includes('checksum'), `damaged weights '${name}' were taken: ${problem}`);
        papan.provide(name, file);
    }
    const problem = problemOf(() => papan.play('othello', 'gtp:engine', 1, 1));
    check(problem.includes('no other programs'), `gtp:engine: ${problem}`);
}

function linesOf(path) {
    const text = readFileSync(path, 'utf8');
    return text.split('\n').filter(Boolean).map(line => line.split('\t'));
}

/** Plays every recorded game again. */
function compareGames(path) {
    const recorded = new Map();
    for (const [game, agent, seed, moves] of linesOf(path)) {
        const key = JSON.stringify([game, agent, Number(seed)]);
        recorded.set(key, [...(recorded.get(key) ?? []), moves]);
    }
    let games = 0;
    let plies = 0;
    const others = [];
    for (const [key, native] of recorded) {
        const [game, agent, seed] = JSON.parse(key);
        const here = papan.play(game, agent, native.length, seed);
        native.forEach((moves, number) => {
            games += 1;
            plies += moves.split(' ').length;
            if (moves !== here[number]) {
                const theirs = (here[number] ?? '').split(' ');
                const ply = moves.split(' ').findIndex((move, at) => move !== theirs[at]);
                others.push(`${game} ${agent}, seed ${seed}, game ${number + 1}: from ply ${ply + 1} on\n`
                    + `  native       ${moves}\n  WebAssembly  ${here[number]}`);
            }
        });
    }
    check(others.length === 0, `${others.length} of ${games} games are others:\n${others.join('\n')}`);
    check(games > 0, `${path} has no games`);
    console.log(`${games} games with ${plies} plies are the same natively and in WebAssembly`);
}

/** How long each piece of work is done again and again, in microseconds of the processor. */
const MEASUREMENT = 2e6;

/** Microseconds of the processor that this process has taken. */
function processorTime() {
    const { user, system } = process.cpuUsage();
    return user + system;
}

/** Does a piece of work again and again: what it counts, and how much a second in the best run. */
function measure(piece) {
    const begin = processorTime();
    let [counted, best] = [0, 0];
    for (let before = begin; before - begin < MEASUREMENT; before = processorTime()) {
        counted = papan.work(piece);
        best = Math.max(best, 1e6 * counted / Math.max(processorTime() - before, 1));
    }
    return [counted, best];
}

/** How often each side measures a piece of work; the better time counts, since others only take time away. */
const ROUNDS = 2;

/** Measures every piece of work natively and here, by turns. */
function compareSpeed(program) {
    console.log('| work | natively a second | in WebAssembly | part |\n|---|---|---|---|');
    papan.pieces().forEach((name, piece) => {
        let [native, here] = [0, 0];
        for (let round = 0; round < ROUNDS; round += 1) {
            const said = execFileSync(program, ['speed', name], { encoding: 'utf8' });
            const line = said.split('\n').map(each => each.split('\t')).find(([each]) => each === name);
            const [counted, rate] = measure(piece);
            check(counted === Number(line[1]), `${name}: ${line[1]} natively, ${counted} in WebAssembly`);
            native = Math.max(native, Number(line[2]));
            here = Math.max(here, rate);
        }
        console.log(`| ${name} | ${grouped(native)} | ${grouped(here)} | ${Math.round(100 * here / native)}% |`);
    });
}

/** A number with commas between thousands. */
function grouped(number) {
    return Math.round(number).toLocaleString('en');
}

const [task, path] = process.argv.slice(2);
if (!path || !['games', 'speed'].includes(task)) {
    console.error('usage: node wasm/compare.mjs games RECORDED | speed PROGRAM');
    process.exit(2);
}
checkRefusals();
(task === 'games' ? compareGames : compareSpeed)(path);
