//! The threads that agents think on: few of them, with a queue, in fair turns.
//!
//! Every question belongs to an owner, a game or a page that analyses. Those who ask take turns,
//! whoever asks most. A thread for each core answers; a question that takes longer than
//! [`SHORT`] lets another begin beside it. When all threads are busy, a question that has had
//! its time is interrupted for one that waits, and goes on later from what its agent has found:
//! so nobody who needs a moment waits for those who ask for a minute, however many they are.

mod queue;
mod task;
#[cfg(test)]
mod tests;
mod turns;

use crate::limits::{AGENT_MEMORY, LONG_QUESTIONS, SHORT_QUESTION as SHORT};
use papan_host::{
    Answer, ApiError, Later, lock,
    thinkers::{
        self as host, Asker, Errand, Part, Question, Reply, SessionKey, Sessions, Task, Told,
    },
};
use papan_search::{Live, Stop};
use queue::{Attempt, Job, Queue};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use task::Thought;
use tokio::sync::oneshot;

/// How often it is looked whether agents are idle when nothing else happens.
const SWEEP: Duration = Duration::from_secs(5);
/// All of the threads. They end with the last handle.
pub(crate) struct Thinkers {
    shared: Arc<Shared>,
    owners: AtomicU64,
    threads: usize,
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
            sessions: Sessions::with_budget(AGENT_MEMORY),
        });
        // One more than think at once: it sees when someone is to be interrupted.
        for _ in 0..=threads * LONG_QUESTIONS {
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
            threads,
        }
    }

    fn submit(
        &self,
        asker: Asker,
        question: Question,
        mut run: impl FnMut(&Attempt, &Live) -> Result<Reply, ApiError> + Send + 'static,
    ) -> Result<Task, ApiError> {
        let (answer, answered) = oneshot::channel();
        let is_advice = question.part == Part::Adviser;
        let thought = Arc::new(Thought::new(question));
        let task = Task::new(answered, Arc::clone(&thought) as _);
        let live = thought.look.live().clone();
        let run = Box::new(move |attempt: &Attempt| run(attempt, &live));
        let job = Job::new(asker, is_advice, run, answer, thought);
        self.shared.lock().push(job)?;
        self.shared.changed.notify_one();
        Ok(task)
    }

    /// Answers nothing more, and stops those who think.
    pub(crate) fn close(&self) {
        self.shared.lock().close();
        self.shared.changed.notify_all();
    }
}

impl host::Thinkers for Thinkers {
    fn owner(&self) -> u64 {
        self.owners.fetch_add(1, Ordering::Relaxed)
    }

    fn ask(&self, asker: Asker, question: Question) -> Answer<Task> {
        question.check()?;
        let asked = question.clone();
        let shared = Arc::clone(&self.shared);
        self.submit(asker, question, move |attempt, live| {
            let key = SessionKey::of(asker.owner, &asked);
            let crowded = || shared.lock().make_room(attempt.number, Instant::now());
            let mut lease = shared.sessions.take(key, &attempt.stop, crowded)?;
            let conditions = host::Attempt {
                stop: &attempt.stop,
                spent: attempt.spent,
                threads: attempt.threads,
            };
            let answer = asked.answer(lease.session()?, &conditions, live);
            lease.keep();
            answer
        })
    }

    fn leave(&self, owner: u64) {
        self.shared.lock().leave(owner);
        self.shared.sessions.close(owner);
    }

    /// On a thread of its own. Agents of games come first: it has what half of the threads can do.
    fn run(&self, errand: Errand, stop: Stop, told: Arc<Told>) -> Later<'static, Answer<String>> {
        let threads = (self.threads / 2).max(1);
        let (answer, answered) = oneshot::channel();
        let thread = thread::Builder::new().name("errand".to_owned());
        let started = thread.spawn(move || {
            let result = unless_broken(|| errand.run(threads, &stop, &*told));
            // Nobody waits for it any more: fine.
            let _ = answer.send(result);
        });
        Box::pin(async {
            started.map_err(ApiError::internal)?;
            answered.await.map_err(ApiError::internal)?
        })
    }
}

/// Does something that must not take the thread with it when it breaks down: those who wait
/// would wait for ever.
fn unless_broken<T>(work: impl FnOnce() -> Answer<T>) -> Answer<T> {
    let done = catch_unwind(AssertUnwindSafe(work));
    done.unwrap_or_else(|_| Err(ApiError::new(500, "internal", "the experiment broke down")))
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
        while let Some((attempt, mut job)) = self.next() {
            let result = catch_unwind(AssertUnwindSafe(|| (job.run)(&attempt)));
            let now = Instant::now();
            let mut queue = self.lock();
            let has_left = queue.finish(&attempt);
            let unanswered = match result {
                // What was interrupted goes on later, with what the agent knows by then.
                Ok(_) if job.is_interrupted(&attempt) => {
                    queue.put_back(job, now - attempt.begun);
                    None
                }
                result => Some((job, result)),
            };
            drop(queue);
            if let Some((job, result)) = unanswered {
                let broken = "the agent broke down; the game can go on with another one";
                let result = result.unwrap_or_else(|_| Err(ApiError::internal(broken)));
                // Nobody waits for it any more: fine.
                let _ = job.answer.send(result);
            }
            if has_left {
                self.sessions.close(attempt.owner);
            }
            self.sessions.sweep(now);
            self.changed.notify_one();
        }
    }

    /// Waits for a question whose turn it is.
    fn next(&self) -> Option<(Attempt, Job)> {
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
