//! Those who think, seen from whoever asks them: threads of a server, or workers of a browser.
//!
//! Every question belongs to an owner, a game or a page that analyses, whose agents stay open
//! between its questions. Questions, answers and what is told meanwhile can be written as JSON, so
//! that they can be asked anywhere; [`Sessions`] answer them.

mod clock;
mod errand;
mod look;
mod question;
mod sessions;

pub use errand::Errand;
pub use look::{Look, Progress};
pub(crate) use question::TABLE;
pub use question::{Attempt, Found, Question, Reply, Valued, ValuedLine, Want, check_agent};
pub use sessions::{Lease, Part, SessionKey, Sessions};

use crate::{
    Later,
    error::{Answer, ApiError},
    house::Client,
    runtime::Instant,
};
use papan_search::Stop;
use std::{sync::Arc, time::Duration};
use tokio::sync::oneshot;

/// The least and the most time for an answer.
pub const TIMES: (Duration, Duration) = (Duration::from_millis(10), Duration::from_secs(60));

/// Those who think.
pub trait Thinkers: Send + Sync {
    /// A number for one who asks.
    fn owner(&self) -> u64;

    /// Puts a question. What is wrong with it is said here where that is cheap to see, else
    /// in the answer.
    fn ask(&self, asker: Asker, question: Question) -> Answer<Task>;

    /// An owner will ask nothing more: its agents are closed, those that still think as soon as
    /// they have ended.
    fn leave(&self, owner: u64);

    /// Does what takes a while and is no question; `told` hears how much of it is done.
    fn run(&self, errand: Errand, stop: Stop, told: Arc<Told>) -> Later<'static, Answer<String>>;

    /// Has what was learned for a game at hand here, where that is no part of the program.
    fn ready(&self, _game: &str) -> Later<'_, ()> {
        Box::pin(async {})
    }
}

/// Hears that so many steps more are done.
pub type Told = dyn Fn(u64) + Send + Sync;

/// Who asks: a game or a page that analyses, and the client it is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asker {
    /// The number of the game or the page.
    pub owner: u64,
    /// Whose it is.
    pub client: Client,
}

/// A question on its way, seen from where it is thought about.
pub trait Thinking: Send + Sync {
    /// Ends the thinking with the best move so far.
    fn stop(&self);

    /// How far the thinking is.
    fn progress(&self) -> Progress;

    /// When the thinking began; not yet while it waits for its turn.
    fn started(&self) -> Option<Instant>;
}

/// A question on its way. Dropping it stops the thinking.
pub struct Task {
    answer: oneshot::Receiver<Answer<Reply>>,
    thinking: Arc<dyn Thinking>,
}

impl Task {
    /// One whose answer comes this way.
    pub fn new(answer: oneshot::Receiver<Answer<Reply>>, thinking: Arc<dyn Thinking>) -> Task {
        Task { answer, thinking }
    }

    /// Waits for the answer. It can be waited for again when the waiting is given up.
    pub async fn answer(&mut self) -> Answer<Reply> {
        match (&mut self.answer).await {
            Ok(result) => result,
            Err(_) => Err(ApiError::busy("the server is going down")),
        }
    }

    /// Whether there is no answer yet.
    pub fn is_pending(&mut self) -> bool {
        use oneshot::error::TryRecvError;
        matches!(self.answer.try_recv(), Err(TryRecvError::Empty))
    }

    /// Ends the thinking with the best move so far.
    pub fn stop(&self) {
        self.thinking.stop();
    }

    /// How far the thinking is.
    pub fn progress(&self) -> Progress {
        self.thinking.progress()
    }

    /// When the thinking began; not yet while it waits for its turn.
    pub fn started(&self) -> Option<Instant> {
        self.thinking.started()
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.stop();
    }
}
