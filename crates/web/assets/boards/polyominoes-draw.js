// A board of pieces drawn as plain descriptions of SVG, which become elements on the page. A square
// is 20 units wide.

import { parseMove, parseSquare } from "./polyominoes-state.js";

/** @typedef {import("./polyominoes-state.js").Square} Square */
/** @typedef {{tag: string, attributes: Record<string, string | number>, children: Drawn[]}} Drawn */

export const UNIT = 20;

/**
 * Fill, edge and ink of the glyph as tokens of the style sheet, and the glyph itself: colours that
 * most eyes tell apart, and a shape for those that do not.
 *
 * @param {string} name of a colour
 */
export function paint(name) {
  const known = name in GLYPHS ? name : "blue";
  const token = `--polyominoes-${known}`;
  return { fill: `var(${token})`, edge: `var(${token}-edge)`, ink: `var(${token}-ink)`, glyph: GLYPHS[known] };
}

/** @type {Record<string, string>} */
const GLYPHS = { blue: "dot", yellow: "triangle", red: "diamond", green: "cross", black: "dot", white: "diamond" };

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {Drawn[]} [children]
 * @returns {Drawn}
 */
export function draw(tag, attributes, children = []) {
  return { tag, attributes, children };
}

const round = (/** @type {number} */ number) => Math.round(number * 100) / 100;

/**
 * The outline of connected squares with rounded corners, `inset` units inside of their edges.
 *
 * @param {Square[]} squares
 * @param {number} inset
 * @param {number} radius
 * @returns {string} the data of a path
 */
export function outline(squares, inset, radius) {
  return loops(squares).map((corners) => {
    const steps = corners.map(([x, y], at) => {
      const [beforeX, beforeY] = corners[(at + corners.length - 1) % corners.length];
      const [afterX, afterY] = corners[(at + 1) % corners.length];
      const into = [Math.sign(x - beforeX), Math.sign(y - beforeY)];
      const out = [Math.sign(afterX - x), Math.sign(afterY - y)];
      // The inside is to the right of the way around.
      const px = x * UNIT + inset * (-into[1] - out[1]);
      const py = y * UNIT + inset * (into[0] + out[0]);
      const from = `${round(px - radius * into[0])} ${round(py - radius * into[1])}`;
      const to = `${round(px + radius * out[0])} ${round(py + radius * out[1])}`;
      return `${at === 0 ? "M" : "L"}${from}Q${round(px)} ${round(py)} ${to}`;
    });
    return `${steps.join("")}Z`;
  }).join("");
}

/**
 * The corners of the outline in squares, clockwise.
 *
 * @param {Square[]} squares
 * @returns {[number, number][][]}
 */
function loops(squares) {
  const inside = new Set(squares.map(([row, column]) => `${row} ${column}`));
  /** @type {Map<string, [number, number][]>} */
  const edges = new Map();
  const edge = (/** @type {[number, number]} */ from, /** @type {[number, number]} */ to) => {
    const key = from.join(" ");
    edges.set(key, [...(edges.get(key) ?? []), to]);
  };
  for (const [row, column] of squares) {
    if (!inside.has(`${row - 1} ${column}`)) edge([column, row], [column + 1, row]);
    if (!inside.has(`${row} ${column + 1}`)) edge([column + 1, row], [column + 1, row + 1]);
    if (!inside.has(`${row + 1} ${column}`)) edge([column + 1, row + 1], [column, row + 1]);
    if (!inside.has(`${row} ${column - 1}`)) edge([column, row + 1], [column, row]);
  }
  const found = [];
  while (edges.size > 0) {
    const start = /** @type {string} */ (edges.keys().next().value);
    /** @type {[number, number][]} */
    const points = [];
    let key = start;
    do {
      const next = edges.get(key) ?? [];
      const to = /** @type {[number, number]} */ (next.pop());
      if (next.length === 0) edges.delete(key);
      points.push(to);
      key = to.join(" ");
    } while (key !== start);
    found.push(points.filter(([x, y], at) => {
      const before = points[(at + points.length - 1) % points.length];
      const after = points[(at + 1) % points.length];
      return (before[0] !== x || after[0] !== x) && (before[1] !== y || after[1] !== y);
    }));
  }
  return found;
}

/** @param {string} glyph @param {number} x @param {number} y the middle @param {number} r */
function glyphPath(glyph, x, y, r) {
  switch (glyph) {
    case "dot": return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    case "triangle": return `M${x} ${y - 1.2 * r}L${round(x + 1.2 * r)} ${y + r}H${round(x - 1.2 * r)}Z`;
    case "diamond": return `M${x} ${y - 1.3 * r}L${x + 1.3 * r} ${y}L${x} ${y + 1.3 * r}L${x - 1.3 * r} ${y}Z`;
    default: {
      const [a, b] = [round(0.4 * r), round(1.2 * r)];
      return `M${x - a} ${y - b}h${2 * a}v${b - a}h${b - a}v${2 * a}h${a - b}v${b - a}h${-2 * a}v${a - b}h${a - b}v${-2 * a}h${b - a}Z`;
    }
  }
}

/** @param {string} name of the colour @param {Square[]} squares @param {number} r */
function glyphs(name, squares, r) {
  const { glyph } = paint(name);
  return squares.map(([row, column]) => glyphPath(glyph, (column + 0.5) * UNIT, (row + 0.5) * UNIT, r)).join("");
}

/**
 * A piece: its body, a light and a dark side on each square, and the glyphs.
 *
 * @param {string} name of the colour
 * @param {Square[]} squares
 * @param {string} [kind]
 * @returns {Drawn}
 */
export function drawPiece(name, squares, kind = "piece") {
  const { fill, edge, ink } = paint(name);
  const corner = (/** @type {number} */ at, /** @type {number} */ by) => at * UNIT + by;
  const light = squares.map(([row, column]) => `M${corner(column, 2)} ${corner(row, 17)}V${corner(row, 2)}H${corner(column, 17)}`);
  const shade = squares.map(([row, column]) => `M${corner(column, 18)} ${corner(row, 3)}V${corner(row, 18)}H${corner(column, 3)}`);
  const side = { fill: "none", "stroke-width": 1.6 };
  return draw("g", { class: `polyominoes-${kind}` }, [
    draw("path", { class: `polyominoes-body polyominoes-${name}`, d: outline(squares, 0.6, 2.4), fill, stroke: edge, "stroke-width": 1.2, "stroke-linejoin": "round" }),
    draw("path", { ...side, d: light.join(""), stroke: "var(--polyominoes-relief-light)", "stroke-opacity": name === "black" ? 0.16 : 0.36 }),
    draw("path", { ...side, d: shade.join(""), stroke: "var(--polyominoes-relief-shadow)", "stroke-opacity": name === "black" ? 0.45 : 0.2 }),
    draw("path", { d: glyphs(name, squares, 2.6), fill: ink, "fill-opacity": 0.9 }),
  ]);
}

/**
 * The ghost where it may not lie: hatched.
 *
 * @param {string} name
 * @param {Square[]} squares
 * @param {string} hatch the id of a pattern
 * @returns {Drawn}
 */
export function drawRefused(name, squares, hatch) {
  const { fill } = paint(name);
  const d = outline(squares, 0.8, 2.4);
  return draw("g", { class: "polyominoes-ghost polyominoes-refused" }, [
    draw("path", { d, fill, "fill-opacity": 0.3 }),
    draw("path", { d, fill: `url(#${hatch})` }),
    draw("path", { class: "polyominoes-refused-edge", d, fill: "none", stroke: "var(--polyominoes-refused)", "stroke-width": 1.8, "stroke-dasharray": "4 2.5" }),
  ]);
}

/** Stripes in a colour. @param {string} id @param {string} name @returns {Drawn} */
export function drawHatch(id, name) {
  const { fill, edge } = paint(name);
  return draw("pattern", { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, [
    draw("rect", { width: 3, height: 6, fill }),
    draw("rect", { width: 0.9, height: 6, fill: name === "black" ? "var(--polyominoes-black-hatch)" : edge }),
  ]);
}

/**
 * A line around squares, light on dark so that it is seen on every colour.
 *
 * @param {Square[]} squares
 * @param {string} kind
 * @returns {Drawn}
 */
export function drawRing(squares, kind) {
  const d = outline(squares, 0.4, 2.4);
  const line = { d, fill: "none", "stroke-linejoin": "round" };
  return draw("g", { class: `polyominoes-${kind}` }, [
    draw("path", { ...line, class: "polyominoes-ring-under", stroke: "var(--polyominoes-ring-under)", "stroke-width": 4 }),
    draw("path", { ...line, class: "polyominoes-ring", stroke: "var(--polyominoes-ring)", "stroke-width": 2 }),
  ]);
}

/**
 * The empty board: ground, lines, and start squares that are still free.
 *
 * @param {Polyominoes.Board} board
 * @returns {Drawn[]}
 */
export function drawGround(board) {
  const { size } = board;
  const side = size * UNIT;
  const inner = Array.from({ length: size - 1 }, (_, index) => (index + 1) * UNIT);
  const lines = inner.map((at) => `M${at} 0V${side}M0 ${at}H${side}`).join("");
  const starts = board.colours.flatMap((colour) => {
    const [row, column] = parseSquare(colour.start, size);
    if (board.rows[row][column] !== ".") return [];
    const { fill, edge } = paint(colour.name);
    return [draw("g", { class: "polyominoes-start" }, [
      draw("rect", { class: `polyominoes-${colour.name}`, x: column * UNIT + 2, y: row * UNIT + 2, width: 16, height: 16, rx: 3, fill, "fill-opacity": 0.35, stroke: edge, "stroke-width": 1.2 }),
      draw("path", { class: `polyominoes-${colour.name}`, d: glyphs(colour.name, [[row, column]], 3.2), fill, stroke: edge, "stroke-width": 0.9 }),
    ])];
  });
  return [
    draw("rect", { class: "polyominoes-ground", width: side, height: side, fill: "var(--polyominoes-ground)" }),
    draw("path", { class: "polyominoes-lines", d: lines, fill: "none", stroke: "var(--polyominoes-line)", "stroke-width": 0.8 }),
    ...starts,
  ];
}

/** Where the colour to move may touch. @param {Polyominoes.Board} board @returns {Drawn[]} */
export function drawCorners(board) {
  if (board.colour === null || board.corners.length === 0) return [];
  const { fill, edge } = paint(board.colours[board.colour].name);
  const places = board.corners.map((name) => {
    const [row, column] = parseSquare(name, board.size);
    return glyphPath("dot", (column + 0.5) * UNIT, (row + 0.5) * UNIT, 2.6);
  });
  return [draw("path", { class: `polyominoes-corners polyominoes-${board.colours[board.colour].name}`, d: places.join(""), fill, stroke: edge, "stroke-width": 0.8 })];
}

/** The squares of the last move, however it is told. @param {Partial<import("./contract.js").Last<Polyominoes.Details>> | string | null | undefined} last @param {number} size @returns {Square[]} */
export function lastSquares(last, size) {
  const details = typeof last === "object" ? last?.effects?.details : null;
  if (details) return details.squares.map((name) => parseSquare(name, size));
  const text = typeof last === "string" ? last : last?.move;
  return typeof text === "string" && /^[a-z]\d/.test(text) ? parseMove(text, size) : [];
}
