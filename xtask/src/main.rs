//! Papan.
fn main() {}
