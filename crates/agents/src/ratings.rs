//! What levels are worth, as `papan tournament tournaments/levels.toml` measured it and
//! `papan levels --write` wrote it into `ratings.toml`.

use crate::{agents, games, levels::COUNT};
use serde::{Deserialize, Serialize};
use std::{fmt::Write as _, sync::LazyLock};

/// The rating of a level in one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The level.
    pub level: u32,
    /// Its rating in Elo; that of `random` is 0.
    pub elo: i32,
    /// The lower end of its interval at 95%.
    pub low: i32,
    /// The upper end of it.
    pub high: i32,
    /// The lower end of the interval of how far it is above the level below, or above `random`
    /// for the first: the step is sure when this is above 0.
    #[serde(skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub step_low: i32,
    /// The upper end of it.
    #[serde(skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub step_high: i32,
    /// The fingerprint of the level that was measured: see [`agents::fingerprint`].
    #[serde(skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub fingerprint: String,
}

impl Rating {
    /// Whether the level still plays as it did when it was measured.
    pub fn is_current(&self, game: &str) -> bool {
        let now = games::visit(game, Fingerprint(self.level));
        now.is_ok_and(|now| now.as_ref() == Some(&self.fingerprint))
    }
}

/// The fingerprint that a level has now.
struct Fingerprint(u32);

impl games::Visitor for Fingerprint {
    type Output = Option<String>;
    fn visit<G: crate::Playable>(self, game: G) -> Option<String> {
        let text = format!("level:{}", self.0);
        agents::fingerprint(&game, &text).ok().flatten()
    }
}

/// A player that is no level, on the scale of the levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// Its rating in Elo.
    pub elo: i32,
    /// The lower end of its interval at 95%.
    pub low: i32,
    /// The upper end of it.
    pub high: i32,
}

/// The ratings of the levels of a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rated {
    /// The game, as it calls itself.
    pub game: String,
    /// How many games were played for them.
    pub games: u64,
    /// The day on which the last of them was played.
    pub date: String,
    /// The version of the program that played.
    pub version: String,
    /// What `greedy` is worth, which looks one ply ahead.
    pub greedy: Anchor,
    /// The ratings, from the first level to the last that was measured.
    pub levels: Vec<Rating>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    rated: Vec<Rated>,
}

static RATED: LazyLock<Vec<Rated>> =
    LazyLock::new(|| read(include_str!("../ratings.toml")).expect("the tests read it"));

const HEADER: &str = "\
# What levels are worth in Elo above `random`, which has 0, with 95% intervals. A step is how far
# a level is above the one below; it is sure where its interval is above 0. Levels that are not
# here have not been measured. The fingerprint is that of the level that played.
#
# Written by a command; do not edit:
#     papan tournament tournaments/levels.toml
#     papan levels --event levels --write crates/agents/ratings.toml --force
";

/// The ratings in a file that [`write()`] made; what is wrong with it otherwise.
pub fn read(text: &str) -> Result<Vec<Rated>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    for rated in &file.rated {
        let levels = rated.levels.iter().map(|rating| rating.level);
        if !levels.eq(1..=rated.levels.len() as u32) || rated.levels.len() > COUNT {
            return Err(format!("{}: the levels are not 1 to {COUNT}", rated.game));
        }
    }
    Ok(file.rated)
}

/// A file with ratings, for `ratings.toml`.
///
/// ```
/// use papan_agents::ratings;
///
/// let rated: Vec<_> = ratings::all().to_vec();
/// assert_eq!(ratings::read(&ratings::write(&rated)), Ok(rated));
/// ```
pub fn write(rated: &[Rated]) -> String {
    let mut text = HEADER.to_owned();
    // Writing to a text does not fail.
    for of in rated {
        let Anchor { elo, low, high } = of.greedy;
        let _ = write!(
            text,
            "\n[[rated]]\ngame = \"{}\"\ngames = {}\ndate = \"{}\"\nversion = \"{}\"\n\
             greedy = {{ elo = {elo}, low = {low}, high = {high} }}\nlevels = [\n",
            of.game, of.games, of.date, of.version,
        );
        for rating in &of.levels {
            let _ = writeln!(
                text,
                "    {{ level = {}, elo = {}, low = {}, high = {}, step_low = {}, \
                 step_high = {}, fingerprint = \"{}\" }},",
                rating.level,
                rating.elo,
                rating.low,
                rating.high,
                rating.step_low,
                rating.step_high,
                rating.fingerprint,
            );
        }
        text += "]\n";
    }
    text
}

/// All that has been rated.
pub fn all() -> &'static [Rated] {
    &RATED
}

/// The ratings of the levels of a game, as it calls itself; `None` where they have not been
/// measured.
///
/// ```
/// use papan_agents::ratings;
///
/// let othello = &ratings::of("othello").unwrap().levels;
/// assert!(othello[5].elo > othello[0].elo + 500);
/// assert!(ratings::of("chess").is_none());
/// ```
pub fn of(game: &str) -> Option<&'static Rated> {
    RATED.iter().find(|rated| rated.game == game)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file is what the command writes, so that nobody has typed in it.
    #[test]
    fn the_file_is_as_it_was_written() {
        assert_eq!(write(all()), include_str!("../ratings.toml"));
    }

    #[test]
    fn levels_are_counted_from_one() {
        let mut rated = all().to_vec();
        rated[0].levels.remove(0);
        let problem = read(&write(&rated)).unwrap_err();
        assert!(problem.contains("are not 1 to 9"), "{problem}");
        assert!(read("[[rated]]\ngame = \"othello\"\nlevels = []\n").is_err());
    }
}
