//! The catalogue: every game and every agent by name.
//!
//! | module | what it holds |
//! |---|---|
//! | [`games`] | all games; the only place that lists them |
//! | [`agents`] | all agents |
//! | [`Agent`], [`RandomAgent`] | what an agent is, and the simplest one |
//! | [`adjacency`], [`blokus`], [`congklak`], [`othello`] | those who play only that game, the papers' agents among them |
//! | [`budget`] | what an agent may spend on a move, given another size |
//! | [`engines`] | other programs by name, as a file of this machine has them |
//! | [`erased`] | agents with the type of their game taken away: text in, text out |
//! | [`reading`] | files of games of which nobody says what they are |
//! | [`review`], [`grades`], [`worth`] | games judged move by move: what was better, and why |
//! | [`levels`], [`ratings`] | how levels play, and what they are worth, as measured |
//! | [`tree`] | the tree of a search in words and numbers |
//! | [`Playable`] | what a game brings with it: evaluations, agents of its own |
//! | [`AgentEntry`], [`EvaluationEntry`] | what stands in the catalogue |

#[cfg(test)]
mod declarations;
mod entry;
mod generic;
mod parameters;
mod playable;
mod programs;

pub mod adjacency;
pub mod agents;
pub mod blokus;
pub mod budget;
pub mod congklak;
pub mod engines;
pub mod erased;
pub mod games;
pub mod grades;
pub mod levels;
pub mod othello;
pub mod ratings;
pub mod reading;
pub mod review;
pub mod tree;
pub mod worth;

pub use entry::{
    AgentEntry, AgentInfo, Behaviour, EvaluationEntry, EvaluationInfo, EvaluationOf, Needs, Open,
    WeightsOf,
};
pub use papan_search::{Agent, Answer, Failure, Fault, Lines, RandomAgent, Traced, Valued, Values};
use papan_search::{values_at_one_ply, values_by_thinking};
pub use playable::{OutOfReach, Playable, ProvenOutcome, SoFar, Solving, Unsolved, solving_text};

/// The example of the README, which must stay true.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
