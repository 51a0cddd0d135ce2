//! Who works for whom, seen from outside.

use crate::{
    Access, Address, Announcement, DistributedError, EventKey, Sign, is_worker_name,
    server::{Streams, context},
    subjects, wire,
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

/// What was heard so far.
#[derive(Default)]
pub(crate) struct Heard {
    workers: BTreeMap<String, (Instant, Sign)>,
    events: BTreeMap<String, (Instant, Announcement)>,
}

/// Whoever was not heard for this long is not shown.
const GONE: Duration = Duration::from_secs(60);

/// How many workers are remembered, and how many events. Whoever may speak at a server could make
/// up any number of them.
const MOST_HEARD: usize = 2_000;

impl Heard {
    /// Takes in a message, unless it is none of ours.
    pub(crate) fn hear(&mut self, subject: &str, payload: &[u8]) {
        if let Ok(sign) = serde_json::from_slice::<Sign>(payload) {
            let name = subjects::last_word(subject);
            if is_worker_name(name) {
                let said = (!sign.ended).then(|| sign.bounded());
                keep(&mut self.workers, name, said);
            }
        } else if let Ok(told) = serde_json::from_slice::<Announcement>(payload) {
            // Nobody speaks for an event but where its coordinator does.
            if EventKey::of(&told.event).announcements() == subject {
                let told = told.bounded();
                let event = told.event.clone();
                keep(&mut self.events, &event, (!told.ended).then_some(told));
            }
        }
    }

    /// What is known now; the server knows of some events besides.
    pub(crate) fn status(&mut self, known: &[String]) -> Status {
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
        let known = known.iter().take(MOST_HEARD);
        let known = known.map(|name| wire::begin(name, wire::MOST_LETTERS));
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

/// Keeps what someone said last, and forgets who says farewell.
fn keep<T>(known: &mut BTreeMap<String, (Instant, T)>, name: &str, said: Option<T>) {
    match said {
        None => {
            known.remove(name);
        }
        Some(said) if known.len() < MOST_HEARD || known.contains_key(name) => {
            known.insert(name.to_owned(), (Instant::now(), said));
        }
        Some(_) => {}
    }
}

/// The signs of all workers and what all coordinators say, from now on.
pub(crate) async fn subscribe(
    client: &async_nats::Client,
) -> Result<[async_nats::Subscriber; 2], DistributedError> {
    let subscribe = async |subject: &'static str| {
        let subscribed = client.subscribe(subject).await;
        subscribed.map_err(DistributedError::server)
    };
    Ok([
        subscribe(subjects::ALL_SIGNS).await?,
        subscribe(subjects::ALL_EVENTS).await?,
    ])
}

/// The events that the server knows, also those that nobody coordinates now. Whoever may only
/// listen is told of none.
pub(crate) async fn known_events(client: &async_nats::Client) -> Vec<String> {
    match Streams::found(&context(client)).await {
        Some(streams) => streams.events().await,
        None => Vec::new(),
    }
}

/// Listens for some time, and tells what was heard again and again.
pub struct Listener {
    runtime: tokio::runtime::Runtime,
    client: async_nats::Client,
    heard: Heard,
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
            let [mut signs, mut events] = subscribe(client).await?;
            let end = tokio::time::sleep(time);
            tokio::pin!(end);
            loop {
                tokio::select! {
                    Some(message) = signs.next() => heard.hear(&message.subject, &message.payload),
                    Some(message) = events.next() => heard.hear(&message.subject, &message.payload),
                    _ = &mut end => break,
                }
            }
            Ok(heard.status(&known_events(client).await))
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn sign(last_fault: &str) -> Value {
        json!({
            "protocol": 1, "version": "0.1.0", "host": "lab", "threads": 2, "speed": 3_000_000,
            "seconds": 9.0, "games": 12, "per_second": 1.5, "batches": ["b"], "declined": [],
            "faults": 1, "last_fault": last_fault, "ended": false,
        })
    }

    fn announcement(event: &str) -> Value {
        json!({
            "protocol": 1, "event": event, "version": "0.1.0", "host": "lab",
            "agents": "0".repeat(32), "speed": 1, "sign_every": 1.0, "total": 100, "done": 40,
            "per_second": 2.0, "put_aside": [["bert", "lies"]], "ended": false,
        })
    }

    fn hear(heard: &mut Heard, subject: &str, said: &Value) {
        heard.hear(subject, said.to_string().as_bytes());
    }

    #[test]
    fn workers_and_events_are_heard_until_they_end() {
        let mut heard = Heard::default();
        let at = EventKey::of("cup").announcements();
        hear(&mut heard, "papan.signs.bert", &sign("x"));
        hear(&mut heard, &at, &announcement("cup"));
        let status = heard.status(&["old".to_owned(), "cup".to_owned()]);
        let [cup, old] = &status.events[..] else {
            panic!("{:?}", status.events);
        };
        assert_eq!((&*cup.event, cup.seconds_left), ("cup", Some(30.0)));
        assert_eq!((&*old.event, &old.announcement), ("old", &None));
        let aside = status.workers[0].put_aside.clone();
        assert_eq!(aside, Some(("cup".to_owned(), "lies".to_owned())));
        let (mut gone, mut over) = (sign("x"), announcement("cup"));
        gone["ended"] = true.into();
        over["ended"] = true.into();
        hear(&mut heard, "papan.signs.bert", &gone);
        hear(&mut heard, &at, &over);
        assert_eq!(heard.status(&[]), Status::default());
    }

    #[test]
    fn what_strangers_say_is_bounded() {
        let mut heard = Heard::default();
        let long = "é".repeat(10_000);
        let mut endless = sign(&long);
        endless["host"] = long.clone().into();
        endless["version"] = long.clone().into();
        endless["declined"] = vec![json!([long, long]); 1_000].into();
        endless["batches"] = vec![json!(long); 1_000].into();
        hear(&mut heard, "papan.signs.bert", &endless);
        // No name of a worker, no message, and an event where another one speaks.
        hear(&mut heard, "papan.signs.<b>", &sign("x"));
        heard.hear("papan.signs.anna", b"{}");
        hear(&mut heard, "papan.events.0123", &announcement("cup"));
        let status = heard.status(&[long]);
        assert_eq!(status.workers.len(), 1);
        let said = serde_json::to_string(&status).unwrap();
        assert!(said.len() < 100_000, "{}", said.len());
        assert!(status.events[0].event.ends_with('…'));
        for number in 0..2 * MOST_HEARD {
            hear(&mut heard, &format!("papan.signs.w{number}"), &sign("x"));
        }
        assert_eq!(heard.status(&[]).workers.len(), MOST_HEARD);
    }
}
