//! Who plays the games of a contest or tournament: threads of this machine, or other machines.

use crate::{GameResult, Job, JobError};
use papan_core::spec::SpecError;
use serde::{Deserialize, Serialize};
use std::{
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

/// Where a job is in what is played: the number of a meeting, and of a game in it.
pub type Slot = (usize, u64);

/// Those who play. [`Pool`](crate::Pool) is some threads of this machine.
pub trait Players: Sync {
    /// Plays all games that are ordered. `take` hears what comes of it on the calling thread;
    /// when it breaks off, everyone is stopped.
    fn play(
        &self,
        work: &Work<'_>,
        take: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) -> Result<(), JobError>;

    /// Whether a game that a worker has played is to be played by another one too, in work with
    /// this [secret](Work::secret).
    fn plays_again(&self, _secret: u64, _game: &GameResult) -> bool {
        false
    }

    /// How often a game was begun anew because the whole program had stood still in it.
    fn replayed(&self) -> u64 {
        0
    }
}

/// What is to be played.
pub struct Work<'a> {
    /// What the games belong to: see [`Job::event`].
    pub event: &'a str,
    /// Everything that must not change while it goes on, as JSON.
    pub settings: &'a str,
    /// Every agent that plays, with its game.
    pub agents: Vec<AgentVersion>,
    /// How many games there are in all, those that were played before included.
    pub total: u64,
    /// How many of them were.
    pub done: u64,
    /// Whether no game may begin that could turn out to be one too many: no more are under way
    /// than can be played at the same time. A sequential test would otherwise play on for as
    /// many games as wait to be counted after it has its answer.
    pub sequential: bool,
    /// Who has been put aside before, and why: their games are not taken.
    pub put_aside: Vec<(String, String)>,
    /// What decides which games are played a second time, if that is to be the same after a
    /// restart.
    pub secret: Option<u64>,
    /// Games of workers that are there, that are to be played a second time
    /// ([`Players::plays_again`]) and were not yet.
    pub unconfirmed: Vec<(Slot, GameResult)>,
    /// The job of a slot; `None` where there is none.
    pub job: &'a (dyn Fn(Slot) -> Option<Job> + Sync),
    pub(crate) orders: Mutex<Orders<'a>>,
}

pub(crate) type Orders<'a> = Box<dyn Iterator<Item = Slot> + Send + 'a>;

/// An agent in a game, and what its behaviour follows from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentVersion {
    /// The game with its parameters.
    pub game: String,
    /// The agent with its parameters.
    pub agent: String,
    /// Its fingerprint; `None` when only playing tells.
    pub fingerprint: Option<String>,
}

impl AgentVersion {
    /// The agents of a game as they are here.
    ///
    /// ```
    /// use papan_arena::AgentVersion;
    ///
    /// let here = AgentVersion::here("othello", &["level:3", "random"]).unwrap();
    /// assert!(here.iter().all(|agent| agent.fingerprint.is_some()));
    /// assert!(AgentVersion::here("othello", &["nobody"]).is_err());
    /// ```
    pub fn here(game: &str, agents: &[&str]) -> Result<Vec<AgentVersion>, SpecError> {
        let fingerprints = crate::contest::fingerprints(game, agents)?;
        let both = agents.iter().zip(fingerprints);
        let version = |(agent, fingerprint): (&&str, _)| AgentVersion {
            game: game.to_owned(),
            agent: (*agent).to_owned(),
            fingerprint,
        };
        Ok(both.map(version).collect())
    }
}

/// What players tell while they play.
#[derive(Debug)]
pub enum News {
    /// Finished games. The same may come twice when other machines play.
    Games(Vec<(Slot, GameResult)>),
    /// Games that another worker has played too, move by move, and who that is.
    Confirmed(Vec<(Slot, String)>),
    /// A worker is not believed any more: its games do not count unless another has confirmed
    /// them. Playing ends after that, and is to be begun anew for what is missing.
    PutAside {
        /// The name of the worker.
        worker: String,
        /// Why.
        reason: String,
    },
}

impl<'a> Work<'a> {
    /// Games of an event, ordered one by one: an order is cheap to hand out, because threads
    /// wait for each other there; `job` makes a job of it where that hurts nobody.
    pub fn new(
        event: &'a str,
        settings: &'a str,
        orders: impl Iterator<Item = Slot> + Send + 'a,
        job: &'a (dyn Fn(Slot) -> Option<Job> + Sync),
    ) -> Work<'a> {
        Work {
            event,
            settings,
            agents: Vec::new(),
            total: 0,
            done: 0,
            sequential: false,
            put_aside: Vec::new(),
            secret: None,
            unconfirmed: Vec::new(),
            job,
            orders: Mutex::new(Box::new(orders)),
        }
    }

    /// The next game to be played; `None` when there are no more.
    pub fn next(&self) -> Option<Slot> {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        orders.next()
    }
}
