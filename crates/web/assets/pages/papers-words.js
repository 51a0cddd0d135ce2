// What the files of the papers say, in the language of the page. Their English is the key of its
// translation, so that a text that was changed cannot keep a translation of what it said before.

import { asset } from "../lib/assets.js";
import { language } from "../lib/i18n.js";

/** @type {Record<string, string>} */
let known = {};

/** Loads what is needed to speak of papers in the language that is wanted now. */
export async function loadWords() {
  known = language() === "en" ? {} : await (await fetch(asset(`texts/papers.${language()}.json`))).json();
}

/** @param {string} english @returns {string} */
export function said(english) {
  return known[english] ?? english;
}

/**
 * The language to mark a text with: that of the page needs no mark.
 *
 * @param {string} english
 * @returns {string | null}
 */
export function tongue(english) {
  return language() === "en" || english in known ? null : "en";
}

/**
 * The same for the title that a paper has of its own.
 *
 * @param {{title: string, language: string}} paper
 * @returns {string | null}
 */
export function titleTongue({ title, language: own }) {
  return own === language() || title in known ? null : own;
}

/**
 * What stands in a cell: numbers with a few words, "12.3% to 45.6%".
 *
 * @param {string} english
 * @returns {string}
 */
export function cell(english) {
  // Two counts are a result: 33–31.
  const result = /^(\d+), (\d+)$/.exec(english);
  if (result) return `${result[1]}–${result[2]}`;
  if (language() === "en" || english in known) return withMinus(said(english));
  const words = english.replace(/[a-z]+/g, (word) => known[`word.${word}`] ?? word);
  // Where the comma is for decimals, lists need another sign between their numbers.
  const lists = words.replaceAll(", ", "; ");
  return withMinus(lists.replace(/\d[\d,]*(?:\.\d+)?/g, (number) => number.replace(/[.,]/g, (sign) => (sign === "," ? "." : ","))));
}

/** The hyphen before a number is a minus sign; between numbers or letters it stays. @param {string} text */
const withMinus = (text) => text.replace(/(?<![\w-])-(?=\d)/g, "−");
