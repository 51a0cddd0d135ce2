//! Searches for two seats: minimax and its improvements.
//!
//! Each algorithm is a [`Searcher`]: it says how one position is searched, given how its
//! children are. [`root`] chooses the move, deepens and keeps the limits; [`compiled`] runs
//! the recursion compiled for the machine.

mod alphabeta;
mod compiled;
mod frame;
mod minimax;
mod negamax;
mod negascout;
mod root;

pub use root::{Algorithm, TwoSeatSearch};
