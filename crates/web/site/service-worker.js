// Keeps the files of one build, so that the app begins without a network. `cargo xtask site` writes in front of this what
// the build consists of:
//   BUILD  its name
//   FILES  what must be there before this build takes over: addresses with the hashes of what they hold
//   LATER  what may come after that: the weights of the games
//   PAGE   the page itself, which answers every place
//   POLICY of content, for everything that comes from here: workers follow that of their own files, and only a header
//          can say that no other page may frame this one. It stands in the place of what the server says of itself.
// Names of files hold the hash of what is in them (all but those of PAGE), so that a new build fetches only what changed.

/** @typedef {[address: string, hash: string]} Kept */
/** @typedef {ServiceWorkerGlobalScope & {BUILD: string, FILES: Kept[], LATER: Kept[], PAGE: string, POLICY: string}} Scope */

const scope = /** @type {Scope} */ (/** @type {unknown} */ (self));

/** The caches of Papan; the page makes one of them for what others share with it. */
const PREFIX = "papan-build-";
const SHARED = "papan-shared";
const CACHE = PREFIX + BUILD;

scope.addEventListener("install", (event) => event.waitUntil(keep(FILES)));

scope.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => scope.clients.claim()));
});

scope.addEventListener("message", (event) => {
  // A person wants the new build now; else it waits until no tab has the old one.
  if (event.data?.kind === "take-over") event.waitUntil(scope.skipWaiting());
  // The app has time for what is not needed at once.
  if (event.data?.kind === "keep-later") event.waitUntil(keep(LATER).then(() => event.source?.postMessage({ kind: "kept" }), () => {}));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== location.origin || !address.pathname.startsWith(new URL(scope.registration.scope).pathname)) return;
  if (request.method === "POST" && address.searchParams.has("share")) return event.respondWith(share(request));
  if (request.method !== "GET") return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

/**
 * Puts files into the cache of this build; those of another build that are the same are not fetched again.
 *
 * @param {Kept[]} files
 */
async function keep(files) {
  const cache = await caches.open(CACHE);
  // A few at once: the page has its own to fetch.
  const waiting = [...files];
  await Promise.all(Array.from({ length: 4 }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await keepOne(cache, next);
  }));
}

/**
 * @param {Cache} cache
 * @param {Kept} file
 */
async function keepOne(cache, [address, hash]) {
  if (await cache.match(address)) return;
  const known = address === PAGE ? undefined : await caches.match(address);
  if (known) return cache.put(address, known);
  // The hash makes sure that the files of a build belong together while a server gets a new one.
  const answer = await fetch(address, { integrity: hash, cache: address === PAGE ? "reload" : "default" });
  if (!answer.ok) throw new Error(`${address}: the server says ${answer.status}`);
  await cache.put(address, answer);
}

/** The build before this one stays for tabs that still show it. */
async function forgetOthers() {
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(builds.slice(0, -1).map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function page(request) {
  const address = new URL(request.url);
  const inFolder = new URL(scope.registration.scope).pathname;
  // Every place of the app is the page itself; a file that somebody opens by its address stays that file.
  const isPage = address.pathname === inFolder || address.pathname === `${inFolder}index.html` || !/\.[a-z0-9]+$/i.test(address.pathname);
  const known = isPage ? await (await caches.open(CACHE)).match(PAGE) : undefined;
  return known ? guarded(known) : file(request);
}

/** @param {Request} request */
async function file(request) {
  return guarded((await caches.match(request, { ignoreSearch: true })) ?? (await fetch(request)));
}

/** The same with the policy of this app. What sends the browser elsewhere stays as it is. @param {Response} answer */
function guarded(answer) {
  if (answer.type !== "basic" && answer.type !== "default") return answer;
  const headers = new Headers(answer.headers);
  headers.set("Content-Security-Policy", POLICY);
  const { status, statusText } = answer;
  return new Response([204, 205, 304].includes(status) ? null : answer.body, { status, statusText, headers });
}

/**
 * What another app shares: kept until the page has read it.
 *
 * @param {Request} request
 */
async function share(request) {
  const form = await request.formData();
  const file = form.getAll("file").find((part) => part instanceof File);
  const words = ["text", "url", "title"].map((name) => form.get(name)).find((part) => typeof part === "string" && part !== "");
  const cache = await caches.open(SHARED);
  if (file instanceof File) await cache.put("shared", new Response(file, { headers: { "X-Name": encodeURIComponent(file.name) } }));
  else await cache.put("shared", new Response(String(words ?? "")));
  return Response.redirect(`${scope.registration.scope}#/analyse?shared=1`, 303);
}
