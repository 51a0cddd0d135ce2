//! Blokus: a Monte Carlo tree search that knows the game, and exact values near the end.
//!
//! | item | what it is |
//! |---|---|
//! | [`Explorer`] | the search, for two to four seats |
//! | [`Habits`] | what it weighs, as a value |
//! | [`View`], [`Weights`] | how promising a placement looks |
//! | [`Endgame`], [`lines_of_play`] | exact values near the end, and how far off they are |

mod explorer;
mod playout;
mod prior;
mod solver;
mod tree;
mod weights;

pub use explorer::{Explorer, Habits};
pub use prior::{COUNTS, FEATURES, PHASES, View, Weights};
pub use solver::{Endgame, lines_of_play};
