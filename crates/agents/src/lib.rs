//! The catalogue: every game and every agent by name.
//!
//! | module | what it holds |
//! |---|---|
//! | [`games`] | all games; the only place that lists them |
//! | [`agents`] | all agents |
//! | [`Agent`], [`RandomAgent`] | what an agent is, and the simplest one |
//! | [`adjacency`], [`blokus`], [`congklak`], [`othello`] | those who play only that game, the papers' agents among them |
//! | [`erased`] | agents with the type of their game taken away: text in, text out |
//! | [`ratings`] | what levels are worth, as measured |
//! | [`tree`] | the tree of a search in words and numbers |
//! | [`Playable`] | what a game brings with it: evaluations, agents of its own, levels |

mod generic;
mod parameters;
mod playable;
mod programs;

pub mod adjacency;
pub mod agents;
pub mod blokus;
pub mod congklak;
pub mod erased;
pub mod games;
pub mod othello;
pub mod ratings;
pub mod tree;

pub use papan_search::{Agent, Answer, Failure, Fault, RandomAgent, Traced};
use papan_search::{values_at_one_ply, values_by_thinking};
pub use playable::{FirstTurn, Judgement, OutOfReach, Playable, Strength};

/// The example of the README, which must stay true.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
