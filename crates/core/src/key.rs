//! 64-bit keys of positions: the same on every machine and in every version, so
//! that they may be stored.

/// The golden ratio's bits, an odd number without pattern.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// The square root of three's bits.
const ROOT_THREE: u64 = 0xBB67_AE85_84CA_A73B;

/// Folds one more word into a key: a full 64x64 multiplication, both halves kept,
/// so that every input bit reaches every output bit.
///
/// ```
/// use papan_core::key::mix;
///
/// assert_ne!(mix(1, 2), mix(2, 1)); // order matters
/// ```
#[inline]
pub const fn mix(key: u64, word: u64) -> u64 {
    let product = ((key ^ GOLDEN) as u128) * ((word ^ ROOT_THREE) as u128);
    let folded = (product as u64) ^ ((product >> 64) as u64);
    // A factor of zero would forget the other one: the sum keeps both.
    folded.wrapping_add(key.rotate_left(32)).wrapping_add(word)
}

/// The key of a sequence of words.
#[inline]
pub fn of_words(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0, mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bit_changes_about_half_of_the_key() {
        let base = of_words([0x0123_4567_89AB_CDEF, 42]);
        for bit in 0..64 {
            let other = of_words([0x0123_4567_89AB_CDEF ^ (1 << bit), 42]);
            let changed = (base ^ other).count_ones();
            assert!((12..=52).contains(&changed), "bit {bit}: {changed}");
        }
    }

    #[test]
    fn keys_do_not_drift() {
        // Stored keys must stay valid: these values never change.
        assert_eq!(of_words([]), 0);
        assert_eq!(mix(0, 0), 3_278_408_782_988_935_348);
        assert_eq!(of_words([1, 2, 3]), 6_620_422_195_082_719_049);
    }
}
