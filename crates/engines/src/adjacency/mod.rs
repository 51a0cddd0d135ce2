//! What only Adjacency can use: an evaluation that knows which marks can still be turned, a
//! search and exact values.
//!
//! ```
//! use papan_adjacency::Adjacency;
//! use papan_core::{Game, Random, Seat};
//! use papan_engines::adjacency::{Engine, Judgement};
//! use papan_search::{Limits, Value};
//!
//! let game = Adjacency::new(28, Seat::FIRST);
//! let mut engine = Engine::new(16);
//! let report = engine.think(
//!     &game.start(),
//!     Judgement::Marks,
//!     &Limits::depth(4),
//!     &mut Random::new(1),
//! );
//! assert_eq!(report.value, Some(Value::Points(0)));
//! ```

mod engine;
mod filling;
mod planes;
mod search;
mod solve;
mod stable;
mod table;
mod tree;
mod weights;

pub mod lessons;

#[cfg(test)]
mod tests;

pub use engine::{Engine, Judgement};
pub use solve::{Refusal, solve};
pub use stable::stable;

/// What one mark weighs in the values of [`stable()`].
pub const STABLE_UNIT: i32 = tree::UNIT;
