// The frame around every page: header, navigation, focus, titles, errors.

import { here, placeOf } from "./lib/address.js";
import { get, ServerError } from "./lib/api.js";
import { onAway } from "./lib/away.js";
import { h, replace } from "./lib/dom.js";
import { attend, awayText } from "./lib/host.js";
import { language, loadOtherTexts, loadTexts, t } from "./lib/i18n.js";
import { forgetKeys, typing } from "./lib/keys.js";
import { go, route } from "./lib/router.js";
import { onChange, settings } from "./lib/settings.js";
import { stylesFor } from "./lib/styles.js";
import { drawHeader, markPlace } from "./shell/header.js";
import { openHelp } from "./shell/help.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @type {import("./lib/router.js").Page | null} */
let page = null;
/** Counts page changes, so that a slow page that was left does not come back. */
let turn = 0;
let place = "";

/**
 * Shows the page of the address bar.
 *
 * @param {{focus: boolean, top: boolean}} how
 */
async function showPlace({ focus, top }) {
  const mine = ++turn;
  page?.leave?.();
  page = null;
  forgetKeys();
  const { path, search } = here();
  place = path + search;
  markPlace(path);
  const found = route(path);
  const root = h("div", { class: "page" });
  /** @type {import("./lib/router.js").Page} */
  let next;
  try {
    if (!found) throw new ServerError({ code: "page", text: "there is no such page" });
    const words = path === "/" ? null : loadOtherTexts().catch(askWhy);
    const [{ show }] = await Promise.all([found.load().catch(askWhy), stylesFor(path), words]);
    if (mine !== turn) return;
    replace(main, root);
    // Sheets may give a kind of page more width: from its first moment, or it would jump.
    main.dataset.page = path.split("/")[1];
    next = await show(root, found.parameters, new URLSearchParams(search));
  } catch (error) {
    next = errorPage(root, error);
    if (mine === turn) replace(main, root);
  }
  if (mine !== turn) {
    next.leave?.();
    return;
  }
  page = next;
  document.title = next.title === "Papan" ? "Papan" : `${next.title} · Papan`;
  if (top) scrollTo(0, 0);
  if (focus) focusHeading(root);
}

/**
 * A page that cannot be loaded mostly means that the server is away; then that is the error.
 *
 * @param {unknown} error
 * @returns {Promise<never>}
 */
async function askWhy(error) {
  await get("/api/catalogue");
  throw error;
}

/**
 * A new page is read from its heading on.
 *
 * @param {HTMLElement} root
 */
function focusHeading(root) {
  const heading = root.querySelector("h1");
  if (root.contains(document.activeElement)) return;
  heading?.setAttribute("tabindex", "-1");
  (heading ?? main).focus({ preventScroll: true });
}

/**
 * What went wrong, and what one can do.
 *
 * @param {HTMLElement} root
 * @param {unknown} error
 */
function errorPage(root, error) {
  const known = error instanceof ServerError;
  if (!known) console.error(error);
  const missing = known && ["page", "not-found", "unknown-game", "no-game", "spec"].includes(error.error.code);
  const elsewhere = known && error.error.code === "server-only";
  const title = t(elsewhere ? "app.server-only.title" : missing ? "app.missing.title" : "app.error.title");
  replace(
    root,
    h(
      "section",
      { class: "error-page stack" },
      h("h1", {}, title),
      h("p", {}, known ? error.message : t("app.error.unknown")),
      !elsewhere && h("p", { class: "muted" }, t(missing ? "app.missing.advice" : "app.error.advice")),
      h(
        "p",
        { class: "row" },
        !missing && !elsewhere && h("button", { class: "primary", onclick: () => showPlace({ focus: true, top: true }) }, t("app.again")),
        h("a", { class: missing || elsewhere ? "button primary" : "button", href: "/" }, t("app.home")),
      ),
    ),
  );
  return { title };
}

/** @param {MouseEvent} event */
function followLink(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.hasAttribute("download")) return;
  const wanted = placeOf(new URL(link.href));
  if (wanted && wanted.part !== "" && wanted.path + wanted.search === place) {
    event.preventDefault();
    showPart(wanted.part.slice(1));
    return;
  }
  if (!wanted || !route(wanted.path)) return;
  event.preventDefault();
  go(wanted.path + wanted.search + wanted.part);
}

/** Goes to a part of the page; the address stays that of the page. @param {string} id */
function showPart(id) {
  const part = document.getElementById(id);
  part?.scrollIntoView();
  part?.focus();
}

function applyTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = settings().theme ?? (dark ? "dark" : "light");
}

function drawFrame() {
  const skip = /** @type {HTMLElement} */ (document.getElementById("skip"));
  skip.textContent = t("app.skip");
  drawHeader(/** @type {HTMLElement} */ (document.getElementById("header")), openHelp);
  markPlace(here().path);
}

/**
 * Shows the banner while the server is away and asks until it is back.
 *
 * @param {boolean} away
 */
function showAway(away) {
  const banner = /** @type {HTMLElement} */ (document.getElementById("away"));
  banner.hidden = !away;
  banner.textContent = away ? t(awayText) : "";
  if (away) setTimeout(askAgain, 1500);
  // A page that could not be shown for want of the server is tried again, from its files on.
  else if (main.querySelector(".error-page")) location.reload();
}

function askAgain() {
  get("/api/catalogue").catch(() => setTimeout(askAgain, 1500));
}

async function begin() {
  applyTheme();
  await loadTexts();
  drawFrame();
  onAway(showAway);
  let spoken = language();
  onChange(async () => {
    applyTheme();
    if (language() === spoken) return;
    spoken = language();
    await loadTexts();
    drawFrame();
    document.getElementById("language")?.focus();
    await showPlace({ focus: false, top: false });
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
  document.addEventListener("click", followLink);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || typing(event)) return;
    event.preventDefault();
    openHelp();
  });
  addEventListener("popstate", (event) => {
    // The browser's own event after a link to a part of the page changes nothing here.
    const { path, search } = here();
    if (event.isTrusted && path + search === place) return;
    void showPlace({ focus: true, top: !event.isTrusted });
  });
  await showPlace({ focus: false, top: false });
  await attend();
}

void begin();
