//! The web app: the server around the [house](papan_host) in which games are played, and the page
//! they are played on.

mod app;
mod arena;
mod assets;
mod crowd;
#[cfg(test)]
mod declarations;
mod error;
mod extract;
mod files;
mod guard;
mod limits;
mod log;
mod server;
mod sockets;
mod store;
mod thinkers;
mod travel;
mod upload;

pub use log::{LogLevel, start_log};
pub use server::{Options, STORAGE, ServeError, serve, serve_until};
