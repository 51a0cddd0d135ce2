//! What only congklak and kalah can use: the paper's search, exact values, the best first
//! turn, an engine.

mod engine;
mod evaluation;
mod first_turn;
pub mod paper;
mod places;
mod reasons;
mod solver;
mod table;

pub use engine::{Engine, in_seeds};
pub use evaluation::CongklakEvaluation;
pub use first_turn::{FirstTurn, best_turn, seeds_that_stay};
pub use reasons::reasons;
pub use solver::{Unsolved, log2_nodes, solve};
