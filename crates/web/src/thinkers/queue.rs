//! Who is next, and who has to make room.

use super::{
    SHORT,
    task::Thought,
    turns::{Turn, Turns},
};
use crate::limits::{LONG_QUESTIONS, QUESTIONS_OF_ALL, QUESTIONS_OF_CLIENT, QUESTIONS_OF_OWNER};
use papan_host::{
    ApiError,
    thinkers::{Asker, Reply},
};
use papan_search::Stop;
use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

type Answered = Result<Reply, ApiError>;

/// A question with all that is needed to answer it.
pub(super) struct Job {
    asker: Asker,
    rank: Rank,
    /// How long it was thought about before it was interrupted.
    spent: Duration,
    pub(super) run: Box<dyn FnMut(&Attempt) -> Answered + Send>,
    pub(super) answer: oneshot::Sender<Answered>,
    thought: Arc<Thought>,
}

/// Who goes first: what was interrupted least often, and of those what plays a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank {
    interrupted: u32,
    is_advice: bool,
}

impl Rank {
    /// How long such a question thinks before another of its rank may interrupt it. Twice as long
    /// each time: an agent that must begin anew comes to its end one day.
    fn quantum(self) -> Duration {
        SHORT * (1 << self.interrupted.min(16))
    }
}

impl Job {
    pub(super) fn new(
        asker: Asker,
        is_advice: bool,
        run: Box<dyn FnMut(&Attempt) -> Answered + Send>,
        answer: oneshot::Sender<Answered>,
        thought: Arc<Thought>,
    ) -> Job {
        let rank = Rank {
            interrupted: 0,
            is_advice,
        };
        Job {
            asker,
            rank,
            spent: Duration::ZERO,
            run,
            answer,
            thought,
        }
    }

    /// Whether an attempt ended before its time, and nobody wants the answer at once.
    pub(super) fn is_interrupted(&self, attempt: &Attempt) -> bool {
        attempt.stop.is_stopped() && !self.thought.halt.is_stopped() && !self.answer.is_closed()
    }
}

/// A question that is being thought about.
pub(super) struct Attempt {
    pub(super) number: u64,
    pub(super) owner: u64,
    /// Ends the thinking, for now or for good.
    pub(super) stop: Stop,
    /// How long it was thought about before.
    pub(super) spent: Duration,
    pub(super) begun: Instant,
    /// How many threads may think about it.
    pub(super) threads: usize,
}

/// What waits, and what is being answered.
pub(super) struct Queue {
    waiting: BTreeMap<Rank, Turns<Job>>,
    running: Vec<Running>,
    next_number: u64,
    /// When one was last interrupted for another.
    interrupted: Option<Instant>,
    threads: usize,
    closed: bool,
}

struct Running {
    number: u64,
    owner: u64,
    rank: Rank,
    begun: Instant,
    stop: Stop,
    thought: Arc<Thought>,
    threads: usize,
    /// Whether its owner is gone.
    has_left: bool,
}

impl Running {
    /// Whether it has had its time, seen by one of a rank who waits.
    fn gives_way(&self, to: Rank, now: Instant) -> bool {
        now >= self.gives_way_at(to)
    }

    fn gives_way_at(&self, to: Rank) -> Instant {
        self.begun
            + if self.rank > to {
                SHORT
            } else {
                self.rank.quantum()
            }
    }
}

/// What a free thread should do.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Wait {
    /// Begin with the next question.
    No,
    /// Look again at this moment.
    Until(Instant),
    /// There is nothing to do.
    ForChange,
}

impl Queue {
    pub(super) fn new(threads: usize) -> Queue {
        Queue {
            waiting: BTreeMap::new(),
            running: Vec::new(),
            next_number: 0,
            interrupted: None,
            threads,
            closed: false,
        }
    }

    pub(super) fn push(&mut self, job: Job) -> Result<(), ApiError> {
        if self.closed {
            return Err(ApiError::busy("the server is going down"));
        }
        if self.refusal(job.asker).is_some() {
            // Questions whose answer nobody waits for take no room.
            self.take_out(|job| job.answer.is_closed());
        }
        if let Some(text) = self.refusal(job.asker) {
            return Err(ApiError::busy(text));
        }
        // Who thinks with the threads of others gives them back, and goes on with one.
        for running in self.running.iter().filter(|running| running.threads > 1) {
            running.stop.stop();
        }
        self.line_up(job);
        Ok(())
    }

    fn line_up(&mut self, job: Job) {
        let line = self.waiting.entry(job.rank).or_default();
        line.push(job.asker.into(), job);
    }

    /// Why one who asks may not ask more now.
    fn refusal(&self, asker: Asker) -> Option<String> {
        let askers = || {
            self.waiting
                .values()
                .flat_map(Turns::iter)
                .map(|job| job.asker)
        };
        let of_owner = askers().filter(|other| other.owner == asker.owner).count();
        if of_owner >= QUESTIONS_OF_OWNER {
            return Some(format!(
                "{of_owner} questions wait for an answer already: ask again when one has come"
            ));
        }
        let is_crowd = match Turn::from(asker) {
            Turn::Owner(_) => false,
            turn => {
                askers().filter(|other| Turn::from(*other) == turn).count() >= QUESTIONS_OF_CLIENT
            }
        };
        (is_crowd || askers().count() >= QUESTIONS_OF_ALL)
            .then(|| "too many agents are asked to think at once: ask again in a moment".to_owned())
    }

    /// Takes questions out of the queue.
    fn take_out(&mut self, like: impl Fn(&Job) -> bool) -> Vec<Job> {
        let lines = self.waiting.values_mut();
        let taken = lines.flat_map(|line| line.take_out(&like)).collect();
        self.waiting.retain(|_, line| !line.is_empty());
        taken
    }

    /// Whether a free thread may begin. When all have something to think about, one that has had
    /// its time is interrupted.
    pub(super) fn wait(&mut self, now: Instant) -> Wait {
        self.hasten();
        let Some((&first, _)) = self.waiting.first_key_value() else {
            return Wait::ForChange;
        };
        let fresh = self.running.iter().map(|running| running.begun + SHORT);
        let fresh = fresh.filter(|end| *end > now);
        if fresh.clone().count() >= self.threads {
            return Wait::Until(fresh.min().unwrap_or(now));
        }
        if self.running.len() < self.threads * LONG_QUESTIONS {
            return Wait::No;
        }
        // One at a time; and another when that one does not hear it.
        let is_ending = self.running.iter().any(|one| one.stop.is_stopped());
        if !is_ending || self.interrupted.is_none_or(|last| now >= last + SHORT) {
            self.interrupted = Some(now);
            self.interrupt(first, None, now);
        }
        let moments = self
            .running
            .iter()
            .map(|running| running.gives_way_at(first));
        let next = moments.filter(|moment| *moment > now).min();
        Wait::Until(next.unwrap_or(now + SHORT).min(now + SHORT))
    }

    /// What was stopped while it waits needs an answer, and no more time for it.
    fn hasten(&mut self) {
        for mut job in
            self.take_out(|job| job.rank.interrupted > 0 && job.thought.halt.is_stopped())
        {
            job.rank.interrupted = 0;
            self.line_up(job);
        }
    }

    /// Someone has no memory to think with: another, who has had its time, gives it back.
    pub(super) fn make_room(&mut self, number: u64, now: Instant) {
        let mut running = self.running.iter();
        if let Some(asking) = running.find(|running| running.number == number) {
            self.interrupt(asking.rank, Some(number), now);
        }
    }

    /// Interrupts whoever was interrupted most often already, or else has thought for longest.
    fn interrupt(&self, to: Rank, except: Option<u64>, now: Instant) {
        let running = self.running.iter().filter(|running| {
            Some(running.number) != except
                && !running.stop.is_stopped()
                && running.gives_way(to, now)
        });
        if let Some(last) = running.max_by_key(|running| (running.rank, now - running.begun)) {
            last.stop.stop();
        }
    }

    /// Takes the next question.
    pub(super) fn begin(&mut self, now: Instant) -> Option<(Attempt, Job)> {
        loop {
            let mut first = self.waiting.first_entry()?;
            let job = first.get_mut().pop();
            if first.get().is_empty() {
                first.remove();
            }
            let Some(job) = job.filter(|job| !job.answer.is_closed()) else {
                continue;
            };
            // It is set once, however often it begins.
            let _ = job.thought.started.set(now);
            self.next_number += 1;
            let threads = self.free_threads(&job);
            let attempt = Attempt {
                number: self.next_number,
                owner: job.asker.owner,
                stop: job.thought.halt.begin(),
                spent: job.spent,
                begun: now,
                threads,
            };
            self.running.push(Running {
                number: attempt.number,
                owner: attempt.owner,
                rank: job.rank,
                begun: now,
                stop: attempt.stop.clone(),
                thought: Arc::clone(&job.thought),
                threads,
                has_left: false,
            });
            return Some((attempt, job));
        }
    }

    /// With how many threads a question that begins now may be thought about: advice with all that
    /// nobody else needs, an opponent with one, so that it plays alike whatever else goes on.
    fn free_threads(&self, job: &Job) -> usize {
        match job.rank.is_advice && self.waiting.is_empty() {
            true => self.threads.saturating_sub(self.running.len()).max(1),
            false => 1,
        }
    }

    /// A question is thought about no more. Says whether its owner has left meanwhile.
    pub(super) fn finish(&mut self, attempt: &Attempt) -> bool {
        let place = self
            .running
            .iter()
            .position(|running| running.number == attempt.number);
        place.is_some_and(|place| self.running.swap_remove(place).has_left)
    }

    /// A question that was interrupted after some time waits again.
    pub(super) fn put_back(&mut self, mut job: Job, thought: Duration) {
        job.spent += thought;
        job.rank.interrupted += 1;
        match self.closed {
            true => drop(job),
            false => self.line_up(job),
        }
    }

    /// Nobody wants to know any more what an owner has asked.
    pub(super) fn leave(&mut self, owner: u64) {
        self.take_out(|job| job.asker.owner == owner);
        for running in self
            .running
            .iter_mut()
            .filter(|running| running.owner == owner)
        {
            running.has_left = true;
            running.thought.halt.stop();
        }
    }

    pub(super) fn close(&mut self) {
        self.closed = true;
        self.waiting.clear();
        for running in &self.running {
            running.thought.halt.stop();
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }
}
