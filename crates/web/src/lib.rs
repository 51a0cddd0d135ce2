//! The web app: a server of games, and the page they are played on.

mod analysis;
mod app;
mod arena;
mod assets;
mod catalogue;
mod crowd;
#[cfg(test)]
mod declarations;
mod demonstration;
mod drawings;
mod error;
mod extract;
mod files;
mod games;
mod guard;
mod inspect;
mod limits;
mod log;
mod opened;
mod papers;
mod replay;
mod server;
mod sockets;
mod thinkers;
mod upload;
mod value;

pub use log::{LogLevel, start_log};
pub use server::{Options, STORAGE, ServeError, serve, serve_until};
