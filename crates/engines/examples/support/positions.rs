//! The file of judged positions that the programs of the training hand on to each other.
//!
//! For each position 20 bytes, little endian: the discs of the side to move and of the other (two
//! `u64`), its value for the side to move in 32nds of a disc (`i16`), flags (`u8`: 1 black is to
//! move, 2 the value is exact, 4 a random move follows, 8 the last of its game), and a zero. The
//! positions of a game follow each other.

#![allow(dead_code)] // not every program uses both directions

/// The unit of values in the file, as parts of a disc.
const FILE_UNIT: f32 = 32.0;
const SIZE: usize = 20;

const BLACK: u8 = 1;
const EXACT: u8 = 2;
const CHANCE_FOLLOWS: u8 = 4;
const LAST: u8 = 8;

/// A position and what the engine thinks of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Judged {
    /// The discs of the side to move.
    pub(crate) own: u64,
    /// Those of the other side.
    pub(crate) other: u64,
    /// What it is worth to the side to move, in discs.
    pub(crate) value: f32,
    /// Whether black is to move.
    pub(crate) is_black: bool,
    /// Whether the value is that of the game itself.
    pub(crate) is_exact: bool,
    /// Whether the move that was played is not the engine's.
    pub(crate) is_followed_by_chance: bool,
}

/// The games in a file; a game that ends in the middle is left out.
pub(crate) fn games(file: &[u8]) -> Vec<Vec<Judged>> {
    let mut games = Vec::new();
    let mut game = Vec::new();
    for bytes in file.chunks_exact(SIZE) {
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        let flags = bytes[18];
        game.push(Judged {
            own: word(0),
            other: word(8),
            value: f32::from(i16::from_le_bytes([bytes[16], bytes[17]])) / FILE_UNIT,
            is_black: flags & BLACK != 0,
            is_exact: flags & EXACT != 0,
            is_followed_by_chance: flags & CHANCE_FOLLOWS != 0,
        });
        if flags & LAST != 0 {
            games.push(std::mem::take(&mut game));
        }
    }
    games
}

/// A game as it stands in a file.
pub(crate) fn bytes(game: &[Judged]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(SIZE * game.len());
    for (at, position) in game.iter().enumerate() {
        bytes.extend(position.own.to_le_bytes());
        bytes.extend(position.other.to_le_bytes());
        bytes.extend(((position.value * FILE_UNIT).round() as i16).to_le_bytes());
        let flag = |flag: u8, is_set: bool| if is_set { flag } else { 0 };
        let flags = flag(BLACK, position.is_black)
            | flag(EXACT, position.is_exact)
            | flag(CHANCE_FOLLOWS, position.is_followed_by_chance)
            | flag(LAST, at + 1 == game.len());
        bytes.extend([flags, 0]);
    }
    bytes
}
