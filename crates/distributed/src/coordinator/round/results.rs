//! Whether what workers have played is believed: the rules, their versions, their speed, the audit.

use super::{End, Round};
use crate::{
    DistributedError,
    coordinator::audit::{Finding, Step},
    subjects,
    wire::{Batch, Results},
};
use async_nats::jetstream;
use papan_arena::{GameResult, JobError, News, Referee, Slot};
use std::{ops::ControlFlow, time::Instant};

/// A worker must have this share of the speed that it says.
const SLOWEST: f64 = 0.5;

impl Round<'_, '_> {
    /// Takes what workers have played. It is acknowledged once it is kept.
    pub(super) async fn take_results(
        &mut self,
        messages: Vec<jetstream::Message>,
        take: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) -> Result<(), DistributedError> {
        let mut games = Vec::new();
        for message in &messages {
            let worker = subjects::last_word(&message.subject).to_owned();
            if self.put_aside.iter().any(|(name, _)| *name == worker) {
                continue;
            }
            if let Err(reason) = self.read(&worker, &message.payload, &mut games, take) {
                self.put_aside(worker, reason, take);
            }
        }
        // Of those who were put aside just now nothing is taken.
        let aside = &self.put_aside;
        let is_believed = |game: &GameResult| {
            let by = |(name, _): &(String, String)| game.worker.as_ref() == Some(name);
            !aside.iter().any(by)
        };
        games.retain(|(_, game)| is_believed(game));
        if !games.is_empty() && take(News::Games(games)).is_break() {
            self.ended = Some(End::Stopped);
            return Ok(());
        }
        for message in &messages {
            // Without it the same comes again, and is known.
            let _ = message.ack().await;
        }
        Ok(())
    }

    /// Reads what a worker has sent; the error is why it is not to be believed.
    fn read(
        &mut self,
        worker: &str,
        payload: &[u8],
        games: &mut Vec<(Slot, GameResult)>,
        take: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) -> Result<(), String> {
        let results: Results = serde_json::from_slice(payload)
            .map_err(|error| format!("what it sends is no result: {error}"))?;
        let now = Instant::now();
        for carried in results.games {
            let slot = carried.slot;
            // Of an earlier state of the tournament file, perhaps.
            let Some(job) = (self.work.job)(slot).filter(|job| job.id() == carried.id) else {
                continue;
            };
            let id = carried.id;
            let impossible = |problem: String| format!("game {id} is impossible: {problem}");
            let game = carried
                .restored(job, worker, (&results.version, results.build.as_deref()))
                .map_err(impossible)?;
            if let Some(problem) = self.verifier.problems(&game).into_iter().next() {
                return Err(impossible(problem));
            }
            self.check_versions(&game)?;
            self.memory
                .crew
                .thought(Some(worker), self.coordinator.speed, &game);
            match results.audit {
                true => match self.audits.played(slot, Some(worker), game) {
                    Ok(Some(finding)) => self.find(slot, finding, take),
                    Ok(None) => {}
                    Err(Step::PlayHere(slot)) => self.play_here(slot),
                    Err(Step::Ask(..)) => {}
                },
                false => {
                    // The same may come twice, also from two workers.
                    if self.batches.done(slot, now) {
                        self.audits.consider(slot, worker, &game, now);
                        self.done += 1;
                    }
                    games.push((slot, game));
                }
            }
        }
        for slot in results.given_back {
            match results.audit {
                true => self.audits.give_back(slot, worker),
                false => self.batches.give_back(slot),
            }
        }
        match results.problem {
            Some(problem) => Err(format!("it cannot play what it takes: {problem}")),
            None => Ok(()),
        }
    }

    /// Puts those aside who are much slower than they say.
    pub(super) fn look_at_speeds(&mut self, take: &mut dyn FnMut(News) -> ControlFlow<()>) {
        let kept = self.memory.crew.speeds_kept().into_iter();
        let slow: Vec<(String, f64)> = kept
            .filter(|(_, share)| *share < SLOWEST)
            .map(|(worker, share)| (worker.to_owned(), share))
            .collect();
        for (worker, share) in slow {
            let reason = format!("it has {:.0}% of the speed that it says", 100.0 * share);
            self.put_aside(worker, reason, take);
        }
    }

    /// Whether the agents were those that play here.
    fn check_versions(&self, game: &GameResult) -> Result<(), String> {
        let agents = game.job.agents.iter().zip(&game.fingerprints);
        for (agent, played) in agents {
            let key = (game.job.game.as_str(), agent.as_str());
            let expected = self.fingerprints.get(&key).copied().flatten();
            if expected.is_some() && expected != played.as_deref() {
                let played = played.as_deref().unwrap_or("unknown");
                let expected = expected.unwrap_or_default();
                return Err(format!(
                    "it plays another version of {agent}: {played}, not {expected}"
                ));
            }
        }
        Ok(())
    }

    /// What an audit has shown.
    fn find(
        &mut self,
        slot: Slot,
        finding: Finding,
        take: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) {
        match finding {
            Finding::Open => {}
            Finding::Confirmed(by) => {
                if take(News::Confirmed(vec![(slot, by)])).is_break() {
                    self.ended = Some(End::Stopped);
                }
            }
            Finding::Wrong(workers) => {
                let id = (self.work.job)(slot).map_or(String::new(), |job| job.id().to_string());
                for worker in workers {
                    let reason = format!("game {id}, played again, is another one");
                    self.put_aside(worker, reason, take);
                }
            }
        }
    }

    /// A worker is not believed any more.
    fn put_aside(
        &mut self,
        worker: String,
        reason: String,
        take: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) {
        if self.put_aside.iter().any(|(name, _)| *name == worker) {
            return;
        }
        (self.coordinator.note)(&format!("worker {worker} is put aside: {reason}"));
        self.put_aside.push((worker.clone(), reason.clone()));
        self.ended = match take(News::PutAside { worker, reason }) {
            ControlFlow::Continue(()) => Some(End::PutAside),
            ControlFlow::Break(()) => Some(End::Stopped),
        };
    }

    /// Has a game played a second time.
    pub(super) async fn audit(&mut self, step: Step) {
        match step {
            Step::PlayHere(slot) => self.play_here(slot),
            Step::Ask(slot, player) => {
                let (now, chance) = (Instant::now(), self.audits.chance());
                let (event, aside) = (self.work.event, &self.put_aside);
                let other = self.memory.crew.other(&player, event, aside, now, chance);
                let (Some(auditor), Some(job)) = (other, (self.work.job)(slot)) else {
                    return;
                };
                let name = self.audits.asked(slot, auditor.clone(), now);
                let batch = Batch::new(name, event, true, vec![(slot, job)]);
                let payload = serde_json::to_vec(&batch).unwrap_or_default();
                let subject = subjects::audits_of(&auditor);
                // One that does not arrive is asked for again, elsewhere.
                let _ = self
                    .coordinator
                    .client
                    .publish(subject, payload.into())
                    .await;
            }
        }
    }

    /// Plays a game on this machine, which is believed.
    fn play_here(&mut self, slot: Slot) {
        let Some(job) = (self.work.job)(slot) else {
            return;
        };
        let stop = self.stop_here.clone();
        self.here
            .spawn_blocking(move || (slot, Referee::default().play(&job, &stop)));
    }

    pub(super) fn played_here(
        &mut self,
        played: Result<(Slot, Result<Option<GameResult>, JobError>), tokio::task::JoinError>,
        take: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) {
        // What cannot be played here shows nothing; it is asked for again.
        if let Ok((slot, Ok(Some(game)))) = played {
            self.memory
                .crew
                .thought(None, self.coordinator.speed, &game);
            if let Ok(Some(finding)) = self.audits.played(slot, None, game) {
                self.find(slot, finding, take);
            }
        }
    }
}
