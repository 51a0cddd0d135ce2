//! Talking with other programs that play: GTP, NBoard, UGI and lines of JSON, both ways.
//!
//! | module | what it holds |
//! |---|---|
//! | [`dialect`] | the protocols, and what they call games, colours and moves |
//! | [`process`] | another program, talked with in lines |
//! | [`client`] | other programs as agents |
//! | [`check`] | what another program does right and wrong |
//! | [`checksum`] | whether a program is the one that was meant |
//! | [`server`] | Papan as an engine that others ask |

pub mod check;
pub mod checksum;
pub mod client;
pub mod dialect;
#[cfg(not(target_family = "wasm"))]
pub mod process;
#[cfg(target_family = "wasm")]
#[path = "process/absent.rs"]
pub mod process;
pub mod server;

pub use dialect::Protocol;

/// What is said where no other program can be started.
pub const NO_PROGRAMS: &str = "no other programs can be started in a browser";

/// Whether other programs can be started on this kind of machine.
pub const STARTS_PROGRAMS: bool = cfg!(not(target_family = "wasm"));
