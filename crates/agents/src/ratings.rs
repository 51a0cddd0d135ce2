//! What levels are worth, as `papan tournament tournaments/levels.toml` measured it and
//! `papan levels --write` wrote it into `ratings.toml`.

use crate::levels::COUNT;
use serde::{Deserialize, Serialize};
use std::{fmt::Write as _, sync::LazyLock};

/// The rating of a level in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The level.
    pub level: u32,
    /// Its rating in Elo; the mean of the nine levels of a game is [`MEAN`].
    pub elo: i32,
    /// The lower end of its interval at 95%.
    pub low: i32,
    /// The upper end of it.
    pub high: i32,
}

/// What an average level is rated, so that ratings look as players know them. Ratings of
/// different games cannot be compared.
pub const MEAN: i32 = 1_500;

/// The ratings of the levels of a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rated {
    /// The game, as it calls itself.
    pub game: String,
    /// How many games were played for them; unknown of those measured before this was noted.
    #[serde(default)]
    pub games: Option<u64>,
    /// The day on which they were written.
    #[serde(default)]
    pub date: Option<String>,
    /// The version of the program that played.
    #[serde(default)]
    pub version: Option<String>,
    /// The ratings, from the first level to the last.
    pub levels: [Rating; COUNT],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rated: Vec<Rated>,
}

static RATED: LazyLock<Vec<Rated>> =
    LazyLock::new(|| read(include_str!("../ratings.toml")).expect("the tests read it"));

const HEADER: &str = "\
# What levels are worth in Elo, 1500 on average in each game, with 95% intervals. Ratings of
# different games cannot be compared.
#
# Written by a command; do not edit:
#     papan tournament tournaments/levels.toml
#     papan levels --event levels --write crates/agents/ratings.toml
";

/// The ratings in a file that [`write()`] made; what is wrong with it otherwise.
pub fn read(text: &str) -> Result<Vec<Rated>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
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
        let _ = write!(text, "\n[[rated]]\ngame = \"{}\"\n", of.game);
        if let Some(games) = of.games {
            let _ = writeln!(text, "games = {games}");
        }
        for (name, value) in [("date", &of.date), ("version", &of.version)] {
            if let Some(value) = value {
                let _ = writeln!(text, "{name} = \"{value}\"");
            }
        }
        text += "levels = [\n";
        for Rating {
            level,
            elo,
            low,
            high,
        } in of.levels
        {
            let _ = writeln!(
                text,
                "    {{ level = {level}, elo = {elo}, low = {low}, high = {high} }},"
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

/// The games whose levels have been rated.
pub fn games() -> impl Iterator<Item = &'static str> {
    RATED.iter().map(|rated| rated.game.as_str())
}

/// The ratings of the levels of a game, as it calls itself; `None` where they have not been
/// measured.
///
/// ```
/// use papan_agents::ratings;
///
/// let othello = ratings::of("othello").unwrap();
/// assert!(othello[8].elo > othello[0].elo + 1_000);
/// assert!(ratings::of("othello:size=4").is_none());
/// ```
pub fn of(game: &str) -> Option<[Rating; COUNT]> {
    let rated = RATED.iter().find(|rated| rated.game == game)?;
    Some(rated.levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_above_the_one_below() {
        for game in games() {
            let levels = of(game).unwrap();
            let mean = levels.iter().map(|rating| rating.elo).sum::<i32>() / COUNT as i32;
            assert!((mean - MEAN).abs() <= 5, "{game}: {mean}");
            for (rating, level) in levels.iter().zip(1..) {
                assert_eq!(rating.level, level, "{game}");
            }
            for pair in levels.windows(2) {
                assert!(pair[0].elo < pair[1].elo, "{game}, level {}", pair[1].level);
            }
            assert!(levels.iter().all(|of| of.low < of.elo && of.elo < of.high));
            assert_eq!(crate::games::open(game).unwrap().name(), game);
        }
        assert_eq!(games().count(), 5);
    }

    /// The file is what the command writes, so that nobody has typed in it.
    #[test]
    fn the_file_is_as_it_was_written() {
        assert_eq!(write(all()), include_str!("../ratings.toml"));
    }

    #[test]
    fn what_is_known_of_a_measurement_comes_back() {
        let mut rated = all().to_vec();
        rated[0].games = Some(720);
        rated[0].date = Some("2026-11-16".to_owned());
        rated[0].version = Some("0.1.0".to_owned());
        assert_eq!(read(&write(&rated)).unwrap(), rated);
        assert!(read("[[rated]]\ngame = \"othello\"\nlevels = []\n").is_err());
    }
}
