//! Values of positions in the words of the page: what the agent counted, and the same as a
//! chance for bars and graphs.

use papan_agents::{
    Playable, games,
    worth::{self, Worth},
};
use papan_core::spec::SpecError;
use papan_search::{Points, Value};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use std::cmp::Ordering;

/// What a position is worth to a seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionValue {
    /// What the agent counts in.
    #[serde(flatten)]
    pub value: Counted,
    /// The same as the share of games that the seat may hope to win, from 0 to 1.
    pub chance: f64,
    /// Whether it is proven.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub exact: bool,
}

/// What an agent counts in.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// Points of the game, or of an evaluation.
    Points(
        #[serde(deserialize_with = "points")]
        #[cfg_attr(test, ts(type = "number"))]
        Points,
    ),
    /// The share of games won.
    Share(f64),
}

/// Points as they are written: to hundredths, so that nothing of them is lost.
fn points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
    let number = f64::deserialize(deserializer)?;
    Points::nearest(number).ok_or_else(|| D::Error::custom("points that are no number"))
}

/// How the points of an agent become a chance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scale(worth::Scale);

impl Scale {
    /// That of an agent in a game.
    pub(crate) fn of(game: &str, agent: &str) -> Result<Scale, SpecError> {
        games::visit(game, Ask(agent))?
    }

    /// What a value means.
    pub(crate) fn value(self, value: Value, exact: bool) -> PositionValue {
        PositionValue {
            value: match value {
                Value::Points(points) => Counted::Points(points),
                Value::Share(share) => Counted::Share(share),
            },
            chance: self.0.chance(value, exact),
            exact,
        }
    }

    /// The same of what is known of a position.
    pub(crate) fn worth(self, worth: Worth) -> PositionValue {
        self.value(worth.value, worth.exact)
    }
}

impl PositionValue {
    /// Which of two is better for the seat that both are for: by the chance, and where that says
    /// nothing, by what is counted.
    pub(crate) fn compare(&self, other: &PositionValue) -> Ordering {
        let counted = |worth: &PositionValue| worth.counted().number();
        let by_chance = self.chance.total_cmp(&other.chance);
        by_chance.then(counted(self).total_cmp(&counted(other)))
    }

    /// What it says besides the chance.
    pub(crate) fn counted(self) -> Value {
        match self.value {
            Counted::Points(points) => Value::Points(points),
            Counted::Share(share) => Value::Share(share),
        }
    }
}

/// Asks the catalogue how the points of an agent become chances.
struct Ask<'a>(&'a str);

impl games::Visitor for Ask<'_> {
    type Output = Result<Scale, SpecError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        worth::Scale::of(&game, self.0).map(Scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_search::FINISHED;
    use serde_json::json;

    #[test]
    fn points_become_chances_that_grow_with_them() {
        let scale = Scale::of("othello", "level:3").unwrap();
        let chance = |points| scale.value(Value::points(points), false).chance;
        assert_eq!(chance(0), 0.5);
        assert!((-63..64).all(|points| chance(points) < chance(points + 1)));
        assert!((chance(10) + chance(-10) - 1.0).abs() < 1e-12);
        assert_eq!(scale.value(Value::points(2), true).chance, 1.0);
        assert_eq!(scale.value(Value::points(0), true).chance, 0.5);
        assert_eq!(chance(-3 * FINISHED), 0.0);
    }

    #[test]
    fn it_is_written_as_the_page_reads_it() {
        let scale = Scale::of("blokus-duo", "explorer").unwrap();
        let text = |value: PositionValue| serde_json::to_value(value).unwrap();
        assert_eq!(
            text(scale.value(Value::Share(0.25), false)),
            json!({"share": 0.25, "chance": 0.25})
        );
        assert_eq!(
            text(scale.value(Value::points(-4), true)),
            json!({"points": -4, "chance": 0.0, "exact": true})
        );
        let parts = Value::Points(Points::parts(109, 32));
        assert_eq!(text(scale.value(parts, false))["points"], json!(3.41));
        for value in [parts, Value::points(-4), Value::Share(0.1)] {
            let value = scale.value(value, value == Value::points(-4));
            let read: PositionValue = serde_json::from_value(text(value)).unwrap();
            assert_eq!(read, value);
        }
    }

    #[test]
    fn parts_of_points_count_less() {
        let whole = Scale::of("othello", "negascout").unwrap();
        let parts = Scale::of("othello", "negascout:depth=4,Eval= patterns").unwrap();
        let engine = Scale::of("adjacency", "stable:eval=stable").unwrap();
        let marks = Scale::of("adjacency", "hill").unwrap();
        assert_eq!(
            engine, marks,
            "the engine counts in marks whatever it looks at"
        );
        assert_ne!(engine, Scale::of("adjacency", "hill:eval=stable").unwrap());
        let (one, disc) = (Value::points(1), Value::points(32));
        assert_eq!(
            whole.value(one, false).chance,
            parts.value(disc, false).chance
        );
        assert!(Scale::of("chess", "level:3").is_err());
    }
}
