//! What only one game can use: evaluations, engines and solvers.
//!
//! | module | what it holds |
//! |---|---|
//! | [`adjacency`] | marks that can never be turned, a fast search, exact values |
//! | [`blokus`] | Monte Carlo tree search with knowledge of the game |
//! | [`congklak`] | an evaluation, exact values, the best first turn |
//! | [`othello`] | an evaluation by patterns, a search, an endgame solver |

pub mod adjacency;
pub mod blokus;
pub mod congklak;
pub mod othello;

mod words;

pub use words::time_in_words;
