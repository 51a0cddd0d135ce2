//! What only Othello can use: an evaluation by patterns, a search, an endgame solver.
//!
//! | module | what it holds |
//! |---|---|
//! | [`Engine`] | a strong player and solver for all boards |
//! | [`patterns`], [`shapes`] | an evaluation learned from tournament games |

mod endgame;
mod engine;
mod evaluation;
mod last_squares;
mod midgame;
mod squares;
mod stability;
mod table;

pub mod patterns;
pub mod shapes;

pub use engine::{Engine, expected_nodes};
pub use evaluation::evaluate;
pub use patterns::Patterns;
pub use squares::{Corners, around};

/// How a finished game is scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// The difference of discs, and empty squares go to the winner, as in tournaments.
    Margin,
    /// The difference of discs alone.
    Discs,
}
