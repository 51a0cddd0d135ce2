// QR codes, read again by a reader that has nothing of the writer but the field of 256 numbers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_BYTES, product, qrCode } from "../../assets/lib/qr.js";

/** Bytes of correction and blocks by level, for the versions of these tests (ISO/IEC 18004, table 9). */
const BLOCKS = { 1: { M: [10, 1], L: [7, 1] }, 3: { M: [26, 1], L: [15, 1] }, 7: { M: [18, 4], L: [20, 2] }, 10: { M: [26, 5], L: [18, 4] }, 14: { M: [24, 9], L: [30, 4] }, 22: { M: [28, 17], L: [28, 9] }, 32: { M: [28, 35], L: [30, 17] }, 40: { M: [28, 49], L: [30, 25] } };
/** Rows of the small patterns (annex E). */
const PLACES = { 1: [], 3: [6, 22], 7: [6, 22, 38], 10: [6, 28, 50], 14: [6, 26, 46, 66], 22: [6, 26, 50, 74, 98], 32: [6, 34, 60, 86, 112, 138], 40: [6, 30, 58, 86, 114, 142, 170] };

/** @param {boolean[][]} code */
function read(code) {
  const size = code.length;
  const version = (size - 17) / 4;
  const bit = (/** @type {number} */ row, /** @type {number} */ column) => Number(code[row][column]);
  const one = [0, 1, 2, 3, 4, 5, 7, 8].map((row) => bit(row, 8)).concat([7, 5, 4, 3, 2, 1, 0].map((column) => bit(8, column)));
  const two = [...Array(8).keys()].map((at) => bit(8, size - 1 - at)).concat([...Array(7).keys()].map((at) => bit(size - 7 + at, 8)));
  assert.deepEqual(one, two, "both copies of the format");
  const format = one.reduce((sum, value, at) => sum | (value << at), 0) ^ 0x5412;
  const level = { 1: "L", 0: "M" }[format >> 13];
  const mask = (format >> 10) & 7;
  const turned = [(r, c) => (r + c) % 2, (r) => r % 2, (r, c) => c % 3, (r, c) => (r + c) % 3, (r, c) => ((r >> 1) + Math.floor(c / 3)) % 2, (r, c) => ((r * c) % 2) + ((r * c) % 3), (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2, (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2][mask];
  const small = PLACES[version];
  const isPattern = (row, column) => {
    if (row === 6 || column === 6) return true;
    if ((row < 9 && (column < 9 || column >= size - 8)) || (row >= size - 8 && column < 9)) return true;
    if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
    const corners = (y, x) => (y === 6 && (x === 6 || x === size - 7)) || (y === size - 7 && x === 6);
    return small.some((y) => small.some((x) => !corners(y, x) && Math.abs(y - row) <= 2 && Math.abs(x - column) <= 2));
  };
  const bits = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) if (!isPattern(row, column)) bits.push(bit(row, column) ^ Number(turned(row, column) === 0));
    }
  }
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((sum, value) => sum * 2 + value, 0));
  const [correction, count] = BLOCKS[version][level];
  const total = bytes.length - correction * count;
  const lengths = Array.from({ length: count }, (_, index) => Math.floor(total / count) + Number(index >= count - (total % count)));
  const blocks = lengths.map(() => []);
  let at = 0;
  for (let turn = 0; turn < Math.max(...lengths); turn += 1) for (const [index, length] of lengths.entries()) if (turn < length) blocks[index].push(bytes[at++]);
  const whole = blocks.map((block) => [...block]);
  for (let turn = 0; turn < correction; turn += 1) for (const block of whole) block.push(bytes[at++]);
  for (const block of whole) {
    for (let power = 0, root = 1; power < correction; power += 1, root = product(root, 2)) {
      assert.equal(block.reduce((sum, value) => product(sum, root) ^ value, 0), 0, "a block that is no word of the code");
    }
  }
  const data = blocks.flat();
  const text = data.flatMap((byte) => [...Array(8).keys()].map((shift) => (byte >> (7 - shift)) & 1));
  const number = (begin, length) => text.slice(begin, begin + length).reduce((sum, value) => sum * 2 + value, 0);
  assert.equal(number(0, 4), 4, "bytes");
  const wide = version < 10 ? 8 : 16;
  const length = number(4, wide);
  return { level, version, text: new TextDecoder().decode(Uint8Array.from({ length }, (_, index) => number(4 + wide + index * 8, 8))) };
}

test("what is written is read again, in codes of every kind", () => {
  for (const [length, version] of [[0, 1], [14, 1], [17, 1], [45, 3], [150, 7], [250, 10], [440, 14], [950, 22], [1900, 32], [MOST_BYTES, 40]]) {
    const text = Array.from({ length }, (_, at) => "abcé-XYZ/?#=09".charAt((at * 7 + length) % 14)).join("").replaceAll("é", "e");
    const code = qrCode(text);
    assert.ok(code);
    const found = read(code);
    assert.equal(found.text, text);
    assert.equal(found.version, version, `${length} bytes`);
  }
});

test("texts of any letters are read as they were", () => {
  assert.equal(read(qrCode("papan é 名前").valueOf()).text, "papan é 名前");
});

test("what is too long for any code has none", () => {
  assert.equal(qrCode("x".repeat(MOST_BYTES + 1)), null);
});

test("the three corners are where a camera looks for them", () => {
  const code = qrCode("https://papan.example/#/game/1");
  const size = code.length;
  const corner = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
  for (const [y, x] of [[0, 0], [0, size - 7], [size - 7, 0]]) {
    assert.deepEqual(corner, [...Array(7).keys()].map((row) => code[y + row].slice(x, x + 7).map(Number).join("")));
  }
  assert.equal(code[size - 8][8], true);
});
