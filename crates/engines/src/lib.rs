//! What only one game can use: evaluations, engines and solvers.
//!
//! | module | what it holds |
//! |---|---|
//! | [`adjacency`] | marks that can never be turned, a fast search, exact values |
//! | [`blokus`] | Monte Carlo tree search with knowledge of the game |
//! | [`congklak`] | an evaluation, exact values, the best first turn |
//! | [`othello`] | an evaluation by patterns, a search, an endgame solver |
//! | [`weights`] | what they have learned, as files: built in, or given at run time |

pub mod adjacency;
pub mod blokus;
pub mod congklak;
pub mod othello;
pub mod weights;

mod checksum;
mod words;

pub use words::time_in_words;
