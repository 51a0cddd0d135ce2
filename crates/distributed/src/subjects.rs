//! What is said where on a server: the names of streams, consumers and subjects.
//!
//! Every subject of a worker ends with the worker's name, so that a server can be told who may
//! speak under which name.

use papan_arena::GameId;

/// The stream of jobs.
pub const JOBS: &str = "PAPAN_JOBS";

/// The stream of results.
pub const RESULTS: &str = "PAPAN_RESULTS";

/// All subjects of [`JOBS`].
pub(crate) const ALL_JOBS: &str = "papan.jobs.*";

/// All subjects of [`RESULTS`].
pub(crate) const ALL_RESULTS: &str = "papan.results.*.*";

/// What coordinators say of their events, to whoever listens.
pub(crate) const ALL_EVENTS: &str = "papan.events.*";

/// The signs of life of all workers.
pub(crate) const ALL_SIGNS: &str = "papan.signs.*";

/// An event by a word that may stand in a subject.
///
/// ```
/// use papan_distributed::EventKey;
///
/// let key = EventKey::of("spring cup, final");
/// assert_eq!(key.to_string().len(), 16);
/// assert_ne!(key, EventKey::of("spring cup"));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventKey(String);

impl EventKey {
    /// The key of an event's name.
    pub fn of(name: &str) -> EventKey {
        EventKey(GameId::of(name.as_bytes()).to_string()[..16].to_owned())
    }

    /// Where its jobs are.
    pub(crate) fn jobs(&self) -> String {
        format!("papan.jobs.{self}")
    }

    /// Where all workers give its results.
    pub(crate) fn results(&self) -> String {
        format!("papan.results.{self}.*")
    }

    /// Where one worker gives its results.
    pub(crate) fn results_of(&self, worker: &str) -> String {
        format!("papan.results.{self}.{worker}")
    }

    /// Where its coordinator tells of it.
    pub(crate) fn announcements(&self) -> String {
        format!("papan.events.{self}")
    }

    /// Where its coordinator answers which agents play in it.
    pub(crate) fn questions(&self) -> String {
        format!("papan.ask.{self}")
    }

    /// The consumer that hands its jobs to workers.
    pub(crate) fn workers(&self) -> String {
        format!("workers-{self}")
    }

    /// The consumer that hands its results to the coordinator of a ledger.
    pub(crate) fn coordinator(&self, ledger: &str) -> String {
        format!("coordinator-{self}-{ledger}")
    }
}

impl std::fmt::Display for EventKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where a worker gives signs of life.
pub(crate) fn signs_of(worker: &str) -> String {
    format!("papan.signs.{worker}")
}

/// Where a worker is asked to play what another has played.
pub(crate) fn audits_of(worker: &str) -> String {
    format!("papan.audits.{worker}")
}

/// The last word of a subject: the worker's name, which the server has checked.
pub(crate) fn last_word(subject: &str) -> &str {
    subject.rsplit('.').next().unwrap_or_default()
}

/// Whether a text can be the name of a worker.
///
/// ```
/// assert!(papan_distributed::is_worker_name("lab-3_b"));
/// assert!(!papan_distributed::is_worker_name("lab 3"));
/// ```
pub fn is_worker_name(text: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !text.is_empty() && text.len() <= 64 && text.bytes().all(is_word)
}
