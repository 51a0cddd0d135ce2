// The review of a whole game: start and stop, the table of the players, mistakes to look at and to
// try again.

import { h, replace } from "../../lib/dom.js";
import { sentence } from "../../lib/format.js";
import { number, sayPhrases, seatName, t, tOr } from "../../lib/i18n.js";
import { withMoves } from "./movewords.js";
import { seatMark } from "./seatmark.js";
import { numbersOf, signKey } from "./signs.js";
import { glyph, isFault, lookedText, percent, short, summary } from "./worth.js";

/**
 * @typedef {object} Retry
 * @property {number} id the position after the mistake
 * @property {"try" | "judging" | "told"} step
 * @property {string} played
 * @property {string | null} tried
 * @property {"best" | "good" | "better" | "same" | "worse" | "unknown" | null} verdict
 * @property {string | null} best
 * @property {Web.PositionValue | null} worth of the tried move
 */

/**
 * @typedef {object} ReviewShown
 * @property {{done: number, of: number} | null} running
 * @property {(import("./tree.js").Reviewed | null)[]} reviews
 * @property {string[]} seatNames
 * @property {(string | null)[]} playerNames
 * @property {import("./tree.js").Reviewed | null} current what the review said of the move that is shown
 * @property {string | null} mover the colour of the move that is shown, where moves are pieces
 * @property {string | null} replier that of who moves now
 * @property {Retry | null} retry
 * @property {string | null} problem
 */

/** How long each move is looked at, in seconds. */
const CARE = { quick: 0.2, normal: 1, deep: 4 };

/**
 * @param {object} actions
 * @param {(seconds: number) => void} actions.start
 * @param {() => void} actions.stop
 * @param {() => void} actions.nextFault
 * @param {() => void} actions.retry
 * @param {() => void} actions.retryNext goes on to the next mistake of the same player
 * @param {() => void} actions.again
 * @param {() => void} actions.solution
 * @param {() => void} actions.endRetry
 * @param {(moves: string[]) => void} actions.follow plays moves from here
 * @param {(moves: string[]) => void} actions.better plays the better line instead of the mistake
 * @param {{family: string, geometry: string}} game whose units are counted, and what its moves look like
 */
export function createReviewPanel(actions, { family, geometry }) {
  const care = h(
    "select",
    { id: "review-care" },
    Object.keys(CARE).map((name) => h("option", { value: name, selected: name === "normal" }, t(`analyse.review.care.${name}`))),
  );
  const begin = () => actions.start(CARE[/** @type {keyof typeof CARE} */ (care.value)]);
  const start = h("button", { type: "button", class: "primary", onclick: begin }, t("analyse.review.start"));
  const stop = h("button", { type: "button", onclick: actions.stop }, t("analyse.review.stop"));
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("analyse.review.progress") });
  const count = h("span", { class: "number small" });
  const table = h("div", { class: "table-scroll review-table" });
  const next = h("button", { type: "button", onclick: actions.nextFault }, t("analyse.review.next"));
  const retry = h("button", { type: "button", onclick: actions.retry }, t("analyse.review.retry"));
  const said = h("div", { class: "review-said" });
  const element = h(
    "div",
    { class: "stack-small" },
    h("div", { class: "review-bar row" }, h("label", { for: "review-care", class: "visually-hidden" }, t("analyse.review.care")), care, start, stop, bar, count),
    h("div", { class: "row" }, next, retry),
    said,
    table,
  );

  /** @param {ReviewShown} shown */
  function draw(shown) {
    const { running, reviews } = shown;
    const known = reviews.filter((review) => review !== null).length;
    care.hidden = running !== null;
    start.hidden = running !== null;
    start.disabled = reviews.length === 0;
    stop.hidden = bar.hidden = count.hidden = running === null;
    bar.max = Math.max(running?.of ?? 1, 1);
    bar.value = running?.done ?? 0;
    count.textContent = running ? t("analyse.review.count", { done: running.done, of: running.of }) : "";
    const faults = reviews.filter((review) => review && ["inaccuracy", "mistake", "blunder"].includes(review.grade)).length;
    next.disabled = faults === 0;
    // Away from a mistake it begins with the next one.
    retry.textContent = t(isFault(shown.current) ? "analyse.review.retry" : "analyse.review.learn");
    retry.disabled = faults === 0 || shown.retry !== null;
    replace(said, shown.problem ? h("p", { class: "problem" }, shown.problem) : shown.retry ? drawRetry(shown.retry, shown.retry.step === "try" ? shown.replier : shown.mover) : drawSaid(shown, known));
    replace(table, known === 0 ? null : drawTable(shown));
  }

  /** @param {ReviewShown} shown @param {number} known */
  function drawSaid({ current, reviews, mover }, known) {
    if (reviews.length === 0) return h("p", { class: "muted" }, t("analyse.review.empty"));
    if (known === 0) return h("p", { class: "muted" }, t("analyse.review.none"));
    if (!current) return h("p", { class: "muted" }, t("analyse.review.unseen"));
    const grade = t(`analyse.grade.${current.grade}`);
    const looked = lookedText(current.best_worth, current.depth);
    const howWell = looked !== "" && h("span", { class: "review-looked muted small" }, ` ${sentence(looked)}.`);
    if (current.grade === "best") return h("p", {}, withMoves("analyse.review.was-best", { move: current.best }, {}, { geometry, colour: mover }), howWell);
    const line = current.line.length > 0 ? current.line : [current.best];
    const reply = current.reply ?? [];
    return [
      h(
        "p",
        { class: "row" },
        h("span", { class: "sentence" }, lossSentence(current, grade, mover), howWell),
        h("button", { type: "button", class: "quiet", onclick: () => actions.better(line) }, t("analyse.review.show-best")),
        isFault(current) && reply.length > 0 && h("button", { type: "button", class: "quiet", onclick: () => actions.follow(reply.slice(0, 1)) }, t("analyse.review.reply")),
      ),
      // Where no fact holds, the better line stands alone.
      (current.reasons ?? []).length > 0 && drawReasons(current),
    ];
  }

  /** The numbers are those of the places on the board. @param {import("./tree.js").Reviewed} said */
  function drawReasons(said) {
    const numbers = isFault(said) ? numbersOf(said) : [];
    return h("ul", { class: "review-reasons" }, said.reasons.map((reason, index) => h("li", { class: numbers[index] ? "has-sign" : "" }, numbers[index] && signKey(numbers[index], "reason"), h("span", {}, sayPhrases([reason])), numbers[index] && h("span", { class: "visually-hidden" }, ` (${reason.marks.join(", ")})`))));
  }

  /** What was lost, in points too where these are counted. @param {import("./tree.js").Reviewed} said @param {string} grade @param {string | null} mover */
  function lossSentence(said, grade, mover) {
    const parts = { grade, loss: percent(said.loss), worth: short(said.best_worth) };
    const best = { best: said.best };
    const look = { geometry, colour: mover };
    if (said.points === null || said.points === undefined) return withMoves("analyse.review.was", best, parts, look);
    const count = Math.round(said.points * 10) / 10;
    return withMoves("analyse.review.was-points", best, { ...parts, points: inUnit(count) }, look);
  }

  /** Points in what the game counts: "2 discs". @param {number} count */
  function inUnit(count) {
    const words = { count: count === 1 ? 1 : number(count, Number.isInteger(count) ? 0 : 1) };
    return tOr(`analyse.review.lost-points.${family}`, t("analyse.review.lost-points", words), words);
  }

  /** @param {Retry} tried @param {string | null} colour */
  function drawRetry(tried, colour) {
    const key = tried.step === "told" ? `${tried.verdict}` : tried.step;
    const text = withMoves(`analyse.retry.${key}`, { move: tried.tried ?? "", played: tried.played, best: tried.best ?? "" }, { worth: short(tried.worth) }, { geometry, colour });
    const tone = tried.step !== "told" ? "" : { best: "good", good: "good", better: "warn", same: "warn", worse: "bad", unknown: "" }[tried.verdict ?? "unknown"];
    return h(
      "div",
      { class: `notice ${tone}` },
      h("p", {}, text),
      h(
        "div",
        { class: "row" },
        tried.step === "told" && h("button", { type: "button", onclick: actions.again }, t("analyse.retry.again")),
        tried.step !== "judging" && h("button", { type: "button", class: tried.step === "told" ? "primary" : "", onclick: actions.retryNext }, t("analyse.review.next")),
        tried.step !== "judging" && h("button", { type: "button", onclick: actions.solution }, t("analyse.retry.solution")),
        h("button", { type: "button", class: "quiet", onclick: actions.endRetry }, t("analyse.retry.end")),
      ),
    );
  }

  return { element, draw, start: begin };
}

/** @param {ReviewShown} shown */
function drawTable({ reviews, seatNames, playerNames }) {
  const rows = summary(reviews, seatNames.length);
  const head = ["player", "loss", "inaccuracy", "mistake", "blunder"];
  /** On a phone the signs of the faults stand for their names. @param {string} name */
  const title = (name) => {
    const sign = glyph(/** @type {import("./worth.js").Grade} */ (name));
    return sign === "" ? t(`analyse.table.${name}`) : [h("span", { class: "table-word" }, t(`analyse.table.${name}`)), h("span", { class: "table-sign", "aria-hidden": "true" }, sign)];
  };
  return h(
    "table",
    {},
    h("caption", { class: "visually-hidden" }, t("analyse.table.caption")),
    h("thead", {}, h("tr", {}, head.map((name, index) => h("th", { scope: "col", class: index > 0 ? "number" : "" }, title(name))))),
    h(
      "tbody",
      {},
      rows.map((row, seat) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, seatMark(seatNames[seat]), h("span", { class: seatNames[seat].length > 1 ? "" : "visually-hidden" }, ` ${seatName(seatNames[seat])}`), playerNames[seat] && h("span", { class: "review-player muted small" }, ` ${playerNames[seat]}`)),
          h("td", { class: "number" }, row.moves === 0 ? "–" : `${number(row.loss * 100, 1)}%`),
          h("td", { class: "number" }, number(row.inaccuracy)),
          h("td", { class: "number" }, number(row.mistake)),
          h("td", { class: "number" }, number(row.blunder)),
        ),
      ),
    ),
  );
}
