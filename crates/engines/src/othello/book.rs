//! An opening book: what our own searches say of positions that are often played.
//!
//! The file, all numbers little endian:
//!
//! | bytes | what |
//! |---|---|
//! | 7 | `PapBook` |
//! | 1 | the version, 1 |
//! | 4 | how many positions follow |
//! | 12 for each | key (`u64`), value (`i16`), best square (`u8`), whether its own search found the best move (1) or it leads to another position of the book (0) |
//! | 8 | a checksum of all before it |
//!
//! A position stands for its eight images. Its key is that of the discs of the side to move and of
//! the other side in the least of them ([`least_image`]); positions stand in the order of
//! their keys. The value is for the side to move, in 32nds of a disc, as that of the best line
//! through the book and the searches at its edges; the best square is one of the least image.

use super::patterns::UNIT;
use crate::{checksum::checksum, weights};
use papan_core::{Game, key};
use papan_othello::{
    Move, Othello, Position,
    symmetry::{Image, least_image},
};
use papan_search::{Points, Value, Valued, Values};
use std::sync::OnceLock;
use thiserror::Error;

const MAGIC: &[u8; 7] = b"PapBook";
const VERSION: u8 = 1;
const ENTRY: usize = 12;

/// The most positions of a book: 300 kB.
pub const MOST_POSITIONS: usize = 25_000;

/// The unit of values in the file, as parts of a disc.
const FILE_UNIT: i32 = 32;

/// An opening book.
///
/// ```
/// use papan_core::Game;
/// use papan_engines::othello::book::Book;
/// use papan_othello::Othello;
///
/// let othello = Othello::new();
/// let known = Book::built_in().find(&othello.start()).unwrap();
/// assert!(othello.legal_moves(&othello.start()).contains(&known.best));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// In the order of their keys.
    entries: Vec<Entry>,
}

/// What a book says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The best move.
    pub best: Move,
    /// What it is worth to the side to move, in [`UNIT`]ths of a disc.
    pub value: i32,
    /// Whether the best move leaves the book.
    pub leaves: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Entry {
    key: u64,
    value: i16,
    /// The square of the best move in the least image.
    best: u8,
    leaves: bool,
}

/// Why bytes are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// They are something else.
    #[error("not an opening book of Othello")]
    Foreign,
    /// They are of a version that this program cannot read.
    #[error("an opening book of version {0}; this program reads version {VERSION}")]
    Version(u8),
    /// Their number is not what their header says.
    #[error("the opening book is {found} bytes long instead of {expected}")]
    Length {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// There are more positions than a book may have.
    #[error("the opening book has {0} positions; {MOST_POSITIONS} are the most")]
    TooLarge(usize),
    /// Their checksum is not that of their contents.
    #[error("the opening book is damaged")]
    Damaged,
}

impl Book {
    /// The [book](weights::OTHELLO_BOOK) that comes with the program; one that knows nothing where
    /// it is not there.
    pub fn built_in() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        static NONE: Book = Book {
            entries: Vec::new(),
        };
        match (BOOK.get(), weights::OTHELLO_BOOK.bytes()) {
            (Some(book), _) => book,
            (None, Ok(file)) => BOOK.get_or_init(|| Book::read(file).unwrap_or_default()),
            (None, Err(_)) => &NONE,
        }
    }

    /// A book of these positions.
    pub fn of(known: impl IntoIterator<Item = (Position, Known)>) -> Book {
        let mut entries: Vec<Entry> = known
            .into_iter()
            .map(|(position, known)| {
                let (key, image) = place(&position);
                let square = known.best.square().unwrap_or_default();
                let value = known.value * FILE_UNIT / UNIT;
                Entry {
                    key,
                    value: value.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
                    best: image.of(1 << square).trailing_zeros() as u8,
                    leaves: known.leaves,
                }
            })
            .collect();
        entries.sort();
        entries.dedup_by_key(|entry| entry.key);
        Book { entries }
    }

    /// The book in a file.
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BookError::Foreign)?;
        let (&version, rest) = rest.split_first().ok_or(BookError::Foreign)?;
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let (count, rest) = rest.split_first_chunk().ok_or(BookError::Foreign)?;
        let count = u32::from_le_bytes(*count) as usize;
        if count > MOST_POSITIONS {
            return Err(BookError::TooLarge(count));
        }
        let wrong = BookError::Length {
            expected: bytes.len() - rest.len() + count * ENTRY + 8,
            found: bytes.len(),
        };
        let (rest, sum) = rest.split_last_chunk::<8>().ok_or(wrong)?;
        if rest.len() != count * ENTRY {
            return Err(wrong);
        }
        if checksum(&bytes[..bytes.len() - 8]) != u64::from_le_bytes(*sum) {
            return Err(BookError::Damaged);
        }
        let entries = rest.as_chunks::<ENTRY>().0.iter().map(Entry::read);
        Ok(Book {
            entries: entries.collect(),
        })
    }

    /// The file of a book.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        for entry in &self.entries {
            bytes.extend(entry.key.to_le_bytes());
            bytes.extend(entry.value.to_le_bytes());
            bytes.extend([entry.best, u8::from(entry.leaves)]);
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// How many positions it knows, images not counted.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What it says of a position of the usual board.
    pub fn find(&self, position: &Position) -> Option<Known> {
        let (key, image) = place(position);
        let at = self.entries.binary_search_by_key(&key, |entry| entry.key);
        let entry = self.entries[at.ok()?];
        let square = image.back(1 << (entry.best & 63)).trailing_zeros();
        // A key that two positions share names a move that need not be there.
        (position.mobility() >> square & 1 == 1).then_some(Known {
            best: Move::place(square),
            value: i32::from(entry.value) * UNIT / FILE_UNIT,
            leaves: entry.leaves,
        })
    }

    /// The moves that it knows of a position, each with the line that it expects, the best first; none
    /// where the position is not in it.
    pub fn moves(&self, game: &Othello, position: &Position) -> Values<Move> {
        let Some(known) = self.find(position).filter(|_| game.size() == 8) else {
            return Vec::new();
        };
        let mut moves: Vec<(Move, i32)> = game
            .legal_moves(position)
            .into_iter()
            .filter_map(|played| {
                let after = game.after(position, played);
                let value = match played == known.best {
                    true => known.value,
                    // After a pass the same side moves again.
                    false if after.mover() == position.mover() => return None,
                    false => -self.find(&after)?.value,
                };
                Some((played, value))
            })
            .collect();
        moves.sort_by_key(|&(played, value)| (-value, played != known.best));
        moves
            .into_iter()
            .map(|(played, value)| {
                let line = self.line(game, position, played);
                Valued {
                    depth: line.len() as u32,
                    line,
                    ..Valued::at_sight(played, Value::Points(Points::parts(value, UNIT)))
                }
            })
            .collect()
    }

    /// The line that it expects after a move.
    fn line(&self, game: &Othello, position: &Position, first: Move) -> Vec<Move> {
        let mut line = vec![first];
        let mut position = game.after(position, first);
        while let Some(known) = self.find(&position) {
            line.push(known.best);
            position = game.after(&position, known.best);
        }
        line
    }
}

impl Entry {
    fn read(bytes: &[u8; ENTRY]) -> Entry {
        let [key @ .., low, high, best, leaves] = *bytes;
        Entry {
            key: u64::from_le_bytes(key),
            value: i16::from_le_bytes([low, high]),
            best,
            leaves: leaves != 0,
        }
    }
}

/// The key of a position and all its images, and which image of it is the least.
fn place(position: &Position) -> (u64, Image) {
    let ((own, other), image) = least_image(position.own(), position.other());
    (key::of_words([own, other]), image)
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::{Notation, Random};
    use std::collections::HashSet;

    /// Some positions with anything that a book may say of them.
    fn some_positions(game: &Othello) -> Vec<(Position, Known)> {
        let mut random = Random::new(1);
        let mut position = game.start();
        let mut known = Vec::new();
        for _ in 0..12 {
            let moves = game.legal_moves(&position);
            let best = moves[random.below(moves.len())];
            let value = (random.below(40 * UNIT as usize) as i32 - 20 * UNIT) / 2 * 2;
            let leaves = random.below(2) == 0;
            known.push((
                position,
                Known {
                    best,
                    value,
                    leaves,
                },
            ));
            game.play(&mut position, best);
        }
        known
    }

    #[test]
    fn what_is_written_is_read_and_found_in_all_images() {
        let game = Othello::new();
        let known = some_positions(&game);
        let book = Book::of(known.clone());
        assert_eq!(Book::read(&book.bytes()), Ok(book.clone()));
        assert_eq!((book.len(), book.is_empty()), (known.len(), false));
        for (position, known) in &known {
            assert_eq!(book.find(position), Some(*known));
            for image in Image::all() {
                let text: Vec<char> = game.position_text(position).chars().collect();
                let turned: String = (0..64)
                    .map(|square| text[image.back(1 << square).trailing_zeros() as usize])
                    .chain(text[64..].iter().copied())
                    .collect();
                let turned = game.parse_position(&turned).unwrap();
                let found = book.find(&turned).unwrap();
                assert_eq!(found.value, known.value);
                // Where a position is its own image, its best move may be one of several.
                assert!(turned.mobility() >> found.best.square().unwrap() & 1 == 1);
                let after = |position: &Position, best| place(&game.after(position, best)).0;
                assert_eq!(after(&turned, found.best), after(position, known.best));
            }
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let bytes = Book::of(some_positions(&Othello::new())).bytes();
        let broken = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = bytes.clone();
            change(&mut bytes);
            Book::read(&bytes).unwrap_err()
        };
        assert_eq!(broken(&|bytes| bytes[0] = b'x'), BookError::Foreign);
        assert_eq!(broken(&|bytes| bytes.truncate(5)), BookError::Foreign);
        assert_eq!(broken(&|bytes| bytes[7] = 9), BookError::Version(9));
        assert_eq!(broken(&|bytes| bytes[20] ^= 1), BookError::Damaged);
        let (expected, found) = (bytes.len(), bytes.len() - 3);
        assert_eq!(
            broken(&|bytes| bytes.truncate(found)),
            BookError::Length { expected, found }
        );
        assert!(matches!(
            broken(&|bytes| bytes[11] = 200),
            BookError::TooLarge(_)
        ));
        for length in 0..bytes.len() {
            assert!(Book::read(&bytes[..length]).is_err());
        }
    }

    /// A value is that of the best move: where that stays in the book, of the position after it.
    #[test]
    fn the_built_in_book_agrees_with_itself() {
        let game = Othello::new();
        let book = Book::read(weights::OTHELLO_BOOK.bytes().unwrap()).unwrap();
        assert!(
            book.entries
                .is_sorted_by(|left, right| left.key < right.key)
        );
        let (mut waiting, mut seen) = (vec![game.start()], HashSet::new());
        let mut staying = 0;
        while let Some(position) = waiting.pop() {
            let Some(known) = book.find(&position) else {
                continue;
            };
            if !seen.insert(place(&position).0) {
                continue;
            }
            let mut best = i32::MIN;
            for played in game.legal_moves(&position) {
                let after = game.after(&position, played);
                if let Some(next) = book.find(&after) {
                    assert!(after.mover() != position.mover());
                    best = best.max(-next.value);
                    waiting.push(after);
                }
            }
            assert!(best <= known.value);
            if !known.leaves {
                staying += 1;
                assert_eq!(best, known.value);
                let after = game.after(&position, known.best);
                assert_eq!(book.find(&after).map(|next| -next.value), Some(best));
            }
        }
        assert!(
            seen.len() * 10 >= book.len() * 9,
            "{} of {}",
            seen.len(),
            book.len()
        );
        assert!(staying > 0);
    }

    #[test]
    fn moves_are_legal_and_sorted_and_their_lines_can_be_played() {
        let game = Othello::new();
        let book = Book::built_in();
        let mut position = game.start();
        let mut plies = 0;
        while let Some(known) = book.find(&position) {
            let moves = book.moves(&game, &position);
            assert_eq!(moves[0].played, known.best);
            assert!(moves.is_sorted_by(|a, b| a.value.number() >= b.value.number()));
            for valued in &moves {
                assert_eq!(valued.line[0], valued.played);
                let mut after = position;
                for &played in &valued.line {
                    assert!(game.is_legal(&after, played));
                    game.play(&mut after, played);
                }
            }
            game.play(&mut position, known.best);
            plies += 1;
        }
        assert!(plies > 0);
        let small = Othello::with_size(6);
        assert!(book.moves(&small, &small.start()).is_empty());
    }
}
