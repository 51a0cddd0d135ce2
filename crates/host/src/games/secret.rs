//! Names of games that can be read aloud, and secrets that nobody guesses.

use crate::error::{Answer, ApiError};
use sha2::{Digest, Sha256};

/// Without letters and digits that look alike, and without vowels, which make words.
const ALPHABET: &[u8; 32] = b"23456789bcdfghjkmnpqrstvwxzBCDFG";
/// 32 letters to the power of this are more than 10^18.
const LETTERS: usize = 12;

fn random<const N: usize>() -> Answer<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(ApiError::internal)?;
    Ok(bytes)
}

/// The name of a new game.
pub(crate) fn new_id() -> Answer<String> {
    let letter = |byte: u8| char::from(ALPHABET[usize::from(byte % 32)]);
    Ok(random::<LETTERS>()?.map(letter).iter().collect())
}

/// A new secret: 128 bits as a text.
pub(crate) fn new_secret() -> Answer<String> {
    let digits = random::<16>()?.map(|byte| format!("{byte:02x}"));
    Ok(digits.concat())
}

/// What is kept of a secret.
pub(crate) fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// Whether a secret is that of a hash, in a time that tells nothing about either.
pub(crate) fn is_secret(secret: &str, kept: &[u8; 32]) -> bool {
    let given = hash(secret);
    let differences = given.iter().zip(kept).map(|(left, right)| left ^ right);
    // Not a comparison that ends at the first difference.
    std::hint::black_box(differences.fold(0, |all, bits| all | bits)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_their_hash() {
        let secret = new_secret().unwrap();
        assert_eq!(secret.len(), 32);
        let kept = hash(&secret);
        assert!(is_secret(&secret, &kept));
        assert!(!is_secret("", &kept));
        assert!(!is_secret(
            &secret.to_uppercase().replace('A', "a"),
            &hash("other")
        ));
    }

    #[test]
    fn names_differ_and_can_be_read() {
        let ids: std::collections::HashSet<String> =
            (0..1_000).map(|_| new_id().unwrap()).collect();
        assert_eq!(ids.len(), 1_000);
        assert!(
            ids.iter()
                .all(|id| id.len() == LETTERS && !id.contains(['l', '1', 'o', '0', 'I']))
        );
        let mut letters = ALPHABET.to_vec();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), 32);
    }
}
