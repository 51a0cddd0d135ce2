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
pub mod process;
pub mod server;

pub use dialect::Protocol;
