//! The agents that are open: one for each player of a game and each page that asks for
//! advice, so that nothing is built anew for each move. One that has not been asked for
//! [`AGENT_IDLE`] is closed, one that advises after [`ADVISER_IDLE`]; and all of them together take
//! no more memory than they may: those that were asked longest ago go first.

use super::Question;
use crate::{
    error::{Answer, ApiError},
    limits::{ADVISER_IDLE, AGENT_IDLE, LARGEST_AGENT},
    lock,
    runtime::Instant,
};
use papan_agents::erased::{AnySession, open_session};
use papan_core::Seat;
use papan_search::Stop;
use serde::{Deserialize, Serialize};
use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// How often someone who waits for memory looks whether the answer is still wanted.
const LOOK: Duration = Duration::from_millis(100);
/// What a session takes beside what its agent says: the game, the moves.
const SMALL: usize = 256 << 10;

/// Whose session it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionKey {
    owner: u64,
    part: Part,
    game: String,
    agent: String,
    seed: u64,
}

/// What the owner of a session needs it for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Part {
    /// To play this seat.
    Player(Seat),
    /// Hints, values, analysis.
    Adviser,
}

/// All open agents.
pub struct Sessions {
    open: Mutex<Open>,
    /// Memory has become free.
    freed: Condvar,
    budget: usize,
}

#[derive(Default)]
struct Open {
    /// Those that nobody uses now, the one that was used longest ago first.
    idle: VecDeque<Idle>,
    /// The bytes of all, those in use and those being opened included.
    memory: usize,
}

struct Idle {
    key: SessionKey,
    session: Box<dyn AnySession>,
    memory: usize,
    since: Instant,
}

/// A session in use. It is closed when it is dropped, as after a panic of its agent, unless
/// it is [kept](Lease::keep).
pub struct Lease {
    sessions: Arc<Sessions>,
    key: SessionKey,
    session: Option<Box<dyn AnySession>>,
    memory: usize,
}

impl SessionKey {
    /// The session that answers a question of an owner.
    pub fn of(owner: u64, question: &Question) -> SessionKey {
        SessionKey {
            owner,
            part: question.part,
            game: question.game.clone(),
            agent: question.agent.clone(),
            seed: question.seed,
        }
    }
}

impl Sessions {
    /// All of them together take no more bytes than `budget`.
    pub fn with_budget(budget: usize) -> Arc<Sessions> {
        Arc::new(Sessions {
            open: Mutex::default(),
            freed: Condvar::new(),
            budget,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        lock(&self.open)
    }

    /// The session of a key, open already or opened now. When there is no memory for it,
    /// `crowded` is called and it waits until others are done, unless it is stopped.
    pub fn take(
        self: &Arc<Sessions>,
        key: SessionKey,
        stop: &Stop,
        crowded: impl Fn(),
    ) -> Answer<Lease> {
        let mut open = self.lock();
        if let Some(index) = open.idle.iter().position(|idle| idle.key == key)
            && let Some(idle) = open.idle.remove(index)
        {
            return Ok(Lease {
                sessions: Arc::clone(self),
                key,
                session: Some(idle.session),
                memory: idle.memory,
            });
        }
        // What it takes is only known when it is open: until then it counts as the largest.
        let mut closed = Vec::new();
        while open.memory > 0 && open.memory + LARGEST_AGENT > self.budget {
            if let Some(idle) = open.idle.pop_front() {
                open.memory -= idle.memory;
                closed.push(idle);
                continue;
            }
            if stop.is_stopped() {
                return Err(ApiError::busy("too many agents think at once"));
            }
            // Not under the lock: whoever is to make room may hold another one.
            drop(open);
            crowded();
            let waited = self.freed.wait_timeout(self.lock(), LOOK);
            open = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        open.memory += LARGEST_AGENT;
        drop(open);
        // Before the new one takes its memory, and not under the lock.
        drop(closed);
        let mut lease = Lease {
            sessions: Arc::clone(self),
            memory: LARGEST_AGENT,
            session: None,
            key,
        };
        let session = open_session(&lease.key.game, &lease.key.agent, lease.key.seed)?;
        lease.resize(session.memory() + SMALL);
        lease.session = Some(session);
        Ok(lease)
    }

    /// Closes what an owner does not need any more.
    pub fn close(&self, owner: u64) {
        self.close_where(|idle| idle.key.owner == owner);
    }

    /// Closes what has not been used for long.
    pub fn sweep(&self, now: Instant) {
        self.close_where(|idle| {
            let most = match idle.key.part {
                Part::Player(_) => AGENT_IDLE,
                Part::Adviser => ADVISER_IDLE,
            };
            now.saturating_duration_since(idle.since) >= most
        });
    }

    fn close_where(&self, closes: impl Fn(&Idle) -> bool) {
        let mut open = self.lock();
        let idle = std::mem::take(&mut open.idle).into_iter();
        let (closed, kept): (VecDeque<Idle>, VecDeque<Idle>) = idle.partition(closes);
        open.idle = kept;
        open.memory -= closed.iter().map(|idle| idle.memory).sum::<usize>();
        drop(open);
        if !closed.is_empty() {
            self.freed.notify_all();
        }
    }
}

impl Lease {
    /// The session.
    pub fn session(&mut self) -> Answer<&mut dyn AnySession> {
        match &mut self.session {
            Some(session) => Ok(&mut **session),
            None => Err(ApiError::internal("an agent is used that is closed")),
        }
    }

    /// The session stays open.
    pub fn keep(mut self) {
        let Some(session) = self.session.take() else {
            return;
        };
        let idle = Idle {
            key: self.key.clone(),
            session,
            memory: std::mem::take(&mut self.memory),
            since: Instant::now(),
        };
        let mut open = self.sessions.lock();
        // Of two for the same, the one that knows the latest.
        let twin = open.idle.iter().position(|other| other.key == idle.key);
        let twin = twin.and_then(|index| open.idle.remove(index));
        open.memory -= twin.as_ref().map_or(0, |twin| twin.memory);
        open.idle.push_back(idle);
        drop(open);
        // Who waits for memory may close it.
        self.sessions.freed.notify_all();
    }

    /// What it takes is known now.
    fn resize(&mut self, memory: usize) {
        let mut open = self.sessions.lock();
        open.memory = open.memory - self.memory + memory;
        self.memory = memory;
        drop(open);
        self.sessions.freed.notify_all();
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if self.memory > 0 {
            self.session = None;
            self.resize(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::LineOfPlay;
    use papan_search::Limits;
    use std::{
        panic::{AssertUnwindSafe, catch_unwind},
        sync::atomic::{AtomicUsize, Ordering},
        thread,
    };

    /// Enough for every agent of these tests.
    const BUDGET: usize = 1 << 30;

    fn key(owner: u64, agent: &str) -> SessionKey {
        SessionKey {
            owner,
            part: Part::Player(Seat::FIRST),
            game: "othello:size=4".to_owned(),
            agent: agent.to_owned(),
            seed: 1,
        }
    }

    fn ask(sessions: &Arc<Sessions>, key: SessionKey) {
        let mut lease = sessions.take(key, &Stop::new(), || {}).unwrap();
        let session = lease.session().unwrap();
        session
            .think(&LineOfPlay::default(), &Limits::NONE)
            .unwrap();
        lease.keep();
    }

    fn owners(sessions: &Sessions) -> Vec<u64> {
        let open = sessions.lock();
        open.idle.iter().map(|idle| idle.key.owner).collect()
    }

    #[test]
    fn a_session_stays_open_until_it_is_closed_or_idle() {
        let sessions = Sessions::with_budget(BUDGET);
        for owner in [1, 2, 1, 3] {
            ask(&sessions, key(owner, "random"));
        }
        assert_eq!(owners(&sessions), [2, 1, 3]);
        ask(&sessions, key(2, "greedy"));
        assert_eq!(sessions.lock().memory, 4 * SMALL);
        sessions.close(2);
        assert_eq!(owners(&sessions), [1, 3]);
        sessions.sweep(Instant::now());
        assert_eq!(owners(&sessions), [1, 3]);
        sessions.sweep(Instant::now() + AGENT_IDLE);
        assert!(owners(&sessions).is_empty());
        assert_eq!(sessions.lock().memory, 0);
        assert!(
            sessions
                .take(key(1, "nobody"), &Stop::new(), || {})
                .is_err()
        );
        assert_eq!(sessions.lock().memory, 0);
    }

    #[test]
    fn an_agent_that_breaks_down_is_closed() {
        let sessions = Sessions::with_budget(BUDGET);
        ask(&sessions, key(1, "random"));
        let broken = catch_unwind(AssertUnwindSafe(|| {
            let _lease = sessions
                .take(key(1, "random"), &Stop::new(), || {})
                .unwrap();
            panic!("a panic on purpose");
        }));
        assert!(broken.is_err());
        assert!(owners(&sessions).is_empty());
        assert_eq!(sessions.lock().memory, 0);
    }

    #[test]
    fn many_games_stay_within_the_budget() {
        // Room for the largest agent and a few with tables of 4 megabytes.
        let budget = LARGEST_AGENT + (20 << 20);
        let sessions = Sessions::with_budget(budget);
        let most = AtomicUsize::new(0);
        thread::scope(|scope| {
            for thread in 0..8 {
                let (sessions, most) = (&sessions, &most);
                scope.spawn(move || {
                    for game in 0..12 {
                        let owner = thread * 5 + game % 7;
                        ask(sessions, key(owner, "negascout:depth=1,table=4"));
                        most.fetch_max(sessions.lock().memory, Ordering::Relaxed);
                    }
                });
            }
        });
        let most = most.into_inner();
        assert!(most > 8 << 20 && most <= budget, "{most} of {budget}");
        let open = sessions.lock();
        let idle: usize = open.idle.iter().map(|idle| idle.memory).sum();
        assert_eq!(open.memory, idle);
        assert!(idle > 8 << 20, "some stay open");
    }

    #[test]
    fn who_waits_for_memory_can_be_stopped() {
        let sessions = Sessions::with_budget(LARGEST_AGENT);
        let _lease = sessions
            .take(key(1, "random"), &Stop::new(), || {})
            .unwrap();
        let stop = Stop::new();
        stop.stop();
        assert_eq!(
            sessions
                .take(key(2, "random"), &stop, || {})
                .err()
                .unwrap()
                .code,
            "busy"
        );
    }
}
