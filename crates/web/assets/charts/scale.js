// From numbers to places in a chart.

/**
 * @typedef {object} Scale
 * @property {(value: number) => number} at where a value stands
 * @property {number[]} ticks values to be written on the axis
 */

/**
 * A scale that begins and ends at round numbers.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} from where `low` stands
 * @param {number} to
 * @param {number} [count] about so many ticks
 * @returns {Scale}
 */
export function linear(low, high, from, to, count = 5) {
  const step = roundStep((high - low || 1) / count);
  const first = Math.floor(low / step + 1e-9) * step;
  const last = Math.max(Math.ceil(high / step - 1e-9) * step, first + step);
  const ticks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, index) => first + index * step);
  return { at: (value) => from + ((value - first) / (last - first)) * (to - from), ticks };
}

/**
 * A scale on which each tick is ten times the one before.
 *
 * @param {number} low above 0
 * @param {number} high
 * @param {number} from
 * @param {number} to
 * @returns {Scale}
 */
export function logarithmic(low, high, from, to) {
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.max(Math.ceil(Math.log10(high) - 1e-9), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
  const at = (/** @type {number} */ value) => from + ((Math.log10(Math.max(value, 10 ** first)) - first) / (last - first)) * (to - from);
  return { at, ticks };
}

/**
 * The next of 1, 2, 5, 10, 20 ... that is not smaller.
 *
 * @param {number} step
 */
function roundStep(step) {
  const power = 10 ** Math.floor(Math.log10(step));
  return ([1, 2, 5, 10].find((factor) => factor * power >= step * 0.999) ?? 10) * power;
}

/**
 * Counts in bins of the same width, few enough to be drawn.
 *
 * @param {[number, number][]} counts value and how often it came up, in order
 * @param {number} most bins
 * @returns {{from: number, to: number, count: number}[]}
 */
export function bins(counts, most) {
  if (counts.length === 0) return [];
  const low = counts[0][0];
  const high = counts[counts.length - 1][0];
  const width = Math.max(Math.ceil((high - low + 1) / most), 1);
  const found = Array.from({ length: Math.floor((high - low) / width) + 1 }, (_, index) => ({
    from: low + index * width,
    to: low + (index + 1) * width - 1,
    count: 0,
  }));
  for (const [value, count] of counts) found[Math.floor((value - low) / width)].count += count;
  return found;
}
