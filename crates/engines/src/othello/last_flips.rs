//! How many discs a move turns over that fills the last empty square: with no other square
//! empty a line is known from the discs of one side, and a small table has the answer.

/// For a square of a line and the discs of the side that plays there, the discs turned over.
static TURNED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            table[place][own] = turned(place, own);
            own += 1;
        }
        place += 1;
    }
    table
};

const fn turned(place: usize, own: usize) -> u8 {
    let mut turned = 0;
    let mut run = 0;
    let mut at = place + 1;
    while at < 8 {
        if own >> at & 1 == 1 {
            turned += run;
            break;
        }
        run += 1;
        at += 1;
    }
    run = 0;
    at = place;
    while at > 0 {
        at -= 1;
        if own >> at & 1 == 1 {
            turned += run;
            break;
        }
        run += 1;
    }
    turned
}

const COLUMN: u64 = 0x0101_0101_0101_0101;

/// For each square the diagonals through it, down to the right and down to the left.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut lines = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let mut at = 0;
        while at < 64 {
            let (other_row, other_column) = (at / 8, at % 8);
            if other_row + column == row + other_column {
                lines[square][0] |= 1 << at;
            }
            if other_row + other_column == row + column {
                lines[square][1] |= 1 << at;
            }
            at += 1;
        }
        square += 1;
    }
    lines
};

/// The number of discs that a disc of `own` on `square` turns over, when all other squares of
/// the board are filled. On a board smaller than 8x8, lines end outside without a disc of
/// `own`, and so turn nothing.
#[inline(always)]
pub(super) fn last_flips(square: u32, own: u64) -> i32 {
    let square = square as usize & 63;
    let (row, column) = (square >> 3, square & 7);
    let by_column = &TURNED[column];
    let in_row = own >> (8 * row) & 0xFF;
    // A multiplication gathers the bits of a column, or of a diagonal by columns.
    let in_column = (own >> column & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let [falling, rising] = DIAGONALS[square];
    let on_falling = (own & falling).wrapping_mul(COLUMN) >> 56;
    let on_rising = (own & rising).wrapping_mul(COLUMN) >> 56;
    i32::from(by_column[in_row as usize])
        + i32::from(TURNED[row][in_column as usize])
        + i32::from(by_column[on_falling as usize])
        + i32::from(by_column[on_rising as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::{Random, bits};
    use papan_othello::{
        Othello,
        kernel::{Kernel, Portable},
    };

    #[test]
    fn it_counts_what_the_rules_turn_over() {
        let mut random = Random::new(5);
        for size in [4, 6, 8] {
            let squares = Othello::with_size(size).squares();
            for _ in 0..500 {
                let discs = random.next_u64() & squares;
                for square in bits::ones(squares) {
                    let own = discs & !(1 << square);
                    let other = squares & !own & !(1 << square);
                    let flips = Portable.flips(square, own, other);
                    assert_eq!(last_flips(square, own), flips.count_ones() as i32);
                }
            }
        }
    }
}
