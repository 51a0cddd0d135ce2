// One worker that agents think in: it gets the program ready made, and thinks about one question after the other.

/** @typedef {{module: WebAssembly.Module, program: string, life: string}} Begin */
/** @typedef {{text: string, weights: {name: string, bytes: Uint8Array}[]}} Question */
/** @typedef {{leave: string}} Leave */

/** @type {Promise<{think: (text: string, tell: (text: string) => void) => string, load_weights: (name: string, bytes: Uint8Array) => void, leave: (owner: string) => void}> | null} */
let program = null;

onmessage = async (/** @type {MessageEvent<Begin | Question | Leave>} */ { data }) => {
  try {
    if ("module" in data) {
      // Held for as long as this worker lives, however it ends.
      void navigator.locks?.request(data.life, () => new Promise(() => postMessage({ kind: "alive" })));
      program = begin(data);
      await program;
      return;
    }
    const { think, load_weights, leave } = await /** @type {NonNullable<typeof program>} */ (program);
    if ("leave" in data) return leave(data.leave);
    for (const { name, bytes } of data.weights) load_weights(name, bytes);
    postMessage({ kind: "answer", text: think(data.text, (text) => postMessage({ kind: "told", text })) });
  } catch (error) {
    // What panicked cannot be trusted any more.
    postMessage({ kind: "broken", problem: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) });
    close();
  }
};

/** @param {Begin} begin */
async function begin({ module, program: address }) {
  const loaded = await import(address);
  await loaded.default({ module_or_path: module });
  return loaded;
}
