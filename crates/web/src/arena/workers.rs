//! Workers on other machines and the events they play for, as a NATS server hears of them.

use crate::{Options, app::App, error::Answer};
use axum::{Json, extract::State};
use papan_distributed::{
    Access, Address, Announcement, DistributedError, EventStatus, Status, WorkerView, watch,
};
use papan_host::{ApiError, lock};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};
use tracing::{info, warn};

/// The most workers and events in one answer.
const MOST: usize = 500;

/// What is known of workers, if servers are watched.
pub(crate) struct Workers(Mutex<Option<Arc<Servers>>>);

impl Workers {
    /// Nothing so far, of the servers that the options name.
    pub(crate) fn new(options: &Options) -> Workers {
        let connecting = |(address, _): &(Address, Access)| {
            let place = &address.to_string();
            let problem = away(place, "workers-connecting", "not yet connected");
            Arc::new(Servers::new(place, Status::default(), Some(problem)))
        };
        Workers(Mutex::new(options.workers.as_ref().map(connecting)))
    }
}

/// Who works, seen from outside.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct WorkersSeen<'a> {
    /// The servers that are watched; null where none are.
    servers: Option<&'a Servers>,
    /// Those of the events that are in the ledger of this machine.
    in_ledger: BTreeSet<String>,
}

/// What is heard at the servers that are watched.
#[derive(Serialize, Debug, Default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "WorkerServers"))]
struct Servers {
    /// Where they are, without names and passwords.
    address: String,
    /// Why nothing is heard there now; null while all is well.
    #[cfg_attr(test, ts(type = "ApiError | null"))]
    problem: Option<ApiError>,
    events: Vec<Event>,
    /// Those in trouble first, then by name.
    workers: Vec<Worker>,
    /// How many workers there are, also those that have no place here.
    count: usize,
    /// How many threads all of them have.
    threads: u64,
    /// How many games they play in a second.
    per_second: f64,
}

/// An event at the servers.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "WorkerEvent"))]
struct Event {
    event: String,
    /// Null when nobody coordinates it now.
    progress: Option<Progress>,
}

/// What the coordinator of an event says.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "WorkerProgress"))]
struct Progress {
    /// The machine that coordinates it.
    host: String,
    version: String,
    done: u64,
    total: u64,
    per_second: f64,
    /// How long it will take when it goes on like this; null when nothing goes on.
    seconds_left: Option<f64>,
    /// Workers that are not believed any more, and why.
    put_aside: Vec<PutAside>,
}

/// Why a worker is not believed any more.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct PutAside {
    worker: String,
    reason: String,
}

/// A worker.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Worker {
    name: String,
    host: String,
    version: String,
    threads: u32,
    /// Nodes a second.
    speed: u64,
    games: u64,
    per_second: f64,
    /// Whether it has games in hand.
    busy: bool,
    /// How long ago its last sign came, in seconds.
    last_sign: f64,
    faults: u64,
    last_fault: Option<String>,
    put_aside: Option<Refusal>,
    /// Events whose games it does not take.
    declined: Vec<Refusal>,
}

/// Why a worker does not play for an event.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "WorkerRefusal"))]
struct Refusal {
    event: String,
    reason: String,
}

impl From<(String, String)> for Refusal {
    fn from((event, reason): (String, String)) -> Refusal {
        Refusal { event, reason }
    }
}

impl From<EventStatus> for Event {
    fn from(status: EventStatus) -> Event {
        let seconds_left = status.seconds_left;
        let progress = |told: Announcement| Progress {
            host: told.host,
            version: told.version,
            done: told.done,
            total: told.total,
            per_second: told.per_second,
            seconds_left,
            put_aside: (told.put_aside.into_iter())
                .map(|(worker, reason)| PutAside { worker, reason })
                .collect(),
        };
        Event {
            event: status.event,
            progress: status.announcement.map(progress),
        }
    }
}

impl From<WorkerView> for Worker {
    fn from(view: WorkerView) -> Worker {
        let sign = view.sign;
        Worker {
            name: view.name,
            host: sign.host,
            version: sign.version,
            threads: sign.threads,
            speed: sign.speed,
            games: sign.games,
            per_second: sign.per_second,
            busy: !sign.batches.is_empty(),
            last_sign: view.last_sign,
            faults: sign.faults,
            last_fault: sign.last_fault,
            put_aside: view.put_aside.map(Refusal::from),
            declined: sign.declined.into_iter().map(Refusal::from).collect(),
        }
    }
}

impl Servers {
    fn new(address: &str, status: Status, problem: Option<ApiError>) -> Servers {
        let mut workers: Vec<Worker> = status.workers.into_iter().map(Worker::from).collect();
        workers.sort_by_key(|worker| match worker {
            _ if worker.put_aside.is_some() => 0,
            _ if !worker.declined.is_empty() => 1,
            _ => 2,
        });
        let count = workers.len();
        let threads = workers.iter().map(|worker| u64::from(worker.threads)).sum();
        // Not `sum`, for which nothing is -0.
        let per_second = (workers.iter()).fold(0.0, |sum, worker| sum + worker.per_second);
        workers.truncate(MOST);
        let events = status.events.into_iter().take(MOST);
        Servers {
            address: address.to_owned(),
            problem,
            events: events.map(Event::from).collect(),
            workers,
            count,
            threads,
            per_second,
        }
    }
}

/// Watches the servers that the options name, for as long as it is polled.
pub(crate) async fn keep_watching(app: Arc<App>) {
    let Some((address, access)) = &app.options.workers else {
        return;
    };
    let place = &address.to_string();
    let mut before = String::new();
    let mut tell = |status, error: Option<DistributedError>| {
        // Said once, and not every second.
        let now = error.as_ref().map(ToString::to_string).unwrap_or_default();
        if now != before {
            match now.is_empty() {
                true => info!("the workers at {place} are heard again"),
                false => warn!("workers: {now}"),
            }
            before = now;
        }
        let problem = error.map(|error| problem(place, &error));
        let servers = Servers::new(place, status, problem);
        *lock(&app.workers.0) = Some(Arc::new(servers));
    };
    watch(address, access, &mut tell).await;
}

/// What the page is told of trouble with the servers. What tells of files of this machine stands
/// in the log only.
fn problem(place: &str, error: &DistributedError) -> ApiError {
    let text = &error.to_string();
    match error {
        DistributedError::Silent { .. } => away(place, "workers-silent", text),
        DistributedError::Refused(_) => away(place, "workers-refused", text),
        DistributedError::NoJetStream(_) => away(place, "workers-jetstream", text),
        _ => away(place, "workers-trouble", "the log of this server says why"),
    }
}

fn away(place: &str, code: &'static str, text: &str) -> ApiError {
    let error = ApiError::new(502, code, text);
    error.with("address", place)
}

pub(super) async fn seen(State(app): State<Arc<App>>) -> Answer<Json<Value>> {
    let servers = lock(&app.workers.0).clone();
    let names: BTreeSet<String> = (servers.iter())
        .flat_map(|servers| &servers.events)
        .map(|event| event.event.clone())
        .collect();
    let mut in_ledger = BTreeSet::new();
    if !names.is_empty() {
        // A ledger in trouble is told of where it is shown.
        let kept = super::events(app).await.unwrap_or_default();
        in_ledger.extend(kept.into_iter().map(|event| event.name));
        in_ledger.retain(|name| names.contains(name));
    }
    let servers = servers.as_deref();
    Ok(Json(json!(WorkersSeen { servers, in_ledger })))
}
