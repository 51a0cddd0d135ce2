//! Handing out the games of one event until all are back.

mod results;

use super::{Coordinator, Memory, audit::Audits, batches::Batches, crew::Crew};
use crate::{
    DistributedError, EventKey,
    server::{Claim, Epoch, Streams, context},
    subjects,
    wire::{Announcement, Batch, PROTOCOL, Sign, digest},
};
use async_nats::{
    Message, Subscriber,
    jetstream::{
        Context,
        consumer::{Consumer, pull},
        message::PublishMessage,
    },
};
use futures_util::{FutureExt, StreamExt};
use papan_arena::{GameId, GameResult, JobError, News, Slot, Verifier, Work};
use papan_search::Stop;
use std::{
    collections::HashMap,
    ops::ControlFlow,
    time::{Duration, Instant},
};
use tokio::{
    task::{JoinSet, unconstrained},
    time,
};

/// How often is looked what there is to do.
const TICK: Duration = Duration::from_millis(100);

/// How often the event is announced.
const ANNOUNCE: Duration = Duration::from_secs(1);

/// How often the server is asked whether it still has everything.
const LOOK: Duration = Duration::from_secs(2);

/// After this pause a server that did not answer is asked again.
const RETRY: Duration = Duration::from_millis(300);

/// So many messages are taken together: all their games are one write to the disk.
const TOGETHER: usize = 256;

/// No more are taken once they have this many bytes: games that are read take several times as
/// much.
const TOGETHER_BYTES: usize = 2_000_000;

/// So many signs of life are heard together.
const SIGNS_TOGETHER: usize = 10_000;

/// One worker a second is one sign; the coordinator wants no more than this many.
const SIGNS_PER_SECOND: f64 = 2_000.0;

pub(super) struct Round<'a, 'w> {
    coordinator: &'a Coordinator,
    work: &'a Work<'w>,
    key: EventKey,
    nonce: String,
    agents: Vec<u8>,
    digest: GameId,
    fingerprints: HashMap<(&'a str, &'a str), Option<&'a str>>,
    memory: &'a mut Memory,
    batches: Batches,
    audits: Audits,
    /// Games that this machine plays itself, to know who is right.
    here: JoinSet<(Slot, Result<Option<GameResult>, JobError>)>,
    stop_here: Stop,
    verifier: Verifier,
    put_aside: Vec<(String, String)>,
    /// Whether all games have been ordered.
    exhausted: bool,
    done: u64,
    epoch: Option<Epoch>,
    ended: Option<End>,
    /// Since when nobody plays, and whether that was said.
    alone: Option<Instant>,
    alone_said: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum End {
    /// All games are back.
    Complete,
    /// Someone said so, or who takes the games wants no more.
    Stopped,
    /// Someone was put aside: what is known must be counted anew.
    PutAside,
}

impl<'a, 'w> Round<'a, 'w> {
    pub(super) fn new(
        coordinator: &'a Coordinator,
        work: &'a Work<'w>,
        key: EventKey,
        nonce: String,
        memory: &'a mut Memory,
    ) -> Result<Round<'a, 'w>, JobError> {
        // Not of the nonce, which stands in the name of every batch.
        let seed = getrandom::u64().map_err(|error| JobError::Machine(error.to_string()))?;
        let sample = coordinator.sample(work.secret.unwrap_or(seed));
        let fingerprints = work.agents.iter().map(|version| {
            let key = (version.game.as_str(), version.agent.as_str());
            (key, version.fingerprint.as_deref())
        });
        Ok(Round {
            agents: serde_json::to_vec(&work.agents).unwrap_or_default(),
            digest: digest(&work.agents),
            fingerprints: fingerprints.collect(),
            batches: Batches::new(nonce.clone(), work.sequential, memory.batch_size),
            audits: Audits::new(
                sample,
                seed,
                nonce.clone(),
                &work.unconfirmed,
                Instant::now(),
            ),
            here: JoinSet::new(),
            stop_here: Stop::new(),
            verifier: Verifier::default(),
            put_aside: work.put_aside.clone(),
            exhausted: false,
            done: work.done,
            epoch: None,
            ended: None,
            alone: None,
            alone_said: false,
            coordinator,
            work,
            key,
            nonce,
            memory,
        })
    }

    /// Plays everything. A server that goes away is waited for.
    pub(super) async fn run(
        &mut self,
        take: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) -> Result<(), DistributedError> {
        let mut result = Ok(());
        let mut said = false;
        while self.ended.is_none() {
            match self.session(take).await {
                Ok(()) => said = false,
                Err(DistributedError::Server(problem)) => {
                    // Waiting gives nobody rights.
                    if let Some(denied) = self.coordinator.denied() {
                        result = Err(DistributedError::Rights(denied));
                        break;
                    }
                    if !std::mem::replace(&mut said, true) {
                        (self.coordinator.note)(&format!("the server: {problem}; trying again"));
                    }
                    if self.coordinator.options.stop.is_stopped() {
                        self.ended = Some(End::Stopped);
                    }
                    time::sleep(RETRY).await;
                }
                Err(error) => {
                    result = Err(error);
                    break;
                }
            }
        }
        self.stop_here.stop();
        self.memory.batch_size = self.batches.size();
        result
    }

    /// Hands out and takes until the end, or until the server does not answer any more.
    async fn session(
        &mut self,
        take: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) -> Result<(), DistributedError> {
        let context = context(&self.coordinator.client);
        let client = &self.coordinator.client;
        let streams = Streams::open(&context).await?;
        let claim = Claim {
            key: &self.key,
            name: self.work.event,
            settings: self.work.settings,
            host: &self.coordinator.host,
        };
        let jobs = streams.begin(&claim).await?;
        let ledger = self.coordinator.options.ledger.as_deref();
        let own = ledger.unwrap_or(&self.nonce);
        let results = streams
            .results_for(&self.key, own, ledger.is_some())
            .await?;
        if self.epoch.as_ref() != Some(&streams.epoch()) {
            // Either nothing has been issued yet, and what is there is of an earlier run; or the
            // server was wiped, and nothing is there.
            let purged = streams.jobs.purge().filter(self.key.jobs()).await;
            purged.map_err(DistributedError::server)?;
            self.batches.take_all();
            self.epoch = Some(streams.epoch());
        }
        let mut signs = subscribe(client, subjects::ALL_SIGNS.to_owned()).await?;
        let mut questions = subscribe(client, self.key.questions()).await?;
        let mut server = Server {
            context,
            streams,
            jobs,
            results: results.clone(),
            next_look: Instant::now() + LOOK,
            next_announcement: Instant::now(),
        };
        let messages = results.stream().max_messages_per_batch(TOGETHER);
        let messages = messages
            .expires(Duration::from_secs(20))
            .heartbeat(Duration::from_secs(5));
        let mut messages = messages
            .messages()
            .await
            .map_err(DistributedError::server)?;
        let mut tick = time::interval(TICK);
        tick.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
        while self.ended.is_none() {
            tokio::select! {
                message = messages.next() => {
                    let Some(message) = message else {
                        return Err(DistributedError::server("it hands out no more results"));
                    };
                    let mut all = vec![message.map_err(DistributedError::server)?];
                    let mut bytes = all[0].payload.len();
                    while all.len() < TOGETHER
                        && bytes < TOGETHER_BYTES
                        && let Some(Some(Ok(more))) = messages.next().now_or_never()
                    {
                        bytes += more.payload.len();
                        all.push(more);
                    }
                    self.take_results(all, take).await?;
                    self.issue(&server).await?;
                }
                sign = signs.next() => {
                    self.hear(sign)?;
                    // While results are taken, many workers give signs: one at a time would never
                    // come to an end with those that wait.
                    for _ in 0..SIGNS_TOGETHER {
                        let Some(sign) = unconstrained(signs.next()).now_or_never() else { break };
                        self.hear(sign)?;
                    }
                }
                question = questions.next() => self.answer(question).await?,
                Some(played) = self.here.join_next(), if !self.here.is_empty() => {
                    self.played_here(played, take);
                }
                _ = tick.tick() => self.tick(&mut server, take).await?,
            }
        }
        self.leave(&server).await;
        Ok(())
    }

    /// What there is to do from time to time.
    async fn tick(
        &mut self,
        server: &mut Server,
        take: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) -> Result<(), DistributedError> {
        let now = Instant::now();
        if self.coordinator.options.stop.is_stopped() {
            self.ended = Some(End::Stopped);
            return Ok(());
        }
        if now >= server.next_announcement {
            self.announce(false).await;
            server.next_announcement = now + ANNOUNCE;
        }
        if now >= server.next_look {
            self.look(server).await?;
            self.look_at_speeds(take);
            server.next_look = Instant::now() + LOOK;
        }
        self.issue(server).await?;
        self.look_for_workers(now);
        let room = self.coordinator.cores.saturating_sub(self.here.len());
        for step in self.audits.steps(now, room) {
            self.audit(step).await;
        }
        if self.exhausted && self.batches.is_empty() && self.audits.is_empty() {
            self.look_at_speeds(take);
            self.ended.get_or_insert(End::Complete);
        }
        Ok(())
    }

    /// Asks the server whether it still has what it was given, and takes back what nobody has.
    async fn look(&mut self, server: &mut Server) -> Result<(), DistributedError> {
        let streams = Streams::open(&server.context).await?;
        if self.epoch.as_ref() != Some(&streams.epoch()) {
            return Err(DistributedError::server("it has lost its streams"));
        }
        let last = streams.jobs.cached_info().state.last_sequence;
        self.batches.take_after(last);
        let info = server
            .jobs
            .get_info()
            .await
            .map_err(DistributedError::server)?;
        let delivered = info.delivered.stream_sequence;
        for sequence in self.batches.take_silent(delivered, Instant::now()) {
            // Whoever comes back must not be given it once more.
            let _ = streams.jobs.delete_message(sequence).await;
        }
        // What is done goes, so that the stream holds little more than what is out.
        let needed = self.batches.first_needed().unwrap_or(last + 1);
        let purge = streams
            .jobs
            .purge()
            .filter(self.key.jobs())
            .sequence(needed);
        purge.await.map_err(DistributedError::server)?;
        let info = server
            .results
            .get_info()
            .await
            .map_err(DistributedError::server)?;
        let kept = info.ack_floor.stream_sequence + 1;
        let purge = streams
            .results
            .purge()
            .filter(self.key.results())
            .sequence(kept);
        purge.await.map_err(DistributedError::server)?;
        Ok(())
    }

    /// Says once that nobody plays, when that has been so for some time.
    fn look_for_workers(&mut self, now: Instant) {
        const PATIENCE: Duration = Duration::from_secs(5);
        let event = self.work.event;
        if self.memory.crew.threads(event, &self.put_aside, now) > 0 {
            (self.alone, self.alone_said) = (None, false);
            return;
        }
        let since = *self.alone.get_or_insert(now);
        if !self.alone_said && now.saturating_duration_since(since) > PATIENCE {
            self.alone_said = true;
            let declining = match self.memory.crew.count(now) {
                0 => String::new(),
                count => format!(" ({count} are there and take none: papan workers says why)"),
            };
            (self.coordinator.note)(&format!(
                "no worker takes jobs of '{event}'{declining}; papan work starts one, and games are \
                 waiting for it"
            ));
        }
    }

    /// Issues batches until enough are out.
    async fn issue(&mut self, server: &Server) -> Result<(), DistributedError> {
        let now = Instant::now();
        let threads = self
            .memory
            .crew
            .threads(self.work.event, &self.put_aside, now);
        let left = self.work.total.saturating_sub(self.done);
        let mut sent = Vec::new();
        loop {
            let (work, exhausted) = (self.work, &mut self.exhausted);
            let mut next = || {
                let next = if *exhausted { None } else { work.next() };
                *exhausted |= next.is_none();
                next
            };
            let Some((number, name, slots)) = self.batches.issue(threads, left, now, &mut next)
            else {
                break;
            };
            let jobs = slots
                .iter()
                .filter_map(|&slot| Some((slot, (work.job)(slot)?)));
            let batch = Batch::new(name.clone(), work.event, false, jobs.collect());
            let payload = serde_json::to_vec(&batch).unwrap_or_default();
            let message = PublishMessage::build()
                .payload(payload.into())
                .message_id(name);
            let stored = server.context.send_publish(self.key.jobs(), message).await;
            sent.push((number, stored));
        }
        let mut failed = Ok(());
        for (number, stored) in sent {
            let stored = match stored {
                Ok(stored) => stored.await,
                Err(error) => Err(error),
            };
            match stored {
                Ok(place) => self.batches.stored(number, place.sequence),
                Err(error) => {
                    self.batches.take_back(number);
                    failed = Err(DistributedError::server(error));
                }
            }
        }
        failed
    }

    fn hear(&mut self, message: Option<Message>) -> Result<(), DistributedError> {
        let Some(message) = message else {
            return Err(DistributedError::server("nothing is heard of workers"));
        };
        if let Ok(sign) = serde_json::from_slice::<Sign>(&message.payload) {
            let (worker, now) = (subjects::last_word(&message.subject), Instant::now());
            if !self.put_aside.iter().any(|(name, _)| name == worker) {
                self.batches.signed(&sign.batches, now);
                self.audits.signed(worker, &sign.batches, now);
            }
            self.memory.crew.heard(worker, sign, now);
        }
        Ok(())
    }

    /// Tells who asks which agents play.
    async fn answer(&mut self, question: Option<Message>) -> Result<(), DistributedError> {
        let Some(question) = question else {
            return Err(DistributedError::server("nothing is asked any more"));
        };
        if let Some(reply) = question.reply {
            let agents = self.agents.clone().into();
            let sent = self.coordinator.client.publish(reply, agents).await;
            sent.map_err(DistributedError::server)?;
        }
        Ok(())
    }

    async fn announce(&self, ended: bool) {
        let now = Instant::now();
        let crew: &Crew = &self.memory.crew;
        let announcement = Announcement {
            protocol: PROTOCOL,
            event: self.work.event.to_owned(),
            version: papan_arena::versions::program(),
            host: self.coordinator.host.clone(),
            agents: self.digest,
            speed: self.coordinator.speed,
            sign_every: (crew.count(now) as f64 / SIGNS_PER_SECOND).max(1.0),
            total: self.work.total,
            done: self.done,
            per_second: self.batches.per_second(now),
            put_aside: self.put_aside.clone(),
            ended,
        };
        let payload = serde_json::to_vec(&announcement).unwrap_or_default();
        let client = &self.coordinator.client;
        // Said again in a second.
        let _ = client
            .publish(self.key.announcements(), payload.into())
            .await;
    }

    /// Leaves the server as one would like to find it. What fails is left to its age.
    async fn leave(&mut self, server: &Server) {
        let ended = self.ended == Some(End::Complete);
        self.announce(ended).await;
        match self.ended {
            Some(End::Complete) => {
                let _ = server.streams.end(&self.key).await;
                let ledger = self.coordinator.options.ledger.as_deref();
                let own = self.key.coordinator(ledger.unwrap_or(&self.nonce));
                let _ = server.streams.results.delete_consumer(&own).await;
            }
            _ => {
                let _ = server.streams.jobs.purge().filter(self.key.jobs()).await;
            }
        }
        let _ = self.coordinator.client.flush().await;
    }
}

/// A server while it answers.
struct Server {
    context: Context,
    streams: Streams,
    jobs: Consumer<pull::Config>,
    results: Consumer<pull::Config>,
    next_look: Instant,
    next_announcement: Instant,
}

async fn subscribe(
    client: &async_nats::Client,
    subject: String,
) -> Result<Subscriber, DistributedError> {
    let subscribed = client.subscribe(subject).await;
    subscribed.map_err(DistributedError::server)
}
