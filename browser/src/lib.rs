//! The web app in a real browser: what the tests and the screenshots share.
//!
//! The tests start the program as its users do and need its path in `PAPAN`, which
//! `cargo xtask test --only browser` sets after building it. Where `PAPAN_SITE` names the folder that
//! `cargo xtask site` makes, the same tests are about that folder at a plain file server.

mod barriers;
mod chromium;
mod crew;
mod driver;
#[path = "../../crates/cli/tests/support/nats.rs"]
mod nats;
pub mod pages;
mod patience;
mod server;
mod site;
mod table;
mod workers;

pub use chromium::{Browser, Device, folder};
pub use crew::Crew;
pub use server::{Server, fill_ledger, site_folder};
pub use site::{Line, Site};
pub use table::{Hand, against};
pub use workers::Workers;
