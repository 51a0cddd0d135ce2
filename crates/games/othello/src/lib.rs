//! Othello on 8x8, 6x6 and 4x4 boards: rules, notation and file formats.
//!
//! | module | what it holds |
//! |---|---|
//! | [`Othello`] | the rules |
//! | [`Position`], [`Move`] | what they act on |
//! | [`symmetry`] | the eight images of a board |
//! | [`kernel`] | mobility and flips, by bit tricks and by vector instructions |
//! | [`formats`] | transcripts, OBF, GGF, SGF and WTHOR |

mod board;
mod encoding;
mod game;
mod notation;
mod openings;
mod perft;
mod picture;
mod position;

pub mod formats;
pub mod kernel;
pub mod symmetry;

pub use board::{Board, Details};
pub use game::{FAMILIES, Othello, PRESETS};
pub use position::{Move, Position};
