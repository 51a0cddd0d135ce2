// Runs before the first paint, so that a chosen theme never flashes in as another one.
(() => {
  let chosen = /** @type {{theme?: string}} */ ({});
  try {
    chosen = JSON.parse(localStorage.getItem("papan.settings") ?? "null") ?? {};
  } catch {
    // A browser that keeps nothing follows the system.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = chosen.theme ?? (dark ? "dark" : "light");
})();
