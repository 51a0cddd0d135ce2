//! The rules of the Adjacency game: fill a board of 8x8 squares with one's own marks,
//! and turn the enemy's by moving next to them.
//!
//! - X starts on the four squares of the bottom left corner, O on those of the top right.
//! - A move puts one's own mark on any empty square; every enemy mark beside, above or
//!   below it becomes one's own.
//! - A game has up to 28 rounds of one move each; 28 rounds fill the board. It ends when
//!   they are played or the board is full. Most marks win, equal marks are a draw.
//!
//! A position is written as rows from the top, the side to move and the plies left;
//! a move as the letter of its column and the number of its row from the top:
//!
//! ```
//! use papan_adjacency::Adjacency;
//! use papan_core::{Game, Notation, Seat};
//!
//! let game = Adjacency::new(28, Seat::FIRST);
//! let mut position = game.start();
//! assert_eq!(
//!     game.position_text(&position),
//!     "......OO/......OO/......../......../......../......../XX....../XX...... X 56"
//! );
//! for text in ["f1", "f2", "f3"] {
//!     let played = game.parse_move(&position, text).unwrap();
//!     game.play(&mut position, played);
//! }
//! // X took g1; O came between and took f1; X took f2 from below.
//! assert_eq!(
//!     game.position_text(&position),
//!     ".....OXO/.....XOO/.....X../......../......../......../XX....../XX...... O 53"
//! );
//! assert_eq!(game.scores(&position).as_slice(), [7, 4]);
//! ```

mod board;
mod encoding;
mod notation;
mod picture;
mod playout;
mod position;
mod rules;

pub use board::{Board, Details};
pub use position::{Position, Square, neighbours};
pub use rules::{Adjacency, FAMILIES, MAX_ROUNDS, PRESETS};
