//! A game that was played.

use crate::Job;
use papan_core::{AnyGame, Outcome, Record, Scores, Seat, key, record::RecordedMove};
use papan_search::{Fault, PlainNumber, Unit, Value};
use serde::{Deserialize, Serialize};
use std::{fmt, time::Duration};

/// One finished game: the job, and what came of it. The same from the referee to the page:
/// it can be written as JSON, carried anywhere and read back.
///
/// ```
/// use papan_arena::{Contest, GameResult};
/// use papan_search::Stop;
///
/// let contest = Contest::new("othello:size=4", &["greedy", "random"], 1);
/// let games = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
/// let text = serde_json::to_string(&games[0].game).unwrap();
/// let carried: GameResult = serde_json::from_str(&text).unwrap();
/// assert_eq!(carried, games[0].game);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// What was to be played.
    pub job: Job,
    /// All moves, those of the opening first.
    pub plies: Vec<Ply>,
    /// What each seat spent on thinking, in nodes.
    pub nodes: Vec<u64>,
    /// How long the processors worked for each seat; unknown where the system does not tell, and
    /// in games of a Papan that did not keep it.
    #[serde(rename = "cpu_seconds", default, with = "seconds::by_seat")]
    pub cpu_times: Vec<Option<Duration>>,
    /// The last position.
    pub position: String,
    /// The scores in the last position.
    pub scores: Scores,
    /// The ranks of the seats.
    pub outcome: Outcome,
    /// Why the game ended.
    pub ending: Ending,
    /// What the program of the seat that forfeits wrote to its standard error, the last of it.
    pub errors: Option<String>,
    /// What the agents call themselves, where they are other programs.
    pub titles: Vec<Option<String>>,
    /// What the behaviour of each agent follows from, in short: its version. Unknown in games
    /// of a Papan that did not keep it.
    #[serde(default)]
    pub fingerprints: Vec<Option<String>>,
    /// The version of Papan that played it.
    pub version: String,
    /// How that was built: profile, target and compiler. Unknown in games of a Papan that did not
    /// keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// The worker that played it; `None`: this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// Another worker that played the same game move by move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_by: Option<String>,
    /// Whether the clock had a say in it, so that it need not come out the same again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub timed: bool,
}

/// One move of a finished game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "WrittenPly", into = "WrittenPly")]
pub struct Ply {
    /// The move as the game writes it.
    pub text: String,
    /// The seat whose agent chose it; `None` for a move of the opening, which nobody chose.
    pub seat: Option<Seat>,
    /// How long the agent took for it.
    pub time: Option<Duration>,
    /// What the agent thought of the position, where it said so.
    pub value: Option<Value>,
}

/// A ply as JSON has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPly {
    #[serde(rename = "move")]
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    #[serde(
        rename = "seconds",
        default,
        skip_serializing_if = "Option::is_none",
        with = "seconds"
    )]
    time: Option<Duration>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<PlainNumber>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unit: Option<Unit>,
}

impl From<Ply> for WrittenPly {
    fn from(ply: Ply) -> WrittenPly {
        let value = ply.value.map(PlainNumber);
        WrittenPly {
            text: ply.text,
            seat: ply.seat,
            time: ply.time,
            value,
            unit: value.and_then(PlainNumber::unit),
        }
    }
}

impl From<WrittenPly> for Ply {
    fn from(ply: WrittenPly) -> Ply {
        Ply {
            text: ply.text,
            seat: ply.seat,
            time: ply.time,
            value: ply.value.map(|value| value.read(ply.unit)),
        }
    }
}

impl Ply {
    /// A move of the opening.
    pub fn of_opening(text: impl Into<String>) -> Ply {
        Ply {
            text: text.into(),
            ..Ply::default()
        }
    }

    /// Whether it belongs to the opening, so that no agent chose it.
    pub fn is_opening(&self) -> bool {
        self.seat.is_none()
    }
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Ending {
    /// By its rules.
    Over,
    /// The exact solver knows how it would.
    Solved {
        /// By how much the first seat wins.
        margin: i32,
    },
    /// Both players agreed for long enough who is far ahead.
    Agreed {
        /// Who that is.
        seat: Seat,
    },
    /// A seat did something that it must not do; the others share the first place.
    Forfeit {
        /// Which seat.
        seat: Seat,
        /// What kind of fault.
        fault: Fault,
        /// What happened, in words.
        reason: String,
    },
}

/// The columns of an [`Ending`]; what its kind does not have is empty.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct EndingDetails<'a> {
    /// Who forfeited, or who is far ahead by what both agreed.
    pub seat: Option<Seat>,
    /// What the seat did wrong.
    pub fault: Option<Fault>,
    /// That in words.
    pub reason: Option<&'a str>,
    /// What the first seat wins by in a game that was solved.
    pub margin: Option<i32>,
}

impl Ending {
    /// The word that ledgers and programs know it by.
    pub fn kind(&self) -> &'static str {
        match self {
            Ending::Over => "over",
            Ending::Solved { .. } => "solved",
            Ending::Agreed { .. } => "agreed",
            Ending::Forfeit { .. } => "forfeit",
        }
    }

    /// What ledgers and spreadsheets keep of it beside its kind, a column each.
    pub fn details(&self) -> EndingDetails<'_> {
        let none = EndingDetails::default();
        match self {
            Ending::Over => none,
            Ending::Solved { margin } => EndingDetails {
                margin: Some(*margin),
                ..none
            },
            Ending::Agreed { seat } => EndingDetails {
                seat: Some(*seat),
                ..none
            },
            Ending::Forfeit {
                seat,
                fault,
                reason,
            } => EndingDetails {
                seat: Some(*seat),
                fault: Some(*fault),
                reason: Some(reason),
                margin: None,
            },
        }
    }

    /// The ranks of a game that ended like this with these scores.
    pub fn outcome(&self, scores: &Scores) -> Outcome {
        let seats = scores.seats();
        let points = |of: &dyn Fn(Seat) -> i32| {
            let points: Vec<i32> = Seat::all(seats).map(of).collect();
            Scores::new(&points).outcome()
        };
        match *self {
            Ending::Over => scores.outcome(),
            Ending::Solved { margin } => {
                points(&|seat| if seat == Seat::FIRST { margin } else { 0 })
            }
            Ending::Agreed { seat: ahead } => points(&|seat| i32::from(seat == ahead)),
            Ending::Forfeit { seat: faulty, .. } => points(&|seat| i32::from(seat != faulty)),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Over => f.write_str("over"),
            Ending::Solved { margin } => {
                write!(f, "solved: {margin:+} for the first seat")
            }
            // Texts for people count seats from 1.
            Ending::Agreed { seat } => {
                write!(f, "agreed that seat {} is far ahead", seat.index() + 1)
            }
            Ending::Forfeit {
                seat,
                fault,
                reason,
            } => write!(f, "seat {} forfeits ({fault}): {reason}", seat.index() + 1),
        }
    }
}

impl GameResult {
    /// The texts of all moves.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.plies.iter().map(|ply| ply.text.as_str())
    }

    /// Whether it was played to its end by the rules, so that its scores mean something:
    /// mean scores count these games alone.
    pub fn is_scored(&self) -> bool {
        self.ending == Ending::Over
    }

    /// The seat that forfeited, and why.
    pub fn forfeit(&self) -> Option<(Seat, Fault)> {
        match self.ending {
            Ending::Forfeit { seat, fault, .. } => Some((seat, fault)),
            _ => None,
        }
    }

    /// Whether the same was played with the same result. Times differ from run to run, who played
    /// it does not matter, and earlier versions rounded values to whole points.
    pub fn same_play(&self, other: &GameResult) -> bool {
        let same_plies = self.plies.len() == other.plies.len()
            && self.plies.iter().zip(&other.plies).all(|(one, other)| {
                let same_value = match (one.value, other.value) {
                    (Some(one), Some(other)) => one.agrees(other),
                    (one, other) => one == other,
                };
                same_value && (&one.text, one.seat) == (&other.text, other.seat)
            });
        same_plies
            && (&self.job, &self.nodes) == (&other.job, &other.nodes)
            && (&self.position, self.scores) == (&other.position, other.scores)
            && (self.outcome, &self.ending) == (other.outcome, &other.ending)
    }

    /// A number for what was played, by whom, from where and how it ended: the same for the
    /// same games, whatever their rounds and seeds.
    pub fn play_key(&self) -> u64 {
        let agents = self.job.agents.iter().map(String::as_str);
        let key = text_key(agents.chain(self.job.opening.start.as_deref()));
        let ranks = self.outcome.ranks().iter();
        ranks.fold(key::mix(key, text_key(self.moves())), |key, rank| {
            key::mix(key, (*rank).into())
        })
    }

    /// A number for the text of the opening: the same for games that begin alike, whatever
    /// their rounds.
    pub fn opening_key(&self) -> u64 {
        let opening = &self.job.opening;
        let moves = text_key(opening.moves.iter().map(String::as_str));
        key::mix(moves, text_key(opening.start.as_deref()))
    }

    /// What a seat made of the game: see [`Outcome::share`].
    pub fn share(&self, seat: Seat) -> f64 {
        self.outcome.share(seat)
    }

    /// How long a seat thought, about how many moves.
    pub fn time_of(&self, seat: Seat) -> (Duration, u64) {
        let own = self.plies.iter().filter(|ply| ply.seat == Some(seat));
        own.fold((Duration::ZERO, 0), |(time, moves), ply| {
            (time + ply.time.unwrap_or_default(), moves + 1)
        })
    }

    /// How long the processors worked for a seat, where that is known.
    pub fn cpu_time_of(&self, seat: Seat) -> Option<Duration> {
        self.cpu_times.get(seat.index()).copied().flatten()
    }

    /// How long all agents thought together, in seconds.
    pub fn seconds(&self) -> f64 {
        let times = self.plies.iter().filter_map(|ply| ply.time);
        times.sum::<Duration>().as_secs_f64()
    }

    /// The game as files hold it, with the names of its players by seat. `label` says what
    /// an agent is called.
    pub fn record(&self, game: &dyn AnyGame, label: &dyn Fn(&str) -> String) -> Record {
        let mut record = Record {
            game: self.job.game.clone(),
            start: self.job.opening.start.clone(),
            ..Record::default()
        };
        record.moves = self
            .plies
            .iter()
            .map(|ply| RecordedMove {
                text: ply.text.clone(),
                value: ply.value.map(Value::number),
                seconds: ply.time.map(|time| time.as_secs_f64()),
                comment: None,
            })
            .collect();
        let job = &self.job;
        record.set_tag("event", job.event.clone());
        record.set_tag("round", job.round.to_string());
        record.set_tag("seating", job.seating.to_string());
        record.set_tag("opening", job.opening.moves.len().to_string());
        record.set_tag("seed", job.seed.to_string());
        // Numbers can always be written.
        let conditions = serde_json::to_string(&job.conditions).unwrap_or_default();
        record.set_tag("conditions", conditions);
        record.set_tag("version", self.version.clone());
        if let Some(build) = &self.build {
            record.set_tag("build", build.clone());
        }
        if let Some(worker) = &self.worker {
            record.set_tag("worker", worker.clone());
        }
        if let Some(other) = &self.confirmed_by {
            record.set_tag("confirmed", other.clone());
        }
        if self.timed {
            record.set_tag("timed", "yes");
        }
        record.set_tag("id", job.id().to_string());
        for (seat, agent) in Seat::all(game.seats()).zip(&self.job.agents) {
            record.set_tag(&game.seat_name(seat), label(agent));
        }
        record.set_tag("result", self.result(game));
        if self.ending != Ending::Over {
            record.set_tag("termination", self.ending.to_string());
        }
        record
    }

    /// The result of two players as SGF writes it: `B+12`, `0`, or `W+F` after a forfeit; of
    /// more players their scores, or who forfeits.
    fn result(&self, game: &dyn AnyGame) -> String {
        if game.seats() > 2 {
            let scores = self.scores.as_slice().iter();
            return match &self.ending {
                Ending::Forfeit { seat, .. } => format!("{} forfeits", game.seat_name(*seat)),
                _ => scores.map(i32::to_string).collect::<Vec<_>>().join(", "),
            };
        }
        let Some(winner) = self.outcome.winner() else {
            return "0".to_owned();
        };
        let name = game.seat_name(winner);
        let letter = name.chars().next().unwrap_or('?').to_ascii_uppercase();
        match self.ending {
            Ending::Solved { margin } => format!("{letter}+{}", margin.abs()),
            Ending::Forfeit { .. } => format!("{letter}+F"),
            Ending::Agreed { .. } => format!("{letter}+"),
            Ending::Over => format!("{letter}+{}", self.scores.difference(winner)),
        }
    }
}

/// A number for some texts in their order.
fn text_key<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    texts.into_iter().fold(0, |key, text| {
        text.bytes()
            .fold(key::mix(key, 1), |key, byte| key::mix(key, byte.into()))
    })
}

/// Times as seconds, for programs.
mod seconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        time(Option::<f64>::deserialize(deserializer)?)
    }

    fn time<E: Error>(seconds: Option<f64>) -> Result<Option<Duration>, E> {
        // Times are kept in whole microseconds; a fraction in base 2 is beside them by a hair.
        let whole =
            |time: Duration| Duration::from_micros((time.as_secs_f64() * 1e6).round() as u64);
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        Ok(time.map_err(E::custom)?.map(whole))
    }

    /// A list with a time for each seat.
    pub(super) mod by_seat {
        use super::*;

        pub(in super::super) fn serialize<S: Serializer>(
            times: &[Option<Duration>],
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            let seconds = |time: &Option<Duration>| time.map(|time| time.as_secs_f64());
            serializer.collect_seq(times.iter().map(seconds))
        }

        pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Vec<Option<Duration>>, D::Error> {
            let seconds = Vec::<Option<f64>>::deserialize(deserializer)?;
            seconds.into_iter().map(time).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_search::Points;

    /// Readers of before know whole points and shares.
    #[test]
    fn the_value_of_a_ply_is_a_number_beside_its_unit() {
        for (value, json) in [
            (Value::points(-3), r#"{"move":"f5","value":-3}"#),
            (Value::Share(0.41), r#"{"move":"f5","value":0.41}"#),
            (
                Value::Points(Points::parts(13, 32)),
                r#"{"move":"f5","value":0.41,"unit":"points"}"#,
            ),
        ] {
            let ply = Ply {
                value: Some(value),
                ..Ply::of_opening("f5")
            };
            assert_eq!(serde_json::to_string(&ply).unwrap(), json);
            assert_eq!(serde_json::from_str::<Ply>(json).unwrap(), ply);
        }
    }
}
