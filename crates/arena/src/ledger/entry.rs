//! A game as a ledger has it, and as a list shows it.

use super::Moment;
use crate::{GameId, GameResult};
use papan_core::Scores;
use serde::Serialize;

/// A game of a ledger.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// The id of the game, as it is stored.
    pub id: GameId,
    /// When it was added.
    pub finished_at: Moment,
    /// The game itself.
    #[serde(flatten)]
    pub result: GameResult,
}

/// A game in a line of a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameLine {
    /// The id of the game.
    #[cfg_attr(test, ts(as = "String"))]
    pub id: GameId,
    /// The tournament or match that it belongs to.
    pub event: String,
    /// The game that was played.
    pub game: String,
    /// Its round, counted from 0.
    pub round: u64,
    /// The number of the seating within the round, counted from 0.
    pub seating: u32,
    /// The agents by seat.
    pub agents: Vec<String>,
    /// The scores by seat.
    #[cfg_attr(test, ts(as = "Vec<i32>"))]
    pub scores: Scores,
    /// The ranks by seat; 1 is the best.
    pub ranks: Vec<u8>,
    /// In which way it ended: [`Ending::kind`](crate::Ending::kind).
    pub ending: &'static str,
    /// How many moves it has.
    pub plies: usize,
    /// How long all agents thought together.
    pub seconds: f64,
    /// When it was added.
    #[cfg_attr(test, ts(as = "String"))]
    pub finished_at: Moment,
}

impl From<&Entry> for GameLine {
    fn from(entry: &Entry) -> GameLine {
        let (game, job) = (&entry.result, &entry.result.job);
        GameLine {
            id: entry.id,
            event: job.event.clone(),
            game: job.game.clone(),
            round: job.round,
            seating: job.seating,
            agents: job.agents.clone(),
            scores: game.scores,
            ranks: game.outcome.ranks().to_vec(),
            ending: game.ending.kind(),
            plies: game.plies.len(),
            seconds: game.seconds(),
            finished_at: entry.finished_at,
        }
    }
}
