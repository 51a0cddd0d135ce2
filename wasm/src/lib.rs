//! The same work natively and in WebAssembly, so that the two can be compared: games move by move
//! ([`games`]), and how fast rules and searches are ([`speed`]).
//!
//! The program `papan-wasm` does it natively and writes what came of it, a line for each piece of
//! work; `wasm/compare.mjs` lets Node.js do it again in WebAssembly. `cargo xtask test --all --only wasm`
//! does both and compares; docs/benchmarks.md has how fast it is.

pub mod games;
pub mod speed;

#[cfg(target_family = "wasm")]
mod exports;
