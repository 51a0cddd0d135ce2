//! What every move of a game is held to, and what may end a game early.

use papan_core::spec;
use papan_search::{Clock, Limits, Stop, TimeControl};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, time::Duration};

/// The conditions of a game: limits of each move, clocks, adjudication. By default there are
/// none, and the agents' own limits are all that holds.
///
/// Values that are not set are not written, so that a new condition leaves the ids of games
/// without it as they are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// The depth limit, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The node limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time limit of each move.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "milliseconds"
    )]
    pub time: Option<Duration>,
    /// The time control of each seat, for all of its moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The grace period: how much later than allowed a move is still taken; [`GRACE`] when
    /// not set.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "milliseconds"
    )]
    pub grace: Option<Duration>,
    /// What may end a game before its rules do.
    #[serde(default, skip_serializing_if = "Adjudication::is_off")]
    pub adjudication: Adjudication,
}

/// How much later than allowed a move is taken when nothing else is said: machines pause.
pub const GRACE: Duration = Duration::from_millis(100);

/// What may end a game early, for two seats. Off by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// The game's exact solver, asked with this many nodes before every move, or every third
    /// one as long as it finds nothing: what it proves is the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver: Option<u64>,
    /// The players themselves agree who is how far ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<Margin>,
}

/// How far ahead one of two seats must be, in the eyes of both players.
///
/// ```
/// use papan_arena::Margin;
///
/// let margin: Margin = "20x4".parse().unwrap();
/// assert_eq!((margin.points, margin.plies), (20, 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Margin {
    /// By this many points or more, in the units of their own values.
    pub points: u32,
    /// For this many plies in a row.
    pub plies: u32,
}

impl Adjudication {
    /// Whether nothing ends a game but its rules.
    pub fn is_off(&self) -> bool {
        self.solver.is_none() && self.margin.is_none()
    }
}

impl Conditions {
    /// No conditions.
    pub const NONE: Conditions = Conditions {
        depth: None,
        nodes: None,
        time: None,
        clock: None,
        grace: None,
        adjudication: Adjudication {
            solver: None,
            margin: None,
        },
    };

    /// What a move is held to, apart from time.
    pub(crate) fn limits(&self, stop: &Stop) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            stop: Some(stop.clone()),
            grace: Some(self.grace()),
            ..Limits::NONE
        }
    }

    /// The clock of a game, which limits nobody where there is no time control.
    pub(crate) fn running_clock(&self) -> Clock {
        let control = self.clock.or(self.time.map(TimeControl::per_move));
        match control {
            Some(control) => Clock::new(control),
            None => Clock::unlimited(TimeControl::default()),
        }
    }

    /// How much later than allowed a move is taken.
    pub fn grace(&self) -> Duration {
        self.grace.unwrap_or(GRACE)
    }
}

/// A text that is no condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadCondition {
    text: String,
    expected: &'static str,
}

impl fmt::Display for BadCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = papan_core::shortened(&self.text);
        write!(f, "'{text}' is not possible; write {}", self.expected)
    }
}

impl std::error::Error for BadCondition {}

fn bad(text: &str, expected: &'static str) -> BadCondition {
    BadCondition {
        text: text.to_owned(),
        expected,
    }
}

/// A time such as `250ms` or `1.5s`, longer than nothing.
///
/// ```
/// assert_eq!(papan_arena::parse_time("1.5s").unwrap().as_millis(), 1500);
/// assert!(papan_arena::parse_time("0s").is_err());
/// ```
pub fn parse_time(text: &str) -> Result<Duration, BadCondition> {
    spec::parse_time(text)
        .filter(|time| !time.is_zero())
        .ok_or_else(|| bad(text, "a time such as 250ms or 1.5s"))
}

impl FromStr for Margin {
    type Err = BadCondition;

    fn from_str(text: &str) -> Result<Margin, BadCondition> {
        let numbers = text.split_once(['x', 'X']).and_then(|(points, plies)| {
            let points: u32 = points.trim().parse().ok()?;
            let plies: u32 = plies.trim().parse().ok()?;
            (points > 0 && plies > 0).then_some(Margin { points, plies })
        });
        numbers.ok_or_else(|| bad(text, "POINTSxPLIES, such as 20x4: both players see one of them 20 points or more ahead for 4 plies in a row"))
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.points, self.plies)
    }
}

/// The conditions in a few words: `100ms a move, at most 5000 nodes`.
impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = [
            self.time
                .map(|time| format!("{} a move", spec::time_text(time))),
            self.clock.map(|clock| format!("clock {clock}")),
            self.nodes.map(|nodes| format!("{nodes} nodes a move")),
            self.depth.map(|depth| format!("{depth} plies ahead")),
            self.grace
                .map(|grace| format!("grace {}", spec::time_text(grace))),
            self.adjudication
                .solver
                .map(|nodes| format!("adjudicated by the solver ({nodes} nodes)")),
            self.adjudication
                .margin
                .map(|margin| format!("adjudicated at {margin}")),
        ]
        .into_iter()
        .flatten()
        .collect();
        match parts.is_empty() {
            true => f.write_str("the agents' own limits"),
            false => f.write_str(&parts.join(", ")),
        }
    }
}

/// Times as whole milliseconds, for programs.
mod milliseconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_millis() as u64)
            .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_millis))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_written_short_and_read_back() {
        let conditions = Conditions {
            time: Some(Duration::from_millis(100)),
            clock: Some("60s+500ms".parse().unwrap()),
            adjudication: Adjudication {
                solver: None,
                margin: Some("20x4".parse().unwrap()),
            },
            ..Conditions::NONE
        };
        let text = serde_json::to_string(&conditions).unwrap();
        assert_eq!(
            text,
            r#"{"time":100,"clock":{"base":60000,"increment":500},"adjudication":{"margin":{"points":20,"plies":4}}}"#
        );
        assert_eq!(
            serde_json::from_str::<Conditions>(&text).unwrap(),
            conditions
        );
        assert_eq!(serde_json::to_string(&Conditions::NONE).unwrap(), "{}");
        assert_eq!(
            conditions.to_string(),
            "100ms a move, clock 60s+500ms, adjudicated at 20x4"
        );
        assert!("20".parse::<Margin>().is_err());
    }
}
