// The types in the comments of the page say something: `any` would switch their checks off.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const assets = join(dirname(fileURLToPath(import.meta.url)), "../../assets");

/**
 * Where `any` is true: the module and the line of the comment as it stands there, with the reason.
 *
 * @type {{module: string, line: string, reason: string}[]}
 */
const ALLOWED = [];

/** The type, but no name of a field or a parameter that is called so; and the star, which is the same type. */
const ANY = /(?<![\w$.-])any(?![\w$-])(?!(?<=[{,;(][\s*]*any)\??\s*:)|^\s*\*\s*$/g;

/**
 * The lines of a module with a type in a comment that is or has `any`.
 *
 * @param {string} text
 * @returns {{number: number, line: string}[]}
 */
function linesWithAny(text) {
  const lines = text.split("\n");
  const numbers = new Set();
  for (const comment of text.matchAll(/\/\*\*.*?\*\//gs)) {
    for (const { begin, type } of typesIn(comment[0])) {
      const words = type.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, (quoted) => quoted.replace(/./g, " "));
      for (const found of words.matchAll(ANY)) {
        numbers.add(text.slice(0, comment.index + begin + found.index).split("\n").length);
      }
    }
  }
  return [...numbers].map((number) => ({ number, line: lines[number - 1].trim() }));
}

/**
 * The types in braces behind the tags of a comment.
 *
 * @param {string} comment
 * @returns {{begin: number, type: string}[]}
 */
function typesIn(comment) {
  const types = [];
  for (const tag of comment.matchAll(/@\w+\s*\{/g)) {
    const begin = tag.index + tag[0].length;
    let [end, depth] = [begin, 1];
    for (; end < comment.length && depth > 0; end++) depth += { "{": 1, "}": -1 }[comment[end]] ?? 0;
    types.push({ begin, type: comment.slice(begin, end - 1) });
  }
  return types;
}

test("any is found wherever a type may have it", () => {
  const found = (/** @type {string} */ text) => linesWithAny(text).map(({ number }) => number);
  assert.deepEqual(found("/** @param {any} event */"), [1]);
  assert.deepEqual(found("/** What it is. @type {any[]} */\nlet list;\nlist.map((/** @type {any} */ one) => one);"), [1, 3]);
  assert.deepEqual(found("/**\n * @param {string} address\n * @param {(answer: any) => boolean} draw\n */"), [3]);
  assert.deepEqual(found("/** @type {Record<string, any>} */\n/** @type {Promise<{of: any}>} */\n/** @type {any | null} */"), [1, 2, 3]);
  assert.deepEqual(found("/**\n * @typedef {{\n *   one: string,\n *   other?: any,\n * }} Both\n */"), [4]);
  assert.deepEqual(found("/** @type {One extends Two ? any : never} */\n/** @type {*} */"), [1, 2]);
});

test("what only looks like any is none", () => {
  const found = (/** @type {string} */ text) => linesWithAny(text);
  assert.deepEqual(found("/** Of any kind. @param {string} text any text */"), []);
  assert.deepEqual(found('/** @type {"any" | "none"} */'), []);
  assert.deepEqual(found("/** @type {{any: string, any_more?: many}} */\n/** @typedef {{\n *   any?: string,\n * }} One */"), []);
  assert.deepEqual(found("const any = { any };"), []);
});

test("no type of the page is any without a reason", () => {
  const modulesIn = (/** @type {string} */ folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js")).map((module) => ({ folder, module }));
  const modules = [assets, join(assets, "../site")].flatMap(modulesIn);
  assert.ok(modules.some(({ module }) => module === "app.js") && modules.length > 50, "the modules are found");
  const found = modules.flatMap(({ folder, module }) => {
    const text = readFileSync(join(folder, module), "utf8");
    return linesWithAny(text).map((where) => ({ module: module.replaceAll("\\", "/"), ...where }));
  });
  const isSame = (/** @type {{module: string, line: string}} */ one, /** @type {{module: string, line: string}} */ other) => one.module === other.module && one.line === other.line;
  const wrong = found.filter((where) => !ALLOWED.some((allowed) => isSame(allowed, where)));
  assert.deepEqual(
    wrong.map(({ module, number, line }) => `${module}:${number}: ${line}`),
    [],
    "say what it is; the JSON of the server has names for its types (docs/web.md)",
  );
  assert.deepEqual(
    ALLOWED.filter((allowed) => allowed.reason === "" || !found.some((where) => isSame(allowed, where))),
    [],
    "what is allowed has a reason and is still there",
  );
});
