// A game that is carried from device to device is the same game there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileOf, gameOfFile, gameOfLink, placeInText, placeOfGame } from "../../assets/lib/carry.js";
import { MOST_BYTES } from "../../assets/lib/qr.js";

const SEATS = [{ kind: "person" }, { kind: "agent", agent: "level:4", time: 2 }];
const GAMES = [
  { game: "othello", seats: SEATS },
  { game: "othello:size=6", seats: SEATS, start: "some position", moves: ["d3", "c5"], clock: { seconds: 300, increment: 2 }, title: "é \"名\" #?&" },
];

/** A link's own text, as the router takes it apart. */
const behind = (place) => new URLSearchParams(place.slice(place.indexOf("?"))).get("g") ?? "";

test("a game comes out of a link and of a file as it went in", async () => {
  for (const game of GAMES) {
    assert.deepEqual(gameOfFile(fileOf(game)), game);
    const place = await placeOfGame(game);
    assert.match(place, /^\/carry\?g=[\w-]+$/);
    assert.deepEqual(await gameOfLink(behind(place)), game);
  }
});

test("the longest game of Blokus fits into a QR code", async () => {
  // Twenty squares that repeat nothing, worse than any real game.
  const square = (n) => `${String.fromCharCode(97 + ((n * 7) % 20))}${1 + ((n * 13) % 20)}`;
  const moves = Array.from({ length: 84 }, (_, move) => Array.from({ length: 5 }, (_, at) => square(move * 31 + at * at * 17)).join(","));
  const place = await placeOfGame({ game: "blokus-classic", seats: [...SEATS, ...SEATS], moves });
  assert.ok(place.length + "https://example.org/papan/#".length < MOST_BYTES, `${place.length}`);
});

test("what is no game is none, and what grows without end is given up", async () => {
  for (const text of ["", "{", "null", "[]", '{"papan":2,"game":"othello","seats":[]}', '{"papan":1,"game":7,"seats":[]}', '{"papan":1,"game":"othello"}']) assert.equal(gameOfFile(text), null, text);
  for (const text of ["", "!", "AAAA", "_-"]) assert.equal(await gameOfLink(text), null, text);
  const bomb = await placeOfGame({ game: "x".repeat(5_000_000), seats: [] });
  assert.ok(bomb.length < 20_000);
  assert.equal(await gameOfLink(behind(bomb)), null);
});

test("links are known wherever they were made", () => {
  assert.equal(placeInText("https://example.org/papan/#/carry?g=abc-_\n"), "/carry?g=abc-_");
  assert.equal(placeInText("http://127.0.0.1:8080/analyse?game=othello&moves=f5+d6"), "/analyse?game=othello&moves=f5+d6");
  for (const text of ["f5d6c3", "(;GM[1])", "https://example.org/", "see https://example.org/#/carry?g=x and more"]) assert.equal(placeInText(text), null, text);
});
