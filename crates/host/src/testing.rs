//! What tests give a house: a store in memory, and a thread for each question.

use crate::{
    Later,
    error::Answer,
    games::no_game,
    lock,
    runtime::Instant,
    store::{Saved, Store, Variations, Write},
    thinkers::{
        Asker, Attempt, Errand, Look, Progress, Question, SessionKey, Sessions, Task, Thinkers,
        Thinking, Told,
    },
};
use papan_search::{Live, Stop};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};
use tokio::sync::oneshot;

/// Keeps games until it is dropped.
#[derive(Default)]
pub(crate) struct Memory(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    games: HashMap<String, (Saved, Option<String>)>,
    documents: HashMap<String, String>,
}

impl Memory {
    fn read<T: Send + 'static>(&self, read: impl FnOnce(&Kept) -> T) -> Later<'_, Answer<T>> {
        let read = read(&lock(&self.0));
        Box::pin(async { Ok(read) })
    }
}

impl Store for Memory {
    fn find(&self, id: &str) -> Later<'_, Answer<Option<Saved>>> {
        self.read(|kept| kept.games.get(id).map(|(saved, _)| saved.clone()))
    }

    fn list(&self, ids: Vec<String>) -> Later<'_, Answer<Vec<Saved>>> {
        self.read(|kept| {
            let games = ids.iter().filter_map(|id| kept.games.get(id));
            games.map(|(saved, _)| saved.clone()).collect()
        })
    }

    fn last(&self, most: usize) -> Later<'_, Answer<Vec<Saved>>> {
        self.read(|kept| {
            let mut games: Vec<Saved> = kept
                .games
                .values()
                .map(|(saved, _)| saved.clone())
                .collect();
            games.sort_by_key(|saved| -saved.updated.0);
            games.truncate(most);
            games
        })
    }

    fn variations(&self, id: &str) -> Later<'_, Answer<Option<Variations>>> {
        self.read(|kept| {
            let found = kept.games.get(id);
            found.map(|(saved, variations)| (saved.secret, variations.clone()))
        })
    }

    fn document(&self, key: &str) -> Later<'_, Answer<Option<String>>> {
        self.read(|kept| kept.documents.get(key).cloned())
    }

    fn write(&self, write: Write) -> Later<'_, Answer<()>> {
        let mut kept = lock(&self.0);
        let done = match write {
            Write::Create(saved) => {
                kept.games.insert(saved.id.clone(), (*saved, None));
                Some(())
            }
            Write::Save(saved) => {
                let game = kept.games.get_mut(&saved.id);
                game.map(|game| game.0 = *saved)
            }
            Write::Delete { id } => kept.games.remove(&id).map(|_| ()),
            Write::Variations { id, json } => {
                let game = kept.games.get_mut(&id);
                game.map(|game| game.1 = Some(json))
            }
            Write::Document { key, json } => {
                kept.documents.insert(key, json);
                Some(())
            }
        };
        Box::pin(async move { done.ok_or_else(no_game) })
    }
}

/// Thinks about each question on a thread of its own, at once.
pub(crate) struct Threads {
    sessions: Arc<Sessions>,
    owners: AtomicU64,
}

impl Threads {
    pub(crate) fn new() -> Arc<Threads> {
        Arc::new(Threads {
            sessions: Sessions::with_budget(1 << 30),
            owners: AtomicU64::new(0),
        })
    }
}

struct Thought {
    look: Look,
    stop: Stop,
    began: Instant,
}

impl Thinking for Thought {
    fn stop(&self) {
        self.stop.stop();
    }

    fn progress(&self) -> Progress {
        self.look.progress(self.began.elapsed())
    }

    fn started(&self) -> Option<Instant> {
        Some(self.began)
    }
}

impl Thinkers for Threads {
    fn owner(&self) -> u64 {
        self.owners.fetch_add(1, Ordering::Relaxed)
    }

    fn ask(&self, asker: Asker, question: Question) -> Answer<Task> {
        question.check()?;
        let (answer, answered) = oneshot::channel();
        let thought = Arc::new(Thought {
            look: Look::new(question.clone(), Live::new()),
            stop: Stop::new(),
            began: Instant::now(),
        });
        let (thinking, sessions) = (Arc::clone(&thought), Arc::clone(&self.sessions));
        thread::spawn(move || {
            let think = || {
                let key = SessionKey::of(asker.owner, &question);
                let mut lease = sessions.take(key, &thinking.stop, || {})?;
                let attempt = Attempt {
                    stop: &thinking.stop,
                    spent: Duration::ZERO,
                    threads: 1,
                };
                let reply = question.answer(lease.session()?, &attempt, thinking.look.live());
                lease.keep();
                reply
            };
            let _ = answer.send(think());
        });
        Ok(Task::new(answered, thought))
    }

    fn leave(&self, owner: u64) {
        self.sessions.close(owner);
    }

    fn run(&self, errand: Errand, stop: Stop, told: Arc<Told>) -> Later<'static, Answer<String>> {
        let (answer, answered) = oneshot::channel();
        thread::spawn(move || {
            let _ = answer.send(errand.run(1, &stop, &*told));
        });
        Box::pin(async { answered.await.unwrap() })
    }
}
