//! A worker while it works: it hears of events, takes jobs, has them played and gives results.

use super::{
    LAST_TRIES, WorkerOptions, WorkerStatus,
    events::Events,
    exchange::{fetch, give},
    hand::{Finished, Hand, Order},
};
use crate::{
    DistributedError, EventKey,
    coordinator::Rate,
    server::ACK_WAIT,
    subjects,
    wire::{Announcement, Batch, PROTOCOL, Sign},
};
use async_nats::{
    Client,
    jetstream::{
        self, AckKind, Context,
        consumer::{Consumer, pull},
    },
};
use futures_util::StreamExt;
use papan_arena::{GameResult, JobError, Played};
use std::{
    collections::HashMap,
    time::{Duration, Instant},
};
use tokio::{sync::mpsc, task::JoinSet, time};

/// How often is looked what there is to do.
const TICK: Duration = Duration::from_millis(100);

/// How long a server may keep a question for a job open.
const WAIT_FOR_JOBS: Duration = Duration::from_secs(5);

/// The same when there are other events to ask for.
const WAIT_AMONG_SEVERAL: Duration = Duration::from_millis(500);

pub(super) struct Worker<'a> {
    status: &'a mut WorkerStatus,
    client: Client,
    context: Context,
    options: &'a WorkerOptions,
    speed: u64,
    hand: &'a Hand,
    note: &'a dyn Fn(&str),
    events: Events,
    /// The messages of the batches in hand; an audit came without one.
    held: HashMap<u64, Held>,
    fetching: JoinSet<Fetched>,
    /// What hands out the jobs of each event: asking for it anew each time would be a message more.
    consumers: HashMap<EventKey, Consumer<pull::Config>>,
    /// The event of which jobs were last asked for.
    asked: Option<EventKey>,
    giving: JoinSet<()>,
    rate: Rate,
    begun: Instant,
    /// How many games it has taken up.
    taken: u64,
    faults: u64,
    last_fault: Option<String>,
}

struct Held {
    message: Option<jetstream::Message>,
    next_sign: Instant,
}

/// What the server answered when it was asked for jobs.
struct Fetched {
    key: EventKey,
    messages: Result<Vec<jetstream::Message>, String>,
    consumer: Option<Consumer<pull::Config>>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        options: &'a WorkerOptions,
        speed: u64,
        hand: &'a Hand,
        note: &'a dyn Fn(&str),
        client: Client,
        context: Context,
        status: &'a mut WorkerStatus,
    ) -> Worker<'a> {
        Worker {
            status,
            client,
            context,
            options,
            speed,
            hand,
            note,
            events: Events::new(speed),
            held: HashMap::new(),
            fetching: JoinSet::new(),
            consumers: HashMap::new(),
            asked: None,
            giving: JoinSet::new(),
            rate: Rate::default(),
            begun: Instant::now(),
            taken: 0,
            faults: 0,
            last_fault: None,
        }
    }

    /// Works until it is stopped, has played enough or is put aside.
    pub(super) async fn run(
        &mut self,
        mut played: mpsc::UnboundedReceiver<Played<Order>>,
        watch: &mut dyn FnMut(&WorkerStatus),
    ) -> Result<(), DistributedError> {
        let subscribe = async |subject: String| {
            let subscribed = self.client.subscribe(subject).await;
            subscribed.map_err(DistributedError::server)
        };
        let mut announcements = subscribe(subjects::ALL_EVENTS.to_owned()).await?;
        let mut audits = subscribe(subjects::audits_of(&self.status.name)).await?;
        let mut tick = time::interval(TICK);
        tick.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
        let mut next_sign = Instant::now();
        let result = loop {
            let step = tokio::select! {
                message = announcements.next() => match message {
                    Some(message) => self.heard(&message.payload).await,
                    None => Err(DistributedError::server("the connection is closed")),
                },
                Some(message) = audits.next() => {
                    self.take_up(None, &message.payload);
                    Ok(())
                }
                one = played.recv() => match one {
                    Some((order, result)) => self.played(&order, result),
                    // The threads have ended: they say why.
                    None => break Ok(()),
                },
                Some(fetched) = self.fetching.join_next() => {
                    if let Ok(fetched) = fetched {
                        self.fetched(fetched);
                    }
                    Ok(())
                }
                Some(_) = self.giving.join_next() => Ok(()),
                _ = tick.tick() => {
                    self.hold().await;
                    if Instant::now() >= next_sign {
                        self.sign(false).await;
                        next_sign = Instant::now() + self.events.sign_every();
                        watch(self.status);
                    }
                    Ok(())
                }
            };
            if step.is_err() {
                break step;
            }
            let enough = self.options.games.is_some_and(|games| self.taken >= games);
            let is_idle = self.hand.len() == 0 && self.giving.is_empty();
            if self.options.stop.is_stopped() || (enough && is_idle) {
                break Ok(());
            }
            if !enough {
                self.fetch();
            }
        };
        self.leave(played).await;
        watch(self.status);
        result
    }

    /// A coordinator tells of its event.
    async fn heard(&mut self, payload: &[u8]) -> Result<(), DistributedError> {
        let Ok(announcement) = serde_json::from_slice::<Announcement>(payload) else {
            return Ok(());
        };
        let aside = announcement.put_aside.iter();
        if let Some((_, reason)) = { aside }.find(|(name, _)| *name == self.status.name) {
            return Err(DistributedError::PutAside {
                event: announcement.event.clone(),
                reason: reason.clone(),
            });
        }
        let news = self.events.hear(announcement, &self.client).await;
        if let Some(news) = news {
            (self.note)(&news);
        }
        // Nothing comes of an event that is over: others must not wait for that.
        if self.asked.as_ref().is_some_and(|key| !self.events.has(key)) {
            self.fetching.abort_all();
        }
        self.status.events = self.events.names();
        Ok(())
    }

    /// Asks for jobs when there is room for them.
    fn fetch(&mut self) {
        let most = 2 * self.options.threads.max(1);
        let room = most.saturating_sub(self.hand.len());
        if room == 0 || !self.fetching.is_empty() {
            return;
        }
        let Some((key, alone)) = self.events.next() else {
            return;
        };
        self.asked = Some(key.clone());
        let wait = if alone {
            WAIT_FOR_JOBS
        } else {
            WAIT_AMONG_SEVERAL
        };
        let (context, known) = (self.context.clone(), self.consumers.remove(&key));
        self.fetching.spawn(async move {
            let mut consumer = known;
            let messages = fetch(&context, &key, &mut consumer, room, wait).await;
            Fetched {
                key,
                messages,
                consumer,
            }
        });
    }

    fn fetched(&mut self, fetched: Fetched) {
        match fetched.messages {
            Ok(messages) => {
                self.consumers
                    .extend(fetched.consumer.map(|consumer| (fetched.key, consumer)));
                for message in messages {
                    let payload = message.payload.clone();
                    self.take_up(Some(message), &payload);
                }
            }
            // The server is away, or the event is over.
            Err(_) => self.events.pause(&fetched.key),
        }
    }

    /// Takes up a batch, if it is one of those that it said it would play.
    fn take_up(&mut self, message: Option<jetstream::Message>, payload: &[u8]) {
        let batch: Result<Batch, _> = serde_json::from_slice(payload);
        let batch = batch.map_err(|error| format!("what the server gives is no job: {error}"));
        let known = batch.and_then(|batch| self.events.pace(&batch).map(|pace| (batch, pace)));
        let wanted = self
            .options
            .games
            .unwrap_or(u64::MAX)
            .saturating_sub(self.taken);
        match known {
            Ok((batch, pace)) if wanted > 0 => {
                let games = wanted.min(batch.jobs.len() as u64);
                self.taken = self.taken.saturating_add(games);
                let number = self.hand.add(batch, pace, games as usize);
                let held = Held {
                    message,
                    next_sign: Instant::now() + ACK_WAIT / 3,
                };
                self.held.insert(number, held);
            }
            refused => {
                if let Err(problem) = refused {
                    self.fault(problem);
                }
                // Someone else may know it.
                if let Some(message) = message {
                    self.giving.spawn(async move {
                        let later = Some(Duration::from_secs(1));
                        let _ = message.ack_with(AckKind::Nak(later)).await;
                    });
                }
            }
        }
    }

    fn fault(&mut self, problem: String) {
        self.faults += 1;
        if self.last_fault.as_ref() != Some(&problem) {
            (self.note)(&problem);
        }
        self.last_fault = Some(problem);
    }

    /// A game is over, or cannot be played.
    fn played(
        &mut self,
        order: &Order,
        result: Result<GameResult, JobError>,
    ) -> Result<(), DistributedError> {
        let result = match result {
            Err(error @ JobError::Machine(_)) => {
                return Err(DistributedError::Machine(error.to_string()));
            }
            Err(error) => {
                self.fault(error.to_string());
                Err(error.to_string())
            }
            Ok(game) => {
                let now = Instant::now();
                self.rate.add(now);
                self.status.games += 1;
                Ok(game)
            }
        };
        if let Some(finished) = self.hand.played(order, result) {
            self.give(finished);
        }
        Ok(())
    }

    /// Gives results, and then acknowledges the job: in this order nothing is lost.
    #[cfg_attr(not(test), allow(unused_mut))]
    fn give(&mut self, mut finished: Finished) {
        #[cfg(test)]
        if let Some(tamper) = self.options.tamper {
            tamper(&finished.held.batch, &mut finished.results);
        }
        let message = self
            .held
            .remove(&finished.batch)
            .and_then(|held| held.message);
        let subject = EventKey::of(&finished.held.batch.event).results_of(&self.status.name);
        let name = format!("{}-{}", finished.results.batch, self.status.name);
        let most = self.client.server_info().max_payload / 4 * 3;
        let (context, stop) = (self.context.clone(), self.options.stop.clone());
        self.giving.spawn(async move {
            if give(&context, &subject, &name, finished.results, most, &stop).await
                && let Some(message) = message
            {
                // When it does not arrive the same is played once more.
                let _ = message.ack().await;
            }
        });
    }

    /// Says of every batch in hand that it is still worked on.
    async fn hold(&mut self) {
        let now = Instant::now();
        for held in self.held.values_mut().filter(|held| now >= held.next_sign) {
            held.next_sign = now + ACK_WAIT / 3;
            if let Some(message) = &held.message {
                let _ = message.ack_with(AckKind::Progress).await;
            }
        }
    }

    /// Gives a sign of life.
    async fn sign(&mut self, ended: bool) {
        self.status.per_second = self.rate.per_second(Instant::now()).unwrap_or(0.0);
        self.status.batches = self.hand.len();
        let sign = Sign {
            protocol: PROTOCOL,
            version: papan_arena::versions::program(),
            host: crate::host(),
            threads: self.options.threads as u32,
            speed: self.speed,
            seconds: self.begun.elapsed().as_secs_f64(),
            games: self.status.games,
            per_second: self.status.per_second,
            batches: self.hand.names(),
            declined: self.events.declined(),
            faults: self.faults,
            last_fault: self.last_fault.clone(),
            ended,
        };
        let payload = serde_json::to_vec(&sign).unwrap_or_default();
        let subject = subjects::signs_of(&self.status.name);
        let _ = self.client.publish(subject, payload.into()).await;
    }

    /// Gives back what is not played, and waits until everything is said.
    async fn leave(&mut self, mut played: mpsc::UnboundedReceiver<Played<Order>>) {
        self.fetching.shutdown().await;
        while let Ok((order, result)) = played.try_recv() {
            let _ = self.played(&order, result);
        }
        for finished in self.hand.close() {
            self.give(finished);
        }
        let all = async { while self.giving.join_next().await.is_some() {} };
        let _ = time::timeout(LAST_TRIES, all).await;
        self.sign(true).await;
        let _ = time::timeout(LAST_TRIES, self.client.flush()).await;
    }
}
