//! What engines have learned, as files: built into the program (feature `weights`), or given to it
//! while it runs, as in a browser, so that the program is small there and they come with their game.
//!
//! | name | file | who needs it |
//! |---|---|---|
//! | `othello` | `src/othello/weights.bin` | the patterns, on boards of 8x8 |
//! | `othello-book` | `src/othello/book.bin` | the opening book of Othello |
//! | `blokus-duo` | `src/blokus/duo.bin` | the network of Blokus Duo |

use crate::checksum::checksum;
use papan_core::key;
use std::sync::OnceLock;
use thiserror::Error;

/// The bytes of a file, where they are built in.
#[cfg(feature = "weights")]
macro_rules! file {
    ($path:literal) => {
        Some(include_bytes!($path))
    };
}
#[cfg(not(feature = "weights"))]
macro_rules! file {
    ($path:literal) => {
        None
    };
}

/// The weights of the [patterns](crate::othello::patterns) of Othello.
pub static OTHELLO: Weights = Weights {
    name: "othello",
    key: 0x5C74_C410_E443_8E54,
    key_of: key_of_bytes,
    built_in: file!("othello/weights.bin"),
    given: OnceLock::new(),
};

/// The [opening book](crate::othello::book) of Othello.
pub static OTHELLO_BOOK: Weights = Weights {
    name: "othello-book",
    key: 0x003F_B7FE_04C8_B8A3,
    key_of: checksum,
    built_in: file!("othello/book.bin"),
    given: OnceLock::new(),
};

/// The [network](crate::blokus::Network) of Blokus Duo.
pub static BLOKUS_DUO: Weights = Weights {
    name: "blokus-duo",
    key: 0x3D34_30E7_D322_D562,
    key_of: key_of_bytes,
    built_in: file!("blokus/duo.bin"),
    given: OnceLock::new(),
};

/// All of them.
pub static ALL: [&Weights; 3] = [&OTHELLO, &OTHELLO_BOOK, &BLOKUS_DUO];

/// A file that something was learned into.
#[derive(Debug)]
pub struct Weights {
    name: &'static str,
    key: u64,
    key_of: fn(&[u8]) -> u64,
    built_in: Option<&'static [u8]>,
    given: OnceLock<Vec<u8>>,
}

/// Weights that are needed and were neither built in nor given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the weights '{0}' are not there: they are no part of this program and were not loaded")]
pub struct MissingWeights(pub &'static str);

/// Why bytes were not taken as weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadWeights {
    /// Nothing has that name.
    #[error("'{0}' are no weights; there are othello, othello-book and blokus-duo")]
    Unknown(String),
    /// They are damaged, or of another version of the program.
    #[error("the weights '{0}' are damaged or of another version: their checksum is wrong")]
    Other(&'static str),
}

impl Weights {
    /// What they are called.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// A key of all that was learned: another one plays otherwise. It is known without the file.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The file.
    pub(crate) fn bytes(&self) -> Result<&[u8], MissingWeights> {
        let given = || self.given.get().map(Vec::as_slice);
        self.built_in
            .or_else(given)
            .ok_or(MissingWeights(self.name))
    }

    /// Whether they can be used; else what to say.
    pub fn check(&self) -> Result<(), MissingWeights> {
        self.bytes().map(|_| ())
    }
}

/// The weights of a name.
pub fn named(name: &str) -> Option<&'static Weights> {
    ALL.into_iter().find(|weights| weights.name == name)
}

/// Gives weights to the program. Those that are there already stay.
///
/// ```
/// use papan_engines::weights::{self, BadWeights};
///
/// let error = weights::provide("othello", b"something else".to_vec()).unwrap_err();
/// assert_eq!(error, BadWeights::Other("othello"));
/// assert!(weights::provide("chess", Vec::new()).is_err());
/// ```
pub fn provide(name: &str, bytes: Vec<u8>) -> Result<(), BadWeights> {
    let weights = named(name).ok_or_else(|| BadWeights::Unknown(papan_core::shortened(name)))?;
    if (weights.key_of)(&bytes) != weights.key {
        return Err(BadWeights::Other(weights.name));
    }
    if weights.built_in.is_none() {
        // They were given before, or are now.
        let _ = weights.given.set(bytes);
    }
    Ok(())
}

fn key_of_bytes(bytes: &[u8]) -> u64 {
    key::of_words(bytes.iter().map(|&byte| byte.into()))
}

#[cfg(all(test, feature = "weights"))]
mod tests {
    use super::*;

    /// Who trains weights anew changes their keys above: agents then have other fingerprints.
    #[test]
    fn the_keys_are_those_of_the_files() {
        for weights in ALL {
            let file = weights.built_in.unwrap();
            let key = (weights.key_of)(file);
            assert_eq!(weights.key, key, "{} has the key {key:#018x}", weights.name);
            assert_eq!(provide(weights.name, file.to_vec()), Ok(()));
            let mut damaged = file.to_vec();
            damaged[file.len() / 2] ^= 1;
            let refused = BadWeights::Other(weights.name);
            assert_eq!(provide(weights.name, damaged), Err(refused));
        }
    }
}
