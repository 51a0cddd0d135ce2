//! The shapes of the patterns, and where they lie on the board.
//!
//! A shape is a list of squares. It is laid on the board in every way that the eight
//! symmetries allow; each such place reads the discs on its squares as a number in base
//! three, its index into the weights. Where a symmetry maps a place onto itself, both readings
//! mean the same and share one weight, so that a position and its mirror images have exactly
//! the same value.

use std::{ops::Range, sync::LazyLock};

/// The number of readings of a position: all places of all shapes.
pub const PLACES: usize = 54;

/// The readings of a position, filled up to whole vectors.
pub const LANES: usize = 64;

/// The squares of each shape, as `8 * row + column`.
const SHAPES: [&[u8]; 13] = [
    // Diagonals of four to eight squares.
    &[3, 10, 17, 24],
    &[4, 11, 18, 25, 32],
    &[5, 12, 19, 26, 33, 40],
    &[6, 13, 20, 27, 34, 41, 48],
    &[7, 14, 21, 28, 35, 42, 49, 56],
    // The third and fourth row.
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // The corner of three by three.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    // The edge and the two squares diagonally inside its corners.
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    // The second row and the corners beside it.
    &[0, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    // The triangle of ten in the corner.
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],
    // The middle of an edge, two rows deep, and its corners.
    &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13],
    // Two by five in the corner.
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
];

/// The number of shapes.
pub(super) const KINDS: usize = SHAPES.len();

/// More readings than any shape has: every 16-bit number is one.
pub(super) const MOST_READINGS: usize = 1 << 16;

/// The shapes of the places, two places at a time: each shape lies in an even number of them.
pub(super) const SHAPE_OF_PAIRS: [usize; PLACES / 2] = [
    0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 12, 12,
];

/// What every place of a position reads, one lane for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Readings(pub(super) [u16; LANES]);

/// Where everything lies: made once, the same for all weights.
pub struct Layout {
    /// What the discs of four neighbouring squares add to the readings, by the number of
    /// the four squares and the set of discs on them.
    nibbles: Box<[[[u16; LANES]; 16]; 16]>,
    /// What a disc on a square adds to the readings.
    squares: Box<[[u16; LANES]; 64]>,
    /// Where the readings of a place begin in the table of a stage.
    pub(super) offsets: [u32; LANES],
    /// The weight that a place in the table of a stage shares with its mirror images.
    pub(super) shared: Vec<u32>,
    /// Which of them are those of each shape.
    pub(super) of_shapes: [Range<usize>; KINDS],
    /// The number of different weights of a stage.
    weights: usize,
}

impl Layout {
    /// The one that there is.
    ///
    /// ```
    /// use papan_engines::othello::shapes::{Layout, PLACES};
    ///
    /// let layout = Layout::get();
    /// let readings = layout.readings(0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
    /// assert!(layout.weights_of(&readings).iter().all(|&weight| weight < layout.weights()));
    /// assert_eq!(layout.weights_of(&readings).len(), PLACES);
    /// ```
    pub fn get() -> &'static Layout {
        static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);
        &LAYOUT
    }

    /// The number of different weights of a stage.
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// What every place reads, with one for each disc of `first` and two for each of `second`.
    #[inline(always)]
    pub fn readings(&self, first: u64, second: u64) -> Readings {
        let mut ones = [0_u16; LANES];
        let mut twos = [0_u16; LANES];
        for (nibble, table) in self.nibbles.iter().enumerate() {
            let own = &table[(first >> (4 * nibble)) as usize & 15];
            let other = &table[(second >> (4 * nibble)) as usize & 15];
            for lane in 0..LANES {
                ones[lane] += own[lane];
                twos[lane] += other[lane];
            }
        }
        for lane in 0..LANES {
            ones[lane] += 2 * twos[lane];
        }
        Readings(ones)
    }

    /// The readings after a move of `first` onto a square that turns `flips` over: a few
    /// additions, where reading the position anew would take a hundred.
    ///
    /// ```
    /// use papan_engines::othello::shapes::Layout;
    ///
    /// let layout = Layout::get();
    /// let (first, second) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
    /// let before = layout.readings(first, second);
    /// let (square, flips) = (19, 1 << 27);
    /// let after = layout.readings(first | flips | 1 << square, second ^ flips);
    /// assert_eq!(layout.after(&before, square, flips), after);
    /// ```
    #[inline(always)]
    pub fn after(&self, before: &Readings, square: u32, flips: u64) -> Readings {
        let mut lanes = before.0;
        let placed = &self.squares[square as usize & 63];
        for lane in 0..LANES {
            lanes[lane] += placed[lane];
        }
        let mut rest = flips;
        while rest != 0 {
            let turned = &self.squares[rest.trailing_zeros() as usize & 63];
            for lane in 0..LANES {
                lanes[lane] -= turned[lane];
            }
            rest &= rest - 1;
        }
        Readings(lanes)
    }

    /// What a disc on a square adds to the reading of each place.
    pub fn adds(&self, square: usize) -> [u16; PLACES] {
        std::array::from_fn(|lane| self.squares[square][lane])
    }

    /// Where the readings of each place begin among those of all shapes.
    pub fn begins(&self) -> [u32; PLACES] {
        std::array::from_fn(|lane| self.offsets[lane])
    }

    /// The weight of each reading of each shape: mirror images share one.
    pub fn shared(&self) -> &[u32] {
        &self.shared
    }

    /// The weights that these readings stand for.
    pub fn weights_of(&self, readings: &Readings) -> [usize; PLACES] {
        std::array::from_fn(|lane| {
            self.shared[self.offsets[lane] as usize + usize::from(readings.0[lane])] as usize
        })
    }

    fn new() -> Layout {
        let mut layout = Layout {
            nibbles: Box::new([[[0; LANES]; 16]; 16]),
            squares: Box::new([[0; LANES]; 64]),
            offsets: [0; LANES],
            shared: Vec::new(),
            of_shapes: [const { 0..0 }; KINDS],
            weights: 0,
        };
        let mut lane = 0;
        for (kind, shape) in SHAPES.into_iter().enumerate() {
            let begin = layout.shared.len();
            for place in places(shape) {
                layout.offsets[lane] = begin as u32;
                for (digit, &square) in place.iter().enumerate() {
                    let adds = 3_u16.pow(digit as u32);
                    layout.squares[square as usize][lane] = adds;
                    let (nibble, bit) = (square as usize / 4, 1 << (square % 4));
                    for (discs, sums) in layout.nibbles[nibble].iter_mut().enumerate() {
                        if discs & bit != 0 {
                            sums[lane] += adds;
                        }
                    }
                }
                lane += 1;
            }
            layout.share(shape);
            layout.of_shapes[kind] = begin..layout.shared.len();
        }
        assert_eq!(lane, PLACES, "every place has a lane");
        layout
    }

    /// Numbers the weights of a shape.
    fn share(&mut self, shape: &[u8]) {
        let begin = self.shared.len();
        let mirrored: Vec<Vec<usize>> = SYMMETRIES
            .iter()
            .map(|symmetry| shape.iter().map(|&square| symmetry(square)).collect())
            .filter(|image: &Vec<u8>| image.iter().all(|square| shape.contains(square)))
            .map(|image| {
                let digit = |square| shape.iter().position(|own| own == square);
                image.iter().filter_map(digit).collect()
            })
            .collect();
        let powers: Vec<usize> = (0..shape.len() as u32)
            .map(|place| 3_usize.pow(place))
            .collect();
        let mut digits = vec![0; shape.len()];
        for reading in 0..3_usize.pow(shape.len() as u32) {
            let image = |order: &Vec<usize>| -> usize {
                let places = order.iter().zip(&powers);
                places.map(|(&from, power)| digits[from] * power).sum()
            };
            let least = mirrored.iter().map(image).min().unwrap_or(reading);
            // Counts up by one, as one does by hand.
            for digit in &mut digits {
                *digit = (*digit + 1) % 3;
                if *digit != 0 {
                    break;
                }
            }
            if least == reading {
                self.shared.push(self.weights as u32);
                self.weights += 1;
            } else {
                self.shared.push(self.shared[begin + least]);
            }
        }
    }
}

type Symmetry = fn(u8) -> u8;

/// The eight ways to turn and mirror a board.
const SYMMETRIES: [Symmetry; 8] = [
    |square| square,
    |square| square ^ 7,
    |square| square ^ 56,
    |square| square ^ 63,
    transposed,
    |square| transposed(square) ^ 7,
    |square| transposed(square) ^ 56,
    |square| transposed(square) ^ 63,
];

fn transposed(square: u8) -> u8 {
    square / 8 + square % 8 * 8
}

/// A shape in every place where it can lie, each once.
fn places(shape: &[u8]) -> Vec<Vec<u8>> {
    let mut places: Vec<Vec<u8>> = Vec::new();
    for symmetry in SYMMETRIES {
        let place: Vec<u8> = shape.iter().map(|&square| symmetry(square)).collect();
        if !places
            .iter()
            .any(|known| known.iter().all(|square| place.contains(square)))
        {
            places.push(place);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_places_are_of_their_shapes() {
        let layout = Layout::get();
        for (pair, &shape) in SHAPE_OF_PAIRS.iter().enumerate() {
            let begin = layout.of_shapes[shape].start as u32;
            assert_eq!(layout.offsets[2 * pair..][..2], [begin; 2], "pair {pair}");
        }
        let largest = layout.of_shapes.iter().map(ExactSizeIterator::len).max();
        assert!(largest.is_some_and(|readings| readings <= MOST_READINGS));
    }
}
