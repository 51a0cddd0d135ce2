//! Threads that play.

use crate::{
    Ending, GameResult, Job, JobError, Referee,
    pauses::{Heartbeat, Pauses},
};
use papan_search::{Fault, Stop};
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, SyncSender},
    },
    thread,
};

/// Some threads, each playing one game at a time.
pub struct Pool {
    threads: usize,
    stop: Stop,
    pinned: bool,
    replayed: AtomicU64,
}

/// Games that were finished at about the same time wait for whoever takes them; more than
/// this, and the players wait instead.
const WAITING_GAMES: usize = 1_024;

impl Pool {
    /// A pool of `threads` threads, until they are stopped.
    pub fn new(threads: usize, stop: &Stop) -> Pool {
        Pool {
            threads,
            stop: stop.clone(),
            pinned: false,
            replayed: AtomicU64::new(0),
        }
    }

    /// How often a game was begun anew because the whole program had stood still in it.
    pub fn replayed(&self) -> u64 {
        self.replayed.load(Ordering::Relaxed)
    }

    /// The same with each thread, and the programs that it starts, on a core of its own,
    /// where the system allows that and there are as many threads as cores.
    pub fn pinned(self) -> Pool {
        Pool {
            pinned: true,
            ..self
        }
    }

    /// Plays all games that are ordered. An order is cheap to hand out, such as a number,
    /// because the threads wait for each other there; `job` makes a job of it on the thread
    /// that plays. `take` is given the finished games with their orders on the calling
    /// thread: all that have come since it was last called. An error of its own, of a job, or
    /// of a thread that cannot start stops everyone by raising the flag; games that were
    /// finished before are still taken.
    ///
    /// A game that is lost on time is played again when the whole program stood still
    /// meanwhile, stopped by Ctrl-Z or asleep with its machine.
    pub fn play<O: Send, E: From<JobError>>(
        &self,
        orders: impl Iterator<Item = O> + Send,
        job: impl Fn(&O) -> Job + Sync,
        take: &mut dyn FnMut(Vec<(O, GameResult)>) -> Result<(), E>,
    ) -> Result<(), E> {
        let orders = Mutex::new(orders);
        let next = || {
            if self.stop.is_stopped() {
                return None;
            }
            orders.lock().unwrap_or_else(PoisonError::into_inner).next()
        };
        let (sender, finished) = mpsc::sync_channel(WAITING_GAMES);
        let cores = match self.pinned {
            // With fewer threads than cores the system knows better which are free.
            true => cores().filter(|cores| cores.len() == self.threads),
            false => None,
        };
        let pauses = Pauses::new();
        thread::scope(|scope| {
            let heartbeat = Heartbeat::start(&pauses, scope);
            let mut refused = heartbeat
                .as_ref()
                .err()
                .map(|error| refusal(error, 0, self.threads));
            for worker in 0..self.threads.max(1) {
                if refused.is_some() {
                    break;
                }
                let sender: SyncSender<Result<(O, GameResult), JobError>> = sender.clone();
                let core = cores.as_ref().map(|cores| cores[worker]);
                let (next, job, pauses) = (&next, &job, &pauses);
                let started = thread::Builder::new().spawn_scoped(scope, move || {
                    core.inspect(|core| pin(*core));
                    let mut referee = Referee::default();
                    while let Some(order) = next() {
                        let result = match self.play_one(&mut referee, &job(&order), pauses) {
                            Ok(Some(finished)) => Ok((order, finished)),
                            Ok(None) => break,
                            Err(error) => Err(error),
                        };
                        // Nobody takes games any more: the reason is known there.
                        if sender.send(result).is_err() {
                            break;
                        }
                    }
                });
                refused = started
                    .err()
                    .map(|error| refusal(&error, worker, self.threads));
            }
            drop(sender);
            let mut result = match refused {
                None => Ok(()),
                Some(error) => {
                    self.stop.stop();
                    Err(E::from(error))
                }
            };
            while let Ok(first) = finished.recv() {
                let mut batch = Vec::new();
                for game in std::iter::once(first).chain(finished.try_iter().take(WAITING_GAMES)) {
                    match game {
                        Ok(game) => batch.push(game),
                        Err(error) if result.is_ok() => result = Err(E::from(error)),
                        Err(_) => {}
                    }
                }
                if !batch.is_empty()
                    && let Err(error) = take(batch)
                {
                    result = result.and(Err(error));
                    self.stop.stop();
                    break;
                }
                if result.is_err() {
                    self.stop.stop();
                }
            }
            drop(finished);
            result
        })
    }

    /// Plays a game, and again when it was lost on time while nobody could play.
    fn play_one(
        &self,
        referee: &mut Referee,
        job: &Job,
        pauses: &Pauses,
    ) -> Result<Option<GameResult>, JobError> {
        for _ in 0..ATTEMPTS {
            let mark = pauses.mark();
            let played = referee.play(job, &self.stop)?;
            if !played.as_ref().is_some_and(is_late) || !pauses.since(mark) {
                return Ok(played);
            }
            self.replayed.fetch_add(1, Ordering::Relaxed);
        }
        Err(JobError::Machine(format!(
            "a game was lost on time {ATTEMPTS} times, and each time the whole program had stood \
             still meanwhile"
        )))
    }
}

/// How often a game is begun in which the program stands still.
const ATTEMPTS: u32 = 5;

/// Whether a game was lost because an answer came too late.
fn is_late(game: &GameResult) -> bool {
    let fault = game.ending.details().fault;
    matches!(game.ending, Ending::Forfeit { .. })
        && matches!(fault, Some(Fault::Time | Fault::Start))
}

/// What is said when a thread cannot start.
fn refusal(error: &std::io::Error, started: usize, wanted: usize) -> JobError {
    JobError::Machine(format!(
        "only {started} of {wanted} threads can be started ({error}); fewer may do"
    ))
}

/// The cores that this process may use; `None` where the system does not tell.
#[cfg(target_os = "linux")]
fn cores() -> Option<Vec<usize>> {
    let allowed = rustix::thread::sched_getaffinity(None).ok()?;
    let most = rustix::thread::CpuSet::MAX_CPU;
    Some((0..most).filter(|&core| allowed.is_set(core)).collect())
}

#[cfg(target_os = "linux")]
fn pin(core: usize) {
    let mut only = rustix::thread::CpuSet::new();
    only.set(core);
    // A system that refuses plays all the same.
    let _ = rustix::thread::sched_setaffinity(None, &only);
}

#[cfg(not(target_os = "linux"))]
fn cores() -> Option<Vec<usize>> {
    None
}

#[cfg(not(target_os = "linux"))]
fn pin(_: usize) {}
