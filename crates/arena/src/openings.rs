//! Where games of a contest begin.

use papan_core::{Game, Random};
use serde::{Serialize, Serializer};
use std::{fmt, str::FromStr};

/// How games begin, so that agents without chance do not play the same game for ever.
///
/// ```
/// use papan_arena::Openings;
///
/// assert_eq!("random:2".parse(), Ok(Openings::Random(2)));
/// assert_eq!(Openings::Start.to_string(), "start");
/// assert!("randon".parse::<Openings>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Openings {
    /// From the position that games begin with.
    #[default]
    Start,
    /// After so many random plies. With rotation, every opening is played from all seats.
    Random(u32),
}

/// A text that names no openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadOpenings(String);

impl fmt::Display for BadOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = papan_core::shortened(&self.0);
        write!(
            f,
            "'{text}' names no openings; write start or random:PLIES, up to {MOST_PLIES} plies"
        )
    }
}

impl std::error::Error for BadOpenings {}

/// More random plies than this leave nothing to play for in most games.
const MOST_PLIES: u32 = 100;

impl FromStr for Openings {
    type Err = BadOpenings;

    fn from_str(text: &str) -> Result<Openings, BadOpenings> {
        let plies = match text.trim().split_once(':') {
            None if text.trim() == "start" => return Ok(Openings::Start),
            Some(("random", plies)) => plies.parse().ok(),
            _ => None,
        };
        plies
            .filter(|plies| *plies <= MOST_PLIES)
            .map(Openings::Random)
            .ok_or_else(|| BadOpenings(text.to_owned()))
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Start => f.write_str("start"),
            Openings::Random(plies) => write!(f, "random:{plies}"),
        }
    }
}

impl Serialize for Openings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Openings {
    /// The moves of the opening number `number` of a series. An opening never ends a game:
    /// when chance would, it tries again, and in a game so short that it always would, it
    /// stops before the end.
    pub(crate) fn moves<G: Game>(&self, game: &G, seed: u64, number: u64) -> Vec<G::Move> {
        const TRIES: usize = 20;
        let Openings::Random(plies) = *self else {
            return Vec::new();
        };
        let mut random = Random::for_item(seed, number);
        let mut choices = Vec::new();
        let mut longest = Vec::new();
        for _ in 0..TRIES {
            let mut position = game.start();
            let mut played = Vec::new();
            while (played.len() as u32) < plies {
                choices.clear();
                game.moves(&position, &mut choices);
                let choice = choices[random.below(choices.len())];
                game.play(&mut position, choice);
                if game.turn(&position).is_none() {
                    break;
                }
                played.push(choice);
            }
            if played.len() as u32 == plies {
                return played;
            }
            if played.len() > longest.len() {
                longest = played;
            }
        }
        longest
    }
}
