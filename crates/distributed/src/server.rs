//! Streams and consumers on a server.

use crate::{DistributedError, EventKey, subjects};
use async_nats::{
    Client,
    jetstream::{
        self, Context,
        consumer::{self, AckPolicy, Consumer, DeliverPolicy, pull},
        context::{CreateStreamErrorKind, GetStreamErrorKind},
        stream::{self, DiscardPolicy, RetentionPolicy, StorageType, Stream},
    },
};
use std::{collections::HashMap, time::Duration};

/// How long a job may stay without a sign from the worker that has it before the server gives it
/// to another.
pub(crate) const ACK_WAIT: Duration = Duration::from_secs(30);

/// How much a stream may hold; older messages go then, and what they were about is played again.
const MOST_BYTES: [i64; 2] = [256 << 20, 1 << 30];

/// How long anything is kept that nobody asks for.
const MOST_AGE: Duration = Duration::from_secs(7 * 24 * 3_600);

/// Within which time the server drops a message whose id it has seen.
const DUPLICATES: Duration = Duration::from_secs(120);

/// Where an event keeps what it is, beside its consumer of jobs.
const NAME: &str = "papan-event";
const SETTINGS: &str = "papan-settings";
const HOST: &str = "papan-host";

/// The streams of Papan on a server.
pub(crate) struct Streams {
    pub(crate) jobs: Stream,
    pub(crate) results: Stream,
}

/// What is the same as long as nobody has wiped the server.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Epoch(String, String);

/// JetStream on a connection.
pub(crate) fn context(client: &Client) -> Context {
    let mut context = jetstream::new(client.clone());
    context.set_timeout(crate::address::PATIENCE);
    context
}

impl Streams {
    /// Finds the streams, or makes them. When one of them is not ours nothing is made.
    pub(crate) async fn open(context: &Context) -> Result<Streams, DistributedError> {
        let jobs = find(context, subjects::JOBS, subjects::ALL_JOBS).await?;
        let results = find(context, subjects::RESULTS, subjects::ALL_RESULTS).await?;
        let copies = copies(&context.client());
        let made = async |found, name, subjects, most_bytes| match found {
            Some(stream) => Ok(stream),
            None => make(context, name, subjects, most_bytes, copies).await,
        };
        let (jobs_subject, results_subject) = (subjects::ALL_JOBS, subjects::ALL_RESULTS);
        Ok(Streams {
            jobs: made(jobs, subjects::JOBS, jobs_subject, MOST_BYTES[0]).await?,
            results: made(results, subjects::RESULTS, results_subject, MOST_BYTES[1]).await?,
        })
    }

    /// The streams, if they are there.
    pub(crate) async fn found(context: &Context) -> Option<Streams> {
        Some(Streams {
            jobs: context.get_stream(subjects::JOBS).await.ok()?,
            results: context.get_stream(subjects::RESULTS).await.ok()?,
        })
    }

    pub(crate) fn epoch(&self) -> Epoch {
        let created = |stream: &Stream| stream.cached_info().created.to_string();
        Epoch(created(&self.jobs), created(&self.results))
    }

    /// The consumer from which workers take the jobs of an event. It carries what the event is,
    /// so that another one of the same name is noticed.
    pub(crate) async fn begin(
        &self,
        event: &Claim<'_>,
    ) -> Result<Consumer<pull::Config>, DistributedError> {
        let name = event.key.workers();
        if let Ok(known) = self.jobs.get_consumer::<pull::Config>(&name).await {
            event.check(&known.cached_info().config)?;
            return Ok(known);
        }
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: event.key.jobs(),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            // Every job is delivered until someone has played it.
            max_deliver: -1,
            max_ack_pending: 100_000,
            max_waiting: 20_000,
            inactive_threshold: MOST_AGE,
            metadata: HashMap::from([
                (NAME.to_owned(), event.name.to_owned()),
                (SETTINGS.to_owned(), event.settings.to_owned()),
                (HOST.to_owned(), event.host.to_owned()),
            ]),
            ..pull::Config::default()
        };
        // Of two that begin at the same time one is told what the other has begun.
        match self.jobs.create_consumer_strict(config).await {
            Ok(consumer) => Ok(consumer),
            Err(error) => match self.jobs.get_consumer::<pull::Config>(&name).await {
                Ok(known) => {
                    event.check(&known.cached_info().config)?;
                    Ok(known)
                }
                Err(_) => Err(DistributedError::server(error)),
            },
        }
    }

    /// The consumer that hands an event's results to the coordinator with this ledger.
    pub(crate) async fn results_for(
        &self,
        key: &EventKey,
        ledger: &str,
        kept: bool,
    ) -> Result<Consumer<pull::Config>, DistributedError> {
        let name = key.coordinator(ledger);
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: key.results(),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_deliver: -1,
            max_ack_pending: 2_000,
            deliver_policy: DeliverPolicy::All,
            // Without a ledger nobody comes back for them.
            inactive_threshold: if kept {
                MOST_AGE
            } else {
                Duration::from_secs(300)
            },
            ..pull::Config::default()
        };
        let made = self.results.get_or_create_consumer(&name, config).await;
        made.map_err(DistributedError::server)
    }

    /// Forgets an event: its jobs, its results, and what it was. Whether there was one.
    pub(crate) async fn end(&self, key: &EventKey) -> Result<bool, DistributedError> {
        let known = self.jobs.delete_consumer(&key.workers()).await.is_ok();
        self.jobs
            .purge()
            .filter(key.jobs())
            .await
            .map_err(DistributedError::server)?;
        self.results
            .purge()
            .filter(key.results())
            .await
            .map_err(DistributedError::server)?;
        Ok(known)
    }

    /// The events that the server knows, by name.
    pub(crate) async fn events(&self) -> Vec<String> {
        use futures_util::StreamExt;
        let mut found = Vec::new();
        let mut consumers = self.jobs.consumers();
        while let Some(Ok(info)) = consumers.next().await {
            found.extend(info.config.metadata.get(NAME).cloned());
        }
        found
    }
}

/// What a coordinator says that its event is.
pub(crate) struct Claim<'a> {
    pub(crate) key: &'a EventKey,
    pub(crate) name: &'a str,
    pub(crate) settings: &'a str,
    pub(crate) host: &'a str,
}

impl Claim<'_> {
    fn check(&self, known: &consumer::Config) -> Result<(), DistributedError> {
        let text = |key: &str| known.metadata.get(key).cloned().unwrap_or_default();
        let differences = papan_arena::ledger::differences(&text(SETTINGS), self.settings);
        match differences.is_empty() && text(NAME) == self.name {
            true => Ok(()),
            false => Err(DistributedError::Taken {
                event: self.name.to_owned(),
                host: text(HOST),
                differences: differences.join("; "),
            }),
        }
    }
}

/// Where there is a cluster, everything is kept by three of its servers.
fn copies(client: &Client) -> usize {
    let info = client.server_info();
    match info.cluster.is_some() && info.connect_urls.len() >= 3 {
        true => 3,
        false => 1,
    }
}

/// The stream of this name, if there is one.
async fn find(
    context: &Context,
    name: &str,
    subjects: &str,
) -> Result<Option<Stream>, DistributedError> {
    let stream = match context.get_stream(name).await {
        Ok(stream) => stream,
        Err(error) if matches!(error.kind(), GetStreamErrorKind::JetStream(_)) => return Ok(None),
        Err(error) => return Err(DistributedError::server(error)),
    };
    let config = &stream.cached_info().config;
    let is_ours = config.subjects == [subjects]
        && config.retention == RetentionPolicy::Limits
        && config.mirror.is_none();
    match is_ours {
        true => Ok(Some(stream)),
        false => Err(DistributedError::Foreign {
            stream: name.to_owned(),
            subjects: config.subjects.join(", "),
        }),
    }
}

async fn make(
    context: &Context,
    name: &str,
    subjects: &str,
    most_bytes: i64,
    copies: usize,
) -> Result<Stream, DistributedError> {
    let config = stream::Config {
        name: name.to_owned(),
        description: Some("Papan: see docs/many-machines.md".to_owned()),
        subjects: vec![subjects.to_owned()],
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        discard: DiscardPolicy::Old,
        max_bytes: most_bytes,
        max_age: MOST_AGE,
        duplicate_window: DUPLICATES,
        num_replicas: copies,
        ..stream::Config::default()
    };
    let error = match context.create_stream(config).await {
        Ok(stream) => return Ok(stream),
        Err(error) => error,
    };
    // Someone else may have been quicker.
    match find(context, name, subjects).await? {
        Some(stream) => Ok(stream),
        None => Err(match error.kind() {
            CreateStreamErrorKind::JetStream(told) => DistributedError::NoStream {
                stream: name.to_owned(),
                problem: told.to_string(),
            },
            _ => DistributedError::server(error),
        }),
    }
}
