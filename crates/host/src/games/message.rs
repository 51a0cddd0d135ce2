//! What is said over the socket of a game, the state of the game apart.

use super::room::Player;
use crate::thinkers::Progress;
use papan_core::Seat;
use serde::{Deserialize, Serialize};

/// A message of the page.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GameMessage"))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Message {
    Hello {
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        secret: Option<String>,
    },
    Play {
        #[serde(rename = "move")]
        played: String,
        ply: usize,
    },
    Undo,
    Redo,
    Go {
        ply: usize,
    },
    Restart,
    Resign {
        seat: usize,
    },
    Player {
        seat: usize,
        player: Player,
    },
    Stop,
    Pause {
        on: bool,
    },
    Step,
    Pace {
        seconds: f64,
    },
}

/// What the page is told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GameTold"))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Told {
    /// How far the thinking of the agent to move is.
    Thinking {
        #[cfg_attr(test, ts(as = "usize"))]
        seat: Seat,
        ply: usize,
        #[serde(flatten)]
        progress: Progress,
    },
}
