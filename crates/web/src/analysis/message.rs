//! What the page may ask, and what it is told.

use crate::{
    inspect::{GameLine, Previewed},
    thinkers::{Progress, Valued, ValuedLine},
    value::PositionValue,
};
use papan_core::Seat;
use serde::{Deserialize, Serialize};

/// What the page asks, each under a number of its own.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "AnalysisMessage"))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Ask {
    Evaluate {
        #[serde(flatten)]
        asked: GameLine,
        seconds: f64,
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        values: bool,
        /// How many of the best moves with their lines, up to five.
        #[serde(default = "one_line")]
        #[cfg_attr(test, ts(as = "Option<usize>", optional))]
        lines: usize,
    },
    Review {
        #[serde(flatten)]
        asked: GameLine,
        seconds: f64,
    },
    Preview {
        #[serde(flatten)]
        asked: GameLine,
        #[serde(rename = "move")]
        played: String,
    },
    Stop,
}

fn one_line() -> usize {
    1
}

/// What the page is told.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "AnalysisTold"))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Tell {
    Evaluation(Evaluation),
    Reviewed(Judged),
    /// All moves of a game are judged.
    Done,
    Preview(Previewed),
}

/// What is known of a position. Worths are those of the seat to move; in a finished game
/// there is none, and nothing to say.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Evaluation {
    #[cfg_attr(test, ts(as = "Option<usize>"))]
    pub(super) seat: Option<Seat>,
    #[serde(flatten)]
    pub(super) known: Progress,
    pub(super) values: Option<Vec<Valued>>,
    /// The best moves with their lines, the best first; empty where only one was asked for, and
    /// until they are known.
    pub(super) lines: Vec<ValuedLine>,
    /// What the opening book says of the position, the best move first; empty where it is in none.
    pub(super) book: Vec<ValuedLine>,
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
