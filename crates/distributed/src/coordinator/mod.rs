//! The one who hands out games and keeps what comes back.
//!
//! The ledger is the truth: what is not in it has not been played, and is issued until it is.
//! So the server may lose or double anything: nothing here counts messages.

mod audit;
mod batches;
mod crew;
mod round;

pub(crate) use batches::Rate;

use crate::{
    Access, Address, DistributedError, EventKey,
    server::{Streams, context},
};
use async_nats::Client;
use audit::Sample;
use crew::Crew;
use papan_arena::{GameResult, JobError, News, Players, Work};
use papan_search::Stop;
use round::Round;
use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError},
    thread,
};
use tokio::runtime::Runtime;

/// How a coordinator works.
#[derive(Clone, Debug)]
pub struct CoordinatorOptions {
    /// The share of games that two workers play.
    pub audit: f64,
    /// What the results are kept in, by a word that is the same after a restart; `None` when
    /// nothing is kept.
    pub ledger: Option<String>,
    /// Ends it early.
    pub stop: Stop,
}

/// Other machines that play: all workers at a server.
pub struct Coordinator {
    runtime: Runtime,
    client: Client,
    options: CoordinatorOptions,
    /// The speed of this machine: times are meant for it.
    speed: u64,
    host: String,
    note: Arc<dyn Fn(&str) + Send + Sync>,
    /// What the server said that one may not do.
    denied: Arc<Mutex<Option<String>>>,
    /// How many games this machine plays itself at the same time, to know who is right.
    cores: usize,
    /// What is known of the workers outlasts a round, as does the size of batches.
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Memory {
    crew: Crew,
    batch_size: f64,
}

impl Coordinator {
    /// Connects to a server. `note` hears what people should know meanwhile.
    pub fn connect(
        address: &Address,
        access: &Access,
        options: CoordinatorOptions,
        note: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Coordinator, DistributedError> {
        let runtime = crate::runtime()?;
        let note: Arc<dyn Fn(&str) + Send + Sync> = Arc::new(note);
        let denied: Arc<Mutex<Option<String>>> = Arc::default();
        let (heard, refused) = (Arc::clone(&note), Arc::clone(&denied));
        let name = format!("coordinator-{}", crate::nonce()?);
        let client = runtime.block_on(async {
            let client = address
                .connect(access, &name, move |text| {
                    if text.to_lowercase().contains("permissions violation") {
                        let mut denied = refused.lock().unwrap_or_else(PoisonError::into_inner);
                        *denied = Some(text.to_owned());
                    }
                    heard(text);
                })
                .await?;
            // What is wrong with the streams is said before anything is played.
            Streams::open(&context(&client)).await?;
            Ok::<Client, DistributedError>(client)
        });
        let client = client.map_err(|error| match (error, read(&denied)) {
            (DistributedError::Server(_), Some(denied)) => DistributedError::Rights(denied),
            (error, _) => error,
        })?;
        Ok(Coordinator {
            runtime,
            client,
            options,
            speed: papan_arena::speed::measure(),
            host: crate::host(),
            note,
            denied,
            cores: thread::available_parallelism().map_or(1, |cores| cores.get()),
            memory: Mutex::default(),
        })
    }
}

impl Coordinator {
    /// The games that are played a second time.
    fn sample(&self, secret: u64) -> Sample {
        let share = self.options.audit;
        Sample { share, secret }
    }

    /// What the server said that one may not do, if it did.
    fn denied(&self) -> Option<String> {
        read(&self.denied)
    }
}

impl Players for Coordinator {
    fn plays_again(&self, secret: u64, game: &GameResult) -> bool {
        self.sample(secret).has(game)
    }

    fn play(
        &self,
        work: &Work<'_>,
        take: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) -> Result<(), JobError> {
        for version in &work.agents {
            crate::refuse_commands(&version.agent).map_err(elsewhere)?;
        }
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let nonce = crate::nonce().map_err(elsewhere)?;
        let key = EventKey::of(work.event);
        let mut round = Round::new(self, work, key, nonce, &mut memory)?;
        self.runtime.block_on(round.run(take)).map_err(elsewhere)
    }
}

fn read(denied: &Mutex<Option<String>>) -> Option<String> {
    denied
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

/// Trouble with other machines, for those who asked for games.
fn elsewhere(error: DistributedError) -> JobError {
    match error {
        DistributedError::Machine(_) | DistributedError::Server(_) => {
            JobError::Machine(error.to_string())
        }
        error => JobError::Elsewhere(error.to_string()),
    }
}
