// QR codes (ISO/IEC 18004): a text as a square of dark and light, for a camera to read. Bytes only, the levels of correction
// that screens need (L, or M where it costs no larger code), all forty sizes.

/** For each level and version: how many bytes correct each block, and how many blocks there are. */
const LEVELS = {
  L: {
    bits: 1,
    correction: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, ...Array(14).fill(30)],
    blocks: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25],
  },
  M: {
    bits: 0,
    correction: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, ...Array(19).fill(28)],
    blocks: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49],
  },
};

/** @typedef {keyof typeof LEVELS} Level */

/** The masks: which squares are turned over. @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The most bytes that the largest code holds. */
export const MOST_BYTES = 2953;

/**
 * The code of a text, row by row: true is dark. It needs four light squares all around it.
 *
 * @param {string} text
 * @returns {boolean[][] | null} null when no code is large enough
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = Array.from({ length: 40 }, (_, index) => index + 1).find((size) => bytes.length <= roomFor(size, "L"));
  if (version === undefined) return null;
  const level = bytes.length <= roomFor(version, "M") ? "M" : "L";
  return drawn(version, level, interleaved(version, level, packed(bytes, version, level)));
}

/** How many bytes of text fit. @param {number} version @param {Level} level */
function roomFor(version, level) {
  return dataBytes(version, level) - (version < 10 ? 2 : 3);
}

/** How many bytes of a code are not there to correct others. @param {number} version @param {Level} level */
function dataBytes(version, level) {
  const { correction, blocks } = LEVELS[level];
  return Math.floor(rawBits(version) / 8) - correction[version - 1] * blocks[version - 1];
}

/** How many squares of a code are neither patterns nor facts about the code. @param {number} version */
function rawBits(version) {
  const size = sizeOf(version);
  const lines = placesOf(version).length;
  const alignment = lines === 0 ? 0 : (lines * lines - 3) * 25 - (lines - 2) * 10;
  const facts = 31 + (version >= 7 ? 36 : 0);
  return size * size - 3 * 64 - 2 * (size - 16) - alignment - facts;
}

/** @param {number} version */
const sizeOf = (version) => 17 + 4 * version;

/** The rows and columns in which the small patterns lie. @param {number} version @returns {number[]} */
function placesOf(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = sizeOf(version) - 7;
  // As even as even steps can be, the first step taking what is left over.
  const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / (2 * (count - 1)));
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - step * (count - 2 - index))];
}

/**
 * The text with its head and what fills the rest.
 *
 * @param {Uint8Array} bytes
 * @param {number} version
 * @param {Level} level
 */
function packed(bytes, version, level) {
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const room = dataBytes(version, level) * 8;
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const full = Array.from({ length: bits.length / 8 }, (_, index) => bits.slice(index * 8, index * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let filler = 0xec; full.length < room / 8; filler ^= 0xec ^ 0x11) full.push(filler);
  return full;
}

/**
 * In blocks, each with the bytes that correct it; the blocks' bytes by turns.
 *
 * @param {number} version
 * @param {Level} level
 * @param {number[]} data
 */
function interleaved(version, level, data) {
  const count = LEVELS[level].blocks[version - 1];
  const correction = LEVELS[level].correction[version - 1];
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  const blocks = Array.from({ length: count }, (_, index) => {
    const begin = index * short + Math.max(0, index - (count - longer));
    return data.slice(begin, begin + short + (index >= count - longer ? 1 : 0));
  });
  const corrections = blocks.map((block) => remainder(block, correction));
  const turns = (/** @type {number[][]} */ parts, /** @type {number} */ length) =>
    Array.from({ length }, (_, at) => parts.filter((part) => at < part.length).map((part) => part[at])).flat();
  return [...turns(blocks, short + 1), ...turns(corrections, correction)];
}

/** Products in the field of 256 numbers, by the polynomial 0x11d. @param {number} a @param {number} b */
export function product(a, b) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    if ((b >> bit) & 1) result ^= a;
  }
  return result;
}

/** What corrects a block (Reed-Solomon). @param {number[]} block @param {number} count */
function remainder(block, count) {
  /** The polynomial with the roots 1, 2, 4, 8 …, its leading 1 left out. @type {number[]} */
  let divisor = [...Array(count - 1).fill(0), 1];
  for (let root = 1, turn = 0; turn < count; turn += 1, root = product(root, 2)) {
    divisor = divisor.map((value, at) => product(value, root) ^ (divisor[at + 1] ?? 0));
  }
  /** @type {number[]} */
  const rest = Array(count).fill(0);
  for (const byte of block) {
    const factor = byte ^ /** @type {number} */ (rest.shift());
    rest.push(0);
    for (const [at, value] of divisor.entries()) rest[at] ^= product(value, factor);
  }
  return rest;
}

/**
 * @param {number} version
 * @param {Level} level
 * @param {number[]} bytes
 */
function drawn(version, level, bytes) {
  const size = sizeOf(version);
  /** Squares that say where and what the code is; the others hold the text. @type {(boolean | null)[][]} */
  const fixed = Array.from({ length: size }, () => Array(size).fill(null));
  drawPatterns(fixed, version);
  const data = fixed.map((row) => row.map((square) => square === true));
  // In columns of two, up and down by turns, from the right; the column of the timing pattern is left out.
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const row = upward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (fixed[row][column] !== null) continue;
        data[row][column] = ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7)) & 1) === 1;
        bit += 1;
      }
    }
  }
  const codes = MASKS.map((isTurned, mask) => {
    const code = data.map((row, y) => row.map((square, x) => (fixed[y][x] === null && isTurned(y, x) ? !square : square)));
    drawFormat(code, level, mask);
    return code;
  });
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

/** @param {(boolean | null)[][]} squares @param {number} version */
function drawPatterns(squares, version) {
  const size = squares.length;
  for (let at = 0; at < size; at += 1) squares[6][at] = squares[at][6] = at % 2 === 0;
  for (const [y, x] of [[3, 3], [3, size - 4], [size - 4, 3]]) {
    for (let row = y - 4; row <= y + 4; row += 1) {
      for (let column = x - 4; column <= x + 4; column += 1) {
        const distance = Math.max(Math.abs(row - y), Math.abs(column - x));
        if (squares[row]?.[column] !== undefined) squares[row][column] = distance !== 2 && distance !== 4;
      }
    }
  }
  const places = placesOf(version);
  const last = places[places.length - 1];
  for (const y of places) {
    for (const x of places) {
      if ((y === 6 && (x === 6 || x === last)) || (y === last && x === 6)) continue;
      for (let row = -2; row <= 2; row += 1) {
        for (let column = -2; column <= 2; column += 1) squares[y + row][x + column] = Math.max(Math.abs(row), Math.abs(column)) !== 1;
      }
    }
  }
  // The places of the format, which is drawn with the mask.
  for (let at = 0; at < 9; at += 1) squares[8][at] ??= false, squares[at][8] ??= false;
  for (let at = size - 8; at < size; at += 1) squares[8][at] ??= false, squares[at][8] ??= false;
  if (version < 7) return;
  const facts = (version << 12) | rest(version, 12, 0x1f25);
  for (let at = 0; at < 18; at += 1) {
    const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
    squares[near][far] = squares[far][near] = ((facts >> at) & 1) === 1;
  }
}

/** @param {boolean[][]} squares @param {Level} level @param {number} mask */
function drawFormat(squares, level, mask) {
  const size = squares.length;
  const said = (LEVELS[level].bits << 3) | mask;
  const bits = ((said << 10) | rest(said, 10, 0x537)) ^ 0x5412;
  const bit = (/** @type {number} */ at) => ((bits >> at) & 1) === 1;
  // Around the pattern at the top on the left, leaving out the timing; and once more along the other two.
  for (let at = 0; at < 15; at += 1) {
    const row = at < 6 ? at : at < 8 ? at + 1 : 8;
    const column = at < 8 ? 8 : at === 8 ? 7 : 14 - at;
    squares[row][column] = bit(at);
    if (at < 8) squares[8][size - 1 - at] = bit(at);
    else squares[size - 15 + at][8] = bit(at);
  }
  squares[size - 8][8] = true;
}

/** What is left of a number that was moved to the left, divided by a polynomial of bits. @param {number} value @param {number} count @param {number} polynomial */
function rest(value, count, polynomial) {
  let left = value;
  for (let turn = 0; turn < count; turn += 1) left = (left << 1) ^ ((left >> (count - 1)) * polynomial);
  return left;
}

/** How hard a code is to read: long lines, blocks, what looks like a corner, too much of one colour. @param {boolean[][]} code */
function penalty(code) {
  const size = code.length;
  const columns = code.map((_, x) => code.map((row) => row[x]));
  let sum = 0;
  for (const line of [...code, ...columns]) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (const corner of ["10111010000", "00001011101"]) {
      for (let at = text.indexOf(corner); at >= 0; at = text.indexOf(corner, at + 1)) sum += 40;
    }
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      if (code[y][x] === code[y][x - 1] && code[y][x] === code[y - 1][x] && code[y][x] === code[y - 1][x - 1]) sum += 3;
    }
  }
  const dark = code.flat().filter(Boolean).length / (size * size);
  return sum + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5);
}
