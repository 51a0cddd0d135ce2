//! A question on its way.

use super::{Question, Reply};
use crate::{
    app::lock,
    error::ApiError,
    opened,
    value::{PositionValue, Scale},
};
use papan_core::AnyPosition;
use papan_search::{Live, Stop};
use serde::Serialize;
use std::{
    sync::{Arc, Mutex, OnceLock},
    time::Instant,
};
use tokio::sync::oneshot;

/// How many moves of a line are told while it changes.
const SHOWN: usize = 10;

/// A question on its way. Dropping it stops the thinking.
pub(crate) struct Task {
    pub(super) halt: Arc<Halt>,
    pub(super) live: Live,
    question: Box<Question>,
    answer: oneshot::Receiver<Result<Reply, ApiError>>,
    /// When it left the queue.
    pub(super) started: Arc<OnceLock<Instant>>,
    /// The position, opened when someone first asks what is found there.
    place: OnceLock<Option<(Box<dyn AnyPosition>, Scale)>>,
}

/// Ends the thinking: for good, or for now when others are to think first.
#[derive(Default)]
pub(super) struct Halt {
    stopped: Stop,
    /// Of the present attempt.
    attempt: Mutex<Stop>,
}

impl Halt {
    pub(super) fn stop(&self) {
        self.stopped.stop();
        lock(&self.attempt).stop();
    }

    /// Whether it ends for good.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.is_stopped()
    }

    /// The thinking begins, or goes on.
    pub(super) fn begin(&self) -> Stop {
        let mut attempt = lock(&self.attempt);
        *attempt = Stop::new();
        if self.is_stopped() {
            attempt.stop();
        }
        attempt.clone()
    }
}

/// How far the thinking is.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Progress {
    /// What the best move is worth to the seat to move.
    pub(crate) worth: Option<PositionValue>,
    /// The best move, once there is one.
    pub(crate) best: Option<String>,
    /// What is expected to be played.
    pub(crate) line: Vec<String>,
    /// How many plies ahead it has looked.
    pub(crate) depth: u32,
    /// How many positions it has looked at.
    pub(crate) nodes: u64,
    /// How long it has thought, the time in the queue not counted.
    pub(crate) seconds: f64,
}

impl Task {
    pub(super) fn new(
        question: Question,
        answer: oneshot::Receiver<Result<Reply, ApiError>>,
    ) -> Task {
        Task {
            halt: Arc::default(),
            live: Live::new(),
            question: Box::new(question),
            answer,
            started: Arc::default(),
            place: OnceLock::new(),
        }
    }

    /// Waits for the answer. It can be waited for again when the waiting is given up.
    pub(crate) async fn answer(&mut self) -> Result<Reply, ApiError> {
        match (&mut self.answer).await {
            Ok(result) => result,
            Err(_) => Err(ApiError::busy("the server is going down")),
        }
    }

    /// Ends the thinking with the best move so far.
    pub(crate) fn stop(&self) {
        self.halt.stop();
    }

    /// Whether there is no answer yet.
    #[cfg(test)]
    pub(super) fn is_pending(&mut self) -> bool {
        use oneshot::error::TryRecvError;
        matches!(self.answer.try_recv(), Err(TryRecvError::Empty))
    }

    /// When the thinking began; not yet while it waits for its turn.
    pub(crate) fn started(&self) -> Option<Instant> {
        self.started.get().copied()
    }

    /// How far the thinking is.
    pub(crate) fn progress(&self) -> Progress {
        let papan_search::Progress {
            nodes,
            depth,
            value,
            line,
        } = self.live.read();
        let mut progress = Progress {
            depth,
            nodes,
            seconds: self
                .started()
                .map_or(0.0, |begin| begin.elapsed().as_secs_f64()),
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

impl Drop for Task {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The position of a question that is being answered, so that it can be opened.
fn place(question: &Question) -> Option<(Box<dyn AnyPosition>, Scale)> {
    let game = opened::open(&question.game).ok()?;
    let position = game.after(&question.line).ok()?;
    let scale = Scale::of(&question.game, &question.agent).ok()?;
    Some((position, scale))
}
