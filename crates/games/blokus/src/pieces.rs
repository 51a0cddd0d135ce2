//! The 21 pieces and their 91 orientations.

use std::{fmt, sync::LazyLock};

/// The number of pieces of each colour.
pub const PIECES: usize = 21;
/// The squares of all pieces of a colour together.
pub const PIECE_SQUARES: u32 = 89;
/// The number of ways in which the pieces can be turned and mirrored: every polyomino
/// of up to five squares.
pub const ORIENTATIONS: usize = 91;
/// The orientations of pieces of up to four squares, which come first. All others grow
/// out of them by one square.
pub(crate) const SMALL_ORIENTATIONS: usize = 28;

/// Names and shapes, small ones first. The order of the pieces is the order of a
/// position's bits.
const SHAPES: [(&str, &[&str]); PIECES] = [
    ("I1", &["#"]),
    ("I2", &["##"]),
    ("I3", &["###"]),
    ("V3", &["#.", "##"]),
    ("I4", &["####"]),
    ("L4", &["#..", "###"]),
    ("T4", &["###", ".#."]),
    ("Z4", &["##.", ".##"]),
    ("O4", &["##", "##"]),
    ("I5", &["#####"]),
    ("L5", &["#...", "####"]),
    ("Y", &[".#..", "####"]),
    ("N", &["##..", ".###"]),
    ("P", &["##", "##", "#."]),
    ("U", &["#.#", "###"]),
    ("T5", &["###", ".#.", ".#."]),
    ("V5", &["#..", "#..", "###"]),
    ("W", &["#..", "##.", ".##"]),
    ("Z5", &["##.", ".#.", ".##"]),
    ("F", &[".##", "##.", ".#."]),
    ("X", &[".#.", "###", ".#."]),
];

/// One of the 21 pieces.
///
/// ```
/// use papan_blokus::Piece;
///
/// let piece = Piece::named("z4").unwrap();
/// assert_eq!(piece.name(), "Z4");
/// assert_eq!(piece.size(), 4);
/// assert_eq!(piece.orientations().len(), 4);
/// assert_eq!(Piece::all().map(Piece::size).sum::<u32>(), 89);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece(u8);

impl Piece {
    /// The piece of one square, worth five points when it is placed last.
    pub const MONOMINO: Piece = Piece(0);

    /// All pieces, small ones first.
    pub fn all() -> impl ExactSizeIterator<Item = Piece> + DoubleEndedIterator {
        (0..PIECES as u8).map(Piece)
    }

    /// The piece with this name, in either case.
    pub fn named(name: &str) -> Option<Piece> {
        Piece::all().find(|piece| piece.name().eq_ignore_ascii_case(name))
    }

    /// Its number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its usual name.
    pub const fn name(self) -> &'static str {
        SHAPES[self.index()].0
    }

    /// How many squares it covers.
    #[inline]
    pub const fn size(self) -> u32 {
        match self.0 {
            0 => 1,
            1 => 2,
            2..=3 => 3,
            4..=8 => 4,
            _ => 5,
        }
    }

    /// All pieces of a size as a set: bit [`index`](Piece::index) stands for a piece.
    ///
    /// ```
    /// use papan_blokus::Piece;
    ///
    /// assert_eq!(Piece::of_size(5).count_ones(), 12);
    /// assert_eq!(Piece::of_size(6), 0);
    /// ```
    #[inline]
    pub const fn of_size(size: u32) -> u32 {
        match size {
            1 => 0b1,
            2 => 0b10,
            3 => 0b1100,
            4 => 0b1_1111_0000,
            5 => 0b1_1111_1111_1110_0000_0000,
            _ => 0,
        }
    }

    /// Its squares as it is usually drawn: rows down and columns to the right, from the top
    /// left of the drawing.
    ///
    /// ```
    /// use papan_blokus::Piece;
    ///
    /// assert_eq!(Piece::named("V3").unwrap().squares().len(), 3);
    /// ```
    pub fn squares(self) -> Vec<Offset> {
        drawn(SHAPES[self.index()].1)
    }

    /// The ways in which it can be turned and mirrored, as indices into
    /// [`orientations`](fn@orientations).
    pub fn orientations(self) -> std::ops::Range<usize> {
        let all = orientations();
        let first = all.partition_point(|orientation| orientation.piece < self);
        let last = all.partition_point(|orientation| orientation.piece <= self);
        first..last
    }

    /// The eight ways to hold it, as indices into [`orientations`](fn@orientations): as it
    /// is usually drawn and turned right three times, then the same mirrored. Symmetric
    /// pieces come back to the same orientation.
    ///
    /// ```
    /// use papan_blokus::Piece;
    ///
    /// let cross = Piece::named("X").unwrap().turns();
    /// assert!(cross.iter().all(|turn| *turn == cross[0]));
    /// ```
    pub fn turns(self) -> [usize; 8] {
        let mut shape = self.squares();
        std::array::from_fn(|turn| {
            if turn == 4 {
                shape = shape.iter().map(|&(row, column)| (row, -column)).collect();
            }
            let squares = anchored(&shape);
            shape = shape.iter().map(|&(row, column)| (column, -row)).collect();
            let found = orientations().iter().position(|o| o.squares == squares);
            found.unwrap_or_default()
        })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A square as seen from the anchor of a piece: rows down and columns to the right.
pub type Offset = (i32, i32);

/// A piece turned one way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orientation {
    /// The piece.
    pub piece: Piece,
    /// Its squares row by row from the top left. The first is its anchor, (0, 0).
    pub squares: Vec<Offset>,
    /// The orientation that is this one without [`added`](Orientation::added); itself for
    /// the monomino.
    pub(crate) parent: usize,
    /// The square that its parent lacks.
    pub(crate) added: Offset,
}

/// All orientations of all pieces, by piece.
pub fn orientations() -> &'static [Orientation] {
    static ALL: LazyLock<Vec<Orientation>> = LazyLock::new(all_orientations);
    &ALL
}

fn all_orientations() -> Vec<Orientation> {
    let mut all: Vec<Orientation> = Vec::with_capacity(ORIENTATIONS);
    for piece in Piece::all() {
        let mut shapes = turned(SHAPES[piece.index()].1);
        shapes.sort();
        shapes.dedup();
        for squares in shapes {
            let (parent, added) = grown_from(&squares, &all).unwrap_or((0, (0, 0)));
            all.push(Orientation {
                piece,
                squares,
                parent,
                added,
            });
        }
    }
    all
}

/// The squares of a drawing.
fn drawn(drawing: &[&str]) -> Vec<Offset> {
    let squares = drawing.iter().enumerate().flat_map(|(row, text)| {
        let columns = text.bytes().enumerate().filter(|(_, mark)| *mark == b'#');
        columns.map(move |(column, _)| (row as i32, column as i32))
    });
    squares.collect()
}

/// The eight turned and mirrored forms of a drawing, with repetitions.
fn turned(drawing: &[&str]) -> Vec<Vec<Offset>> {
    let mut shape = drawn(drawing);
    let mut shapes = Vec::new();
    for turn in 0..8 {
        shape = shape.iter().map(|&(row, column)| (column, -row)).collect();
        if turn == 4 {
            shape = shape.iter().map(|&(row, column)| (row, -column)).collect();
        }
        shapes.push(anchored(&shape));
    }
    shapes
}

/// The same shape in row order, seen from its first square.
pub(crate) fn anchored(shape: &[Offset]) -> Vec<Offset> {
    let mut squares = shape.to_vec();
    squares.sort();
    let (row, column) = squares[0];
    squares
        .iter()
        .map(|&(r, c)| (r - row, c - column))
        .collect()
}

/// A known orientation that lacks one square of this shape, and that square. The anchor
/// is never taken away, so both have the same one; some other square can always go
/// without the rest falling apart.
fn grown_from(squares: &[Offset], known: &[Orientation]) -> Option<(usize, Offset)> {
    squares.iter().skip(1).find_map(|&added| {
        let rest: Vec<Offset> = squares.iter().copied().filter(|&s| s != added).collect();
        let parent = known.iter().position(|smaller| smaller.squares == rest)?;
        Some((parent, added))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_orientations_as_polyominoes() {
        let all = orientations();
        let of_size = |size| all.iter().filter(|o| o.squares.len() == size).count();
        assert_eq!([1, 2, 3, 4, 5].map(of_size), [1, 2, 6, 19, 63]);
        assert_eq!(all.len(), ORIENTATIONS);
        let mut shapes: Vec<_> = all.iter().map(|o| o.squares.clone()).collect();
        shapes.sort();
        shapes.dedup();
        assert_eq!(shapes.len(), ORIENTATIONS, "no shape belongs to two pieces");
    }

    #[test]
    fn each_grows_out_of_a_smaller_one_with_the_same_anchor() {
        for (index, orientation) in orientations().iter().enumerate().skip(1) {
            let mut squares = orientations()[orientation.parent].squares.clone();
            squares.push(orientation.added);
            squares.sort();
            assert_eq!(squares, orientation.squares);
            assert!(orientation.parent < index.min(SMALL_ORIENTATIONS));
        }
    }

    #[test]
    fn the_turns_of_a_piece_are_its_orientations() {
        for piece in Piece::all() {
            let mut turns = piece.turns().to_vec();
            turns.sort();
            turns.dedup();
            assert_eq!(turns, piece.orientations().collect::<Vec<_>>(), "{piece}");
        }
        // An L as drawn, its long side down; turned right, it lies on its head.
        let turns = Piece::named("L4").unwrap().turns();
        let squares = |turn: usize| orientations()[turns[turn]].squares.clone();
        assert_eq!(squares(0), [(0, 0), (1, 0), (1, 1), (1, 2)]);
        assert_eq!(squares(1), [(0, 0), (0, 1), (1, 0), (2, 0)]);
        assert_eq!(squares(4), [(0, 0), (1, -2), (1, -1), (1, 0)]);
    }

    #[test]
    fn sizes_never_fall() {
        assert!(Piece::all().is_sorted_by_key(Piece::size));
        for piece in Piece::all() {
            let drawn = drawn(SHAPES[piece.index()].1).len() as u32;
            assert_eq!(piece.size(), drawn, "{piece}");
            assert_eq!(Piece::of_size(drawn) >> piece.index() & 1, 1, "{piece}");
        }
        let of_each = (1..=5).map(Piece::of_size).sum::<u32>();
        assert_eq!(of_each, (1 << PIECES) - 1);
        assert_eq!(Piece::named("T4").unwrap().orientations().len(), 4);
    }
}
