//! Playing a tournament.

use super::{FaultyAgent, Kind, Program, SequentialTest, faults::Probation, slots::SlotSet};
use crate::{
    ContestGame, GameResult, JobError, News, Players, Slot, Standings, Work,
    ledger::{Filter, Ledger, LedgerError},
    tally::CountedGame,
    versions::{AgentVersions, MixedVersions},
};
use papan_search::Stop;
use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use thiserror::Error;

/// How a program is played.
#[derive(Clone, Copy)]
pub struct RunOptions<'a> {
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
    /// How often it was begun anew because a worker was put aside.
    pub pass: u32,
    /// The workers that are put aside, and why.
    pub put_aside: Vec<(String, String)>,
    /// The results so far, for each game of the tournament; while a sequential test goes on, those
    /// of the rounds that it has looked at.
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
    /// Games of rounds that the sequential test has not looked at, by round. Standings cannot take
    /// a game back, and which were under way when a test had its answer depends on the machine.
    ahead: BTreeMap<u64, Vec<CountedGame>>,
}

impl Progress {
    /// How many rounds a sequential test has looked at, once it has its answer: later ones
    /// were played, but do not count.
    pub fn rounds_that_count(&self) -> Option<u64> {
        self.sprt.as_ref()?.rounds_that_count()
    }

    /// Counts the games of the rounds before this one that have waited for the sequential test.
    fn count_ahead(&mut self, round: u64) {
        let later = self.ahead.split_off(&round);
        let games = std::mem::replace(&mut self.ahead, later);
        // A sequential test is of one game.
        for game in games.into_values().flatten() {
            self.standings[0].count(&game);
        }
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
    /// A worker is not believed any more, and there is no ledger that tells its games from
    /// those of others.
    #[error(
        "worker {worker} is put aside ({reason}), and only a ledger tells its games from those \
         of others: play with --ledger"
    )]
    PutAside {
        /// The name of the worker.
        worker: String,
        /// Why.
        reason: String,
    },
    /// An agent does nothing right.
    #[error(transparent)]
    Faulty(#[from] Box<FaultyAgent>),
}

/// So many games that are to be played a second time are remembered at the beginning; when there
/// are more, the others are at the next.
const MOST_UNCONFIRMED: usize = 10_000;

impl Program {
    /// Nothing played yet.
    pub fn beginning(&self) -> Progress {
        Progress {
            pass: 0,
            put_aside: Vec::new(),
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
            ahead: BTreeMap::new(),
        }
    }

    fn count(&self, progress: &mut Progress, (meeting, _): Slot, played: &ContestGame) {
        let meeting = &self.meetings[meeting];
        let agents: Vec<usize> = played
            .agents
            .iter()
            .map(|&agent| meeting.agents[agent])
            .collect();
        let counted = CountedGame::new(&played.game, &agents);
        progress.versions.add(&played.game);
        let Some(sprt) = &mut progress.sprt else {
            progress.standings[meeting.game].count(&counted);
            return;
        };
        let job = &played.game.job;
        sprt.add(job.round, job.seating, counted.play, played.share_of(0));
        let looked_at = sprt.looked_at();
        progress.ahead.entry(job.round).or_default().push(counted);
        progress.count_ahead(looked_at);
        if progress.rounds_that_count().is_some() {
            progress.ahead.clear();
        }
    }

    /// Plays all games that the ledger does not have yet. Every game is in the ledger before
    /// it is counted and `watch` sees it; games that were there are seen first. When a worker
    /// turns out not to be believed, what it played alone is removed, and everything is counted
    /// anew: `watch` then sees all games again, under the next [`Progress::pass`].
    pub fn run(
        &self,
        mut ledger: Option<&mut Ledger>,
        players: &dyn Players,
        options: &RunOptions,
        watch: &mut dyn FnMut(&ContestGame, &Progress),
    ) -> Result<Progress, RunError> {
        let mut retry_forfeits = options.retry_forfeits;
        for pass in 0.. {
            let ledger = ledger.as_deref_mut();
            let options = RunOptions {
                retry_forfeits: std::mem::take(&mut retry_forfeits),
                ..*options
            };
            if let Some(progress) = self.pass(pass, ledger, players, &options, watch)? {
                return Ok(progress);
            }
        }
        unreachable!("passes have no end")
    }

    /// Counts what is there and plays the rest; `None` when what is there has changed.
    fn pass(
        &self,
        pass: u32,
        mut ledger: Option<&mut Ledger>,
        players: &dyn Players,
        options: &RunOptions,
        watch: &mut dyn FnMut(&ContestGame, &Progress),
    ) -> Result<Option<Progress>, RunError> {
        let mut progress = Progress {
            pass,
            ..self.beginning()
        };
        let mut known = SlotSet::default();
        let (mut secret, mut unconfirmed) = (None, Vec::new());
        let mut probation = Probation::default();
        let mut faulty = Ok(());
        let event = self.event();
        if let Some(ledger) = &mut ledger {
            ledger.begin(&event)?;
            let own = Filter::event(&self.tournament.name);
            if options.retry_forfeits {
                // Others may go on with theirs: a ledger may hold several shards.
                let forfeits = ledger.forfeits(&own, &|job| self.has(job))?;
                ledger.remove(&forfeits)?;
            }
            progress.put_aside = ledger.put_aside_workers(&event.name)?;
            let own_secret = ledger.secret()?;
            secret = Some(own_secret);
            ledger.each(&own, &mut |entry| {
                if let Some((slot, played)) = self.recognise(entry.result) {
                    let game = &played.game;
                    let is_open = game.worker.is_some() && game.confirmed_by.is_none();
                    if is_open
                        && unconfirmed.len() < MOST_UNCONFIRMED
                        && players.plays_again(own_secret, game)
                    {
                        unconfirmed.push((slot, game.clone()));
                    }
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
        let agents = self.agents_here()?;
        if !decided(&progress) && progress.found < progress.total {
            for version in &agents {
                if let Some(fingerprint) = &version.fingerprint {
                    let (game, agent) = (&version.game, &version.agent);
                    progress.versions.expect(game, agent, fingerprint.clone());
                }
            }
        }
        let check = |versions: &AgentVersions| match options.mix {
            true => Ok(()),
            false => versions.check(),
        };
        check(&progress.versions)?;
        let enough = AtomicBool::new(decided(&progress));
        // Other machines may tell of a game twice, also of one that was never ordered here.
        let known = Mutex::new(known);
        let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
        let slots = self
            .slots()
            .filter(|slot| !lock().contains(*slot))
            .take_while(|_| !enough.load(Ordering::Relaxed));
        let job = |slot: Slot| self.job_at(slot);
        let work = Work {
            agents,
            total: progress.total,
            done: progress.found,
            sequential: progress.sprt.is_some(),
            put_aside: progress.put_aside.clone(),
            secret,
            unconfirmed,
            ..Work::new(&event.name, &event.settings, slots, &job)
        };
        let mut keep = |ledger: &mut Option<&mut Ledger>, batch: Vec<(Slot, GameResult)>| {
            let (slots, games): (Vec<Slot>, Vec<GameResult>) = batch.into_iter().unzip();
            // Before the ledger has them: programs tell their versions only when they play.
            let mut versions = progress.versions.clone();
            games.iter().for_each(|game| versions.add(game));
            check(&versions)?;
            if let Some(ledger) = ledger {
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
        let mut changed = false;
        let mut take = |news: News| -> Result<(), RunError> {
            match news {
                News::Games(mut games) => {
                    games.retain(|(slot, _)| lock().insert(*slot));
                    if options.allow_forfeits {
                        return keep(&mut ledger, games);
                    }
                    let mut faulty = Ok(());
                    for (slot, game) in games {
                        faulty = faulty.and(probation.take(slot, game));
                    }
                    keep(&mut ledger, probation.released())?;
                    Ok(faulty?)
                }
                News::Confirmed(games) => {
                    let ids = games.into_iter().filter_map(|(slot, by)| {
                        let id = self.job_at(slot)?.id();
                        Some((id, by))
                    });
                    match &mut ledger {
                        Some(ledger) => Ok(ledger.confirm(&ids.collect::<Vec<_>>())?),
                        None => Ok(()),
                    }
                }
                News::PutAside { worker, reason } => {
                    let Some(ledger) = &mut ledger else {
                        return Err(RunError::PutAside { worker, reason });
                    };
                    ledger.put_aside(&event.name, &worker, &reason)?;
                    changed = true;
                    Ok(())
                }
            }
        };
        let mut failed = Ok(());
        let played = players.play(&work, &mut |news| {
            failed = take(news);
            match failed {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        failed?;
        played?;
        if changed && !options.stop.is_stopped() {
            return Ok(None);
        }
        // Whoever was stopped plays them again.
        if !options.stop.is_stopped() {
            keep(&mut ledger, probation.rest())?;
        }
        progress.replayed = players.replayed();
        // Without an answer of the test all games count.
        progress.count_ahead(u64::MAX);
        Ok(Some(progress))
    }
}
