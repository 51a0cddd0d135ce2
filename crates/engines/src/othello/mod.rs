//! What only Othello can use: an evaluation by patterns, a search, an endgame solver.
//!
//! | module | what it holds |
//! |---|---|
//! | [`Engine`] | a strong player and solver for all boards |
//! | [`patterns`], [`shapes`] | an evaluation learned from tournament games |

mod endgame;
mod engine;
mod judge;
mod last;
mod squares;
mod stability;
mod table;
mod thinker;

pub mod patterns;
pub mod shapes;

pub use engine::{Engine, expected_nodes};
pub use judge::evaluate;
pub use patterns::Patterns;
pub use squares::{Corners, around};

/// How a finished game is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// The difference of discs, and empty squares go to the winner, as in tournaments.
    Margin,
    /// The difference of discs alone.
    Discs,
}
