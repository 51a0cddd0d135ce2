// Making elements. Text always goes in as text, never as markup.

import { hrefOf } from "./address.js";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 *
 * @typedef {string | number | boolean | null | undefined | ((event: never) => unknown) | Record<string, unknown>} Property
 * @typedef {Record<string, Property>} Properties
 *
 * @typedef {Event & {target: {value: string, checked: boolean}}} Changed what a field of a form tells
 */

/**
 * An element with properties and children: `h("button", {class: "primary", onclick: go}, "Go")`.
 * Names that begin with "on" are listeners, `dataset` is an object, booleans set or leave out
 * an attribute, `href` is a place of the app or an address, everything else is an attribute.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * The same for drawings.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Properties} properties
 * @param {(Child | Child[])[]} children
 * @returns {E}
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, name === "href" ? hrefOf(String(value)) : String(value));
  }
  append(element, ...children);
  return element;
}

/**
 * Adds children, leaving out what is null, undefined or false.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function append(element, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : visible(String(child)));
  }
}

// What papan_core::visible escapes: characters that nobody sees, but that hide text or turn its order around.
const HIDDEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * A text of someone else, such as the name of an engine, fit to be shown: what is hidden in it is written as an escape.
 *
 * @param {string} text
 * @returns {string}
 */
export function visible(text) {
  return text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * Replaces what an element holds.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function replace(element, ...children) {
  element.replaceChildren();
  append(element, ...children);
}

/**
 * The same where an element is drawn anew again and again: what stays as it was is kept, and with it the focus, what is
 * marked and how far something is scrolled. For elements without listeners.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function renew(element, ...children) {
  liken(element, h("div", {}, ...children));
}

/**
 * Makes an element hold what another one holds.
 *
 * @param {Element} element
 * @param {Element} wanted
 */
function liken(element, wanted) {
  const known = [...element.childNodes];
  const others = [...wanted.childNodes];
  for (const [index, other] of others.entries()) {
    const node = known[index];
    if (node === undefined) element.append(other);
    else if (node.nodeName !== other.nodeName) node.replaceWith(other);
    else if (node instanceof Element && other instanceof Element) {
      for (const { name } of [...node.attributes]) if (!other.hasAttribute(name)) node.removeAttribute(name);
      for (const { name, value } of other.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
      liken(node, other);
    } else if (node.nodeValue !== other.nodeValue) node.nodeValue = other.nodeValue;
  }
  for (const node of known.slice(others.length)) node.remove();
}
