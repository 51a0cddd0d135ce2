// The header: name, navigation, language, theme, help.

import { h, replace, s } from "../lib/dom.js";
import { switches } from "../lib/host.js";
import { LANGUAGES, language, t } from "../lib/i18n.js";
import { change } from "../lib/settings.js";

/** Where the navigation leads, and which addresses belong to each entry. @type {[string, string, RegExp][]} */
const PLACES = [
  ["play", "/", /^\/$|^\/new\/|^\/game\/|^\/carry|^\/rules\//],
  ["games", "/games", /^\/games$/],
  ["analyse", "/analyse", /^\/analyse/],
  ["papers", "/papers", /^\/papers/],
  ["arena", "/arena", /^\/arena|^\/workers$/],
  ["about", "/about", /^\/about/],
];

/**
 * @param {HTMLElement} root
 * @param {() => void} help
 */
export function drawHeader(root, help) {
  replace(
    root,
    h(
      "div",
      { class: "site-header-inner" },
      h("a", { class: "brand", href: "/" }, mark(), h("span", {}, "Papan")),
      h(
        "nav",
        { class: "site-nav", "aria-label": t("app.navigation") },
        PLACES.map(([name, address]) => h("a", { href: address, dataset: { place: name } }, t(`app.nav.${name}`))),
      ),
      h("div", { class: "site-switches" }, switches(), languageSwitch(), themeSwitch(), helpButton(help)),
    ),
  );
}

/**
 * Marks where one is in the navigation.
 *
 * @param {string} path
 */
export function markPlace(path) {
  for (const [name, , pattern] of PLACES) {
    const link = document.querySelector(`.site-nav [data-place=${name}]`);
    if (pattern.test(path)) {
      link?.setAttribute("aria-current", "page");
      // On a narrow screen the navigation scrolls; where one is should be seen.
      link?.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else link?.removeAttribute("aria-current");
  }
}

function languageSwitch() {
  const known = /** @type {import("../lib/i18n.js").Language[]} */ (Object.keys(LANGUAGES));
  const next = known[(known.indexOf(language()) + 1) % known.length];
  const name = LANGUAGES[next];
  return h(
    "button",
    { id: "language", class: "quiet", type: "button", "aria-label": `${next.toUpperCase()}: ${name}`, title: name, onclick: () => change({ language: next }) },
    next.toUpperCase(),
  );
}

function themeSwitch() {
  const toggle = () => change({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" });
  return h("button", { class: "quiet", type: "button", "aria-label": t("app.theme.switch"), title: t("app.theme.switch"), onclick: toggle }, themeIcon());
}

/** @param {() => void} help */
function helpButton(help) {
  return h("button", { class: "quiet", type: "button", "aria-label": t("app.keys.open"), title: `${t("app.keys.open")} (?)`, onclick: help }, h("span", { "aria-hidden": "true" }, "?"));
}

/** Four discs on a board. */
function mark() {
  return s(
    "svg",
    { viewBox: "0 0 32 32", width: 28, height: 28, "aria-hidden": "true", class: "brand-mark" },
    s("rect", { x: 1, y: 1, width: 30, height: 30, rx: 6, fill: "var(--brand)" }),
    s("path", { d: "M16 4v24M4 16h24", stroke: "var(--brand-line)", "stroke-width": 1.6, "stroke-linecap": "round" }),
    s("circle", { cx: 10, cy: 10, r: 4.4, fill: "var(--brand-light)" }),
    s("circle", { cx: 22, cy: 22, r: 4.4, fill: "var(--brand-light)" }),
    s("circle", { cx: 22, cy: 10, r: 4.4, fill: "var(--brand-dark)" }),
    s("circle", { cx: 10, cy: 22, r: 4.4, fill: "var(--brand-dark)" }),
  );
}

/** Half light, half dark. */
function themeIcon() {
  return s(
    "svg",
    { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" },
    s("circle", { cx: 10, cy: 10, r: 7.5, fill: "none", stroke: "currentColor", "stroke-width": 1.8 }),
    s("path", { d: "M10 2.5a7.5 7.5 0 0 1 0 15z", fill: "currentColor" }),
  );
}
