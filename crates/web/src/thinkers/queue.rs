//! Who is next: a line for each owner, and the owners in turn.

use super::{Reply, SHORT};
use crate::error::ApiError;
use papan_search::Stop;
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, OnceLock},
    time::Instant,
};
use tokio::sync::oneshot;

/// The most questions of one owner that wait.
const OF_OWNER: usize = 8;
/// The most questions of all owners that wait.
const OF_ALL: usize = 1_000;

/// A question with all that is needed to answer it.
pub(super) struct Job {
    pub(super) run: Box<dyn FnOnce() -> Result<Reply, ApiError> + Send>,
    pub(super) answer: oneshot::Sender<Result<Reply, ApiError>>,
    pub(super) stop: Stop,
    /// When it left the queue.
    pub(super) started: Arc<OnceLock<Instant>>,
}

/// What waits, and what is being answered.
pub(super) struct Queue {
    /// Those with questions, who is next first.
    turns: VecDeque<u64>,
    waiting: HashMap<u64, VecDeque<Job>>,
    length: usize,
    running: Vec<Running>,
    next_number: u64,
    threads: usize,
    closed: bool,
}

struct Running {
    number: u64,
    begun: Instant,
    stop: Stop,
}

/// What a free thread should do.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Wait {
    /// Begin with the next question.
    No,
    /// Look again at this moment, when a question has become a long one.
    Until(Instant),
    /// There is nothing to do.
    ForChange,
}

impl Queue {
    pub(super) fn new(threads: usize) -> Queue {
        Queue {
            turns: VecDeque::new(),
            waiting: HashMap::new(),
            length: 0,
            running: Vec::new(),
            next_number: 0,
            threads,
            closed: false,
        }
    }

    pub(super) fn push(&mut self, owner: u64, job: Job) -> Result<(), ApiError> {
        if self.closed {
            return Err(ApiError::busy("the server is going down"));
        }
        if self.length >= OF_ALL || self.waiting.get(&owner).map_or(0, VecDeque::len) >= OF_OWNER {
            self.forget_the_unwanted();
        }
        let line = self.waiting.entry(owner).or_default();
        if line.len() >= OF_OWNER {
            return Err(ApiError::busy(format!(
                "{OF_OWNER} questions wait for an answer already: ask again when one has come"
            )));
        }
        if self.length >= OF_ALL {
            if line.is_empty() {
                self.waiting.remove(&owner);
            }
            return Err(ApiError::busy(
                "too many agents are asked to think at once: ask again in a moment",
            ));
        }
        if line.is_empty() {
            self.turns.push_back(owner);
        }
        line.push_back(job);
        self.length += 1;
        Ok(())
    }

    /// Whether a free thread may begin.
    pub(super) fn wait(&self, now: Instant) -> Wait {
        if self.length == 0 {
            return Wait::ForChange;
        }
        let shorts = self.running.iter().map(|running| running.begun + SHORT);
        let shorts = shorts.filter(|end| *end > now);
        if shorts.clone().count() < self.threads {
            return Wait::No;
        }
        shorts.min().map_or(Wait::No, Wait::Until)
    }

    /// Takes the next question: the first of the owner whose turn it is.
    pub(super) fn begin(&mut self, now: Instant) -> Option<(u64, Job)> {
        loop {
            let owner = self.turns.pop_front()?;
            let line = self.waiting.get_mut(&owner)?;
            let job = line.pop_front();
            match line.is_empty() {
                true => drop(self.waiting.remove(&owner)),
                false => self.turns.push_back(owner),
            }
            let Some(job) = job else { continue };
            self.length -= 1;
            if job.answer.is_closed() {
                continue;
            }
            // It is set once: here.
            let _ = job.started.set(now);
            self.next_number += 1;
            self.running.push(Running {
                number: self.next_number,
                begun: now,
                stop: job.stop.clone(),
            });
            return Some((self.next_number, job));
        }
    }

    pub(super) fn finish(&mut self, number: u64) {
        self.running.retain(|running| running.number != number);
    }

    pub(super) fn close(&mut self) {
        self.closed = true;
        self.turns.clear();
        self.waiting.clear();
        self.length = 0;
        for running in &self.running {
            running.stop.stop();
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Questions whose answer nobody waits for take no room.
    fn forget_the_unwanted(&mut self) {
        for line in self.waiting.values_mut() {
            line.retain(|job| !job.answer.is_closed());
        }
        self.waiting.retain(|_, line| !line.is_empty());
        let waiting = &self.waiting;
        self.turns.retain(|owner| waiting.contains_key(owner));
        self.length = self.waiting.values().map(VecDeque::len).sum();
    }
}
