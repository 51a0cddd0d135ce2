//! The vocabulary of Papan: what a game is, who sits at it, how it is scored, how its
//! positions and moves are written, and the one place where a game is erased to text
//! and JSON.
//!
//! | module | what it holds |
//! |---|---|
//! | [`Game`] | the rules of a game, as searches see them |
//! | [`Notation`] | the same game as text |
//! | [`Encoding`], [`Batch`] | moves and positions as numbers; many games stepped together |
//! | [`AnyGame`], [`AnyPosition`] | a game that is only known at run time: text in, text and JSON out |
//! | [`Family`] | what is true of a game besides its rules |
//! | [`spec`] | games by name and typed parameters: `othello:size=6` |
//! | [`LineOfPlay`], [`line`](mod@line) | a start and moves, and the one checked replay |
//! | [`record`], [`formats`], [`sgf`] | played games and the files they are kept in |
//! | [`files`], [`visible`] | what others give us: files with a limit, texts fit to be shown |
//! | [`picture`] | boards as SVG |
//! | [`perft()`], [`playout()`] | the two measures of a rules engine |
//! | [`Random`], [`key`], [`bits`] | seeded randomness, stable keys, sets of squares |
//! | [`floats`] | functions of numbers that are the same on every machine |
//! | [`machine`] | what the processor can do |
//! | [`properties`] | what must hold in every game |
//! | [`example`] | the smallest complete game |

mod batch;
mod encoding;
mod erased;
mod error;
mod family;
mod game;
mod notation;
mod opening;
mod perft;
mod pgn;
mod playout;
mod random;
mod reason;
mod scores;
mod seat;
mod text;

pub mod bits;
pub mod example;
pub mod files;
pub mod floats;
pub mod formats;
pub mod key;
pub mod line;
pub mod machine;
pub mod picture;
pub mod properties;
pub mod record;
pub mod sgf;
pub mod spec;

pub use batch::{AnyBatch, Batch, BatchError, Buffers, Shape};
pub use encoding::{Encoding, Symmetry, returns, square_images, square_symmetries, write_bits};
pub use erased::{AnyGame, AnyPosition, View, Visit, erase};
pub use error::{FormatError, IllegalMove, MoveError, PositionError, shortened};
pub use family::{Family, SeatPlace, Work};
pub use formats::Format;
pub use game::Game;
pub use line::{LineError, LineOfPlay};
pub use notation::{Effects, Notation, Phrase, to_json};
pub use opening::Opening;
pub use perft::{divide, perft};
pub use playout::{Tally, playout, playouts};
pub use random::Random;
pub use reason::{Mistake, Reason, counted};
pub use record::{Record, RecordError};
pub use scores::{Outcome, Scores};
pub use seat::{MAX_SEATS, Seat};
pub use text::visible;
