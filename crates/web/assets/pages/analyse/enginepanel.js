// The engine's panel: switch, value, best lines, speed, and for boards with very many moves a list
// of the best. All of it has its place before anything is known, so that nothing jumps.

import { h, replace } from "../../lib/dom.js";
import { number, seatName, t } from "../../lib/i18n.js";
import { moveCorner, moveFace, moveName } from "../../lib/moveface.js";
import { seatMark } from "./seatmark.js";
import { percent, ranked, short, speed } from "./worth.js";

/** The server tells of so many lines at once. */
const MOST_LINES = 5;

/**
 * @typedef {object} EngineShown
 * @property {boolean} on
 * @property {boolean} values
 * @property {number} lines how many of the best lines are shown
 * @property {boolean} simple
 * @property {boolean} listed whether the best moves are listed instead of marked on the board
 * @property {import("./engine.js").Evaluation | null} evaluation
 * @property {string | null} problem
 * @property {boolean} over the game has ended here
 * @property {boolean} hidden while one looks for a move oneself
 * @property {string[]} seatNames
 * @property {string | null} colour of who moves, where moves are pieces
 */

/**
 * @param {object} actions
 * @param {() => void} actions.toggle
 * @param {(on: boolean) => void} actions.values
 * @param {(count: number) => void} actions.lines
 * @param {(on: boolean) => void} actions.simple
 * @param {(moves: string[]) => void} actions.follow plays a line from here
 * @param {() => void} actions.deeper thinks on for longer
 * @param {string} geometry of the board
 */
export function createEnginePanel(actions, geometry) {
  const toggle = h("button", { type: "button", class: "engine-switch", "aria-pressed": "false", onclick: actions.toggle });
  const value = h("output", { class: "engine-value number" });
  const facts = h("p", { class: "engine-facts number muted small" });
  const line = h("div", { class: "engine-line" });
  const values = check("analyse.engine.values", actions.values);
  values.element.title = t("analyse.engine.values.about");
  const simple = check("analyse.engine.simple", actions.simple);
  const lines = choice("analyse.engine.lines", MOST_LINES, actions.lines);
  const deeper = h("button", { type: "button", class: "engine-deeper quiet", onclick: actions.deeper }, t("analyse.engine.deeper"));
  const book = h("p", { class: "engine-book small muted" });
  const list = h("ol", { class: "engine-list" });
  let listed = "";
  const element = h(
    "section",
    { class: "engine", "aria-label": t("analyse.engine.title") },
    h("div", { class: "engine-head" }, toggle, value, facts),
    h("div", { class: "engine-row" }, line, deeper),
    h("div", { class: "engine-options row" }, values.element, simple.element, lines.element),
    book,
    list,
  );

  /** @param {EngineShown} shown */
  function draw(shown) {
    const { evaluation, on } = shown;
    const known = on && !shown.hidden ? evaluation : null;
    toggle.setAttribute("aria-pressed", String(on));
    toggle.textContent = t(on ? "analyse.engine.stop" : "analyse.engine.start");
    values.box.checked = shown.values;
    simple.box.checked = shown.simple;
    simple.box.disabled = !shown.values;
    lines.box.value = String(shown.lines);
    line.style.setProperty("--lines", String(shown.lines));
    const seat = known?.worth ? shown.seatNames[known.seat ?? 0] : null;
    const worth = known?.worth ? short(known.worth) : "";
    replace(value, seat !== null && seatMark(seat), seat !== null && ` ${worth}`);
    value.setAttribute("aria-label", seat === null ? "" : t("analyse.engine.worth", { seat: seatName(seat), worth }));
    facts.textContent = known ? factsOf(known) : "";
    deeper.classList.toggle("engine-idle", !known?.done || Boolean(known.worth?.exact));
    drawLine(shown, known);
    book.textContent = known ? bookText(known.book) : "";
    list.hidden = !(shown.listed && shown.values && shown.on);
    if (!list.hidden) drawList(known?.values ?? [], shown.colour);
  }

  /** @param {import("./engine.js").Evaluation} known */
  function factsOf(known) {
    const depth = known.depth > 0 ? t("analyse.engine.depth", { depth: known.depth }) : "";
    const state = known.worth?.exact ? t("analyse.engine.exact") : "";
    return [depth, state, speed(known.nodes, known.seconds)].filter((text) => text !== "").join(" · ");
  }

  /** @param {EngineShown} shown @param {import("./engine.js").Evaluation | null} known */
  function drawLine(shown, known) {
    const text = lineText(shown, known);
    if (text !== null) return replace(line, h("span", { class: "muted" }, text));
    const best = known?.line.length ? known.line : known?.best ? [known.best] : [];
    const several = shown.lines > 1 ? (known?.lines ?? []).slice(0, shown.lines) : [];
    const had = [...line.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
    replace(line, several.length > 0 ? several.map((each) => lineRow(each.line, short(each.worth), shown.colour)) : lineRow(best, "", shown.colour));
    line.querySelectorAll("button")[had]?.focus();
  }

  /**
   * Whose the later pieces are depends on who can still move, so that only the first has its colour.
   *
   * @param {string[]} moves
   * @param {string} worth what stands before them
   * @param {string | null} colour
   */
  function lineRow(moves, worth, colour) {
    const buttons = moves.slice(0, 16).map((move, index) =>
      h(
        "button",
        { type: "button", class: "line-move", title: t("analyse.engine.play", { move: moveName(geometry, moveCorner(move)) }), dataset: { move }, onclick: () => actions.follow(moves.slice(0, index + 1)) },
        move.includes(",") ? [moveFace(move, index === 0 ? colour : null), moveCorner(move)] : move,
      ),
    );
    return h("div", { class: "engine-variation" }, worth !== "" && h("span", { class: "number line-worth" }, worth), buttons);
  }

  /** @param {import("./worth.js").Valued[]} values @param {string | null} colour */
  function drawList(values, colour) {
    const best = ranked(values).slice(0, 10);
    const written = JSON.stringify([best, colour]);
    // Drawing the same again would take the focus and the pointer off what one looks at.
    if (written === listed) return;
    listed = written;
    const had = [...list.querySelectorAll("button")].findIndex((button) => button === document.activeElement);
    const rows = best.map(({ move, worth }) => {
      const properties = { type: "button", class: "list-move", dataset: { move }, onclick: () => actions.follow([move]) };
      return h("li", {}, h("button", properties, h("span", { class: "number list-worth" }, short(worth)), h("span", { class: "list-squares" }, moveFace(move, colour), moveCorner(move))));
    });
    replace(list, rows.length > 0 ? rows : h("li", { class: "muted" }, t("analyse.engine.thinking")));
    list.querySelectorAll("button")[had]?.focus();
  }

  return { element, draw };
}

/** What the opening book says of the moves. @param {Web.ValuedLine[]} known @returns {string} */
function bookText(known) {
  const moves = known.slice(0, MOST_LINES).map(({ move, worth }) => `${move} ${short(worth)}`);
  return moves.length > 0 ? t("analyse.engine.book", { moves: moves.join(" · ") }) : "";
}

/**
 * What stands in place of a line, if anything does.
 *
 * @param {EngineShown} shown
 * @param {import("./engine.js").Evaluation | null} known
 * @returns {string | null}
 */
function lineText(shown, known) {
  if (shown.problem) return shown.problem;
  if (shown.over) return t("analyse.engine.over");
  if (shown.hidden) return t("analyse.engine.hidden");
  if (!shown.on) return t("analyse.engine.off");
  return known?.best ? null : t("analyse.engine.thinking");
}

/** @param {string} key @param {number} most @param {(count: number) => void} changed */
function choice(key, most, changed) {
  /** @type {HTMLSelectElement} */
  const box = h(
    "select",
    { onchange: () => changed(Number(box.value)) },
    Array.from({ length: most }, (_, index) => h("option", { value: index + 1 }, number(index + 1))),
  );
  return { box, element: h("label", { class: "check" }, t(key), box) };
}

/** @param {string} key @param {(on: boolean) => void} changed */
function check(key, changed) {
  /** @type {HTMLInputElement} */
  const box = h("input", { type: "checkbox", onchange: () => changed(box.checked) });
  return { box, element: h("label", { class: "check" }, box, t(key)) };
}

/**
 * The bar of the chances, between the signs of two seats, or behind that of the seat it is for.
 *
 * @param {string[]} seatNames
 */
export function createValueBar(seatNames) {
  const filled = h("div", { class: "value-fill" });
  const text = h("span", { class: "value-text number" });
  const element = h("div", { class: "value-bar", role: "img", "aria-label": t("analyse.bar.none") }, filled, text);
  const first = h("span", { class: "value-seat" }, seatMark(seatNames[0]));
  const last = seatNames.length === 2 && h("span", { class: "value-seat" }, seatMark(seatNames[1]));
  return {
    element: h("div", { class: "value-row" }, first, element, last),
    /** @param {{chance: number, seat: string, looked: string} | null} shown the chance of which seat, and how well it is known */
    draw(shown) {
      element.classList.toggle("value-unknown", shown === null);
      if (seatNames.length > 2) replace(first, seatMark(shown?.seat ?? seatNames[0]));
      element.style.setProperty("--chance", String(shown?.chance ?? 0.5));
      text.textContent = shown ? percent(shown.chance) : "";
      const said = shown ? t("analyse.bar.chance", { seat: seatName(shown.seat), chance: percent(shown.chance) }) : t("analyse.bar.none");
      const label = shown && shown.looked !== "" ? `${said} (${shown.looked})` : said;
      element.setAttribute("aria-label", label);
      element.title = label;
    },
  };
}
