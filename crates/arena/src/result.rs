//! A game that was played.

use crate::Job;
use papan_core::{AnyGame, Outcome, Record, Scores, Seat, key, record::RecordedMove};
use papan_search::{Fault, Value};
use serde::Serialize;
use std::{fmt, time::Duration};

/// One finished game: the job, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameResult {
    /// What was to be played.
    pub job: Job,
    /// All moves, those of the opening first.
    pub moves: Vec<String>,
    /// The seat that made each move after the opening.
    pub turns: Vec<Seat>,
    /// How long each move after the opening took.
    pub times: Vec<Duration>,
    /// What the mover thought of the position, for each move after the opening, where it
    /// said so.
    pub values: Vec<Option<Value>>,
    /// What each seat spent on thinking, in nodes.
    pub nodes: Vec<u64>,
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
    /// The version of Papan that played it.
    pub version: String,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
            Ending::Agreed { seat } => write!(f, "agreed that seat {seat} is far ahead"),
            Ending::Forfeit {
                seat,
                fault,
                reason,
            } => write!(f, "seat {seat} forfeits ({fault}): {reason}"),
        }
    }
}

impl GameResult {
    /// How many of the moves belong to the opening.
    pub fn opening(&self) -> usize {
        self.job.opening.moves.len()
    }

    /// Whether the same was played with the same result. Times differ from run to run.
    pub fn same_play(&self, other: &GameResult) -> bool {
        let GameResult {
            job,
            moves,
            values,
            nodes,
            position,
            scores,
            outcome,
            ending,
            ..
        } = self;
        (job, moves, values, nodes) == (&other.job, &other.moves, &other.values, &other.nodes)
            && (position, scores) == (&other.position, &other.scores)
            && (outcome, ending) == (&other.outcome, &other.ending)
    }

    /// A number for what was played, by whom from where: the same for the same games.
    pub fn play_key(&self) -> u64 {
        let texts = self.job.agents.iter().chain(&self.moves);
        texts.fold(0, |key, text| {
            text.bytes()
                .fold(key::mix(key, 1), |key, byte| key::mix(key, byte.into()))
        })
    }

    /// What a seat made of the game: see [`Outcome::share`].
    pub fn share(&self, seat: Seat) -> f64 {
        self.outcome.share(seat)
    }

    /// How long a seat thought.
    pub fn time_of(&self, seat: Seat) -> Duration {
        let moves = self.turns.iter().zip(&self.times);
        let own = moves.filter(|(turn, _)| **turn == seat);
        own.map(|(_, time)| *time).sum()
    }

    /// The game as files hold it, with the names of its players by seat. `label` says what
    /// an agent is called.
    pub fn record(&self, game: &dyn AnyGame, label: &dyn Fn(&str) -> String) -> Record {
        let mut record = Record {
            game: self.job.game.clone(),
            start: self.job.opening.start.clone(),
            ..Record::default()
        };
        for (index, text) in self.moves.iter().enumerate() {
            let thought = index.checked_sub(self.opening());
            let value = thought.and_then(|index| self.values.get(index).copied().flatten());
            let time = thought.and_then(|index| self.times.get(index));
            record.moves.push(RecordedMove {
                text: text.clone(),
                value: value.map(Value::number),
                seconds: time.map(Duration::as_secs_f64),
                comment: None,
            });
        }
        record.set_tag("event", self.job.event.clone());
        record.set_tag("round", self.job.round.saturating_add(1).to_string());
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
