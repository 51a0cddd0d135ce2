// What a person chooses for a new game becomes what the server is asked for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gameOf, levelSeat, personSeat, playerOf, restored, rotated, seatsFor, shuffled, usualChoice, wantedGame } from "../../assets/pages/new-state.js";

const congklak = { presets: [{ name: "congklak", seats: 2 }, { name: "kalah", seats: 2 }] };

test("the usual game is a person against level 3", () => {
  assert.deepEqual(wantedGame(usualChoice(congklak)), {
    game: "congklak",
    seats: [{ kind: "person" }, { kind: "agent", agent: "level:3" }],
  });
});

test("only what is not as usual is written", () => {
  const choice = { ...usualChoice(congklak), preset: "kalah", parameters: { holes: "5", relay: "2" } };
  assert.equal(gameOf(choice), "kalah:holes=5,relay=2");
});

test("a value without a name comes first", () => {
  const hill = { ...personSeat(), kind: "agent", agent: "hill", parameters: { eval: "stable", "": "restart" } };
  assert.deepEqual(playerOf(hill), { kind: "agent", agent: "hill:restart,eval=stable" });
});

test("a time is sent when there is one", () => {
  assert.deepEqual(playerOf({ ...levelSeat(), level: 7, time: "2.5" }), { kind: "agent", agent: "level:7", time: 2.5 });
  assert.equal(playerOf({ ...levelSeat(), time: "" }).time, undefined);
});

test("clock and first position are sent when they are chosen", () => {
  const choice = { ...usualChoice(congklak), clock: true, minutes: "3", increment: "2", start: " 1:0 1:0 A " };
  const wanted = wantedGame(choice);
  assert.deepEqual(wanted.clock, { seconds: 180, increment: 2 });
  assert.equal(wanted.start, "1:0 1:0 A");
});

test("chance only changes who sits where", () => {
  const choice = { ...usualChoice(congklak), chance: true };
  assert.deepEqual(wantedGame(choice, () => 0).seats, [{ kind: "agent", agent: "level:3" }, { kind: "person" }]);
  assert.deepEqual(wantedGame(choice, () => 0.99).seats, [{ kind: "person" }, { kind: "agent", agent: "level:3" }]);
  assert.deepEqual(shuffled([1, 2, 3, 4], Math.random).sort(), [1, 2, 3, 4]);
});

test("everyone moves one seat further and comes back", () => {
  assert.deepEqual(rotated(["a", "b", "c"]), ["c", "a", "b"]);
  assert.deepEqual(rotated(rotated(["a", "b"])), ["a", "b"]);
});

test("seats are added as levels and left out at the end", () => {
  const kinds = (count) => seatsFor([levelSeat()], count).map(({ kind }) => kind);
  assert.deepEqual(kinds(3), ["level", "level", "level"]);
  assert.equal(seatsFor([], 4)[0].kind, "person");
  assert.equal(seatsFor([personSeat(), personSeat()], 1).length, 1);
});

test("what was kept is used only while it makes sense", () => {
  const kept = { ...usualChoice(congklak), preset: "kalah", start: "old" };
  assert.equal(restored(congklak, kept).preset, "kalah");
  assert.equal(restored(congklak, kept).start, "");
  for (const wrong of [null, {}, { preset: "chess", seats: [] }, { preset: "kalah", seats: "none" }]) {
    assert.deepEqual(restored(congklak, wrong), usualChoice(congklak));
  }
});
