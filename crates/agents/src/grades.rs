//! How good a move was, by what it gave away: thresholds of each game from `grades.toml`.

use crate::Playable;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt, sync::LazyLock};

/// The row that holds for every game without one of its own.
const ANY: &str = "any";

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// There was none better.
    Best,
    /// It gave away next to nothing.
    Good,
    /// It gave away a little.
    Inaccuracy,
    /// It gave away much.
    Mistake,
    /// It gave away very much.
    Blunder,
}

impl Grade {
    /// All of them, the best first.
    pub const ALL: [Grade; 5] = [
        Grade::Best,
        Grade::Good,
        Grade::Inaccuracy,
        Grade::Mistake,
        Grade::Blunder,
    ];

    /// Whether something is held against the move.
    pub fn is_fault(self) -> bool {
        self >= Grade::Inaccuracy
    }

    /// As one writes it.
    pub fn name(self) -> &'static str {
        ["best", "good", "inaccuracy", "mistake", "blunder"][self as usize]
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

/// What a move gave away.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Loss {
    /// Points of the game's result, where both values are known in these.
    pub points: Option<f64>,
    /// Of the chance to win, from 0 to 1.
    pub chance: f64,
}

impl Loss {
    /// Nothing at all.
    pub const NONE: Loss = Loss {
        points: None,
        chance: 0.0,
    };
}

/// What a move must give away at least to have a grade.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Threshold {
    points: f64,
    chance: f64,
}

impl Threshold {
    fn is_reached(&self, loss: &Loss) -> bool {
        loss.points.is_some_and(|points| points >= self.points) || loss.chance >= self.chance
    }
}

/// The thresholds of a game.
///
/// ```
/// use papan_agents::grades::{Grade, Loss, Thresholds};
/// use papan_othello::Othello;
///
/// let thresholds = Thresholds::of(&Othello::new());
/// // In a game that is lost anyway, discs still count.
/// let lost = Loss { points: Some(15.0), chance: 0.0 };
/// assert_eq!(thresholds.grade(&lost), Grade::Blunder);
/// // In a close one two discs decide.
/// let close = Loss { points: Some(2.0), chance: 1.0 };
/// assert_eq!(thresholds.grade(&close), Grade::Blunder);
/// assert_eq!(thresholds.grade(&Loss { points: Some(0.5), chance: 0.01 }), Grade::Good);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct Thresholds {
    inaccuracy: Threshold,
    mistake: Threshold,
    blunder: Threshold,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    name: String,
    #[serde(flatten)]
    thresholds: Thresholds,
}

static ROWS: LazyLock<BTreeMap<String, Thresholds>> = LazyLock::new(|| {
    let file: File = match toml::from_str(include_str!("../grades.toml")) {
        Ok(file) => file,
        Err(error) => panic!("the grades cannot be read: {error}"),
    };
    let rows = file.game.into_iter();
    rows.map(|row| (row.name, row.thresholds)).collect()
});

impl Thresholds {
    /// Those of a game: of its preset, else of its family, else those for any game.
    pub fn of<G: Playable>(game: &G) -> Thresholds {
        let name = game.name();
        let preset = name.split(':').next().unwrap_or_default();
        let names = [preset, game.family().name, ANY];
        let found = names.into_iter().find_map(|name| ROWS.get(name));
        *found.expect("the tests look for a row that holds for any game")
    }

    /// The grade of a move that is not the best one.
    pub fn grade(&self, loss: &Loss) -> Grade {
        let faults = [
            (self.blunder, Grade::Blunder),
            (self.mistake, Grade::Mistake),
            (self.inaccuracy, Grade::Inaccuracy),
        ];
        let reached = faults
            .into_iter()
            .find(|(threshold, _)| threshold.is_reached(loss));
        reached.map_or(Grade::Good, |(_, grade)| grade)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn every_row_is_of_a_game_and_grows() {
        for (name, rows) in ROWS.iter() {
            let known = games::family_named(name).is_some()
                || games::all().iter().any(|entry| entry.name == name);
            assert!(known || name == ANY, "{name} is no game");
            let thresholds = [rows.inaccuracy, rows.mistake, rows.blunder];
            assert!(thresholds.is_sorted_by(|less, more| {
                less.points < more.points && less.chance < more.chance
            }));
            assert!(rows.inaccuracy.points > 0.0 && rows.inaccuracy.chance > 0.0);
        }
        assert!(ROWS.contains_key(ANY));
    }

    #[test]
    fn grades_grow_with_either_loss() {
        let thresholds = ROWS[ANY];
        for known in [false, true] {
            let mut last = Grade::Good;
            for step in 0..100 {
                let (points, chance) = match known {
                    true => (Some(f64::from(step) / 4.0), 0.0),
                    false => (None, f64::from(step) / 100.0),
                };
                let grade = thresholds.grade(&Loss { points, chance });
                assert!(grade >= last);
                last = grade;
            }
            assert_eq!(last, Grade::Blunder);
        }
    }

    #[test]
    fn names_are_those_of_the_json() {
        for grade in Grade::ALL {
            assert_eq!(serde_json::to_value(grade).unwrap(), grade.name());
        }
    }
}
