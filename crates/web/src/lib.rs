//! The web app: a server of games, and the page they are played on.

mod analysis;
mod app;
mod arena;
mod assets;
mod base64;
mod catalogue;
mod chart;
#[cfg(test)]
mod declarations;
mod demonstration;
mod error;
mod extract;
mod games;
mod guard;
mod inspect;
mod limits;
mod log;
mod opened;
mod papers;
mod picture;
mod replay;
mod server;
mod sockets;
mod thinkers;
mod value;

pub use log::{LogLevel, UnknownLevel, start_log};
pub use server::{Options, ServeError, serve, serve_until};
