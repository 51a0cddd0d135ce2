//! The threads that agents think on: few of them, with a queue, in fair turns.
//!
//! Every question belongs to an owner, a game or a page that analyses. Owners take turns,
//! whoever asks most. A thread for each core answers; a question that takes longer than
//! [`SHORT`] lets another begin beside it, so that those who ask for a second of thought do
//! not wait behind those who ask for a minute.

mod question;
mod queue;
mod sessions;
mod task;
#[cfg(test)]
mod tests;

pub(crate) use question::{Found, Question, Reply, TABLE, Valued, Want, check_agent};
pub(crate) use sessions::Part;
pub(crate) use task::{Progress, Task};

use crate::{app::lock, error::ApiError};
use papan_search::{Live, Stop};
use queue::{Job, Queue};
use sessions::{SessionKey, Sessions};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// How long a question is short: after that another may begin beside it.
const SHORT: Duration = Duration::from_millis(100);
/// How many long questions there may be for each thread.
const LONG: usize = 4;
/// How often it is looked whether agents are idle when nothing else happens.
const SWEEP: Duration = Duration::from_secs(60);
/// The least and the most time for an answer.
pub(crate) const TIMES: (Duration, Duration) = (Duration::from_millis(10), Duration::from_secs(60));

/// All of the threads. They end with the last handle.
pub(crate) struct Thinkers {
    shared: Arc<Shared>,
    owners: AtomicU64,
}

struct Shared {
    queue: Mutex<Queue>,
    /// Something was added to the queue, or a question was answered.
    changed: Condvar,
    sessions: Arc<Sessions>,
}

impl Thinkers {
    /// `threads` questions are answered at once, while all of them are short.
    pub(crate) fn new(threads: usize) -> Thinkers {
        let threads = threads.max(1);
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue::new(threads)),
            changed: Condvar::new(),
            sessions: Sessions::new(),
        });
        for _ in 0..threads * LONG {
            let shared = Arc::clone(&shared);
            // A thread more or less: without any at all questions are refused as a full
            // queue is.
            let _ = thread::Builder::new()
                .name("thinker".to_owned())
                .spawn(move || shared.work());
        }
        Thinkers {
            shared,
            owners: AtomicU64::new(0),
        }
    }

    /// A number for one who asks.
    pub(crate) fn owner(&self) -> u64 {
        self.owners.fetch_add(1, Ordering::Relaxed)
    }

    /// Puts a question. What is wrong with it is said here where that is cheap to see, else
    /// in the answer.
    pub(crate) fn ask(&self, owner: u64, question: Question) -> Result<Task, ApiError> {
        question.check()?;
        let asked = question.clone();
        let sessions = Arc::clone(&self.shared.sessions);
        self.submit(owner, question, move |stop, live| {
            let mut lease = sessions.take(SessionKey::of(owner, &asked), stop)?;
            let answer = asked.answer(lease.session()?, stop, live);
            lease.keep();
            answer
        })
    }

    fn submit(
        &self,
        owner: u64,
        question: Question,
        run: impl FnOnce(&Stop, &Live) -> Result<Reply, ApiError> + Send + 'static,
    ) -> Result<Task, ApiError> {
        let (answer, answered) = oneshot::channel();
        let task = Task::new(question, answered);
        let (stop, live) = (task.stop.clone(), task.live.clone());
        let job = Job {
            run: Box::new(move || run(&stop, &live)),
            answer,
            stop: task.stop.clone(),
            started: task.started.clone(),
        };
        self.shared.lock().push(owner, job)?;
        self.shared.changed.notify_one();
        Ok(task)
    }

    /// An owner will ask nothing more: its agents are closed.
    pub(crate) fn leave(&self, owner: u64) {
        self.shared.sessions.close(owner);
    }

    /// Answers nothing more, and stops those who think.
    pub(crate) fn close(&self) {
        self.shared.lock().close();
        self.shared.changed.notify_all();
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        lock(&self.queue)
    }

    /// What a thread does until there is nothing more to do for ever.
    fn work(&self) {
        while let Some((number, job)) = self.next() {
            let Job { run, answer, .. } = job;
            let result = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
                Err(ApiError::internal(
                    "the agent broke down; the game can go on with another one",
                ))
            });
            // Nobody waits for it any more: fine.
            let _ = answer.send(result);
            self.lock().finish(number);
            self.changed.notify_one();
        }
    }

    /// Waits for a question whose turn it is.
    fn next(&self) -> Option<(u64, Job)> {
        let mut queue = self.lock();
        loop {
            if queue.is_closed() {
                return None;
            }
            let now = Instant::now();
            queue = match queue.wait(now) {
                queue::Wait::No => {
                    if let Some(begun) = queue.begin(now) {
                        return Some(begun);
                    }
                    continue;
                }
                queue::Wait::Until(moment) => {
                    let waited = self.changed.wait_timeout(queue, moment - now);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                queue::Wait::ForChange => {
                    let waited = self.changed.wait_timeout(queue, SWEEP);
                    let (queue, waited) = waited.unwrap_or_else(PoisonError::into_inner);
                    match waited.timed_out() {
                        false => queue,
                        true => {
                            drop(queue);
                            self.sessions.sweep(Instant::now());
                            self.lock()
                        }
                    }
                }
            };
        }
    }
}
