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
  const control = parameter.kind === "choice" ? choiceControl(parameter, now, tell) : valueControl(parameter, now, tell);
  if (parameter.kind !== "text") return field(id, parameterText(parameter, owner), control, { hint: hintText(parameter, owner), problem: now.problem });
  // Some values to choose from, and one can write another.
  control.setAttribute("list", `${id}-choices`);
  const element = field(id, parameterText(parameter, owner), control, { hint: hintText(parameter, owner), problem: now.problem });
  element.append(h("datalist", { id: `${id}-choices` }, parameter.choices.map((choice) => h("option", { value: choice }, choiceText(parameter.name, choice, false)))));
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
  // That a limit may also be none is said by its hint.
  return parameter.kind === "limit" ? said : `${said} (${allowedText(parameter)})`;
}

/**
 * What may be written into a field.
 *
 * @param {Parameter} parameter
 */
function allowedText(parameter) {
  const { name, allowed } = parameter;
  if ("low" in parameter) return t("new.range", { low: number(parameter.low, decimals(parameter.low)), high: number(parameter.high, decimals(parameter.high)) });
  if (parameter.kind !== "text") return t("new.allowed", { allowed });
  const { choices, form } = parameter;
  // What is written is the same in all languages; what it means is said beside it.
  const meaning = (/** @type {string} */ choice) => {
    const said = choiceText(name, choice, false);
    return said === choice ? choice : `${choice} (${said})`;
  };
  return t("new.allowed", { allowed: [...choices.map(meaning), tOr(`choice.form.${form}`, form)].join(", ") });
}

/** @param {number} value */
const decimals = (value) => String(value).split(".")[1]?.length ?? 0;

/**
 * @param {Parameter & {kind: "choice"}} parameter
 * @param {{value: string | undefined, usual: string}} now
 * @param {(value: string) => void} tell
 */
function choiceControl(parameter, now, tell) {
  const chosen = now.value ?? now.usual;
  return h(
    "select",
    { onchange: (/** @type {import("../lib/dom.js").Changed} */ event) => tell(event.target.value) },
    parameter.choices.map((choice) => h("option", { value: choice, selected: choice === chosen }, choiceText(parameter.name, choice, choice === now.usual))),
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
