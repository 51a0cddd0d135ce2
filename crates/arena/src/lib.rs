//! Matches between agents, and what they show.
//!
//! | item | what it is |
//! |---|---|
//! | [`Job`] | playing one game, as a value that can be carried anywhere |
//! | [`GameResult`] | one finished game |
//! | [`Contest`] | which agents play which game how often: a value that says all |
//! | [`Conditions`] | limits, clocks and adjudication |
//! | [`Openings`] | where games begin |
//! | [`Players`] | who plays them: [`Pool`], many on some threads, or other machines |
//! | [`Referee`] | playing one game |
//! | [`tournament`] | who meets whom, and playing all of it |
//! | [`ledger`] | every finished game, kept in one file |
//! | [`DistinctGames`] | how many different games results rest on |
//! | [`tally`] | counts of results: wins, draws, scores, ranks, forfeits, times |
//! | [`Standings`] | ratings, intervals and tables of a match or tournament |
//! | [`speed`] | how fast this machine searches |
//! | [`versions`] | which versions of agents have played under one name |
//! | [`statistics`] | the mathematics of all of these |
//!
//! ```
//! use papan_arena::Contest;
//! use papan_search::Stop;
//!
//! let contest = Contest::new("adjacency:rounds=4", &["random", "random"], 100);
//! let games = contest.play(2, &Stop::new(), &mut |_| {}).unwrap();
//! assert_eq!(games.len(), 100);
//! // The same seed, the same games.
//! let again = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
//! assert!(games.iter().zip(&again).all(|(one, other)| one.same_play(other)));
//! ```

mod calibration;
mod conditions;
mod contest;
mod cpu;
#[cfg(test)]
mod declarations;
mod distinct;
mod job;
mod openings;
mod pauses;
mod players;
mod pool;
mod referee;
mod result;

#[cfg(feature = "ledger")]
pub mod database;
pub mod ledger;
pub mod speed;
pub mod standings;
pub mod statistics;
pub mod tally;
pub mod tournament;
pub mod versions;

pub use calibration::{Calibration, Measurement, NotComparable};
pub use conditions::{Adjudication, BadCondition, Conditions, GRACE, Margin, parse_time};
pub use contest::{Contest, ContestError, ContestGame, Schedule, Seating};
pub use cpu::CpuUse;
pub use distinct::{DistinctCounts, DistinctGames};
pub use job::{GameId, Job};
#[cfg(feature = "ledger")]
pub use ledger::Verifier;
pub use ledger::{Ledger, LedgerError};
pub use openings::{BadOpenings, Openings, OpeningsError};
pub use players::{AgentVersion, News, Players, Slot, Work};
pub use pool::{Played, Pool};
pub use referee::{JobError, Referee};
pub use result::{Ending, EndingDetails, GameResult, Ply};
pub use standings::Standings;
pub use statistics::interval;
