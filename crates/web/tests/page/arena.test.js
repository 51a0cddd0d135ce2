// Tournaments as the page tells of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isLive } from "../../assets/pages/arena-state.js";

test("a tournament is live only while games are added", () => {
  const at = (seconds) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
  const now = (seconds) => Date.UTC(2026, 0, 1) + seconds * 1000;
  const quick = { first_at: at(0), last_at: at(10), count: 101 };
  assert.equal(isLive(quick, now(14)), true);
  assert.equal(isLive(quick, now(16)), false);
  const slow = { first_at: at(0), last_at: at(80), count: 9 };
  assert.equal(isLive(slow, now(125)), true);
  assert.equal(isLive(slow, now(141)), false);
  assert.equal(isLive({ first_at: at(0), last_at: at(0), count: 1 }, now(59)), true);
  assert.equal(isLive({ first_at: null, last_at: null, count: 0 }, now(0)), false);
});
