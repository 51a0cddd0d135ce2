// The texts of the page: complete in every language, and nothing is asked for that is not there.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { LANGUAGES as PAGE_LANGUAGES } from "../../assets/lib/i18n.js";

const assets = join(dirname(fileURLToPath(import.meta.url)), "../../assets");
const LANGUAGES = Object.keys(PAGE_LANGUAGES);

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(join(assets, `texts/${name}.json`), "utf8"));

/** What a language says, on the start page and everywhere else. */
const textsOf = (language) => ({ ...read(`start.${language}`), ...read(language) });

const texts = Object.fromEntries(LANGUAGES.map((language) => [language, textsOf(language)]));

/** All scripts of the page and of what stands in for a server, with what stands in them. */
function scripts() {
  return [assets, join(assets, "../site")].flatMap((folder) => {
    const files = readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith(".js"));
    return files.map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  });
}

/** The names in braces, each once. */
const namesIn = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();

test("all languages have the same keys", () => {
  for (const language of LANGUAGES) assert.deepEqual(Object.keys(texts[language]).sort(), Object.keys(texts.en).sort(), language);
});

test("every language has its files, and every file a language", () => {
  const families = new Set(readdirSync(join(assets, "texts/rules")).map((name) => name.split(".")[0]));
  const wanted = LANGUAGES.flatMap((language) => [
    `start.${language}.json`,
    `${language}.json`,
    ...(language === "en" ? [] : [`papers.${language}.json`]),
    ...[...families].map((family) => join("rules", `${family}.${language}.html`)),
  ]);
  const there = readdirSync(join(assets, "texts"), { recursive: true }).map(String).filter((name) => name.includes("."));
  assert.deepEqual(there.sort(), wanted.sort());
});

test("files of the page are asked for under the hash of the build", () => {
  for (const [name, source] of scripts()) assert.ok(!/["'`]\/assets\//.test(source), `${name} names an address without it: use lib/assets.js`);
});

test("no text is empty, and keys are sorted", () => {
  for (const language of LANGUAGES) {
    for (const [key, text] of Object.entries(texts[language])) assert.ok(typeof text === "string" && text.trim() !== "", `${language}: ${key}`);
  }
  const files = readdirSync(join(assets, "texts")).filter((name) => name.endsWith(".json"));
  for (const name of files.map((file) => file.replace(".json", ""))) {
    const keys = Object.keys(read(name));
    assert.deepEqual(keys, [...keys].sort(), name);
  }
});

test("no text stands in two files", () => {
  for (const language of LANGUAGES) {
    const others = read(language);
    assert.deepEqual(Object.keys(read(`start.${language}`)).filter((key) => key in others), []);
  }
});

test("the frame and the start page have their texts at once", () => {
  const first = read("start.en");
  // What format.js says of agents and parameters is shown with saved games, which wait for it.
  const early = (name) => /^(app\.js|shell\/|lib\/|pages\/start)/.test(name);
  for (const [name, source] of scripts().filter(([name]) => early(name))) {
    for (const match of source.matchAll(/\bt\(\s*"([^"]+)"/g)) assert.ok(match[1] in first, `${name} asks for ${match[1]}`);
  }
});

test("all languages speak of the same things", () => {
  for (const language of LANGUAGES) {
    for (const [key, text] of Object.entries(texts.en)) assert.deepEqual(namesIn(texts[language][key]), namesIn(text), `${language}: ${key}`);
  }
});

// The tabs of the Blokus tray show the number beside these words.
const COUNT_BESIDE = ["boards.polyominoes.tab", "boards.polyominoes.tab.mover"];

test("a text has one form, or two for numbers that say the count", () => {
  for (const language of LANGUAGES) {
    for (const [key, text] of Object.entries(texts[language])) {
      const forms = text.split("|");
      assert.ok(forms.length <= 2, `${language}: ${key} has ${forms.length} forms`);
      if (forms.length === 2 && !COUNT_BESIDE.includes(key)) assert.ok(forms[1].includes("{count}"), `${language}: ${key} does not say the count`);
    }
  }
});

test("every text that a script asks for is there", () => {
  let asked = 0;
  for (const [name, source] of scripts()) {
    for (const match of source.matchAll(/\bt\(\s*"([^"]+)"/g)) {
      asked += 1;
      assert.ok(match[1] in texts.en, `${name} asks for ${match[1]}`);
    }
    for (const match of source.matchAll(/\bt\([^"()]*\? "([\w.-]+)" : "([\w.-]+)"/g)) {
      for (const key of match.slice(1, 3)) assert.ok(key in texts.en, `${name} asks for ${key}`);
    }
    // Keys that are put together: at least one with the same beginning must be there.
    for (const match of source.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)) {
      assert.ok(Object.keys(texts.en).some((key) => key.startsWith(match[1])), `${name} asks for ${match[1]}…`);
    }
  }
  assert.ok(asked > 50);
});

test("every game has its rules in every language, with the same figures", () => {
  for (const family of ["othello", "blokus-duo", "blokus-classic", "congklak", "adjacency"]) {
    const figures = LANGUAGES.map((language) => {
      const text = readFileSync(join(assets, `texts/rules/${family}.${language}.html`), "utf8");
      assert.ok(!/<script|style=|\son\w+=/i.test(text), `${family}.${language} holds more than text`);
      return { headings: text.match(/<h2>/g)?.length, boards: text.match(/<figure[^>]*>/g) };
    });
    for (const other of figures) assert.deepEqual(other, figures[0], family);
    assert.ok(figures[0].boards.length >= 2, family);
  }
});
