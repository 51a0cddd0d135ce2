//! The catalogue: every game and every agent by name.
//!
//! | module | what it holds |
//! |---|---|
//! | [`games`] | all games; the only place that lists them |
//! | [`agents`] | all agents |
//! | [`Agent`], [`RandomAgent`] | what an agent is, and the simplest one |

mod agent;

pub mod agents;
pub mod games;

pub use agent::{Agent, RandomAgent};

/// The example of the README, which must stay true.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
