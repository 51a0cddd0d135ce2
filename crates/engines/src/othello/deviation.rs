//! How far a shallow search is from a deeper one.
//!
//! Written by `cargo run --release -p papan-engines --example fit_othello_probcut`.

/// The logarithm of the standard deviation in discs: a constant, and what each empty square, each
/// ply of the deeper search and each of the shallower one add to it.
pub(super) const LOG_DEVIATION: [f64; 4] = [1.5538, -0.0181, 0.0693, -0.1554];
