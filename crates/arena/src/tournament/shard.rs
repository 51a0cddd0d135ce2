//! A part of a tournament, for batch systems: each machine plays a part into a ledger of its
//! own, and `papan ledger merge` puts them together.

use std::{fmt, str::FromStr};
use thiserror::Error;

/// One of several equal parts of a tournament, written as `3/16`.
///
/// ```
/// use papan_arena::tournament::Shard;
///
/// let shard: Shard = "3/16".parse().unwrap();
/// assert_eq!(shard.to_string(), "3/16");
/// assert!("0/16".parse::<Shard>().is_err());
/// assert!("17/16".parse::<Shard>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Counted from 0.
    index: u64,
    count: u64,
}

/// A text that names no shard.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{}' is no shard: write K/N, the part and the number of parts, with K from 1 to N, such as 3/16",
    papan_core::shortened(.0)
)]
pub struct BadShard(String);

impl Shard {
    /// Whether the item of this number belongs to it.
    pub(super) fn has(self, number: u64) -> bool {
        number % self.count == self.index
    }

    /// How many of the numbers below `end` belong to it.
    pub(super) fn below(self, end: u64) -> u64 {
        end / self.count + u64::from(self.index < end % self.count)
    }
}

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Shard, BadShard> {
        let numbers = text.split_once('/').and_then(|(number, count)| {
            let whole = |text: &str| text.trim().parse::<u64>().ok();
            Some((whole(number)?, whole(count)?))
        });
        match numbers {
            Some((number, count)) if (1..=count).contains(&number) => Ok(Shard {
                index: number - 1,
                count,
            }),
            _ => Err(BadShard(text.to_owned())),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shared_evenly() {
        for count in 1..9 {
            let shards: Vec<Shard> = (1..=count)
                .map(|number| format!("{number}/{count}").parse().unwrap())
                .collect();
            for end in 0..40 {
                let below = |shard: &Shard| shard.below(end);
                let listed = |shard: &Shard| (0..end).filter(|&item| shard.has(item)).count();
                for shard in &shards {
                    assert_eq!(below(shard), listed(shard) as u64, "{shard} of {end}");
                }
                let sizes = || shards.iter().map(below);
                assert_eq!(sizes().sum::<u64>(), end);
                assert!(sizes().max().unwrap() - sizes().min().unwrap() <= 1);
            }
        }
    }

    #[test]
    fn what_is_no_shard_is_told_what_is() {
        for text in ["0/4", "5/4", "x", "", "1", "1/0", "-1/4", "1/4/2", "1/x"] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains(&format!("'{text}'")), "{error}");
            assert!(error.contains("K from 1 to N"), "{error}");
        }
    }
}
