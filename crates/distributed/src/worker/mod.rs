//! The one who takes jobs and plays them.

mod events;
mod exchange;
mod hand;
mod run;

#[cfg(test)]
use crate::wire::{Batch, Results};
use crate::{Access, Address, DistributedError, server::context, subjects};
use async_nats::Client;
use hand::{Hand, Order};
use papan_arena::Pool;
use papan_search::Stop;
use run::Worker;
use std::{
    ops::ControlFlow,
    thread,
    time::{Duration, Instant},
};
use tokio::{sync::mpsc, time};

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// What it is called; one's own machine with some letters when not given.
    pub name: Option<String>,
    /// How many games at the same time.
    pub threads: usize,
    /// Whether each thread keeps to a core of its own.
    pub pinned: bool,
    /// After how many games it ends.
    pub games: Option<u64>,
    /// Ends it: what is not played is given back.
    pub stop: Stop,
    /// What a worker that lies makes of its results.
    #[cfg(test)]
    pub(crate) tamper: Option<fn(&Batch, &mut Results)>,
}

/// What a worker has done so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WorkerStatus {
    /// What it is called.
    pub name: String,
    /// How many games it has played.
    pub games: u64,
    /// How many a second, lately.
    pub per_second: f64,
    /// How many batches it has in hand.
    pub batches: usize,
    /// The events it works for.
    pub events: Vec<String>,
}

/// After this pause a server that did not answer is asked again.
const RETRY: Duration = Duration::from_secs(1);

/// How long results are tried to be given after one was told to end.
const LAST_TRIES: Duration = Duration::from_secs(10);

/// Takes jobs from a server and plays them until it is stopped. A server that does not answer is
/// waited for, at the beginning too: whoever works for others starts with their machine. `note` hears what people should
/// know, `watch` now and then how far it is.
pub fn work(
    address: &Address,
    access: &Access,
    options: &WorkerOptions,
    note: impl Fn(&str) + Send + Sync + Clone + 'static,
    watch: &mut dyn FnMut(&WorkerStatus),
) -> Result<WorkerStatus, DistributedError> {
    let name = match &options.name {
        Some(name) if subjects::is_worker_name(name) => name.clone(),
        Some(name) => return Err(DistributedError::WorkerName(name.clone())),
        None => crate::worker_name()?,
    };
    let runtime = crate::runtime()?;
    let mut status = WorkerStatus {
        name,
        ..WorkerStatus::default()
    };
    let reached = reach(address, access, &status.name, &options.stop, &note);
    let Some(client) = runtime.block_on(reached)? else {
        return Ok(status);
    };
    let speed = papan_arena::speed::measure();
    let hand = Hand::default();
    let (sender, played) = mpsc::unbounded_channel();
    // Its threads end with the worker, however that comes; who else holds the flag of the options goes on.
    let ended = Stop::new();
    thread::scope(|scope| {
        let mut pool = Pool::new(options.threads, &ended);
        if options.pinned {
            pool = pool.pinned();
        }
        let hand = &hand;
        let playing = thread::Builder::new().spawn_scoped(scope, move || {
            pool.each(|| hand.next(), Order::task, &mut |results| {
                // Nobody listens any more when it has ended.
                match results
                    .into_iter()
                    .all(|result| sender.send(result).is_ok())
                {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            })
        });
        let playing = playing.map_err(|error| DistributedError::Machine(error.to_string()))?;
        note(&format!(
            "{} waits for jobs at {address}: {} at the same time, {speed} nodes a second",
            status.name, options.threads
        ));
        // It has a task of its own, which must run somewhere.
        let entered = runtime.enter();
        let context = context(&client);
        drop(entered);
        let mut worker = Worker::new(options, speed, hand, &note, client, context, &mut status);
        let result = runtime.block_on(worker.run(played, watch));
        // The threads end when nothing is handed out any more, and games in play are broken off.
        hand.close();
        ended.stop();
        match (result, playing.join()) {
            (Err(error), _) => Err(error),
            (_, Ok(Err(error))) => Err(DistributedError::Machine(error.to_string())),
            _ => Ok(()),
        }
    })?;
    Ok(status)
}

/// Connects as soon as a server answers; `None` when it was stopped before.
async fn reach(
    address: &Address,
    access: &Access,
    name: &str,
    stop: &Stop,
    note: &(impl Fn(&str) + Send + Sync + Clone + 'static),
) -> Result<Option<Client>, DistributedError> {
    let mut said = false;
    while !stop.is_stopped() {
        match address.connect(access, name, note.clone()).await {
            Err(error @ DistributedError::Silent { .. }) => {
                if !std::mem::replace(&mut said, true) {
                    note(&format!("{error}; trying again until one does"));
                }
                let asked = Instant::now();
                while asked.elapsed() < RETRY && !stop.is_stopped() {
                    time::sleep(Duration::from_millis(50)).await;
                }
            }
            connected => return connected.map(Some),
        }
    }
    Ok(None)
}
