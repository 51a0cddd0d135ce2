//! Values of positions in the words of the page: what the agent counted, and the same as a
//! chance for bars and graphs.

use papan_agents::{Playable, agents, games};
use papan_core::spec::SpecError;
use papan_search::{FINISHED, Points, Value};
use serde::Serialize;

/// What a position is worth to a seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PositionValue {
    /// What the agent counts in.
    #[serde(flatten)]
    pub(crate) value: Counted,
    /// The same as the share of games that the seat may hope to win, from 0 to 1.
    pub(crate) chance: f64,
    /// Whether it is proven.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub(crate) exact: bool,
}

/// What an agent counts in.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Counted {
    /// Points of the game, or of an evaluation.
    Points(#[cfg_attr(test, ts(type = "number"))] Points),
    /// The share of games won.
    Share(f64),
}

/// How the points of an agent become a chance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scale {
    /// By this number of points ahead one wins about 73 of 100 games: where the logistic curve
    /// 1 / (1 + exp(-points / scale)) is at 1.
    points: f64,
}

impl Scale {
    /// That of an agent in a game.
    pub(crate) fn of(game: &str, agent: &str) -> Result<Scale, SpecError> {
        games::visit(game, Ask(agent))?
    }

    /// What a value means.
    pub(crate) fn value(self, value: Value, exact: bool) -> PositionValue {
        let (value, chance) = match value {
            // The end of a game weighs more than any judgement, in every evaluation.
            Value::Points(points) if exact || points.whole().abs() >= FINISHED => (
                Counted::Points(points),
                f64::from(1 + points.whole().signum()) / 2.0,
            ),
            Value::Points(points) => {
                let chance = 1.0 / (1.0 + (-points.number() / self.points).exp());
                (Counted::Points(points), chance)
            }
            Value::Share(share) => (Counted::Share(share), share.clamp(0.0, 1.0)),
        };
        PositionValue {
            value,
            chance,
            exact,
        }
    }
}

impl PositionValue {
    /// The same for the other of two seats.
    pub(crate) fn opposite(self) -> PositionValue {
        PositionValue {
            value: match self.value {
                Counted::Points(points) => Counted::Points(-points),
                Counted::Share(share) => Counted::Share(1.0 - share),
            },
            chance: 1.0 - self.chance,
            exact: self.exact,
        }
    }
}

/// Asks the catalogue what a point of the result is worth, and what it is to an agent.
struct Ask<'a>(&'a str);

impl games::Visitor for Ask<'_> {
    type Output = Result<Scale, SpecError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let unit = agents::unit(&game, self.0)?;
        Ok(Scale {
            points: G::SCALE * f64::from(unit),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            text(scale.value(Value::Share(0.25), false).opposite()),
            json!({"share": 0.75, "chance": 0.75})
        );
        assert_eq!(
            text(scale.value(Value::points(-4), true)),
            json!({"points": -4, "chance": 0.0, "exact": true})
        );
        let parts = Value::Points(Points::parts(109, 32));
        assert_eq!(text(scale.value(parts, false))["points"], json!(3.41));
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
