//! What is seen of a question while it is thought about.

use super::Question;
use crate::{
    opened,
    value::{PositionValue, Scale},
};
use papan_core::AnyPosition;
use papan_search::Live;
use serde::{Deserialize, Serialize};
use std::{sync::OnceLock, time::Duration};

/// How many moves of a line are told while it changes.
const SHOWN: usize = 10;

/// How far the thinking is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Progress {
    /// What the best move is worth to the seat to move.
    pub worth: Option<PositionValue>,
    /// The best move, once there is one.
    pub best: Option<String>,
    /// What is expected to be played.
    pub line: Vec<String>,
    /// How many plies ahead it has looked.
    pub depth: u32,
    /// How many positions it has looked at.
    pub nodes: u64,
    /// How long it has thought, the time in the queue not counted.
    pub seconds: f64,
}

/// Looks at the thinking about a question, and says what is seen in the words of its game.
pub struct Look {
    question: Question,
    live: Live,
    /// The position, opened when someone first asks what is found there.
    place: OnceLock<Option<(Box<dyn AnyPosition>, Scale)>>,
}

impl Look {
    /// At a question whose search tells `live`.
    pub fn new(question: Question, live: Live) -> Look {
        Look {
            question,
            live,
            place: OnceLock::new(),
        }
    }

    /// Where the search is to tell how far it is.
    pub fn live(&self) -> &Live {
        &self.live
    }

    /// How far the thinking is after so long.
    pub fn progress(&self, thought: Duration) -> Progress {
        let papan_search::Progress {
            nodes,
            depth,
            value,
            line,
        } = self.live.read();
        let mut progress = Progress {
            depth,
            nodes,
            seconds: thought.as_secs_f64(),
            ..Progress::default()
        };
        if line.is_empty() && value.is_none() {
            return progress;
        }
        let Some((position, scale)) = self.place.get_or_init(|| place(&self.question)) else {
            return progress;
        };
        progress.worth = value.map(|value| scale.value(value, false));
        let mut position = position.clone();
        for place in line.into_iter().take(SHOWN) {
            let legal = position.moves();
            let Some(text) = legal.get(usize::from(place)) else {
                break;
            };
            if position.advance(text).is_err() {
                break;
            }
            progress.line.push(text.clone());
        }
        progress.best = progress.line.first().cloned();
        progress
    }
}

/// The position of a question that is being answered, so that it can be opened.
fn place(question: &Question) -> Option<(Box<dyn AnyPosition>, Scale)> {
    let game = opened::open(&question.game).ok()?;
    let position = game.after(&question.line).ok()?;
    let scale = Scale::of(&question.game, &question.agent).ok()?;
    Some((position, scale))
}
