//! The pieces as a program writes them down: in which order it tries them, by which square
//! it holds each of them, and how it turns them.

use super::hands::by_size;
use papan_blokus::{Blokus, Move, ORIENTATIONS, Offset, PIECES, Piece, Square, orientations};
use papan_core::Random;

/// Where the pieces are taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// As [`Piece::all`] lists them, large ones first: I5 L5 Y N P U T5 V5 W Z5 F X, I4 L4 T4
    /// Z4 O4, I3 V3, I2, I1. A piece is held by its first square, row by row from the top
    /// left, however it is turned.
    Natural,
    /// As the program of LeakyAI's authors lists and holds them: I5 Y X F U W P Z5 N V5 T5 L5,
    /// Z4 L4 I4 T4 O4, I3 V3, I2, I1.
    Authors,
    /// Equally large pieces in an order drawn from a seed, each held by any of its squares and
    /// drawn any way round: a listing that is wrong for sure.
    Random(u64),
}

/// Whether a piece is first tried as it is drawn, or turned right before every try, so that
/// the drawn way comes fourth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstTurn {
    /// As it is drawn.
    Drawn,
    /// Turned right by a quarter.
    Turned,
}

/// The pieces of the authors' program in the order in which it tries them. `@` is the square
/// by which a piece is held, their "titik tengah". From <https://github.com/acailuv/BlokusAI>,
/// a state of February 2020, before LeakyAI was added; Table 2 of the paper shows three of them.
const AUTHORS: [(&str, &[&str]); PIECES] = [
    ("I5", &["#", "#", "@", "#", "#"]),
    ("Y", &[".#..", "#@##"]),
    ("X", &[".#.", "#@#", ".#."]),
    ("F", &[".##", "#@.", ".#."]),
    ("U", &["##", "@.", "##"]),
    ("W", &[".##", "#@.", "#.."]),
    ("P", &["#.", "@#", "##"]),
    ("Z5", &["..#", "#@#", "#.."]),
    ("N", &[".@##", "##.."]),
    ("V5", &["#..", "#..", "@##"]),
    ("T5", &[".#.", ".#.", "#@#"]),
    ("L5", &["#...", "#@##"]),
    ("Z4", &[".##", "#@."]),
    ("L4", &["..#", "#@#"]),
    ("I4", &["#@##"]),
    ("T4", &[".#.", "#@#"]),
    ("O4", &["#@", "##"]),
    ("I3", &["#@#"]),
    ("V3", &["#@", ".#"]),
    ("I2", &["@#"]),
    ("I1", &["@"]),
];

/// A way to hold an orientation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    /// The first of the eight turns of the piece that shows it so.
    pub(super) turn: u8,
    /// The held square as seen from the anchor.
    hold: Offset,
}

impl Way {
    /// The index of the held square of a placement with this anchor.
    #[inline]
    pub(super) fn held<const WORDS: usize>(
        self,
        game: &Blokus<WORDS>,
        (row, column): Square,
    ) -> usize {
        let (down, right) = self.hold;
        game.index((
            row.wrapping_add_signed(down as isize),
            column.wrapping_add_signed(right as isize),
        ))
    }
}

/// A listing with every way to hold every orientation. A symmetric piece that is not held in
/// its middle has orientations that can be held in several ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pieces {
    /// Large ones first.
    pub(super) order: [Piece; PIECES],
    ways: Vec<Way>,
    /// Where the ways of each orientation end.
    ends: [u8; ORIENTATIONS],
}

impl Pieces {
    pub(super) fn new(listing: Listing, first: FirstTurn) -> Pieces {
        match listing {
            Listing::Natural => Pieces::natural(first),
            Listing::Authors => {
                let piece = |(name, rows): &(&str, &[&str])| {
                    let piece = Piece::named(name).expect("a piece of Blokus");
                    (piece, around_hold(rows))
                };
                Pieces::held(AUTHORS.iter().map(piece).collect(), first)
            }
            Listing::Random(seed) => Pieces::random(&mut Random::new(seed), first),
        }
    }

    fn natural(first: FirstTurn) -> Pieces {
        let mut found = Vec::new();
        let ahead = usize::from(first == FirstTurn::Turned);
        for piece in Piece::all() {
            let turns = piece.turns();
            // Four turns and, mirrored, four again.
            for turn in 0..8 {
                let shown = turns[turn / 4 * 4 + (turn + ahead) % 4];
                found.push((shown, turn as u8, (0, 0)));
            }
        }
        Pieces::of(by_size(Piece::all()), &found)
    }

    fn random(random: &mut Random, first: FirstTurn) -> Pieces {
        let mut pieces: Vec<Piece> = Piece::all().collect();
        for last in (1..PIECES).rev() {
            pieces.swap(last, random.below(last + 1));
        }
        let mut drawn = Vec::new();
        for piece in by_size(pieces.into_iter()) {
            let shown = piece.turns()[random.below(8)];
            let squares = &orientations()[shown].squares;
            let (row, column) = squares[random.below(squares.len())];
            let around = squares.iter().map(|&(r, c)| (r - row, c - column));
            drawn.push((piece, around.collect()));
        }
        Pieces::held(drawn, first)
    }

    /// Pieces with their squares as seen from the held one. They are turned about it four
    /// times, mirrored, and turned four times again.
    fn held(drawn: Vec<(Piece, Vec<Offset>)>, first: FirstTurn) -> Pieces {
        let mut found = Vec::new();
        for (_, squares) in &drawn {
            let mut shape = squares.clone();
            for turn in 0..8 {
                if turn == 4 {
                    shape.iter_mut().for_each(|(_, column)| *column = -*column);
                }
                let turned: Vec<Offset> =
                    shape.iter().map(|&(row, column)| (column, -row)).collect();
                let shown = if first == FirstTurn::Turned {
                    &turned
                } else {
                    &shape
                };
                let (orientation, hold) = placed(shown);
                found.push((orientation, turn, hold));
                shape = turned;
            }
        }
        Pieces::of(std::array::from_fn(|at| drawn[at].0), &found)
    }

    /// From orientations, turns and holds, the turns of a piece in their order.
    fn of(order: [Piece; PIECES], found: &[(usize, u8, Offset)]) -> Pieces {
        let mut ways: Vec<Way> = Vec::new();
        let ends = std::array::from_fn(|orientation| {
            let begin = ways.len();
            for &(_, turn, hold) in found.iter().filter(|found| found.0 == orientation) {
                if ways[begin..].iter().all(|way| way.hold != hold) {
                    ways.push(Way { turn, hold });
                }
            }
            ways.len() as u8
        });
        Pieces { order, ways, ends }
    }

    /// The ways to hold a placement, first turns first, and its anchor.
    #[inline]
    pub(super) fn ways<const WORDS: usize>(
        &self,
        game: &Blokus<WORDS>,
        played: Move,
    ) -> (&[Way], Square) {
        let (orientation, anchor) = game.anchored(played);
        let begin = match orientation {
            0 => 0,
            _ => usize::from(self.ends[orientation - 1]),
        };
        (
            &self.ways[begin..usize::from(self.ends[orientation])],
            anchor,
        )
    }
}

/// The squares of a drawing as seen from the held one.
fn around_hold(rows: &[&str]) -> Vec<Offset> {
    let marks = || {
        rows.iter().enumerate().flat_map(|(row, text)| {
            let columns = text.bytes().enumerate();
            columns.map(move |(column, mark)| ((row as i32, column as i32), mark))
        })
    };
    let (row, column) = marks()
        .find(|(_, mark)| *mark == b'@')
        .map_or((0, 0), |(at, _)| at);
    let squares = marks().filter(|(_, mark)| *mark != b'.');
    squares.map(|((r, c), _)| (r - row, c - column)).collect()
}

/// The orientation of a shape, and its square (0, 0) as seen from the anchor.
fn placed(shape: &[Offset]) -> (usize, Offset) {
    let mut squares = shape.to_vec();
    squares.sort_unstable();
    let (row, column) = squares[0];
    squares
        .iter_mut()
        .for_each(|square| *square = (square.0 - row, square.1 - column));
    let found = orientations()
        .iter()
        .position(|orientation| orientation.squares == squares);
    (found.expect("the shape of a piece"), (-row, -column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_authors_drawings_are_the_pieces_they_are_called_after() {
        for (name, rows) in AUTHORS {
            let (orientation, _) = placed(&around_hold(rows));
            assert_eq!(orientations()[orientation].piece.name(), name);
        }
    }

    #[test]
    fn every_orientation_can_be_held_and_only_by_its_own_squares() {
        for listing in [Listing::Natural, Listing::Authors, Listing::Random(1)] {
            for first in [FirstTurn::Drawn, FirstTurn::Turned] {
                let pieces = Pieces::new(listing, first);
                let sizes = pieces.order.map(Piece::size);
                assert!(sizes.is_sorted_by(|left, right| left >= right));
                let mut begin = 0;
                for (orientation, &end) in orientations().iter().zip(&pieces.ends) {
                    let ways = &pieces.ways[begin..usize::from(end)];
                    begin = usize::from(end);
                    assert!(!ways.is_empty());
                    assert!(
                        ways.iter()
                            .all(|way| orientation.squares.contains(&way.hold))
                    );
                    assert!(ways.is_sorted_by_key(|way| way.turn));
                }
            }
        }
        // A square of four, held at a corner, can be held at any of its squares.
        let pieces = Pieces::new(Listing::Authors, FirstTurn::Turned);
        let square = Piece::named("O4").unwrap().orientations().start;
        let begin = usize::from(pieces.ends[square - 1]);
        assert_eq!(usize::from(pieces.ends[square]) - begin, 4);
    }
}
