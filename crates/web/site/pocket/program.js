// Reading the program. Files that are large are packed in the folder, since many file servers send them as they are.

import { PROGRAM } from "./parts.js";

/**
 * What the program exports (crates/pocket).
 *
 * @typedef {object} Program
 * @property {new (outside: object) => Pocket} Pocket
 *
 * @typedef {object} Pocket
 * @property {(method: string, path: string, headers: Record<string, string>, body: Uint8Array | null) => Promise<{status: number, headers: Record<string, string>, body: Uint8Array}>} request
 * @property {(path: string, hear: (text: string | null) => void) => Promise<number>} open
 * @property {(socket: number, text: string) => void} say
 * @property {(socket: number) => void} close
 * @property {(question: number, text: string) => void} progress
 * @property {(question: number, text: string) => void} answer
 * @property {(question: number) => void} lost
 */

/**
 * The program, and its code once more for those who think.
 *
 * @returns {Promise<{loaded: Program, module: WebAssembly.Module}>}
 */
export async function openProgram() {
  const [loaded, module] = await Promise.all([import(PROGRAM.module), unpacked(PROGRAM.code, "application/wasm").then((answer) => WebAssembly.compileStreaming(answer))]);
  await loaded.default({ module_or_path: module });
  return { loaded, module };
}

/**
 * A packed file as it was. A server that unpacks such files itself, or a browser for it, has left nothing to do.
 *
 * @param {string} address
 * @param {string} [type]
 * @returns {Promise<Response>}
 */
export async function unpacked(address, type = "application/octet-stream") {
  const answer = await fetch(address);
  if (!answer.ok || !answer.body) throw new Error(`${new URL(address).pathname}: the server says ${answer.status}`);
  const reader = answer.body.getReader();
  const first = await reader.read();
  const isPacked = first.value?.[0] === 0x1f && first.value?.[1] === 0x8b;
  /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */
  const whole = new ReadableStream({
    start(controller) {
      if (first.value) controller.enqueue(first.value);
      if (first.done) controller.close();
    },
    async pull(controller) {
      const { value, done } = await reader.read();
      if (value) controller.enqueue(value);
      if (done) controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(isPacked ? whole.pipeThrough(new DecompressionStream("gzip")) : whole, { headers: { "Content-Type": type } });
}
