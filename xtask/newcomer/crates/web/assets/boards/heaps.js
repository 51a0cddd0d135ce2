// Heaps of matches: press a match to take it and all that lie behind it.

import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @typedef {{heaps: number[]}} Content */
/** @typedef {{heap: number, taken: number}} Details */
/** @typedef {import("./contract.js").BoardModule<Content, Details>} Module */

/** @type {Module["create"]} */
export function create(root, asked) {
  const holder = h("div", { class: "board board-heaps", role: "group", "aria-label": t("boards.heaps.label") });
  root.append(holder);

  return {
    update({ view, playable }) {
      const rows = view.board.heaps.map((left, heap) => {
        const name = String.fromCharCode(97 + heap);
        const matches = Array.from({ length: left }, (_, index) => {
          const move = `${name}${left - index}`;
          return h("button", { type: "button", class: "match", dataset: { move }, disabled: !playable, "aria-label": t("boards.heaps.take", { count: left - index, heap: name }), onclick: () => asked.play(move) }, "|");
        });
        return h("p", {}, `${name} `, matches);
      });
      replace(holder, rows);
    },
    skip() {},
    key: () => false,
    focus: () => holder.querySelector("button")?.focus(),
    destroy: () => holder.remove(),
  };
}

/** @type {Module["keys"]} */
export function keys() {
  return [["Tab, Enter", t("boards.heaps.keys")]];
}

/** @type {Module["setup"]} */
export function setup(root, board, changed, { turn = 0 } = {}) {
  const heaps = [...board.heaps];
  const fields = heaps.map((left, heap) => {
    /** @type {HTMLInputElement} */
    const input = h("input", {
      type: "number", min: 0, max: 99, value: left, "aria-label": t("boards.heaps.heap", { heap: String.fromCharCode(97 + heap) }),
      oninput: () => {
        heaps[heap] = Math.min(99, Math.max(0, Math.floor(Number(input.value)) || 0));
        changed(`${heaps.join(",")} ${turn ?? 0}`);
      },
    });
    return input;
  });
  const holder = h("div", { class: "board-controls" }, fields);
  root.append(holder);
  return { destroy: () => holder.remove() };
}
