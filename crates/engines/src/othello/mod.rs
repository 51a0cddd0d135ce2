//! What only Othello can use: an evaluation by patterns, a search, an endgame solver.
//!
//! | module | what it holds |
//! |---|---|
//! | [`Engine`] | a strong player and solver for all boards |
//! | [`book`] | what its searches say of positions that are often played |
//! | [`patterns`], [`shapes`] | an evaluation learned from games of the engine with itself |

mod buckets;
mod confidence;
mod deviation;
mod endgame;
mod endgame_table;
mod engine;
mod errors;
mod evaluation;
mod facts;
mod last_flips;
mod last_squares;
mod lines;
mod midgame;
mod moves;
mod near_end;
mod probcut;
mod reach;
mod reasons;
mod solver;
mod squares;
mod stability;
mod table;
mod team;

pub mod book;
pub mod patterns;
pub mod shapes;

pub use engine::Engine;
pub use evaluation::{BoardEvaluation, evaluate};
pub use facts::FACTS;
pub use patterns::Patterns;
pub use reach::expected_nodes;
pub use reasons::reasons;
pub use solver::{Goal, Progress};
pub use squares::{Corners, around};

/// How a finished game is scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// The difference of discs, and empty squares go to the winner, as in tournaments.
    Margin,
    /// The difference of discs alone.
    Discs,
}
