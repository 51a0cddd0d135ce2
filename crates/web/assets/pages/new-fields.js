// Fields for the parameters of games and agents, from what the catalogue says of them.

import { h } from "../lib/dom.js";
import { number, t, tOr } from "../lib/i18n.js";

/** @typedef {Web.Parameter} Parameter */

/**
 * A label, a control, an explanation and room for what is wrong with it.
 *
 * @param {string} id the same whenever it is drawn, so that the focus can stay
 * @param {string} label
 * @param {HTMLElement} control an element of a form
 * @param {{hint?: string, problem?: string}} [options]
 */
export function field(id, label, control, { hint, problem } = {}) {
  control.id = id;
  const notes = [...(hint ? [h("p", { class: "hint", id: `${id}-hint` }, hint)] : []), ...(problem ? [h("p", { class: "problem", id: `${id}-problem` }, problem)] : [])];
  if (notes.length > 0) control.setAttribute("aria-describedby", notes.map((note) => note.id).join(" "));
  if (problem) control.setAttribute("aria-invalid", "true");
  return h("div", { class: "field" }, h("label", { for: id }, label), control, notes);
}

/**
 * @param {string} id
 * @param {Parameter} parameter
 * @param {string} owner the agent or preset it belongs to, for parameters that mean different things
 * @param {{value: string | undefined, usual: string, problem?: string}} now
 * @param {(value: string | undefined) => void} changed undefined: as usual
 */
export function parameterField(id, parameter, owner, now, changed) {
  const tell = (/** @type {string} */ value) => changed(value === "" || value === now.usual ? undefined : value);
  const options = { hint: hintText(parameter, owner), problem: now.problem };
  if (parameter.kind === "text" && parameter.choices.length > 0) return openChoice(id, parameter, owner, now, options, tell);
  const control = parameter.kind === "choice" ? choiceControl(parameter, now.usual, now.value ?? now.usual, tell) : valueControl(parameter, now, tell);
  return field(id, parameterText(parameter, owner), control, options);
}

/** The entry of a list behind which one writes a value of one's own; no parameter has such a value. */
const OTHER = "…";

/**
 * Some values to choose from, and one can write another.
 *
 * @param {string} id
 * @param {Parameter & {kind: "text"}} parameter
 * @param {string} owner
 * @param {{value: string | undefined, usual: string}} now
 * @param {{hint?: string, problem?: string}} options
 * @param {(value: string) => void} tell
 */
function openChoice(id, parameter, owner, now, options, tell) {
  const value = now.value ?? now.usual;
  const listed = parameter.choices.includes(value);
  const name = parameterText(parameter, owner);
  const written = valueControl(parameter, listed ? { value: "", usual: "" } : now, (text) => text !== "" && tell(text));
  written.id = `${id}-other`;
  written.hidden = listed;
  written.placeholder = tOr(`choice.form.${parameter.form}`, parameter.form);
  written.setAttribute("aria-label", t("choice.other.value", { parameter: name }));
  written.setAttribute("aria-describedby", `${id}-hint`);
  const control = choiceControl(parameter, now.usual, listed ? value : OTHER, (chosen) => {
    written.hidden = chosen !== OTHER;
    if (chosen === OTHER) written.focus();
    else tell(chosen);
  });
  control.append(h("option", { value: OTHER, selected: !listed }, t("choice.other")));
  const element = field(id, name, control, options);
  control.after(written);
  return element;
}

/**
 * @param {Parameter} parameter
 * @param {string} owner
 * @returns {string}
 */
export function parameterText(parameter, owner) {
  const name = parameter.name || "main";
  return tOr(`parameter.${owner}.${name}`, tOr(`parameter.${name}`, parameter.name || parameter.summary));
}

/**
 * @param {Parameter} parameter
 * @param {string} owner
 */
function hintText(parameter, owner) {
  const name = parameter.name || "main";
  const said = tOr(`parameter.${owner}.${name}.hint`, tOr(`parameter.${name}.hint`, parameter.summary));
  if (parameter.kind === "choice") return said;
  // What can be chosen is seen in the list.
  if (parameter.kind === "text" && parameter.choices.length > 0) return said;
  // That a limit may also be none is said by its hint.
  return parameter.kind === "limit" ? said : `${said} (${allowedText(parameter)})`;
}

/**
 * What may be written into a field.
 *
 * @param {Parameter} parameter
 */
function allowedText(parameter) {
  const { allowed } = parameter;
  if ("low" in parameter) return t("new.range", { low: number(parameter.low, decimals(parameter.low)), high: number(parameter.high, decimals(parameter.high)) });
  if (parameter.kind !== "text") return t("new.allowed", { allowed });
  return t("new.allowed", { allowed: tOr(`choice.form.${parameter.form}`, parameter.form) });
}

/** @param {number} value */
const decimals = (value) => String(value).split(".")[1]?.length ?? 0;

/**
 * @param {{name: string, choices: string[]}} parameter
 * @param {string} usual
 * @param {string} chosen
 * @param {(value: string) => void} tell
 */
function choiceControl(parameter, usual, chosen, tell) {
  return h(
    "select",
    { onchange: (/** @type {import("../lib/dom.js").Changed} */ event) => tell(event.target.value) },
    parameter.choices.map((choice) => h("option", { value: choice, selected: choice === chosen }, choiceText(parameter.name, choice, choice === usual))),
  );
}

/**
 * @param {string} name
 * @param {string} choice
 * @param {boolean} usual
 */
function choiceText(name, choice, usual) {
  const said = tOr(`choice.${name || "main"}.${choice}`, tOr(`choice.${choice}`, choice));
  return usual ? t("new.usual", { choice: said }) : said;
}

/**
 * @param {Parameter} parameter
 * @param {{value: string | undefined, usual: string}} now
 * @param {(value: string) => void} tell
 */
function valueControl(parameter, now, tell) {
  const counted = parameter.kind === "integer" || parameter.kind === "decimal" ? parameter : null;
  return h("input", {
    type: counted ? "number" : "text",
    min: counted?.low,
    max: counted?.high,
    step: parameter.kind === "decimal" ? "any" : null,
    autocomplete: "off",
    spellcheck: "false",
    value: now.value ?? now.usual,
    onchange: (/** @type {import("../lib/dom.js").Changed} */ event) => tell(event.target.value.trim()),
  });
}
