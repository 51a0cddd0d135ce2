// A new game: variant, rules, who sits where, time, first position.

import { catalogue, createGame, post, ServerError } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { seatName, t, tOr } from "../lib/i18n.js";
import { familyName, sentence } from "../lib/format.js";
import { drawInto, pictureOf } from "../lib/picture.js";
import { go } from "../lib/router.js";
import { store, stored } from "../lib/settings.js";
import { say } from "../lib/status.js";
import { field, parameterField } from "./new-fields.js";
import { seatFields } from "./new-seats.js";
import { gameOf, proposed, restored, rotated, seatsFor, SHORT, usualChoice, wantedGame } from "./new-state.js";

/** @type {import("../lib/router.js").ShowPage} */
export async function show(main, { family: name }) {
  const known = await catalogue();
  const found = known.families.find((one) => one.family === name);
  if (!found) throw new ServerError({ code: "page", text: "there is no such game" });
  const family = found;
  const memory = `papan.new.${name}`;
  let choice = restored(family, stored(memory, null));
  /** @type {string[]} */
  let seatNames = family.presets[0].seat_names;
  /** The seat that moves first. */
  let first = 0;
  /** What the server did not like: where, and why. @type {{where: string, text: string} | null} */
  let problem = null;
  let asked = 0;

  const title = t("new.title", { game: familyName(name) });
  const form = h("form", { class: "new-form stack", novalidate: true, onsubmit: submit });
  const picture = h("div", { class: "preview-board", dataset: { geometry: family.geometry } });
  const startButton = h("button", { class: "primary large", type: "submit", form: "new-game" }, t("new.start"));
  form.id = "new-game";
  replace(
    main,
    h(
      "div",
      { class: "stack new-game" },
      h("div", { class: "spread" }, h("h1", {}, title), h("a", { href: `/rules/${name}` }, t("new.rules"))),
      h("div", { class: "new-columns" }, form, h("aside", { class: "new-preview", "aria-label": t("new.preview") }, picture, h("div", { class: "new-go" }, startButton))),
    ),
  );
  draw();
  void look();

  /** Keeps a change; `rules` when another board may come of it. @param {Partial<typeof choice>} changes @param {boolean} [rules] */
  function change(changes, rules = false) {
    choice = { ...choice, ...changes };
    problem = null;
    store(memory, choice);
    if (rules) void look();
    // A field tells its change before the focus goes on to the next one, which must still be there.
    setTimeout(draw);
  }

  /** Asks for the board and the seats of the game as it is chosen now. */
  async function look() {
    const mine = ++asked;
    try {
      const start = choice.start.trim();
      const found = /** @type {Web.Inspected} */ (await post("/api/inspect", { game: gameOf(choice), moves: [], ...(start && { start }) }));
      if (mine !== asked) return;
      const mover = found.view.turn ?? 0;
      if (found.seats.join() !== seatNames.join() || found.seats.length !== choice.seats.length || mover !== first) {
        first = mover;
        seatNames = found.seats;
        choice = { ...choice, seats: seatsFor(choice.seats, seatNames.length) };
        draw();
      }
      const drawn = await pictureOf({ game: gameOf(choice), start });
      if (mine === asked) drawInto(picture, drawn, t("new.preview"));
    } catch (error) {
      if (mine === asked) refuse(error);
    }
  }

  /** @param {unknown} error */
  function refuse(error) {
    if (!(error instanceof ServerError)) throw error;
    const { code, parameters } = error.error;
    problem = { where: placeOf(code, parameters ?? {}, error.error.text), text: error.message };
    draw();
    say(error.message);
    /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid=true]"))?.focus();
  }

  /**
   * The field that an error is about; the server's words name the agent or the parameter.
   *
   * @param {string} code
   * @param {Record<string, string | number>} parameters
   * @param {string} text
   */
  function placeOf(code, parameters, text) {
    if (code === "position") return "start";
    if (code === "clock") return "clock";
    if (parameters.seat !== undefined) return `seat-${parameters.seat}`;
    const seat = choice.seats.findIndex(({ kind, agent }) => kind === "agent" && text.startsWith(`${agent}:`));
    if (seat >= 0) return `seat-${seat}`;
    const named = code === "spec" && family.parameters.find((one) => new RegExp(`\\b${one.name}\\b`).test(text));
    return named ? `parameter-${named.name}` : "all";
  }

  /** @param {string} where */
  function problemAt(where) {
    return problem?.where === where ? problem.text : undefined;
  }

  function draw() {
    const focused = /** @type {HTMLElement | null} */ (form.contains(document.activeElement) ? document.activeElement : null)?.id;
    const opened = [...form.querySelectorAll("details")].map(({ id, open }) => ({ id, open }));
    replace(form, variant(), length(), seats(), h("div", { class: "card new-options" }, rules(), clock(), position()), problem?.where === "all" && h("p", { class: "notice bad", role: "alert" }, problem.text), reset());
    startButton.textContent = t(choice.seats.some(({ kind }) => kind === "person") ? "new.start" : "new.watch");
    for (const { id, open } of opened) {
      const part = document.getElementById(id);
      // What holds a problem stays open.
      part?.toggleAttribute("open", open || part.querySelector(".problem") !== null);
    }
    if (focused) document.getElementById(focused)?.focus();
  }

  function presetNow() {
    return family.presets.find((one) => one.name === choice.preset);
  }

  function variant() {
    if (family.presets.length < 2) return null;
    const control = h(
      "select",
      { onchange: (/** @type {import("../lib/dom.js").Changed} */ event) => change({ preset: event.target.value, parameters: proposed(family) }, true) },
      family.presets.map(({ name }) => h("option", { value: name, selected: name === choice.preset }, tOr(`preset.${name}`, name))),
    );
    return field("variant", t("new.variant"), control, { hint: tOr(`preset.${choice.preset}.line`, presetNow()?.summary ?? "") });
  }

  /** A short game or a whole one, where a game is counted in rounds. */
  function length() {
    const rounds = family.parameters.find(({ name }) => name === "rounds");
    if (!rounds) return null;
    const usual = presetNow()?.defaults?.rounds ?? rounds.default;
    const now = choice.parameters.rounds ?? usual;
    const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value, selected: value === now }, text);
    const { rounds: _, ...others } = choice.parameters;
    const control = h(
      "select",
      { onchange: (/** @type {import("../lib/dom.js").Changed} */ event) => change({ parameters: event.target.value === usual ? others : { ...others, rounds: event.target.value } }, true) },
      option(SHORT, t("new.length.short", { rounds: SHORT })),
      option(usual, t("new.length.whole", { rounds: usual })),
      ![SHORT, usual].includes(now) && option(now, t("new.length.other", { rounds: now })),
    );
    return field("length", t("new.length"), control);
  }

  function seats() {
    const agents = family.agents.filter((agent) => agent.many || seatNames.length < 3);
    const catalogueOfSeats = { agents, ratings: family.ratings[gameOf(choice)] ?? [], time: known.time };
    return h(
      "section",
      { class: "stack-small" },
      h("div", { class: "spread" }, h("h2", {}, t("new.seats")), h("button", { id: "swap", type: "button", disabled: choice.chance, onclick: swap }, t(seatNames.length === 2 ? "new.swap" : "new.rotate"))),
      h("div", { class: "seats" }, seatNames.map((seat, at) => seatFields({ name: seat, at, first: at === first }, choice.seats[at] ?? seatsFor(choice.seats, at + 1)[at], catalogueOfSeats, problemAt(`seat-${at}`), (taken) => change({ seats: choice.seats.map((one, other) => (other === at ? taken : one)) })))),
      h("label", { class: "check" }, h("input", { id: "chance", type: "checkbox", checked: choice.chance, onchange: (/** @type {import("../lib/dom.js").Changed} */ event) => change({ chance: event.target.checked }) }), t("new.chance")),
    );
  }

  function swap() {
    change({ seats: rotated(choice.seats) });
    say(t("new.swapped", { seat: sentence(seatName(seatNames[first])) }));
  }

  function rules() {
    const preset = presetNow();
    const { parameters } = family;
    return h(
      "details",
      { id: "more-rules", open: family.presets.length < 2 || Object.keys(choice.parameters).length > 0 },
      h("summary", { id: "more-rules-open" }, t(family.presets.length < 2 ? "new.rules" : "new.more")),
      h(
        "div",
        { class: "fields" },
        parameters.map((parameter) => {
          const now = { value: choice.parameters[parameter.name], usual: preset?.defaults?.[parameter.name] ?? parameter.default, problem: problemAt(`parameter-${parameter.name}`) };
          return parameterField(`rule-${parameter.name}`, parameter, choice.preset, now, (value) => {
            const { [parameter.name]: _, ...others } = choice.parameters;
            change({ parameters: value === undefined ? others : { ...others, [parameter.name]: value } }, true);
          });
        }),
      ),
    );
  }

  function clock() {
    const amount = (/** @type {"minutes" | "increment"} */ key, /** @type {number} */ low, /** @type {number} */ high) =>
      field(`clock-${key}`, t(`new.clock.${key}`), h("input", { type: "number", class: "short", min: low, max: high, step: "any", value: choice[key], onchange: (/** @type {import("../lib/dom.js").Changed} */ event) => change({ [key]: event.target.value }) }));
    return h(
      "div",
      { class: "stack-small" },
      h("label", { class: "check" }, h("input", { id: "clock", type: "checkbox", checked: choice.clock, onchange: (/** @type {import("../lib/dom.js").Changed} */ event) => change({ clock: event.target.checked }) }), t("new.clock")),
      problemAt("clock") && h("p", { class: "problem", role: "alert" }, problemAt("clock")),
      choice.clock && h("div", { class: "fields" }, amount("minutes", 0.1, 1440), amount("increment", 0, 600)),
    );
  }

  function position() {
    const control = h("textarea", { rows: 3, spellcheck: "false", autocomplete: "off", onchange: (/** @type {import("../lib/dom.js").Changed} */ event) => change({ start: event.target.value }, true) }, choice.start);
    return h("details", { id: "first-position", open: choice.start !== "" }, h("summary", { id: "first-position-open" }, t("new.position")), field("start", t("new.position.text"), control, { hint: tOr(`new.position.${family.geometry}`, ""), problem: problemAt("start") }));
  }

  function reset() {
    const back = () => {
      choice = usualChoice(family);
      seatNames = family.presets[0].seat_names;
      change({}, true);
    };
    return h("p", {}, h("button", { id: "reset", type: "button", class: "quiet", onclick: back }, t("new.reset")));
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const wrong = /** @type {HTMLInputElement | null} */ (form.querySelector(":invalid"));
    if (wrong) {
      wrong.closest("details")?.setAttribute("open", "");
      wrong.reportValidity();
      return;
    }
    startButton.disabled = true;
    try {
      go(`/game/${await createGame(wantedGame(choice))}`);
    } catch (error) {
      startButton.disabled = false;
      refuse(error);
    }
  }

  return { title };
}
