//! Matches between agents, and what they show.
//!
//! | item | what it is |
//! |---|---|
//! | [`Contest`] | which agents play which game how often: a value that says all |
//! | [`Played`] | one finished game |
//! | [`Summary`] | wins, draws and scores of a contest, with intervals |
//! | [`interval`] | how sure one may be of a share |
//!
//! ```
//! use papan_arena::{Contest, Summary};
//!
//! let contest = Contest::new("adjacency:rounds=4", &["random", "random"], 100);
//! let games = contest.play(&|_| {}).unwrap();
//! let summary = Summary::of(&contest, &games);
//! assert_eq!(summary.wins.iter().sum::<u64>() + summary.draws, 100);
//! assert_eq!(games, contest.play(&|_| {}).unwrap()); // the same seed, the same games
//! ```

mod contest;
mod openings;
mod summary;

pub mod interval;

pub use contest::{Contest, ContestError, Played, Times};
pub use openings::{BadOpenings, Openings};
pub use summary::{Place, Summary};
