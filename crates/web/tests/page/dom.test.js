// Texts of others in the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { append, visible } from "../../assets/lib/dom.js";

test("what nobody sees is written as an escape, as the program does", () => {
  for (const plain of ["", "a\tb\n", "é 名前 שם", "👩\u200d🚀"]) assert.equal(visible(plain), plain);
  assert.equal(visible("red\u001b[31m"), "red\\u{1b}[31m");
  assert.equal(visible("abc\u202efed\u2069"), "abc\\u{202e}fed\\u{2069}");
  assert.equal(visible("tag \u{e0041}"), "tag \\u{e0041}");
});

test("texts go into elements like that", () => {
  globalThis.Node = /** @type {any} */ (class {});
  /** @type {unknown[]} */
  const held = [];
  append(/** @type {any} */ ({ append: (/** @type {unknown} */ child) => held.push(child) }), "x\u202e", [3, null], false);
  assert.deepEqual(held, ["x\\u{202e}", "3"]);
});
