//! The web app in a real browser: what the tests and the screenshots share.
//!
//! The tests start the program as its users do and need its path in `PAPAN`, which
//! `cargo xtask test --only browser` sets after building it.

mod barriers;
mod chromium;
mod crew;
mod driver;
#[path = "../../crates/cli/tests/support/nats.rs"]
mod nats;
pub mod pages;
mod patience;
mod server;
mod table;

pub use chromium::{Browser, Device, folder};
pub use crew::Crew;
pub use server::{Server, fill_ledger};
pub use table::Hand;
