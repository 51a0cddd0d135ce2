// What the page says, in the language of the person.

import { asset } from "./assets.js";
import { settings } from "./settings.js";

/** The languages of the page, each by its own name; the first is that of whoever wants none of them. */
export const LANGUAGES = { en: "English", id: "Bahasa Indonesia" };

/** @type {Record<string, string>} */
let texts = {};

/** The loading of what the start page does without. @type {Promise<void> | null} */
let rest = null;

/** @typedef {keyof typeof LANGUAGES} Language */

/** @returns {Language} */
export function language() {
  const wanted = settings().language ?? navigator.language.slice(0, 2);
  const known = /** @type {Language[]} */ (Object.keys(LANGUAGES));
  return known.find((name) => name === wanted) ?? known[0];
}

/** Loads the texts of the frame and the start page, in the language that is wanted now. */
export async function loadTexts() {
  const wanted = language();
  texts = await read(`start.${wanted}`);
  rest = null;
  document.documentElement.lang = wanted;
}

/** Loads all other texts, which the start page need not wait for. */
export function loadOtherTexts() {
  rest ??= addOthers();
  return rest;
}

async function addOthers() {
  const known = texts;
  try {
    const others = await read(language());
    // Another language may have been chosen meanwhile.
    if (texts === known) texts = { ...known, ...others };
  } catch (error) {
    rest = null;
    throw error;
  }
}

/** @param {string} name @returns {Promise<Record<string, string>>} */
async function read(name) {
  return (await fetch(asset(`texts/${name}.json`))).json();
}

/**
 * The text with this key, with `{name}` replaced by parameters. A text may have forms for
 * numbers: `"one seed|{count} seeds"` takes the first when `count` is 1.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [parameters]
 * @returns {string}
 */
export function t(key, parameters = {}) {
  const text = texts[key];
  if (text === undefined) return key;
  return put(text, parameters);
}

/**
 * The same, or another text (English, from the server) where the key is not known.
 *
 * @param {string} key
 * @param {string} otherwise
 * @param {Record<string, string | number>} [parameters]
 * @returns {string}
 */
export function tOr(key, otherwise, parameters = {}) {
  return key in texts ? t(key, parameters) : otherwise;
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} parameters
 */
function put(text, parameters) {
  const forms = text.split("|");
  // As text, since a thousand in Indonesian is written 1.000.
  const form = forms.length > 1 && String(parameters.count) === "1" ? forms[0] : forms[forms.length - 1];
  return form.replace(/\{(\w+)\}/g, (whole, name) => String(parameters[name] ?? whole));
}

/**
 * What a move did, from its phrases: "black turns over 3".
 *
 * @param {{code: string, parameters: Record<string, string | number>}[]} phrases
 * @returns {string}
 */
export function sayPhrases(phrases) {
  const nothing = (/** @type {string} */ code, /** @type {Record<string, string | number>} */ { count }) => count === 0 && `phrase.${code}.none` in texts;
  return phrases.map(({ code, parameters }) => t(nothing(code, parameters) ? `phrase.${code}.none` : `phrase.${code}`, named(parameters))).join(", ");
}

/**
 * Names of seats and colours among the parameters are translated too.
 *
 * @param {Record<string, string | number>} parameters
 */
function named(parameters) {
  const entries = Object.entries(parameters).map(([name, value]) =>
    name === "seat" || name === "colour" ? [name, seatName(String(value))] : [name, value],
  );
  return Object.fromEntries(entries);
}

/**
 * What a seat or colour is called: "black", "X", "blue and red".
 *
 * @param {string} name as the server says it
 * @returns {string}
 */
export function seatName(name) {
  return tOr(`seat.${name}`, name);
}

/**
 * An error of the server in the language of the page; `{text}` in a translation is what the
 * server said in English, where it says more than the code.
 *
 * @param {import("./api.js").Problem} error
 * @returns {string}
 */
export function errorText(error) {
  return tOr(`error.${error.code}`, error.text, { text: error.text, ...error.parameters });
}

/**
 * A number in the language of the page, with the one minus sign that the page has everywhere.
 *
 * @param {number} number
 * @param {number} [decimals]
 * @returns {string}
 */
export function number(number, decimals = 0) {
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return number.toLocaleString(language(), format).replace("-", "−");
}

/**
 * Points with their sign, the minus a real one: "+4", "−2.5"; "0". Those with a fraction are
 * estimates, and have one decimal as far as that says anything.
 *
 * @param {number} points
 * @returns {string}
 */
export function signed(points) {
  const size = Math.abs(points);
  if (Math.round(size * 10) === 0) return "0";
  const decimals = Number.isInteger(points) || size >= 100 ? 0 : 1;
  return `${points < 0 ? "−" : "+"}${number(size, decimals)}`;
}
