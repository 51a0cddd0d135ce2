// What tabs and the worker that keeps the games say to each other over the channel. Types only.

/**
 * @typedef {{from: string, to: string} & (
 *   {kind: "request", id: number, method: string, path: string, headers: Record<string, string>, body: Uint8Array | null} |
 *   {kind: "open", id: number, path: string} |
 *   {kind: "say", id: number, text: string} |
 *   {kind: "close", id: number}
 * ) | {kind: "who", from: string} | {kind: "bye", from: string}} FromTab a tab numbers its requests and sockets itself
 */

/**
 * @typedef {{kind: "here", host: string, build: string, epoch: number, durable: boolean} | {kind: "failed", problem: string} | {kind: "gone"} | ({to: string} & (
 *   {kind: "answer", id: number, status: number, headers: Record<string, string>, body: Uint8Array | null} |
 *   {kind: "opened", id: number} |
 *   {kind: "told", id: number, text: string} |
 *   {kind: "closed", id: number}
 * ))} FromHost
 */

/**
 * What the page that has the worker and the worker say to each other.
 *
 * @typedef {{kind: "alive"} | {kind: "over"} | {kind: "failed", problem: string} | {kind: "broken", problem: string}} ToLeader `over`: another worker keeps the games
 */

export {};
