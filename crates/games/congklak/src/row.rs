//! One side of the board in one machine word.

use std::ops::{BitAnd, BitOr, Not};

/// The holes and the store of one side, a byte each: the hole farthest from the store in
/// the lowest byte, every next place of sowing in the next one. A whole lap of sowing is
/// then one addition. No byte overflows because a position holds at most
/// [`MAX_TOTAL`](crate::MAX_TOTAL) seeds.
///
/// A `u64` holds up to seven holes and their store, a `u128` all that are allowed.
/// Offsets are in bits, so that a shift needs no multiplication first.
pub(crate) trait Row:
    Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// Nothing anywhere.
    const EMPTY: Self;
    /// The highest bit of each byte.
    const HIGH: Self;
    /// All but the highest bit of each byte.
    const LOW: Self;
    /// A multiple of 8 above the number of places that are sown into.
    const RING: usize;

    /// A number of seeds at an offset; anything when the offset is beyond the row.
    fn of(seeds: u32, offset: u32) -> Self;
    /// The seeds at an offset; anything when the offset is beyond the row.
    fn seeds(self, offset: u32) -> u32;
    /// Byte by byte the sum, as long as no byte overflows.
    fn plus(self, other: Self) -> Self;
    /// Byte by byte the difference, as long as no byte underflows.
    fn minus(self, other: Self) -> Self;
    /// Each byte that often, as long as no byte overflows.
    fn times(self, factor: u32) -> Self;
    /// The sum of all bytes.
    fn total(self) -> u32;
    /// Of a row with nothing but highest bits of holes: how many there are.
    fn count(self) -> u32;
    /// Of a row with nothing but highest bits of holes: the same with a bit for each
    /// hole.
    fn gather(self) -> usize;

    /// The rows of both sides from the words of a position.
    fn unpack(words: &[u64; 3]) -> [Self; 2];
    /// The words of a position.
    fn pack(rows: [Self; 2]) -> [u64; 3];

    /// The highest bit of each byte that is not zero.
    #[inline(always)]
    fn filled(self) -> Self {
        if self & Self::HIGH == Self::EMPTY {
            self.plus(Self::LOW) & Self::HIGH
        } else {
            self.filled_high()
        }
    }

    /// The same for a row with a byte that the sum would overflow.
    #[cold]
    fn filled_high(self) -> Self {
        ((self & Self::LOW).plus(Self::LOW) | self) & Self::HIGH
    }
}

macro_rules! arithmetic {
    ($word:ident) => {
        const EMPTY: $word = 0;
        const HIGH: $word = $word::MAX / 0xFF * 0x80;
        const LOW: $word = $word::MAX / 0xFF * 0x7F;

        #[inline(always)]
        fn of(seeds: u32, offset: u32) -> $word {
            $word::from(seeds).wrapping_shl(offset)
        }

        #[inline(always)]
        fn seeds(self, offset: u32) -> u32 {
            u32::from(self.wrapping_shr(offset) as u8)
        }

        #[inline(always)]
        fn plus(self, other: $word) -> $word {
            self.wrapping_add(other)
        }

        #[inline(always)]
        fn minus(self, other: $word) -> $word {
            self.wrapping_sub(other)
        }

        #[inline(always)]
        fn times(self, factor: u32) -> $word {
            self.wrapping_mul(factor.into())
        }

        #[inline(always)]
        fn total(self) -> u32 {
            // The highest byte of the product is the sum of all bytes.
            (self.wrapping_mul($word::MAX / 0xFF) >> ($word::BITS - 8)) as u32
        }
    };
}

impl Row for u64 {
    arithmetic!(u64);
    const RING: usize = 16;

    #[inline(always)]
    fn count(self) -> u32 {
        // Moves the highest bit of every one of seven bytes to bit 57 and adds them up
        // there; what else the product holds neither reaches nor disturbs these bits.
        (self.wrapping_mul(0x0004_0404_0404_0404) >> 57) as u32
    }

    #[inline(always)]
    fn gather(self) -> usize {
        // Moves the highest bit of byte i to bit 56 + i, each product bit to its own place.
        (self.wrapping_mul(0x0002_0408_1020_4081) >> 56) as usize
    }

    #[inline(always)]
    fn unpack(words: &[u64; 3]) -> [u64; 2] {
        [words[0], words[1]]
    }

    #[inline(always)]
    fn pack(rows: [u64; 2]) -> [u64; 3] {
        [rows[0], rows[1], 0]
    }
}

/// What of a row lies in the third word of a position.
const TAIL: u64 = 0xFF_FFFF;
/// Where in the third word it lies for the second row.
const TAIL_BITS: u32 = 24;

impl Row for u128 {
    arithmetic!(u128);
    const RING: usize = 24;

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn gather(self) -> usize {
        // The eighth hole is one more than the trick for u64 can move.
        let low = (self as u64).gather() & 0x7F;
        low | (((self >> 56) as u64).gather() << 7)
    }

    #[inline(always)]
    fn unpack(words: &[u64; 3]) -> [u128; 2] {
        let row = |low: u64, tail: u64| u128::from(low) | (u128::from(tail & TAIL) << 64);
        [
            row(words[0], words[2]),
            row(words[1], words[2] >> TAIL_BITS),
        ]
    }

    #[inline(always)]
    fn pack(rows: [u128; 2]) -> [u64; 3] {
        let tail = |row: u128| (row >> 64) as u64 & TAIL;
        let tails = tail(rows[0]) | (tail(rows[1]) << TAIL_BITS);
        [rows[0] as u64, rows[1] as u64, tails]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check_bytes<R: Row>(bytes: &[u8], holes: usize) {
        let places = || bytes.iter().enumerate();
        let row = places().fold(R::EMPTY, |row, (place, &byte)| {
            row | R::of(byte.into(), 8 * place as u32)
        });
        let filled = row.filled();
        for (place, &byte) in places() {
            let offset = 8 * place as u32;
            assert_eq!(row.seeds(offset), u32::from(byte));
            assert_eq!(filled.seeds(offset), if byte > 0 { 128 } else { 0 });
        }
        let sum: u32 = bytes.iter().map(|&byte| u32::from(byte)).sum();
        if sum <= crate::MAX_TOTAL {
            assert_eq!(row.total(), sum);
        }
        let all_holes = (0..holes as u32).fold(R::EMPTY, |all, hole| all | R::of(0xFF, 8 * hole));
        let filled = filled & all_holes;
        let expected = (0..holes).filter(|&hole| bytes[hole] > 0);
        assert_eq!(filled.count() as usize, expected.clone().count());
        assert_eq!(
            filled.gather(),
            expected.map(|hole| 1 << hole).sum::<usize>()
        );
    }

    fn byte() -> impl Strategy<Value = u8> {
        prop_oneof![Just(0), Just(1), any::<u8>()]
    }

    proptest! {
        #[test]
        fn a_row_is_its_bytes(
            narrow in proptest::collection::vec(byte(), 8),
            wide in proptest::collection::vec(byte(), 11),
        ) {
            check_bytes::<u64>(&narrow, 7);
            check_bytes::<u128>(&wide, 10);
        }

        #[test]
        fn rows_survive_packing(top in 0..1_u128 << 88, bottom in 0..1_u128 << 88) {
            prop_assert_eq!(u128::unpack(&u128::pack([top, bottom])), [top, bottom]);
            let narrow = [top as u64, bottom as u64];
            prop_assert_eq!(u64::unpack(&u64::pack(narrow)), narrow);
            prop_assert_eq!(u64::pack(narrow), u128::pack(narrow.map(u128::from)));
        }
    }
}
