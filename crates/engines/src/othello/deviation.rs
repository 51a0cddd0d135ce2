//! How far a shallow search is from a deeper one.
//!
//! Written by `cargo run --release -p papan-engines --example fit_othello_probcut`.

/// The logarithm of the standard deviation in discs: a constant, and what each empty square, each
/// ply of the deeper search and each of the shallower one add to it.
pub(super) const LOG_DEVIATION: [f64; 4] = [1.5672, -0.0172, 0.0861, -0.1741];
