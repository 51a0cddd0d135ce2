//! Sets of squares held in one 64-bit word.

/// The squares of a set, lowest first.
///
/// ```
/// let squares: Vec<u32> = papan_core::bits::ones(0b1010_0001).collect();
/// assert_eq!(squares, [0, 5, 7]);
/// ```
#[inline]
pub fn ones(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let lowest = set.trailing_zeros();
        set &= set - 1;
        Some(lowest)
    })
}

/// The place of the set bit number `rank` (from 0). The answer is meaningless
/// unless the set has more than `rank` squares.
///
/// ```
/// assert_eq!(papan_core::bits::select(0b1010_0001, 2), 7);
/// ```
#[inline(always)]
pub fn select(set: u64, rank: u32) -> u32 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // Ones in each byte, then in all bytes up to and with it.
    let pairs = set - ((set >> 1) & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    let totals = bytes.wrapping_mul(EACH);
    // Bytes whose total is not above `rank` lie wholly before the wanted bit.
    let before = (((u64::from(rank) * EACH) | HIGH) - totals) & HIGH;
    let byte = before.count_ones() * 8;
    let skipped = ((totals << 8) >> (byte & 63)) as u32 & 0xFF;
    let mut rest = (set >> (byte & 63)) as u8;
    for _ in skipped..rank {
        rest &= rest.wrapping_sub(1);
    }
    byte + rest.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn select_agrees_with_counting(set in any::<u64>()) {
            for (rank, place) in ones(set).enumerate() {
                prop_assert_eq!(select(set, rank as u32), place);
            }
        }
    }
}
