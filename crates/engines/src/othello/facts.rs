//! What holds of a position as a whole, beside what its patterns say.

use super::squares::around;
use papan_othello::kernel::Kernel;

/// The numbers of moves, or of empty squares beside discs, that are told apart.
const COUNTS: usize = 32;

/// In which quadrants the number of empty squares is odd, as one bit each, to one of the six
/// ways that are different up to symmetry: none, one, two side by side, two across, three, four.
const PARITIES: [u8; 16] = [0, 1, 1, 2, 1, 2, 3, 4, 1, 3, 2, 4, 2, 4, 4, 5];

/// The upper left quadrant.
const QUADRANT: u64 = 0x0F0F_0F0F;

/// The number of different facts.
pub const FACTS: usize = 4 * COUNTS + 6;

/// The facts of a position, numbered below [`FACTS`]: how many moves the side to move and the other side have, how
/// many empty squares lie beside discs of the other side (potential moves) for both, and the parity of the quadrants.
#[inline(always)]
pub(super) fn facts<K: Kernel>(kernel: K, own: u64, other: u64) -> [usize; 5] {
    let empty = !(own | other);
    let count = |set| (kernel.count(set) as usize).min(COUNTS - 1);
    let odd = |shift: u32| (kernel.count(empty & QUADRANT << shift) & 1) as usize;
    let quadrants = odd(0) | odd(4) << 1 | odd(32) << 2 | odd(36) << 3;
    [
        count(kernel.mobility(own, other)),
        COUNTS + count(kernel.mobility(other, own)),
        2 * COUNTS + count(around(other) & empty),
        3 * COUNTS + count(around(own) & empty),
        4 * COUNTS + usize::from(PARITIES[quadrants]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_othello::kernel::Portable;

    #[test]
    fn the_start_has_four_moves_ten_potential_ones_and_no_odd_quadrant_but_all() {
        // Each quadrant has sixteen squares, one of them with a disc.
        let (own, other) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        let potential = (around(own) & !(own | other)).count_ones() as usize;
        assert_eq!(
            facts(Portable, own, other),
            [4, 32 + 4, 64 + potential, 96 + potential, 128 + 5]
        );
        assert_eq!(potential, 10);
    }

    #[test]
    fn parities_are_the_same_after_turning_and_mirroring() {
        // Quadrants as bits: upper left, upper right, lower left, lower right.
        let mirrored = |set: usize| (set & 5) << 1 | (set & 10) >> 1;
        let transposed = |set: usize| set & 9 | (set & 2) << 1 | (set & 4) >> 1;
        for set in 0..16 {
            assert_eq!(PARITIES[set], PARITIES[mirrored(set)]);
            assert_eq!(PARITIES[set], PARITIES[transposed(set)]);
        }
    }
}
