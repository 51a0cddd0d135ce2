// What a browser would give the program, made up for tests: storage in memory, and thinkers that answer one after the other.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Where the program is that is tested, made for the web. */
export const PROGRAM = new URL(`${process.env.PAPAN_POCKET ?? "target/site/program"}/`, `file://${process.cwd()}/`);

const WEIGHTS = {
  othello: "../../engines/src/othello/weights.bin",
  "othello-book": "../../engines/src/othello/book.bin",
  "blokus-duo": "../../engines/src/blokus/duo.bin",
};

const code = await readFile(new URL("papan_pocket_bg.wasm", PROGRAM));
let loads = 0;

/** The program in a memory of its own, as each worker has it. */
export async function load() {
  const program = await import(new URL(`papan_pocket.js?${(loads += 1)}`, PROGRAM).href);
  await program.default({ module_or_path: code });
  return program;
}

/** @param {string} name */
export async function weights(name) {
  return new Uint8Array(await readFile(fileURLToPath(new URL(WEIGHTS[name], import.meta.url))));
}

/** Rows of text that outlive a program. */
export class Storage {
  /** @type {Map<string, string>} */
  rows = new Map();
  full = false;

  async read(store, key) {
    return this.rows.get(`${store}/${key}`) ?? null;
  }

  async keys(store) {
    const begin = `${store}/`;
    return [...this.rows.keys()].filter((key) => key.startsWith(begin)).map((key) => key.slice(begin.length));
  }

  async write(changes) {
    if (this.full) throw new DOMException("no room", "QuotaExceededError");
    for (const { store, key, value } of changes) {
      if (value === null) this.rows.delete(`${store}/${key}`);
      else this.rows.set(`${store}/${key}`, value);
    }
  }
}

/** A thinker that does one thing after the other, in a program of its own. */
export class Thinker {
  /** @type {Set<string>} */
  loaded = new Set();
  /** @type {string[]} */
  left = [];
  line = Promise.resolve();

  constructor(program) {
    this.program = program;
  }

  think(pocket, question, text) {
    this.line = this.line.then(async () => {
      for (const name of JSON.parse(text).weights) {
        if (!this.loaded.has(name)) this.program.load_weights(name, await weights(name));
        this.loaded.add(name);
      }
      const answer = this.program.think(text, (told) => pocket.progress(question, told));
      pocket.answer(question, answer);
    });
  }

  leave(owner) {
    this.left.push(owner);
    this.program.leave(owner);
  }
}

/**
 * A host with its storage, and what may stand in for its thinkers.
 *
 * @param {{program: any, storage: Storage, thinker: {think: Function, leave?: Function, stop?: Function}}} given
 */
export function openPocket({ program, storage, thinker }) {
  const pocket = new program.Pocket({
    read: (store, key) => storage.read(store, key),
    keys: (store) => storage.keys(store),
    write: (changes) => storage.write(changes),
    weights,
    think: (question, text) => thinker.think(pocket, question, text),
    stop: (question) => thinker.stop?.(pocket, question),
    leave: (owner) => thinker.leave?.(owner),
  });
  return pocket;
}

/** A request with JSON, and what it is answered. */
export async function ask(pocket, method, path, body, headers = {}) {
  const bytes = body === undefined ? null : new TextEncoder().encode(JSON.stringify(body));
  const kind = body === undefined ? {} : { "Content-Type": "application/json" };
  return told(await pocket.request(method, path, { ...kind, ...headers }, bytes));
}

/** An answer of the program, with its body as text and, where it is that, as JSON. */
export function told({ status, headers, body }) {
  const text = new TextDecoder().decode(body);
  const json = headers["content-type"] === "application/json" ? JSON.parse(text) : null;
  return { status, headers, text, json };
}

/** When nothing at all is heard for so long, also on a busy machine, nothing will be. */
const STILL = 120_000;

/** A socket whose messages can be waited for. */
export class Line {
  heard = [];
  ended = false;
  next = 0;
  waiting = null;

  static async open(pocket, path) {
    const line = new Line();
    line.pocket = pocket;
    line.number = await pocket.open(path, (text) => {
      if (text === null) line.ended = true;
      else line.heard.push(JSON.parse(text));
      line.waiting?.();
    });
    return line;
  }

  say(message) {
    this.next += 1;
    this.pocket.say(this.number, JSON.stringify({ id: this.next, ...message }));
    return this.next;
  }

  /** The next message of which something is true; those before it are forgotten. */
  async wait(is) {
    for (;;) {
      while (this.heard.length > 0) {
        const message = this.heard.shift();
        if (is(message)) return message;
      }
      if (this.ended) throw new Error("the socket has ended");
      await new Promise((resolve, reject) => {
        const still = setTimeout(() => reject(new Error("nothing moves")), STILL);
        this.waiting = () => {
          clearTimeout(still);
          resolve();
        };
      });
    }
  }

  /** Says something and waits for what answers it. */
  async ask(message) {
    const id = this.say(message);
    return this.wait((told) => told.id === id);
  }

  close() {
    this.pocket.close(this.number);
  }
}
