// What the ledger says of a tournament in English, in the language of the page.

import { language, t, tOr } from "../lib/i18n.js";

/** The limits and openings that there are, each with the key of its text. @type {[RegExp, string][]} */
const KNOWN = [
  [/^the agents' own limits$/, "limits.own"],
  [/^(\S+) a move$/, "limits.time"],
  [/^(\S+) nodes a move$/, "limits.nodes"],
  [/^clock (\S+)$/, "limits.clock"],
  [/^(\S+) plies ahead$/, "limits.depth"],
  [/^grace (\S+)$/, "limits.grace"],
  [/^adjudicated by the solver \((\S+) nodes\)$/, "limits.solver"],
  [/^adjudicated at (\S+)$/, "limits.margin"],
  [/^start$/, "openings.start"],
  [/^random:(\d+)$/, "openings.random"],
  [/^(\d+) given openings$/, "openings.given"],
];

/**
 * @param {Report.Fact} fact
 * @returns {string}
 */
export function factText({ name, value }) {
  if (name === "played") return value.replace(/\d{4}-\d{2}-\d{2}/g, dayText).replace(" to ", " – ");
  if (name === "limits" || name === "openings") return value.split(", ").map(partText).join(", ");
  return tOr(`arena.${name}.${value.replace(" ", "-")}`, value);
}

/** @param {string} part */
function partText(part) {
  for (const [pattern, key] of KNOWN) {
    const found = pattern.exec(part);
    if (found) return t(`arena.${key}`, { count: found[1] ?? "" });
  }
  return part;
}

/** @param {string} day */
function dayText(day) {
  return new Date(`${day}T12:00:00`).toLocaleDateString(language(), { dateStyle: "medium" });
}
