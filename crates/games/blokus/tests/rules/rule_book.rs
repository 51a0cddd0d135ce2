//! A slow, obviously correct move generator: all placements, the rules checked square by
//! square. It shares nothing with the generator that it tests.

use papan_blokus::{Blokus, Piece, Position, Square};
use papan_core::Notation;
use std::collections::BTreeSet;

/// The pieces as the rule book draws them, apart from the tables that are tested.
const DRAWINGS: [(&str, &str); 21] = [
    ("I1", "o"),
    ("I2", "oo"),
    ("I3", "ooo"),
    ("I4", "oooo"),
    ("I5", "ooooo"),
    ("V3", "oo/o"),
    ("L4", "ooo/o"),
    ("T4", "ooo/ o"),
    ("Z4", "oo/ oo"),
    ("O4", "oo/oo"),
    ("L5", "oooo/o"),
    ("Y", "oooo/ o"),
    ("N", "ooo/  oo"),
    ("P", "ooo/oo"),
    ("U", "ooo/o o"),
    ("T5", "ooo/ o/ o"),
    ("V5", "ooo/o/o"),
    ("W", "oo/ oo/  o"),
    ("Z5", "oo/ o/ oo"),
    ("F", " oo/oo/ o"),
    ("X", " o/ooo/ o"),
];

type Shape = Vec<(i32, i32)>;

/// All ways to turn and mirror a piece, moved so that its first square is (0, 0).
fn shapes(name: &str) -> BTreeSet<Shape> {
    let drawing = DRAWINGS.iter().find(|(known, _)| *known == name).unwrap().1;
    let mut shape: Shape = Vec::new();
    for (row, line) in drawing.split('/').enumerate() {
        let marks = line.bytes().enumerate().filter(|(_, mark)| *mark == b'o');
        shape.extend(marks.map(|(column, _)| (row as i32, column as i32)));
    }
    let mut all = BTreeSet::new();
    for mirrored in [false, true] {
        for turns in 0..4 {
            let mut turned = shape.clone();
            for square in &mut turned {
                let (row, column) = *square;
                *square = (row, if mirrored { -column } else { column });
                for _ in 0..turns {
                    *square = (-square.1, square.0);
                }
            }
            turned.sort();
            let (row, column) = turned[0];
            all.insert(turned.iter().map(|(r, c)| (r - row, c - column)).collect());
        }
    }
    all
}

/// A board as the rule book sees it: what stands on each square.
pub(crate) struct Table {
    size: i32,
    squares: Vec<Vec<Option<usize>>>,
    pub(crate) start: (i32, i32),
}

impl Table {
    pub(crate) fn new<const WORDS: usize>(
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
    ) -> Table {
        let board = game.board(position);
        let colour = |character: char| character.to_digit(10).map(|digit| digit as usize - 1);
        let squares = board
            .rows
            .iter()
            .map(|row| row.chars().map(colour).collect())
            .collect();
        let (row, column) = game.rules().starts()[position.colour().unwrap_or(0)];
        let size = game.rules().size() as i32;
        Table {
            size,
            squares,
            start: (row as i32, column as i32),
        }
    }

    fn inside(&self, (row, column): (i32, i32)) -> bool {
        (0..self.size).contains(&row) && (0..self.size).contains(&column)
    }

    fn colour_on(&self, square: (i32, i32)) -> Option<usize> {
        let (row, column) = square;
        if self.inside(square) {
            self.squares[row as usize][column as usize]
        } else {
            None
        }
    }

    fn allows(&self, colour: usize, begun: bool, piece: &[(i32, i32)]) -> bool {
        let own = |square: (i32, i32)| self.colour_on(square) == Some(colour);
        let free = |&square: &(i32, i32)| self.inside(square) && self.colour_on(square).is_none();
        let beside = |&(row, column): &(i32, i32)| {
            [(-1, 0), (1, 0), (0, -1), (0, 1)]
                .iter()
                .any(|(r, c)| own((row + r, column + c)))
        };
        let diagonal = |&(row, column): &(i32, i32)| {
            [(-1, -1), (1, 1), (1, -1), (-1, 1)]
                .iter()
                .any(|(r, c)| own((row + r, column + c)))
        };
        let connected = || match begun {
            false => piece.contains(&self.start),
            true => piece.iter().any(diagonal) && !piece.iter().any(beside),
        };
        piece.iter().all(free) && connected()
    }

    /// Every legal placement, found by trying all of them.
    pub(crate) fn placements(&self, colour: usize, hand: &[Piece]) -> BTreeSet<Vec<Square>> {
        let begun = self
            .squares
            .iter()
            .flatten()
            .any(|other| *other == Some(colour));
        let mut found = BTreeSet::new();
        for shape in hand.iter().flat_map(|piece| shapes(piece.name())) {
            for row in 0..self.size {
                for column in 0..self.size {
                    let squares: Shape = shape.iter().map(|(r, c)| (row + r, column + c)).collect();
                    if self.allows(colour, begun, &squares) {
                        let squares = squares.iter().map(|&(r, c)| (r as usize, c as usize));
                        found.insert(squares.collect());
                    }
                }
            }
        }
        found
    }
}
