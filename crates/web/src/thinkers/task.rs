//! A question on its way through the queue and the threads.

use papan_host::{
    lock,
    thinkers::{Look, Progress, Question, Thinking},
};
use papan_search::{Live, Stop};
use std::{
    sync::{Mutex, OnceLock},
    time::{Duration, Instant},
};

/// What whoever asked and whoever thinks share of a question.
pub(super) struct Thought {
    pub(super) halt: Halt,
    pub(super) look: Look,
    /// When it first left the queue.
    pub(super) started: OnceLock<Instant>,
}

impl Thought {
    pub(super) fn new(question: Question) -> Thought {
        Thought {
            halt: Halt::default(),
            look: Look::new(question, Live::new()),
            started: OnceLock::new(),
        }
    }
}

impl Thinking for Thought {
    fn stop(&self) {
        self.halt.stop();
    }

    fn progress(&self) -> Progress {
        let thought = self.started().map(|begin| begin.elapsed());
        self.look.progress(thought.unwrap_or(Duration::ZERO))
    }

    fn started(&self) -> Option<Instant> {
        self.started.get().copied()
    }
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
