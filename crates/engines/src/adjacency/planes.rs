//! How many squares of a set lie around each square, for all squares at once.

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

/// The squares around which exactly 0, 1, 2, 3 and 4 of the given ones lie, by the binary
/// digits of that number.
#[derive(Clone, Copy)]
pub(super) struct Around {
    ones: u64,
    twos: u64,
    fours: u64,
}

impl Around {
    /// Counts the four squares beside, above and below each square.
    #[inline(always)]
    pub(super) fn of(set: u64) -> Around {
        let (up, down) = (set << 8, set >> 8);
        let (left, right) = ((set << 1) & !COLUMN_A, (set >> 1) & !COLUMN_H);
        let (vertical, both) = (up ^ down, up & down);
        let (level, two) = (left ^ right, left & right);
        let carry = vertical & level;
        Around {
            ones: vertical ^ level,
            twos: (both ^ two) ^ carry,
            // Four is the only number above three: two above and below, two beside.
            fours: both & two,
        }
    }

    /// The squares with exactly `count` around them.
    #[inline(always)]
    pub(super) fn exactly(&self, count: u32) -> u64 {
        match count {
            0 => !(self.ones | self.twos | self.fours),
            1 => self.ones & !self.twos,
            2 => self.twos & !self.ones,
            3 => self.ones & self.twos,
            _ => self.fours,
        }
    }

    /// The same for any number; none have more than four.
    #[inline(always)]
    pub(super) fn exactly_or_none(&self, count: u32) -> u64 {
        match count {
            0..=4 => self.exactly(count),
            _ => 0,
        }
    }

    /// The highest count on any of some squares, and those that have it.
    #[inline(always)]
    pub(super) fn most(&self, squares: u64) -> (i32, u64) {
        for count in (1..=4).rev() {
            let with = self.exactly(count) & squares;
            if with != 0 {
                return (count as i32, with);
            }
        }
        (0, squares)
    }
}

/// The squares with exactly one and with exactly two of a set on them or around them.
#[inline(always)]
pub(super) fn on_or_around(set: u64) -> (u64, u64) {
    let around = Around::of(set);
    let one = (around.exactly(1) & !set) | (around.exactly(0) & set);
    let two = (around.exactly(2) & !set) | (around.exactly(1) & set);
    (one, two)
}

/// The reflection that leaves the marks of the start with their side: about the diagonal
/// between a8 and h1.
pub(super) fn mirrored(set: u64) -> u64 {
    let mut board = set;
    let mut swap = board ^ (board << 36);
    board ^= 0xF0F0_F0F0_0F0F_0F0F & (swap ^ (board >> 36));
    swap = 0xCCCC_0000_CCCC_0000 & (board ^ (board << 18));
    board ^= swap ^ (swap >> 18);
    swap = 0xAA00_AA00_AA00_AA00 & (board ^ (board << 9));
    board ^ swap ^ (swap >> 9)
}

/// Where [`mirrored`] takes a square.
pub(super) const fn mirrored_square(square: u32) -> u32 {
    let (row, column) = (square / 8, square % 8);
    (7 - column) * 8 + (7 - row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_adjacency::neighbours;
    use papan_core::Random;

    #[test]
    fn counts_agree_with_counting() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let set = random.next_u64() & random.next_u64();
            let around = Around::of(set);
            let (one, two) = on_or_around(set);
            let mut reflection = 0;
            for square in 0..64 {
                let bit = 1u64 << square;
                let count = (neighbours(bit) & set).count_ones();
                for number in 0..=4 {
                    assert_eq!(around.exactly(number) & bit != 0, number == count);
                }
                let with = ((neighbours(bit) | bit) & set).count_ones();
                assert_eq!((one & bit != 0, two & bit != 0), (with == 1, with == 2));
                if set & bit != 0 {
                    reflection |= 1 << mirrored_square(square);
                }
            }
            assert_eq!(mirrored(set), reflection);
        }
    }
}
