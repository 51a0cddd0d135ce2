//! Who works for whom, seen from outside.

use crate::{
    Access, Address, Announcement, DistributedError, EventKey, Sign,
    server::{Streams, context},
    subjects,
};
use futures_util::StreamExt;
use serde::Serialize;
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// What is heard at a server.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Status {
    /// The events, those that nobody coordinates now included.
    pub events: Vec<EventStatus>,
    /// The workers.
    pub workers: Vec<WorkerView>,
}

/// An event.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EventStatus {
    /// Its name.
    pub event: String,
    /// What its coordinator says; `None` when there is none now.
    pub announcement: Option<Announcement>,
    /// How long it will take, in seconds, when it goes on like this.
    pub seconds_left: Option<f64>,
}

/// A worker.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WorkerView {
    /// What it is called.
    pub name: String,
    /// How long ago its last sign came, in seconds.
    pub last_sign: f64,
    /// Why it is put aside, with the event.
    pub put_aside: Option<(String, String)>,
    /// What it said.
    #[serde(flatten)]
    pub sign: Sign,
}

/// Listens for some time, and tells what was heard again and again; an hour of it is a page that
/// shows who works.
pub struct Listener {
    runtime: tokio::runtime::Runtime,
    client: async_nats::Client,
    heard: Heard,
}

#[derive(Default)]
struct Heard {
    workers: BTreeMap<String, (Instant, Sign)>,
    events: BTreeMap<String, (Instant, Announcement)>,
}

/// Whoever was not heard for this long is not shown.
const GONE: Duration = Duration::from_secs(60);

impl Heard {
    fn hear(&mut self, subject: &str, payload: &[u8]) {
        let now = Instant::now();
        if let Ok(sign) = serde_json::from_slice::<Sign>(payload) {
            let name = subjects::last_word(subject).to_owned();
            match sign.ended {
                true => self.workers.remove(&name),
                false => self.workers.insert(name, (now, sign)),
            };
        } else if let Ok(announcement) = serde_json::from_slice::<Announcement>(payload) {
            let event = announcement.event.clone();
            match announcement.ended {
                true => self.events.remove(&event),
                false => self.events.insert(event, (now, announcement)),
            };
        }
    }

    fn status(&mut self, known: Vec<String>) -> Status {
        let now = Instant::now();
        let age = |heard: Instant| now.saturating_duration_since(heard);
        self.workers.retain(|_, (heard, _)| age(*heard) < GONE);
        self.events.retain(|_, (heard, _)| age(*heard) < GONE);
        let aside = |name: &str| {
            self.events.values().find_map(|(_, event)| {
                let found = event.put_aside.iter().find(|(worker, _)| worker == name);
                found.map(|(_, reason)| (event.event.clone(), reason.clone()))
            })
        };
        let workers = self.workers.iter().map(|(name, (heard, sign))| WorkerView {
            name: name.clone(),
            last_sign: age(*heard).as_secs_f64(),
            put_aside: aside(name),
            sign: sign.clone(),
        });
        let workers = workers.collect();
        let mut names: Vec<String> = self.events.keys().cloned().chain(known).collect();
        names.sort();
        names.dedup();
        let event = |event: String| {
            let announcement = self.events.get(&event).map(|(_, told)| told.clone());
            let seconds_left = announcement.as_ref().and_then(|told| {
                let left = told.total.saturating_sub(told.done) as f64;
                (told.per_second > 0.0).then(|| left / told.per_second)
            });
            EventStatus {
                event,
                announcement,
                seconds_left,
            }
        };
        Status {
            events: names.into_iter().map(event).collect(),
            workers,
        }
    }
}

impl Listener {
    /// Connects to a server.
    pub fn connect(address: &Address, access: &Access) -> Result<Listener, DistributedError> {
        let runtime = crate::runtime()?;
        let name = format!("listener-{}", crate::nonce()?);
        let client = runtime.block_on(address.connect(access, &name, |_| {}))?;
        Ok(Listener {
            runtime,
            client,
            heard: Heard::default(),
        })
    }

    /// Listens for some time, and tells who was heard lately.
    pub fn listen(&mut self, time: Duration) -> Result<Status, DistributedError> {
        let (client, heard) = (&self.client, &mut self.heard);
        self.runtime.block_on(async {
            let subscribe = async |subject: &'static str| {
                let subscribed = client.subscribe(subject).await;
                subscribed.map_err(DistributedError::server)
            };
            let mut signs = subscribe(subjects::ALL_SIGNS).await?;
            let mut events = subscribe(subjects::ALL_EVENTS).await?;
            let end = tokio::time::sleep(time);
            tokio::pin!(end);
            loop {
                tokio::select! {
                    Some(message) = signs.next() => heard.hear(&message.subject, &message.payload),
                    Some(message) = events.next() => heard.hear(&message.subject, &message.payload),
                    _ = &mut end => break,
                }
            }
            // Whoever may only look is told of those events that are heard.
            let streams = Streams::found(&context(client)).await;
            let known = match &streams {
                Some(streams) => streams.events().await,
                None => Vec::new(),
            };
            Ok(heard.status(known))
        })
    }

    /// Ends an event that nobody coordinates any more: its jobs and results go. Whether there was
    /// one.
    pub fn remove(&mut self, event: &str) -> Result<bool, DistributedError> {
        let client = &self.client;
        self.runtime.block_on(async {
            match Streams::found(&context(client)).await {
                Some(streams) => streams.end(&EventKey::of(event)).await,
                None => Ok(false),
            }
        })
    }
}
