//! The catalogue: every game and every agent by name.
