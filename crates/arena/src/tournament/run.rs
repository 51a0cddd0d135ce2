//! Playing a tournament.

use super::{FaultyAgent, Kind, Program, SequentialTest, faults::Probation, program::Slot};
use crate::{
    ContestGame, GameResult, JobError, Pool, Standings,
    ledger::{Filter, Ledger, LedgerError},
    versions::{AgentVersions, MixedVersions},
};
use papan_search::Stop;
use std::{
    collections::HashSet,
    ops::ControlFlow,
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use thiserror::Error;

/// How a program is played.
pub struct RunOptions<'a> {
    /// How many games at the same time.
    pub threads: usize,
    /// Whether each thread keeps to a core of its own.
    pub pinned: bool,
    /// Whether games of different versions of an agent may be counted together.
    pub mix: bool,
    /// Whether an agent that does nothing right is rated by its forfeits; otherwise it is an
    /// error.
    pub allow_forfeits: bool,
    /// Whether games that the ledger has as forfeits are played again.
    pub retry_forfeits: bool,
    /// Ends it early; what was finished is kept.
    pub stop: &'a Stop,
}

/// How far a program is.
pub struct Progress {
    /// The results so far, for each game of the tournament.
    pub standings: Vec<Standings>,
    /// How many games there are in all.
    pub total: u64,
    /// How many of them were in the ledger before.
    pub found: u64,
    /// How many were played now.
    pub played: u64,
    /// How often a game was begun anew because the whole program had stood still in it.
    pub replayed: u64,
    /// The state of the sequential test, where there is one.
    pub sprt: Option<SequentialTest>,
    /// The versions of the agents that have played.
    pub versions: AgentVersions,
}

impl Progress {
    /// How many rounds a sequential test has looked at, once it has its answer: later ones
    /// were played, but do not count.
    pub fn rounds_that_count(&self) -> Option<u64> {
        self.sprt.as_ref()?.rounds_that_count()
    }
}

/// Why a tournament ended before its last game. What was counted is in the ledger.
#[derive(Debug, Error)]
pub enum RunError {
    /// The ledger.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A game cannot be played.
    #[error(transparent)]
    Job(#[from] JobError),
    /// Games of different versions of an agent would be counted as one.
    #[error(transparent)]
    Mixed(#[from] MixedVersions),
    /// An agent does nothing right.
    #[error(transparent)]
    Faulty(#[from] Box<FaultyAgent>),
}

impl Program {
    /// Nothing played yet.
    pub fn beginning(&self) -> Progress {
        Progress {
            standings: self.standings.clone(),
            total: self.total(),
            found: 0,
            played: 0,
            replayed: 0,
            sprt: match self.tournament.kind {
                Kind::Sprt(sprt) => Some(SequentialTest::new(sprt)),
                _ => None,
            },
            versions: AgentVersions::default(),
        }
    }

    fn count(&self, progress: &mut Progress, (meeting, _): Slot, played: &ContestGame) {
        let meeting = &self.meetings[meeting];
        let agents: Vec<usize> = played
            .agents
            .iter()
            .map(|&agent| meeting.agents[agent])
            .collect();
        progress.standings[meeting.game].add(&played.game, &agents);
        progress.versions.add(&played.game);
        if let Some(sprt) = &mut progress.sprt {
            let job = &played.game.job;
            let play = played.game.play_key();
            sprt.add(job.round, job.seating, play, played.share_of(0));
        }
    }

    /// Plays all games that the ledger does not have yet. Every game is in the ledger before
    /// it is counted and `watch` sees it; games that were there are seen first.
    pub fn run(
        &self,
        mut ledger: Option<&mut Ledger>,
        options: &RunOptions,
        watch: &mut dyn FnMut(&ContestGame, &Progress),
    ) -> Result<Progress, RunError> {
        let mut progress = self.beginning();
        let mut known = HashSet::new();
        let mut probation = Probation::default();
        let mut faulty = Ok(());
        if let Some(ledger) = &mut ledger {
            ledger.begin(&self.event())?;
            let own = Filter::event(&self.tournament.name);
            if options.retry_forfeits {
                let forfeits = ledger.forfeits(&own)?;
                ledger.remove(&forfeits)?;
            }
            ledger.each(&own, &mut |entry| {
                if let Some((slot, played)) = self.recognise(entry.result) {
                    if !options.allow_forfeits && faulty.is_ok() {
                        faulty = probation.see(&played.game);
                    }
                    known.insert(slot);
                    progress.found += 1;
                    self.count(&mut progress, slot, &played);
                    watch(&played, &progress);
                }
                ControlFlow::Continue(())
            })?;
        }
        faulty?;
        let decided = |progress: &Progress| {
            let sprt = progress.sprt.as_ref();
            sprt.is_some_and(SequentialTest::is_over)
        };
        if !decided(&progress) && progress.found < progress.total {
            for (game, agent, fingerprint) in self.fingerprints()? {
                progress.versions.expect(game, agent, fingerprint);
            }
        }
        let check = |versions: &AgentVersions| match options.mix {
            true => Ok(()),
            false => versions.check(),
        };
        check(&progress.versions)?;
        let enough = AtomicBool::new(decided(&progress));
        // A test must not run ahead of what has been counted, or it would play on for as many
        // games as wait for the ledger after it has its answer.
        let ahead = progress.sprt.as_ref().map(|_| Ahead::new(options));
        let slots = self
            .slots()
            .filter(|slot| !known.contains(slot))
            .take_while(|_| {
                ahead.as_ref().is_none_or(|ahead| ahead.wait()) && !enough.load(Ordering::Relaxed)
            });
        let mut pool = Pool::new(options.threads, options.stop);
        if options.pinned {
            pool = pool.pinned();
        }
        let job = |&slot: &Slot| self.job(slot);
        let mut keep = |batch: Vec<(Slot, GameResult)>| {
            let (slots, games): (Vec<Slot>, Vec<GameResult>) = batch.into_iter().unzip();
            // Before the ledger has them: programs tell their versions only when they play.
            let mut versions = progress.versions.clone();
            games.iter().for_each(|game| versions.add(game));
            check(&versions)?;
            if let Some(ledger) = &mut ledger {
                ledger.add(&games)?;
            }
            for (slot, game) in slots.into_iter().zip(games) {
                let played = self.played(slot, game);
                progress.played += 1;
                self.count(&mut progress, slot, &played);
                watch(&played, &progress);
            }
            enough.store(decided(&progress), Ordering::Relaxed);
            Ok::<(), RunError>(())
        };
        pool.play(slots, job, &mut |batch: Vec<(Slot, GameResult)>| {
            let batch_size = batch.len();
            if options.allow_forfeits {
                keep(batch)?;
            } else {
                let mut faulty = Ok(());
                for (slot, game) in batch {
                    faulty = faulty.and(probation.take(slot, game));
                }
                keep(probation.released())?;
                faulty?;
            }
            if let Some(ahead) = &ahead {
                ahead.count(batch_size);
            }
            Ok::<(), RunError>(())
        })?;
        // Whoever was stopped plays them again.
        if !options.stop.is_stopped() {
            keep(probation.rest())?;
        }
        progress.replayed = pool.replayed();
        // Which games were under way when a test had its answer depends on the machine.
        if let Some(rounds) = progress.rounds_that_count() {
            let counted = progress.standings.iter_mut();
            counted.for_each(|standings| standings.keep_rounds(rounds));
        }
        Ok(progress)
    }
}

/// Keeps the number of games that were begun and not counted yet to the number of threads.
struct Ahead<'a> {
    options: &'a RunOptions<'a>,
    open: Mutex<usize>,
    counted: Condvar,
}

impl<'a> Ahead<'a> {
    fn new(options: &'a RunOptions<'a>) -> Ahead<'a> {
        Ahead {
            options,
            open: Mutex::new(0),
            counted: Condvar::new(),
        }
    }

    /// Waits until one more game may begin; false when it was stopped instead.
    fn wait(&self) -> bool {
        // Nobody counts any more after an error: the flag is looked at again and again.
        const PAUSE: Duration = Duration::from_millis(50);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        while *open >= self.options.threads.max(1) {
            if self.options.stop.is_stopped() {
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
