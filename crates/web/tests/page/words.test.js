// Words in the language of the page: of moves and scores, and what the server says in English of papers and tournaments.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";

const assets = join(dirname(fileURLToPath(import.meta.url)), "../../assets");

/** @type {any} */
let words;

before(async () => {
  globalThis.localStorage = /** @type {any} */ ({ getItem: () => JSON.stringify({ language: "id" }), setItem() {} });
  globalThis.document = /** @type {any} */ ({ documentElement: {} });
  globalThis.fetch = /** @type {any} */ (async (address) => new Response(readFileSync(new URL(address))));
  const { loadOtherTexts, loadTexts, number, sayPhrases, signed, t } = await import("../../assets/lib/i18n.js");
  await loadTexts();
  await loadOtherTexts();
  const { moveName, moveNames } = await import("../../assets/lib/moveface.js");
  const { scoresText } = await import("../../assets/lib/format.js");
  words = { moveName, moveNames, number, sayPhrases, scoresText, signed, t, ...(await import("../../assets/pages/papers-words.js")), ...(await import("../../assets/pages/arena-words.js")) };
  await words.loadWords();
});

test("cells of papers have their words and numbers in the language of the page", () => {
  assert.equal(words.cell("12.3% to 45.6%"), "12,3% sampai 45,6%");
  assert.equal(words.cell("hole 2, value 8"), "lubang 2; nilai 8");
  assert.equal(words.cell("1,234 in 0.0012 s"), "1.234 dalam 0,0012 dtk");
  assert.equal(words.cell("0 of 200 games"), "0 dari 200 partai");
  assert.equal(words.cell("1 : 10,691"), "1 : 10.691");
  assert.equal(words.cell("yes"), "ya");
  assert.equal(words.cell("-5.44, -19.2"), "−5,44; −19,2");
  assert.equal(words.cell("33, 31"), "33–31");
});

test("a number below zero has the one minus sign of the page", () => {
  assert.equal(words.number(-84), "−84");
  assert.equal(words.number(-1234.5, 1), "−1.234,5");
});

test("points with a fraction have a decimal comma", () => {
  assert.deepEqual([3.41, -12.34, 4, 0].map(words.signed), ["+3,4", "−12,3", "+4", "0"]);
});

test("what is ours is translated, titles keep their language", () => {
  assert.equal(words.said("28 rounds"), "28 ronde");
  assert.equal(words.tongue("28 rounds"), null);
  assert.equal(words.tongue("something new"), "en");
  assert.equal(words.titleTongue({ language: "en", title: "Blokus Game Solver" }), "en");
  assert.equal(words.titleTongue({ language: "id", title: "Rancangan …" }), null);
});

test("the facts of a tournament are translated part by part", () => {
  assert.equal(words.factText({ name: "kind", value: "round robin" }), "setengah kompetisi");
  assert.equal(words.factText({ name: "limits", value: "100ms a move, 5000 nodes a move" }), "100ms per langkah, 5000 simpul per langkah");
  assert.equal(words.factText({ name: "openings", value: "random:2" }), "2 langkah acak");
  assert.equal(words.factText({ name: "openings", value: "file:book.txt" }), "file:book.txt");
  assert.equal(words.factText({ name: "played", value: "2026-11-15" }), "15 Nov 2026");
});

test("a thousand is not one", () => {
  assert.equal(words.t("arena.count", { count: words.number(1) }), "satu partai");
  assert.equal(words.t("arena.count", { count: words.number(1000) }), "1.000 partai");
});

test("moves that are bare numbers say what they count", () => {
  assert.equal(words.moveName("pits", "3"), "lubang 3");
  assert.equal(words.moveNames("pits", ["3"]), "lubang 3");
  assert.equal(words.moveNames("pits", ["3", "5"]), "lubang 3  5");
  assert.equal(words.moveNames("pits", []), "");
  assert.deepEqual([words.moveName("discs", "d3"), words.moveNames("discs", ["d3", "c5"])], ["d3", "d3  c5"]);
});

test("two scores stand like a result, more of them or such below zero apart", () => {
  assert.equal(words.scoresText(["33", "31"]), "33–31");
  assert.equal(words.scoresText(["−9", "−12"]), "−9 : −12");
  assert.equal(words.scoresText(["60", "55", "51"]), "60 : 55 : 51");
});

test("a move that turned nothing says so", () => {
  assert.equal(words.sayPhrases([{ code: "converts", parameters: { count: 0 } }]), "tidak membalik apa pun");
  assert.equal(words.sayPhrases([{ code: "converts", parameters: { count: 2 } }]), "membalik 2 tanda");
});
