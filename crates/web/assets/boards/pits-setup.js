// Setting up a position of Congklak with a number for each hole and store.

import { h } from "../lib/dom.js";
import { seatName, t } from "../lib/i18n.js";
import { MOST_SEEDS, positionText, seedsFrom } from "./pits-position.js";
import { countsOf } from "./pits-sowing.js";
import { layoutOf } from "./pits-layout.js";
import { placeName } from "./pits-words.js";

/** @typedef {import("./pits-sowing.js").Place} Place */

const SEATS = ["A", "B"];

/** @type {import("./contract.js").BoardModule<Pits.Board>["setup"]} */
export function setup(root, board, changed, { turn = 0 } = {}) {
  const position = { ...countsOf(board), turn: turn ?? 0 };
  const layout = layoutOf(board, null);
  /** @type {Map<HTMLInputElement, Place>} */
  const inputs = new Map();

  /** @param {Place} place */
  function field(place) {
    /** @type {HTMLInputElement} */
    const input = h("input", {
      type: "number",
      min: 0,
      max: MOST_SEEDS,
      inputmode: "numeric",
      "aria-label": placeName(place, SEATS),
      onfocus: () => input.select(),
      oninput: () => {
        put(place, seedsFrom(input.value));
        changed(positionText(position));
      },
      onblur: draw,
    });
    inputs.set(input, place);
    const name = place.column === null ? seatName(SEATS[place.seat]) : String(place.column + 1);
    return h("label", { class: place.column === null ? "pit store" : "pit" }, h("span", { class: "name" }, name), input);
  }

  /** @param {Place} place @param {number} seeds */
  function put({ seat, column }, seeds) {
    if (column === null) position.stores[seat] = seeds;
    else position.rows[seat][column] = seeds;
  }

  function draw() {
    for (const [input, { seat, column }] of inputs) {
      input.value = String(column === null ? position.stores[seat] : position.rows[seat][column]);
    }
    side.value = String(position.turn);
  }

  /** The same number in every hole and nothing in the stores. @param {number} seeds */
  function spread(seeds) {
    position.rows = position.rows.map((row) => row.map(() => seeds));
    position.stores = [0, 0];
    draw();
    changed(positionText(position));
  }

  const side = h(
    "select",
    {
      onchange: () => {
        position.turn = Number(side.value);
        changed(positionText(position));
      },
    },
    SEATS.map((name, seat) => h("option", { value: seat }, seatName(name))),
  );
  const each = h("input", { type: "number", min: 0, max: 10, value: 7, inputmode: "numeric" });
  const wood = h(
    "div",
    { class: "pits-wood pits-writing", role: "group", "aria-label": t("boards.setup.label") },
    h("div", { class: "pits-row pits-top" }, layout.top.map(field)),
    h("div", { class: "pits-side pits-left" }, field(layout.left)),
    h("div", { class: "pits-middle" }),
    h("div", { class: "pits-side pits-right" }, field(layout.right)),
    h("div", { class: "pits-row pits-bottom" }, layout.bottom.map(field)),
  );
  wood.style.setProperty("--holes", String(layout.top.length));
  const holder = h(
    "div",
    { class: "board board-pits" },
    wood,
    h("p", { class: "board-help" }, t("boards.setup.pits-help")),
    h(
      "div",
      { class: "board-controls" },
      h("label", {}, t("boards.setup.turn"), " ", side),
      h("label", {}, t("boards.setup.seeds"), " ", each),
      h("button", { type: "button", onclick: () => spread(seedsFrom(each.value)) }, t("boards.setup.start")),
      h("button", { type: "button", onclick: () => spread(0) }, t("boards.setup.clear")),
    ),
  );
  root.append(holder);
  draw();
  return { destroy: () => holder.remove() };
}
