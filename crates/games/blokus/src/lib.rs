//! Blokus on any board from 5x5 to 20x20 for two to four players: rules, notation and
//! Pentobi's files.
//!
//! | module | what it holds |
//! |---|---|
//! | [`Rules`], [`PRESETS`] | what can differ between games, as a value |
//! | [`Blokus`], [`Position`], [`Move`] | the rules and what they act on |
//! | [`Piece`], [`orientations`] | the 21 pieces and their 91 orientations |
//! | [`Violation`] | why a placement is not allowed |
//! | [`Squares`] | sets of squares |
//! | [`Legal`] | the placements of a colour, found at once |

mod blksgf;
mod board;
mod encoding;
mod game;
mod generate;
mod notation;
mod picture;
mod pieces;
mod position;
mod rules;
mod squares;
mod violation;

pub use board::{Board, Colour, Details};
pub use game::Blokus;
pub use generate::Legal;
pub use pieces::{ORIENTATIONS, Offset, Orientation, PIECE_SQUARES, PIECES, Piece, orientations};
pub use position::{Move, Position};
pub use rules::{
    FAMILIES, MAX_SIZE, MIN_SIZE, PRESETS, Rules, RulesError, Scoring, Square, Starts,
};
pub use squares::Squares;
pub use violation::{SquareName, Violation};

use papan_core::spec::{Settings, SpecError};

/// Blokus on boards up to 14x14, that of Duo among them: a set of squares is one
/// 256-bit vector.
pub type Small = Blokus<4>;

/// Blokus on boards up to 20x20: a set of squares is seven words.
pub type Large = Blokus<7>;

/// Blokus with sets of squares as small as the board allows: they are as fast as possible.
pub enum AnySize {
    /// On boards up to 14x14.
    Small(Small),
    /// On larger ones.
    Large(Large),
}

impl AnySize {
    /// The game that settings of one of the [`PRESETS`] describe.
    pub fn from_settings(settings: &Settings) -> Result<AnySize, SpecError> {
        let rules = Rules::from_settings(settings)?;
        if let Some(game) = Small::new(rules) {
            return Ok(AnySize::Small(game));
        }
        let game = Large::new(rules);
        Ok(AnySize::Large(game.expect("rules have no larger boards")))
    }
}
