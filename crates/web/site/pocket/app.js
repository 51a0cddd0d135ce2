// The page as an app: its files without a network, new versions, what others share with it, and what it keeps here.

import { openDialog } from "../lib/dialog.js";
import { append, h, replace } from "../lib/dom.js";
import { line } from "../lib/host.js";
import { loadOtherTexts, number, t } from "../lib/i18n.js";
import { go } from "../lib/router.js";
import { say } from "../lib/status.js";
import { BUILD } from "./parts.js";

/** @typedef {Event & {prompt: () => Promise<unknown>}} InstallEvent */

/** How often a page that stays open asks for a new version, in milliseconds. */
const ASKING = 60 * 60 * 1000;
const SHARED = "papan-shared";

/** What the browser would install, until it has. @type {InstallEvent | null} */
let installable = null;
/** Files that were opened with this app. @type {File[]} */
let opened = [];
/** @type {ServiceWorkerRegistration | null} */
let registration = null;
let reloading = false;
/** Whether this host keeps anything after the browser is closed. */
let durable = true;

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installable = /** @type {InstallEvent} */ (event);
});
addEventListener("appinstalled", () => (installable = null));

export async function attendApp() {
  listenToFiles();
  // Whoever has looked at the first page will want to play.
  whenIdle(() => void line().then((found) => found.onNews(hear), () => {}));
  await register();
}

/** @param {() => void} work */
function whenIdle(work) {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 3000 });
  else setTimeout(work, 500);
}

/** @param {import("./line.js").News} news */
function hear(news) {
  if (news.kind === "here") {
    durable = news.durable;
    if (!durable) void note("device.note.memory");
    else hideNote();
  } else if (news.kind === "failed") {
    void note("device.note.failed", { parameters: { problem: news.problem }, action: "app.again", act: () => location.reload() });
  } else {
    void note("device.note.replaced", { action: "device.note.load", act: () => location.reload() });
  }
}

/** Without a service worker (an address that is not safe, a private window) everything else still works. */
async function register() {
  const container = navigator.serviceWorker;
  if (!container) return;
  container.addEventListener("controllerchange", () => {
    if (reloading) location.reload();
  });
  try {
    registration = await container.register("service-worker.js", { updateViaCache: "none" });
  } catch (error) {
    console.warn(`this browser keeps no files for the time without a network: ${error instanceof Error ? error.message : error}`);
    return;
  }
  const known = registration;
  if (known.waiting && container.controller) offer();
  known.addEventListener("updatefound", () => {
    const { installing } = known;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed" && container.controller) offer();
    });
  });
  const look = () => document.hidden || known.update().catch(() => {});
  document.addEventListener("visibilitychange", look);
  setInterval(look, ASKING);
  const { active } = await container.ready;
  // The weights of all games, so that every game can be played without a network; not where data is dear.
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (/** @type {unknown} */ (navigator));
  if (!connection?.saveData) whenIdle(() => active?.postMessage({ kind: "keep-later" }));
}

/** Says that there is a new version; it comes when the person wants it, or when no tab is open any more. */
function offer() {
  void note("device.note.new", {
    action: "device.note.load",
    act() {
      reloading = true;
      registration?.waiting?.postMessage({ kind: "take-over" });
    },
  });
}

/**
 * A line at the top of the page that stays.
 *
 * @param {string} key
 * @param {{parameters?: Record<string, string>, action?: string, act?: () => void}} [options]
 */
async function note(key, { parameters = {}, action, act } = {}) {
  await loadOtherTexts();
  const place = document.getElementById("device-note") ?? h("div", { id: "device-note", class: "away device-note", role: "status" });
  place.dataset.note = key;
  replace(place, h("span", {}, t(key, parameters)), action && act ? h("button", { type: "button", onclick: act }, t(action)) : null, h("button", { type: "button", class: "quiet", onclick: hideNote, "aria-label": t("app.close") }, h("span", { "aria-hidden": "true" }, "✕")));
  document.getElementById("away")?.after(place);
}

function hideNote() {
  const shown = document.getElementById("device-note");
  if (shown?.dataset.note === "device.note.new") return;
  shown?.remove();
}

/** Files that the system opens with the app once it is installed. */
function listenToFiles() {
  const { launchQueue } = /** @type {{launchQueue?: {setConsumer: (take: (launch: {files?: {getFile: () => Promise<File>}[]}) => void) => void}}} */ (/** @type {unknown} */ (window));
  launchQueue?.setConsumer(async ({ files = [] }) => {
    if (files.length === 0) return;
    opened = await Promise.all(files.map((file) => file.getFile()));
    go("/analyse?shared=1");
  });
}

/** What another app has opened with this one, each once. @returns {Promise<File[]>} */
export async function takeShared() {
  const files = opened;
  opened = [];
  if (files.length > 0 || !("caches" in window) || !location.hash.includes("shared=1")) return files;
  const cache = await caches.open(SHARED);
  const shared = await cache.match("shared");
  await cache.delete("shared");
  if (!shared) return [];
  return [new File([await shared.blob()], decodeURIComponent(shared.headers.get("X-Name") ?? "shared.txt"))];
}

/** What the app has on this device, and what can be done about it. */
export async function openDevice() {
  await loadOtherTexts();
  const facts = h("ul", {});
  const dialog = openDialog(
    t("app.device"),
    (close) => [
      h("p", {}, t("device.text")),
      facts,
      h(
        "div",
        { class: "row" },
        installable && h("button", { type: "button", class: "primary", onclick: () => void install(close) }, t("device.install")),
        document.fullscreenEnabled && h("button", { type: "button", onclick: () => (close(), void toggleFullScreen()) }, t(document.fullscreenElement ? "device.window" : "device.full")),
        h("button", { type: "button", onclick: () => void look() }, t("device.update")),
        h("button", { type: "button", class: "danger", onclick: () => void askToForget() }, t("device.forget")),
      ),
    ],
    { closable: true },
  );
  dialog.classList.add("device-dialog");
  await tellFacts(facts);
}

/** @param {HTMLElement} list */
async function tellFacts(list) {
  const kept = await navigator.storage?.persisted?.().catch(() => false);
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  const megabytes = (/** @type {number} */ bytes) => number(bytes / 1_000_000, bytes < 10_000_000 ? 1 : 0);
  const offline = Boolean(navigator.serviceWorker?.controller);
  replace(list);
  append(
    list,
    h("li", {}, t(offline ? "device.offline.yes" : "device.offline.no")),
    h("li", {}, t(durable ? (kept ? "device.kept.always" : "device.kept.mostly") : "device.note.memory")),
    quota > 0 && h("li", {}, t("device.space", { used: megabytes(usage), most: megabytes(quota) })),
    h("li", {}, t("device.version", { version: BUILD })),
  );
}

/** @param {() => void} close */
async function install(close) {
  const event = installable;
  installable = null;
  close();
  await event?.prompt();
}

async function toggleFullScreen() {
  await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch((error) => say(error.message));
}

async function look() {
  const found = await registration?.update().catch(() => null);
  if (!found) say(t("device.update.none"));
  else if (!found.installing && !found.waiting) say(t("device.update.newest"));
}

/** Nothing is deleted before somebody has said so twice. */
async function askToForget() {
  openDialog(t("device.forget.title"), (close) => [
    h("p", {}, t("device.forget.text")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: close }, t("device.forget.keep")),
      h("button", { type: "button", class: "danger", onclick: () => void forget() }, t("device.forget.really")),
    ),
  ]);
}

/** Takes away everything that this app has put on the device: the games, the settings, its files. */
async function forget() {
  (await line().catch(() => null))?.end();
  await new Promise((resolve) => {
    const asked = indexedDB.deleteDatabase("papan");
    asked.onsuccess = asked.onerror = asked.onblocked = resolve;
  });
  for (const key of Object.keys(localStorage)) if (key.startsWith("papan.")) localStorage.removeItem(key);
  for (const name of (await globalThis.caches?.keys()) ?? []) if (name.startsWith("papan-")) await caches.delete(name);
  await registration?.unregister();
  location.hash = "";
  location.reload();
}
