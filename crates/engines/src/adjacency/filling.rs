//! The evaluation of the empty squares of a game that fills the board.

use super::planes::{Around, on_or_around};
use papan_adjacency::neighbours;

/// The number of features of a set of empty squares.
pub const FEATURES: usize = 14;

/// The weights of the features in 64ths of a mark, for each number of empty squares.
pub type Weights = [[i16; FEATURES]; 57];

const BORDER: u64 = 0xFF81_8181_8181_81FF;

/// The features: counts of squares.
#[inline(always)]
pub(super) fn features(empty: u64) -> [i32; FEATURES] {
    let (one, two) = on_or_around(empty);
    let around = Around::of(empty);
    // As in `on_or_around`: an empty square has itself on it.
    let three = (around.exactly(3) & !empty) | (around.exactly(2) & empty);
    let four = (around.exactly(4) & !empty) | (around.exactly(3) & empty);
    let count = |set: u64| set.count_ones() as i32;
    let reach = |set: u64| set | neighbours(set);
    // Where a move decides squares, and where it neither does nor lets the answer do so.
    let deciding = empty & reach(one);
    let safe = empty & !reach(one | two);
    let lonely = empty & !neighbours(empty);
    let most = most_decided(one, deciding);
    [
        1,
        count(one),
        count(two),
        count(three),
        count(four),
        count(one & BORDER),
        count(two & BORDER),
        count(three & BORDER),
        most,
        count(deciding),
        count(deciding) & 1,
        count(safe),
        count(safe) & 1,
        count(lonely),
    ]
}

/// The most squares that one move decides.
#[inline(always)]
fn most_decided(one: u64, deciding: u64) -> i32 {
    if deciding == 0 {
        return 0;
    }
    // The square itself counts as well as those around it.
    let around = Around::of(one);
    for number in (1..=5).rev() {
        let with =
            (around.exactly_or_none(number - 1) & one) | (around.exactly_or_none(number) & !one);
        if with & deciding != 0 {
            return number as i32;
        }
    }
    0
}

/// The value for the side to move, in 64ths of a mark.
#[inline(always)]
pub(super) fn value(empty: u64, weights: &Weights) -> i32 {
    let weights = &weights[(empty.count_ones() as usize).min(56)];
    let counts = features(empty);
    let mut value = 0;
    for (count, weight) in counts.iter().zip(weights) {
        value += count * i32::from(*weight);
    }
    value
}
