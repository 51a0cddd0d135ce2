//! The ledger: a SQLite file with one row for each game, under the game's id.
//!
//! The file itself is there with the feature `ledger`; without it, as in a browser, only the values
//! that it keeps are: [`Entry`], [`Event`], [`Moment`].
//!
//! Games that [`Ledger::add`] has returned are on the disk: they survive the end of the
//! program in any way, and of the machine. One process writes at a time; any number may read
//! meanwhile.
//!
//! ```
//! use papan_arena::{Contest, ledger::{Filter, Ledger}};
//! use papan_search::Stop;
//! use std::ops::ControlFlow;
//!
//! let contest = Contest::new("othello:size=4", &["greedy", "random"], 3);
//! let games = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
//! let games: Vec<_> = games.into_iter().map(|played| played.game).collect();
//!
//! let mut ledger = Ledger::in_memory().unwrap();
//! assert_eq!(ledger.add(&games).unwrap(), [true, true, true]);
//! assert_eq!(ledger.add(&games[..1]).unwrap(), [false]); // it is there already
//! let mut rounds = Vec::new();
//! ledger.each(&Filter::default(), &mut |entry| {
//!     assert_eq!(entry.id, entry.result.job.id());
//!     rounds.push(entry.result.job.round);
//!     ControlFlow::Continue(())
//! }).unwrap();
//! assert_eq!(rounds, [0, 1, 2]);
//! ```

mod entry;
mod events;
mod location;

#[cfg(not(feature = "ledger"))]
mod absent;
#[cfg(feature = "ledger")]
mod error;
#[cfg(feature = "ledger")]
mod file;
#[cfg(feature = "ledger")]
mod merge;
#[cfg(feature = "ledger")]
mod reading;
#[cfg(feature = "ledger")]
mod rows;
#[cfg(feature = "ledger")]
mod schema;
#[cfg(feature = "ledger")]
mod verify;
#[cfg(feature = "ledger")]
mod workers;

#[cfg(all(test, feature = "ledger"))]
mod tests;

pub use entry::{Entry, GameLine};
pub use events::{Event, EventSummary, differences};
pub use location::{Moment, default_path};

#[cfg(feature = "ledger")]
pub use self::{
    error::LedgerError,
    file::Ledger,
    merge::{Merged, MergedPart},
    reading::Filter,
    verify::{Problem, Verifier},
    workers::{PutAside, WorkerGames},
};
#[cfg(not(feature = "ledger"))]
pub use absent::{Filter, Ledger, LedgerError};

#[cfg(feature = "ledger")]
pub(crate) use reading::Lineup;
