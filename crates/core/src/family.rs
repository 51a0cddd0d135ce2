//! What is true of a game besides its rules: facts that the catalogue, the page and the
//! commands ask for, so that none of them lists games.

use serde::Serialize;

/// A game with its variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Family {
    /// Its name, which stands in addresses of pages and in the file of levels.
    #[serde(rename = "family")]
    pub name: &'static str,
    /// The shape of its board: which module of the page draws it.
    pub geometry: &'static str,
    /// The names of the game itself, and then of its variants.
    #[serde(skip)]
    pub presets: &'static [&'static str],
    /// Games besides the presets that a file may be of which does not say so itself.
    #[serde(skip)]
    pub variants: &'static [&'static str],
    /// What `papan bench` does in it.
    #[serde(skip)]
    pub work: &'static [Work],
}

/// A fixed amount of work in a game: a second's part of `papan bench`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// The game, as one types it.
    pub game: &'static str,
    /// The depth of a perft from the start.
    pub perft: u32,
    /// The number of random games.
    pub playouts: u64,
}

impl Work {
    /// A perft of this depth and so many playouts.
    pub const fn new(game: &'static str, perft: u32, playouts: u64) -> Work {
        Work {
            game,
            perft,
            playouts,
        }
    }
}

/// Where a seat sits at the board as it is drawn: the side or the corner where its pieces lie
/// or begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatPlace {
    /// The upper side.
    Top,
    /// The lower side.
    Bottom,
    /// The upper left corner.
    TopLeft,
    /// The upper right corner.
    TopRight,
    /// The lower left corner.
    BottomLeft,
    /// The lower right corner.
    BottomRight,
}
