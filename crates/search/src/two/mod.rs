//! Searches for two seats: minimax and its improvements.
//!
//! Each algorithm is a [`NodeSearch`]: it says how one node is searched, given how its
//! children are. [`root`] chooses the move, deepens and keeps the limits; [`compiled`] runs
//! the recursion compiled for the machine.

mod alphabeta;
mod compiled;
mod minimax;
mod root;
mod state;

pub use root::{Algorithm, TwoSeatSearch};
