//! Threads that play.

use crate::{
    Ending, GameResult, Job, JobError, News, Players, Referee, Work,
    pauses::{Heartbeat, Pauses},
};
use papan_core::machine::HAS_THREADS;
use papan_search::{Fault, Stop};
use std::{
    ops::ControlFlow,
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, SyncSender},
    },
    thread,
    time::Duration,
};

/// Some threads, each playing one game at a time.
pub struct Pool {
    threads: usize,
    stop: Stop,
    pinned: bool,
    replayed: AtomicU64,
}

/// What came of an order.
pub type Played<O> = (O, Result<GameResult, JobError>);

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

    /// The same with each thread, and the programs that it starts, on a core of its own,
    /// where the system allows that and there are as many threads as cores.
    pub fn pinned(self) -> Pool {
        Pool {
            pinned: true,
            ..self
        }
    }

    /// Plays all games that are ordered, each on the thread that asked for the order. `task`
    /// makes a job of an order on that thread, and says at which pace its time is counted: see
    /// [`Referee::play_at`]; an order that is none is passed over. `take` is given what has come since it was last called, on the
    /// calling thread; when it breaks off, everyone is stopped by raising the flag. Where a
    /// thread cannot be started nothing is played, which is the error.
    ///
    /// A game that is lost on time is played again when the whole program stood still
    /// meanwhile, stopped by Ctrl-Z or asleep with its machine.
    pub fn each<O: Send>(
        &self,
        next: impl Fn() -> Option<O> + Sync,
        task: impl Fn(&O) -> Option<(Job, f64)> + Sync,
        take: &mut dyn FnMut(Vec<Played<O>>) -> ControlFlow<()>,
    ) -> Result<(), JobError> {
        if !HAS_THREADS {
            self.each_here(next, task, take);
            return Ok(());
        }
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
                let sender: SyncSender<Played<O>> = sender.clone();
                let core = cores.as_ref().map(|cores| cores[worker]);
                let (next, task, pauses) = (&next, &task, &pauses);
                let started = thread::Builder::new().spawn_scoped(scope, move || {
                    core.inspect(|core| pin(*core));
                    let mut referee = Referee::default();
                    while !self.stop.is_stopped()
                        && let Some(order) = next()
                    {
                        let Some((job, pace)) = task(&order) else {
                            continue;
                        };
                        let result = self.play_one(&mut referee, &job, pace, pauses).transpose();
                        let Some(result) = result else {
                            break;
                        };
                        // Nobody takes games any more: the reason is known there.
                        if sender.send((order, result)).is_err() {
                            break;
                        }
                    }
                });
                refused = started
                    .err()
                    .map(|error| refusal(&error, worker, self.threads));
            }
            drop(sender);
            if refused.is_some() {
                self.stop.stop();
            }
            while let Ok(first) = finished.recv() {
                let more = finished.try_iter().take(WAITING_GAMES);
                if take(std::iter::once(first).chain(more).collect()).is_break() {
                    self.stop.stop();
                    break;
                }
            }
            drop(finished);
            refused.map_or(Ok(()), Err)
        })
    }

    /// The same on the calling thread, game by game, where there is no other. Nobody notices there
    /// when the whole program stood still.
    fn each_here<O>(
        &self,
        next: impl Fn() -> Option<O>,
        task: impl Fn(&O) -> Option<(Job, f64)>,
        take: &mut dyn FnMut(Vec<Played<O>>) -> ControlFlow<()>,
    ) {
        let mut referee = Referee::default();
        while !self.stop.is_stopped()
            && let Some(order) = next()
        {
            let Some((job, pace)) = task(&order) else {
                continue;
            };
            let Some(result) = referee.play_at(&job, pace, &self.stop).transpose() else {
                break;
            };
            if take(vec![(order, result)]).is_break() {
                self.stop.stop();
            }
        }
    }

    /// Plays a game, and again when it was lost on time while nobody could play.
    fn play_one(
        &self,
        referee: &mut Referee,
        job: &Job,
        pace: f64,
        pauses: &Pauses,
    ) -> Result<Option<GameResult>, JobError> {
        for _ in 0..ATTEMPTS {
            let mark = pauses.mark();
            let played = referee.play_at(job, pace, &self.stop)?;
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

impl Players for Pool {
    /// An error of a job or of a thread that cannot start stops everyone by raising the flag;
    /// games that were finished before are still taken.
    fn play(
        &self,
        work: &Work<'_>,
        take: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) -> Result<(), JobError> {
        let ahead = work
            .sequential
            .then(|| Ahead::new(self.threads, &self.stop));
        let may_begin = || ahead.as_ref().is_none_or(Ahead::wait);
        let mut failed = Ok(());
        self.each(
            || may_begin().then(|| work.next()).flatten(),
            |&slot| Some(((work.job)(slot)?, 1.0)),
            &mut |results| {
                let count = results.len();
                let mut games = Vec::with_capacity(count);
                for (slot, result) in results {
                    match result {
                        Ok(game) => games.push((slot, game)),
                        Err(error) if failed.is_ok() => failed = Err(error),
                        Err(_) => {}
                    }
                }
                if !games.is_empty() {
                    take(News::Games(games))?;
                }
                if let Some(ahead) = &ahead {
                    ahead.count(count);
                }
                if failed.is_err() {
                    // Those that are finished already are still taken.
                    self.stop.stop();
                }
                ControlFlow::Continue(())
            },
        )?;
        failed
    }

    fn replayed(&self) -> u64 {
        self.replayed.load(Ordering::Relaxed)
    }
}

/// Keeps the number of games that were begun and not counted yet to the number of threads.
struct Ahead<'a> {
    most: usize,
    stop: &'a Stop,
    open: Mutex<usize>,
    counted: Condvar,
}

impl<'a> Ahead<'a> {
    fn new(threads: usize, stop: &'a Stop) -> Ahead<'a> {
        Ahead {
            most: threads.max(1),
            stop,
            open: Mutex::new(0),
            counted: Condvar::new(),
        }
    }

    /// Waits until one more game may begin; false when it was stopped instead.
    fn wait(&self) -> bool {
        // Nobody counts any more after an error: the flag is looked at again and again.
        const PAUSE: Duration = Duration::from_millis(50);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        while *open >= self.most {
            if self.stop.is_stopped() {
                return false;
            }
            let waited = self.counted.wait_timeout(open, PAUSE);
            open = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *open += 1;
        true
    }

    fn count(&self, games: usize) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        *open = open.saturating_sub(games);
        self.counted.notify_all();
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
