//! The job of playing one game, as a value.

use crate::Conditions;
use papan_core::LineOfPlay;
use serde::{Deserialize, Serialize, de::Error};
use sha2::{Digest, Sha256};
use std::{fmt, str::FromStr};

/// Everything that one game follows from. A job can be written down, carried to another
/// machine and played there; agents without a clock play the same game everywhere.
///
/// ```
/// use papan_arena::{Conditions, Job};
/// use papan_core::LineOfPlay;
///
/// let job = Job {
///     event: "spring cup".to_owned(),
///     game: "othello".to_owned(),
///     agents: vec!["greedy".to_owned(), "random".to_owned()],
///     round: 0,
///     seating: 0,
///     opening: LineOfPlay::moves(["f5"]),
///     seed: 7,
///     conditions: Conditions::NONE,
/// };
/// let carried: Job = serde_json::from_str(&serde_json::to_string(&job).unwrap()).unwrap();
/// assert_eq!(carried.id(), job.id());
/// assert_ne!(Job { seed: 8, ..job.clone() }.id(), job.id());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The tournament or match that it belongs to; the same game in another one is another
    /// job.
    pub event: String,
    /// The game with its parameters.
    pub game: String,
    /// The agent of each seat with its parameters.
    pub agents: Vec<String>,
    /// The number of the opening among those that these agents play: games of one round
    /// begin alike and differ in the seats.
    pub round: u64,
    /// The number of the seating within the round.
    pub seating: u32,
    /// How the game begins: what is not left to the agents.
    pub opening: LineOfPlay,
    /// What the agents' chance follows from.
    pub seed: u64,
    /// What moves are held to.
    pub conditions: Conditions,
}

impl Job {
    /// The id of the game: the same for equal jobs, on every machine.
    pub fn id(&self) -> GameId {
        // A job is texts and whole numbers in a fixed order, so that its JSON is always the
        // same; none of them can fail to be written.
        let text = serde_json::to_vec(self).unwrap_or_default();
        GameId::of(&text)
    }
}

/// A game's id: the first 16 bytes of a SHA-256, written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub [u8; 16]);

impl GameId {
    /// The id of some text.
    pub fn of(text: &[u8]) -> GameId {
        let digest = Sha256::digest(text);
        let mut id = [0; 16];
        id.copy_from_slice(&digest[..16]);
        GameId(id)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for GameId {
    type Err = ();

    fn from_str(text: &str) -> Result<GameId, ()> {
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(());
        }
        let mut id = [0; 16];
        for (index, byte) in id.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).map_err(|_| ())?;
        }
        Ok(GameId(id))
    }
}

impl Serialize for GameId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = |()| D::Error::custom("an id is 32 hexadecimal digits");
        text.parse().map_err(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ledgers hold ids: a change here would play all their games again.
    #[test]
    fn ids_never_change() {
        let job = Job {
            event: "an event".to_owned(),
            game: "othello:size=6".to_owned(),
            agents: vec!["level:3".to_owned(), "gtp:engine --level 1".to_owned()],
            round: 3,
            seating: 1,
            opening: LineOfPlay::moves(["d2"]),
            seed: u64::MAX,
            conditions: Conditions {
                nodes: Some(1_000),
                ..Conditions::NONE
            },
        };
        assert_eq!(
            serde_json::to_string(&job).unwrap(),
            r#"{"event":"an event","game":"othello:size=6","agents":["level:3","gtp:engine --level 1"],"round":3,"seating":1,"opening":{"moves":["d2"]},"seed":18446744073709551615,"conditions":{"nodes":1000}}"#
        );
        assert_eq!(job.id().to_string(), "6501c658c85caf6ff0ff216234667671");
        assert_eq!(job.id().to_string().parse(), Ok(job.id()));
        assert_eq!("zz".repeat(16).parse::<GameId>(), Err(()));
    }
}
