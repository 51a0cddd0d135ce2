// Whether the server can be reached: everything that talks to it tells, the banner listens.

/** @type {Set<(away: boolean) => void>} */
const listeners = new Set();
let away = false;

/** @param {boolean} now */
export function tellAway(now) {
  if (now === away) return;
  away = now;
  for (const listener of [...listeners]) listener(now);
}

/** @param {(away: boolean) => void} listener */
export function onAway(listener) {
  listeners.add(listener);
}
