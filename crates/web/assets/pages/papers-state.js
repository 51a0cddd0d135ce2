// What is known of papers and their runs, as words and numbers. Nothing is drawn here.

/**
 * @typedef {object} Verdict
 * @property {string} key of the text
 * @property {string} glyph
 * @property {"good" | "bad" | "open"} kind
 * @property {boolean} unexpected
 */

/** @param {{state: string}} run */
export function isOver(run) {
  return run.state !== "waiting" && run.state !== "running";
}

/**
 * The verdict of a row that was run.
 *
 * @param {Web.PaperRow} row
 * @returns {Verdict}
 */
export function verdict(row) {
  const unexpected = row.as_expected === false;
  const claim = row.compare === "claim";
  if (row.verdict === "match") return { key: claim ? "true" : "match", glyph: "✓", kind: "good", unexpected };
  if (row.verdict === "differs") return { key: claim ? "false" : "differs", glyph: "✗", kind: "bad", unexpected };
  if (row.verdict === "undecided") return { key: "undecided", glyph: "?", kind: "open", unexpected };
  return { key: row.compare === "needs-people" ? "people" : "measure", glyph: "–", kind: "open", unexpected };
}

/**
 * The rows to be shown: those that were run last, or else what is published.
 *
 * @param {Web.Experiment} experiment
 * @returns {Web.PaperRow[]}
 */
export function rowsOf(experiment) {
  return experiment.outcome?.rows ?? experiment.rows;
}

/**
 * The columns that hold anything.
 *
 * @param {Web.PaperRow[]} rows
 * @returns {("published" | "measured" | "interval" | "match_if" | "likelihood" | "games")[]}
 */
export function columnsOf(rows) {
  return /** @type {const} */ (["published", "measured", "interval", "match_if", "likelihood", "games"]).filter((name) => rows.some((row) => row[name]));
}

/**
 * Where notes are to be shown: one that all rows share is said once for all of them, one that
 * rows in a row share with the first of them.
 *
 * @param {Web.PaperRow[]} rows
 * @returns {{all: string | null, each: (string | null)[]}}
 */
export function notesOf(rows) {
  const notes = rows.map((row) => row.note || null);
  const shared = rows.length > 1 && notes.every((note) => note === notes[0]);
  const each = notes.map((note, index) => (shared || note === notes[index - 1] ? null : note));
  return { all: shared ? notes[0] : null, each };
}

/**
 * How many verdicts there are of each kind.
 *
 * @param {Web.PaperRow[]} rows
 */
export function tally(rows) {
  const count = (/** @type {string} */ word) => rows.filter((row) => row.verdict === word).length;
  return { match: count("match"), differs: count("differs"), undecided: count("undecided"), unexpected: rows.filter((row) => row.as_expected === false).length };
}
