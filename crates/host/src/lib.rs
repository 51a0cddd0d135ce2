//! What keeps games for the page: rooms with clocks, undo and agents, analyses and reviews, files
//! read and written, pictures, the catalogue, and the experiments of the papers.
//!
//! It has no sockets, no files and no threads of its own. Who runs it gives it a [`Store`], where
//! games are kept, and [`Thinkers`], who answer what is hard; it gives back a [`House`], which
//! answers [requests](House::answer) and opens [sockets](House::open). `papan serve` has both
//! travel over HTTP; the page without a server has them travel to a worker of the browser.

mod analysis;
mod bucket;
mod catalogue;
#[cfg(test)]
mod declarations;
mod demonstration;
mod drawings;
mod error;
mod games;
mod house;
mod inspect;
mod limits;
mod opened;
mod papers;
mod replay;
mod request;
mod route;
pub mod runtime;
mod sockets;
mod store;
#[cfg(test)]
mod testing;
pub mod thinkers;
mod value;

pub use bucket::{Bucket, Rate};
pub use error::{Answer, ApiError};
pub use games::{Ending, Played, Player, SavedClock};
pub use house::{Allows, Client, House, Options};
pub use opened::open as open_game;
pub use request::{Head, Request, Response};
pub use route::{Kind, Route};
pub use sockets::{Outbox, Socket, bye};
pub use store::{Saved, Store, Variations, Write};
pub use thinkers::Thinkers;

use std::{
    pin::Pin,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// What will be there later.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What a lock holds. A thread that panicked while it held one has left plain data behind.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
