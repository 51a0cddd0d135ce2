//! How far a shallow search of the patterns is from the exact value.
//!
//! Written by `cargo run --release -p papan-engines --example fit_othello_errors`.

/// The logarithm of the standard deviation in discs: a constant, and what each empty square
/// and each ply of the shallow search add to it.
pub(super) const LOG_DEVIATION: [f64; 3] = [1.892, -0.0025, -0.0797];
