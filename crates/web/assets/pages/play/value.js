// What agents think of the position: bars, the best line, how deep and how fast.

import { append, h } from "../../lib/dom.js";
import { number, t } from "../../lib/i18n.js";
import { chances, nodesPerSecond, recent, worthText } from "./state.js";
import { seatText, shortNumber } from "./words.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Thinking} Thinking
 */

export function createValue() {
  const bars = h("div", { class: "play-bars" });
  const facts = {
    worth: h("dd", { class: "number" }),
    depth: h("dd", { class: "number" }),
    nodes: h("dd", { class: "number" }),
    speed: h("dd", { class: "number" }),
  };
  const lineTitle = h("p", { class: "play-line-title small muted" }, t("play.think.line"));
  const line = h("p", { class: "play-line" });
  const element = h(
    "div",
    { class: "play-value" },
    bars,
    h("dl", { class: "play-facts" }, ...Object.entries(facts).map(([name, value]) => h("div", {}, h("dt", {}, t(`play.think.${name}`)), value))),
    lineTitle,
    line,
  );
  /** @type {{row: HTMLElement, fill: HTMLElement, name: HTMLElement, share: HTMLElement}[]} */
  let rows = [];

  /** @param {State} state */
  function build(state) {
    // Two seats share one bar: what the first does not have is the second's.
    const count = state.seats.length === 2 ? 1 : state.seats.length;
    rows = Array.from({ length: count }, (_, seat) => {
      const fill = h("span", { class: "play-bar-fill" });
      const name = h("span", { class: "play-bar-name" });
      const share = h("span", { class: "play-bar-share number" });
      const bar = h("span", { class: "play-bar", dataset: { seat: state.seats[seat].name } }, fill);
      return { row: h("div", { class: "play-bar-row", role: "img" }, name, bar, share), fill, name, share };
    });
    bars.replaceChildren();
    append(bars, ...rows.map(({ row }) => row));
  }

  return {
    element,
    /** @param {State} state @param {Thinking | null} thought */
    update(state, thought) {
      const wanted = state.seats.length === 2 ? 1 : state.seats.length;
      if (rows.length !== wanted) build(state);
      const known = chances(state, thought);
      rows.forEach(({ row, fill, name, share }, seat) => {
        const chance = known[seat];
        const percent = chance === null ? "–" : `${Math.round(chance * 100)}%`;
        name.textContent = seatText(state, seat);
        share.textContent = percent;
        fill.style.setProperty("--part", String(chance ?? 0.5));
        row.classList.toggle("unknown", chance === null);
        row.setAttribute("aria-label", t("play.think.chance", { seat: seatText(state, seat), chance: percent }));
      });
      const now = recent(thought, state);
      lineTitle.textContent = now ? t("play.think.of", { seat: seatText(state, now.seat) }) : t("play.think.line");
      // Quick agents tell a value only with their move.
      const said = now?.worth ? now : state.history[state.ply - 1];
      const worth = said?.worth;
      // Whose value it is stands beside it: the bar above is always that of the first seat.
      facts.worth.textContent = worth ? `${seatText(state, said.seat)} ${worthText(worth)}${worth.exact ? " ✓" : ""}` : "–";
      facts.depth.textContent = now?.depth ? number(now.depth) : "–";
      facts.nodes.textContent = shortNumber(now?.nodes);
      facts.speed.textContent = shortNumber(nodesPerSecond(now));
      const moves = now?.line?.length ? now.line : now?.best ? [now.best] : [];
      const silent = now === null && known.every((chance) => chance === null);
      line.textContent = silent ? t("play.think.silent") : moves.length ? moves.slice(0, 12).join("  ") : "–";
    },
  };
}
