//! What the page may ask, and what it is told.

use crate::{error::ApiError, inspect::GameLine, thinkers::Valued, value::PositionValue};
use papan_core::{Effects, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the page asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Ask {
    Evaluate {
        id: u64,
        #[serde(flatten)]
        asked: GameLine,
        seconds: f64,
        #[serde(default)]
        values: bool,
    },
    Review {
        id: u64,
        #[serde(flatten)]
        asked: GameLine,
        seconds: f64,
    },
    Preview {
        id: u64,
        #[serde(flatten)]
        asked: GameLine,
        #[serde(rename = "move")]
        played: String,
    },
    Stop {
        id: u64,
    },
    Ping,
}

/// What the page is told.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Tell {
    Evaluation(Evaluation),
    Reviewed(Reviewed),
    Preview {
        id: u64,
        #[serde(rename = "move")]
        played: String,
        #[cfg_attr(test, ts(type = "Core.Effects | null"))]
        effects: Option<Effects>,
        error: Option<ApiError>,
    },
    Error {
        #[cfg_attr(test, ts(as = "Option<u64>"))]
        id: Value,
        #[serde(flatten)]
        error: ApiError,
    },
    Pong,
}

/// What is known of a position. Worths are those of the seat to move; in a finished game
/// there is none, and nothing to say.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Evaluation {
    pub(super) id: u64,
    #[cfg_attr(test, ts(as = "Option<usize>"))]
    pub(super) seat: Option<Seat>,
    pub(super) worth: Option<PositionValue>,
    pub(super) best: Option<String>,
    pub(super) line: Vec<String>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) values: Option<Vec<Valued>>,
    pub(super) done: bool,
}

/// A move of a game that was played, judged; or, `done`, that there are no more.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(
    test,
    derive(ts_rs::TS),
    ts(type = "{ id: number, done: true } | ({ id: number, done: false } & Judged)")
)]
pub(crate) struct Reviewed {
    pub(super) id: u64,
    #[serde(flatten)]
    pub(super) judged: Option<Judged>,
    pub(super) done: bool,
}

/// A move that was played, judged. Worths are those of the seat that played it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Judged {
    pub(super) ply: usize,
    #[cfg_attr(test, ts(as = "usize"))]
    pub(super) seat: Seat,
    #[serde(rename = "move")]
    pub(super) played: String,
    pub(super) worth: Option<PositionValue>,
    pub(super) best: String,
    pub(super) best_worth: Option<PositionValue>,
    pub(super) line: Vec<String>,
    /// The chance that the move gave away.
    pub(super) loss: f64,
    pub(super) grade: Grade,
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Grade {
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Grade {
    /// The grade of a move that is not the best one, by the chance that it gave away.
    pub(super) fn of(loss: f64) -> Grade {
        match loss {
            _ if loss < 0.05 => Grade::Good,
            _ if loss < 0.10 => Grade::Inaccuracy,
            _ if loss < 0.20 => Grade::Mistake,
            _ => Grade::Blunder,
        }
    }
}

impl Tell {
    /// As it goes over the socket.
    pub(super) fn text(&self) -> String {
        // Plain data: there is nothing in it that JSON cannot say.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// An error as an answer to a message.
pub(super) fn error(id: impl Into<Value>, error: ApiError) -> String {
    let id = id.into();
    Tell::Error { id, error }.text()
}
