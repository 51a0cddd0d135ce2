//! Blokus: a Monte Carlo tree search that knows the game, and exact values near the end.
//!
//! | item | what it is |
//! |---|---|
//! | [`Explorer`] | the search, for two to four seats |
//! | [`ExplorerSettings`] | its exploration constant and the like |
//! | [`Playout`] | how its simulations go on |
//! | [`PriorContext`], [`Weights`] | the priors of placements |
//! | [`Network`], [`Frames`] | what it has learned of whole positions, and how these look to the colour to move |
//! | [`EndgameSolver`], [`game_tree_complexity`] | exact values near the end, and the size of what they take |

mod explorer;
mod frame;
mod network;
mod playout;
mod prior;
mod rave;
mod reasons;
mod settings;
mod simulation;
mod solver;
mod tree;
mod weights;

pub use explorer::Explorer;
pub use frame::{Frames, Mirror};
pub use network::{Network, NetworkError, Sight};
pub use playout::Playout;
pub use prior::{COUNTS, FEATURES, PHASES, PriorContext, Weights, weights};
pub use reasons::reasons;
pub use settings::ExplorerSettings;
pub use solver::{EndgameSolver, game_tree_complexity};

/// A key of all that the search has learned but for its [networks](Network::weights_for): another one
/// plays otherwise.
pub fn learned_key() -> u64 {
    let weights = weights::LEARNED.iter().flatten().flatten();
    papan_core::key::of_words(weights.map(|weight| weight.to_bits().into()))
}
