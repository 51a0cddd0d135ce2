//! What only Othello can use: an evaluation by patterns, a search, an endgame solver.
//!
//! | module | what it holds |
//! |---|---|
//! | [`Engine`] | a strong player and solver for all boards |
//! | [`patterns`], [`shapes`] | an evaluation learned from games of the engine with itself |

mod confidence;
mod deviation;
mod endgame;
mod endgame_table;
mod engine;
mod errors;
mod evaluation;
mod last_flips;
mod last_squares;
mod midgame;
mod moves;
mod probcut;
mod solver;
mod squares;
mod stability;
mod table;
mod team;

pub mod patterns;
pub mod shapes;

pub use engine::{Engine, Label, expected_nodes};
pub use evaluation::evaluate;
pub use patterns::Patterns;
pub use solver::Progress;
pub use squares::{Corners, around};

/// How a finished game is scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// The difference of discs, and empty squares go to the winner, as in tournaments.
    Margin,
    /// The difference of discs alone.
    Discs,
}
