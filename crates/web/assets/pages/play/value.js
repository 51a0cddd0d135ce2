// How the game stands: bars, the value of the position, the best line, how deep and how fast that was
// found. All of it is the engine's that judges analyses, as hints, values and reviews are; of an agent
// that thinks only its work is told, for its own opinion would be another value of the same position.

import { append, h, replace } from "../../lib/dom.js";
import { number, t } from "../../lib/i18n.js";
import { chances, current, nodesPerSecond, recent, worthText } from "./state.js";
import { moveNodes, playerText, seatText, shortNumber } from "./words.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Thinking} Thinking
 * @typedef {import("./state.js").Looked} Looked
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
  const agent = h("p", { class: "play-agent small muted number" });
  const element = h(
    "div",
    { class: "play-value" },
    bars,
    h("dl", { class: "play-facts" }, ...Object.entries(facts).map(([name, value]) => h("div", {}, h("dt", {}, t(`play.think.${name}`)), value))),
    lineTitle,
    line,
    agent,
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
    /** @param {State} state @param {Looked[]} looked @param {Thinking | null} thought */
    update(state, looked, thought) {
      const wanted = state.seats.length === 2 ? 1 : state.seats.length;
      if (rows.length !== wanted) build(state);
      const known = chances(state, looked);
      rows.forEach(({ row, fill, name, share }, seat) => {
        const chance = known[seat];
        const percent = chance === null ? "–" : `${Math.round(chance * 100)}%`;
        name.textContent = seatText(state, seat);
        share.textContent = percent;
        fill.style.setProperty("--part", String(chance ?? 0.5));
        row.classList.toggle("unknown", chance === null);
        row.setAttribute("aria-label", t("play.think.chance", { seat: seatText(state, seat), chance: percent }));
      });
      const now = current(looked[looked.length - 1] ?? null, state)?.evaluation ?? null;
      const seat = now?.seat ?? null;
      lineTitle.textContent = seat === null ? t("play.think.line") : t("play.think.of", { seat: seatText(state, seat) });
      // Whose value it is stands beside it: the bar above is always that of the first seat.
      facts.worth.textContent = now?.worth && seat !== null ? `${seatText(state, seat)} ${worthText(now.worth)}` : "–";
      facts.depth.textContent = now?.worth?.exact ? t("analyse.engine.exact") : now?.depth ? number(now.depth) : "–";
      facts.nodes.textContent = shortNumber(now?.nodes);
      facts.speed.textContent = shortNumber(nodesPerSecond(now));
      const moves = now?.line.length ? now.line : now?.best ? [now.best] : [];
      const isSilent = now === null && known.every((chance) => chance === null);
      if (moves.length === 0) line.textContent = isSilent ? t("play.think.silent") : "–";
      else replace(line, moves.slice(0, 12).flatMap((move) => [...moveNodes(state, move), "  "]));
      agent.textContent = agentText(state, recent(thought, state));
    },
  };
}

/** How an agent works on its move, or did on its last one. @param {State} state @param {Thinking | null} thought */
function agentText(state, thought) {
  if (!thought || state.result) return "";
  const depth = thought.depth ? t("analyse.engine.depth", { depth: thought.depth }) : "";
  const nodes = thought.nodes ? `${shortNumber(thought.nodes)} ${t("play.think.nodes.unit")}` : "";
  const speed = nodesPerSecond(thought);
  const parts = [depth, nodes, speed === null ? "" : `${shortNumber(speed)} ${t("play.think.speed.unit")}`].filter((part) => part !== "");
  const { player } = state.seats[thought.seat];
  return parts.length === 0 ? "" : t("play.think.agent", { seat: seatText(state, thought.seat), player: playerText(player), facts: parts.join(" · ") });
}
