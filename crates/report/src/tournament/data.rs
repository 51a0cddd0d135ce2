//! What a page of a tournament is made from.
//!
//! Everything here is plain data: whoever fills it knows games and statistics, this crate
//! knows neither. What can be counted from the games alone is counted by
//! [`GameReport::of`]; ratings and tests come from outside.

use super::Replay;
use serde::Serialize;

/// A tournament, of one game or of several.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tournament {
    /// What it is called.
    pub title: String,
    /// What else there is to know: conditions, seed, dates, versions.
    pub facts: Vec<Fact>,
    /// What happened in each game, such as Othello.
    pub reports: Vec<GameReport>,
}

/// Something that there is to know, such as "seed" and "7".
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    /// What it is about.
    pub name: String,
    /// What there is to know about it.
    pub value: String,
}

impl Fact {
    /// A fact.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Fact {
        Fact {
            name: name.into(),
            value: value.into(),
        }
    }
}

/// All that was played of one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct GameReport {
    /// The game with its parameters.
    pub game: String,
    /// What its scores are called, such as "discs".
    pub unit: String,
    /// The places at the board, in the order of moving.
    pub seats: Vec<Seat>,
    /// Who played. Everything else names an agent by its place in this list.
    pub agents: Vec<Agent>,
    /// One row and one column for each agent: how the agent of the row did against the one
    /// of the column. `None` where they did not meet.
    pub cross: Vec<Vec<Option<Cell>>>,
    /// What moving first is worth, in Elo.
    pub first_move: Option<Estimate>,
    /// The number of plies of each game.
    pub lengths: Vec<u32>,
    /// How often games ended in which way, the most frequent first.
    pub endings: Vec<Count>,
    /// Who forfeited for which reason how often, the most frequent first.
    pub forfeits: Vec<Forfeits>,
    /// The sequential test, where the match was one.
    pub sprt: Option<Sprt>,
    /// Every game.
    pub games: Vec<Game>,
}

/// A place at the board.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Seat {
    /// Its name, such as "black".
    pub name: String,
    /// The characters that stand for its pieces in a drawn board: a colour is added to
    /// them where they stand alone. May be empty.
    pub glyphs: String,
    /// The share of games that it won, shared first places counted in parts.
    pub share: Option<f64>,
    /// The 95% interval of that share.
    pub interval: Option<(f64, f64)>,
    /// Its mean score.
    pub mean_score: Option<f64>,
    /// Its mean rank; 1 is the first.
    pub mean_rank: Option<f64>,
}

impl Seat {
    /// A seat of which only the name and the characters of its pieces are known.
    pub fn new(name: impl Into<String>, glyphs: impl Into<String>) -> Seat {
        Seat {
            name: name.into(),
            glyphs: glyphs.into(),
            ..Seat::default()
        }
    }
}

/// A value with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where the interval ends.
    pub high: f64,
}

impl Estimate {
    /// A value and its interval.
    pub fn new(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, low, high }
    }

    /// Whether the interval reaches into another.
    pub fn overlaps(&self, other: &Estimate) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// Who played, and how it went.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Agent {
    /// What it is called; may be as long as the command of another program.
    pub label: String,
    /// The agent with all its parameters, where that is more than the label.
    pub spec: String,
    /// Its rating in Elo.
    pub rating: Option<Estimate>,
    /// How often it sat at a board.
    pub games: u64,
    /// Games in which it alone was first.
    pub wins: u64,
    /// Games in which it shared the first place.
    pub draws: u64,
    /// Games in which another was before it.
    pub losses: u64,
    /// The share of first places; one that is shared counts in parts.
    pub share: Option<f64>,
    /// Its mean score.
    pub mean_score: Option<f64>,
    /// Its mean rank; 1 is the first.
    pub mean_rank: Option<f64>,
    /// How long it thought about a move.
    pub mean_seconds: Option<f64>,
    /// How many nodes it searched for a game.
    pub mean_nodes: Option<f64>,
    /// Games that it forfeited.
    pub forfeits: u64,
    /// Its rating over the games of the tournament.
    pub history: Vec<Milestone>,
    /// Its score in each game.
    pub scores: Vec<i64>,
    /// How long it thought about the moves with each number.
    pub times: Vec<Pace>,
}

impl Agent {
    /// An agent that has not played yet.
    pub fn new(label: impl Into<String>) -> Agent {
        Agent {
            label: label.into(),
            ..Agent::default()
        }
    }
}

/// A rating on the way.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Milestone {
    /// After how many games of the tournament.
    pub games: u64,
    /// The rating then.
    pub rating: Estimate,
}

/// The time that moves with one number took.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Pace {
    /// The number of the move in the game, from 1.
    pub ply: u32,
    /// How many moves there were.
    pub moves: u64,
    /// Their mean.
    pub seconds: f64,
}

/// How one agent did against another.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Cell {
    /// How often they met.
    pub games: u64,
    /// How often the first was before the other.
    pub wins: u64,
    /// How often they were level.
    pub draws: u64,
    /// How often the other was before the first.
    pub losses: u64,
    /// The difference in Elo that these games show.
    pub elo: Option<Estimate>,
}

impl Cell {
    /// The share of the first, draws counted as half.
    pub fn share(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / (self.games.max(1) as f64)
    }
}

/// How often something came up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Count {
    /// What came up.
    pub name: String,
    /// How often.
    pub count: u64,
}

/// Games that an agent forfeited for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Forfeits {
    /// Which agent.
    pub agent: usize,
    /// Why.
    pub reason: String,
    /// How often.
    pub count: u64,
}

/// Where a sequential test stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The difference under the first hypothesis.
    pub elo0: f64,
    /// The difference under the second hypothesis.
    pub elo1: f64,
    /// What the differences are measured in, such as "normalised Elo".
    pub scale: String,
    /// The probability to accept the second where the first holds.
    pub alpha: f64,
    /// The probability to accept the first where the second holds.
    pub beta: f64,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// Where the first hypothesis is accepted.
    pub lower: f64,
    /// Where the second hypothesis is accepted.
    pub upper: f64,
    /// What was decided.
    pub verdict: Verdict,
    /// The difference in Elo.
    pub elo: Option<Estimate>,
    /// The difference in normalised Elo.
    pub normalised: Option<Estimate>,
    /// The likelihood that the first agent is the stronger one.
    pub superiority: Option<f64>,
    /// How many pairs of games gave the first agent 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: Option<[u64; 5]>,
    /// The ratio over the games of the test.
    pub history: Vec<(u64, f64)>,
}

/// What a sequential test decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The first hypothesis: no more than `elo0`.
    First,
    /// The second hypothesis: at least `elo1`.
    Second,
}

/// A game that a seat has lost by what it did, not by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Forfeit {
    /// Which seat.
    pub seat: usize,
    /// Why, without a word about who and when, so that like reasons can be counted.
    pub reason: String,
}

/// One game.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Game {
    /// Its name in the ledger.
    pub id: String,
    /// Its round.
    pub round: u64,
    /// The agent at each seat.
    pub players: Vec<usize>,
    /// The score of each seat.
    pub scores: Vec<i64>,
    /// The rank of each seat: 1 is the first, and those that are level have the same.
    pub ranks: Vec<u32>,
    /// In which way it ended, in a word or two.
    pub kind: String,
    /// Why it ended, in words; may be empty.
    pub ending: String,
    /// Who forfeited it.
    pub forfeit: Option<Forfeit>,
    /// How many plies were played.
    pub plies: u32,
    /// How many nodes each seat searched, where that is known.
    pub nodes: Vec<u64>,
    /// The moves that took time: number in the game from 1, seat and seconds.
    #[serde(skip)]
    pub pace: Vec<(u32, usize, f64)>,
    /// Its moves and boards.
    pub replay: Option<Replay>,
}
