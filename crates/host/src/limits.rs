//! How much of everything there may be in a house. Those of a server besides, which protect it from
//! clients, stand in its own crate.

use crate::bucket::Rate;
use std::time::Duration;

/// The most bytes that one open agent takes: a tree or a table.
pub(crate) const LARGEST_AGENT: usize = 100 << 20;
/// A player that nobody has asked for this time is closed. Its opponent may think for minutes.
pub(crate) const AGENT_IDLE: Duration = Duration::from_secs(300);
/// The same for one that gives advice: who asked has seen the answer.
pub(crate) const ADVISER_IDLE: Duration = Duration::from_secs(10);

/// A client that lets so many bytes wait, in more than a few messages, is disconnected.
pub(crate) const OUTBOX: usize = 2 * 1024 * 1024;

/// How many bytes are kept of what was found of positions, for whoever asks next.
pub(crate) const KNOWLEDGE: usize = 16 * 1024 * 1024;

/// The most files that are read at once, each of which may take a hundred megabytes; others wait.
pub(crate) const IMPORTS: usize = 1;
/// The most requests that are worked on at once where the work takes a while: positions played
/// through, boards and charts drawn, ledgers read. The others wait; reading saved games does not.
#[cfg(not(target_family = "wasm"))]
pub(crate) const WORK: usize = 8;

/// The most experiments of one client that wait or run, where clients can be told apart.
pub(crate) const RUNS_OF_CLIENT: usize = 32;

/// Messages of the socket of a game.
pub(crate) const GAME_MESSAGES: Rate = Rate {
    burst: 100.0,
    per_second: 50.0,
};
/// Messages of the socket of a page that analyses.
pub(crate) const ANALYSIS_MESSAGES: Rate = Rate {
    burst: 100.0,
    per_second: 40.0,
};
