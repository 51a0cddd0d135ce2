//! The batches that a worker has in hand.

use crate::wire::{Batch, Carried, Results};
use papan_arena::{GameResult, Job, Slot};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// One game of a batch.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) batch: u64,
    index: usize,
    held: Arc<Held>,
}

/// A batch, and at which pace its games are played.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) batch: Batch,
    pace: f64,
}

impl Order {
    pub(super) fn task(&self) -> Option<(Job, f64)> {
        Some((self.held.batch.job(self.index)?, self.held.pace))
    }

    fn slot(&self) -> Option<Slot> {
        self.held.batch.jobs.get(self.index).map(|job| job.slot)
    }
}

/// What threads take games from.
#[derive(Default)]
pub(super) struct Hand {
    inner: Mutex<Inner>,
    changed: Condvar,
}

#[derive(Default)]
struct Inner {
    next: u64,
    waiting: VecDeque<Order>,
    open: HashMap<u64, Open>,
    closed: bool,
}

/// A batch whose games are not all played.
struct Open {
    held: Arc<Held>,
    played: Vec<Carried>,
    left: usize,
    problem: Option<String>,
}

/// A batch that is out of hand, with what is to be said of it.
pub(super) struct Finished {
    pub(super) batch: u64,
    pub(super) held: Arc<Held>,
    pub(super) results: Results,
}

impl Hand {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes up a batch, or as many of its games as are wanted; its number here.
    pub(super) fn add(&self, batch: Batch, pace: f64, most: usize) -> u64 {
        let mut inner = self.lock();
        let number = inner.next;
        inner.next += 1;
        let held = Arc::new(Held { batch, pace });
        let games = held.batch.jobs.len().min(most);
        let orders = (0..games).map(|index| Order {
            batch: number,
            index,
            held: Arc::clone(&held),
        });
        // Someone waits for an audit, and it is a single game.
        match held.batch.audit {
            true => orders.for_each(|order| inner.waiting.push_front(order)),
            false => inner.waiting.extend(orders),
        }
        let open = Open {
            held,
            played: Vec::with_capacity(games),
            left: games,
            problem: None,
        };
        inner.open.insert(number, open);
        self.changed.notify_all();
        number
    }

    /// The next game, as soon as there is one; `None` when there will be no more.
    pub(super) fn next(&self) -> Option<Order> {
        // A thread that waits must see that it is over though nobody wakes it.
        const PAUSE: Duration = Duration::from_millis(100);
        let mut inner = self.lock();
        loop {
            if inner.closed {
                return None;
            }
            if let Some(order) = inner.waiting.pop_front() {
                return Some(order);
            }
            let waited = self.changed.wait_timeout(inner, PAUSE);
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A game is played, or cannot be. The batch when that was the last of it.
    pub(super) fn played(
        &self,
        order: &Order,
        result: Result<GameResult, String>,
    ) -> Option<Finished> {
        let mut inner = self.lock();
        let open = inner.open.get_mut(&order.batch)?;
        open.left = open.left.saturating_sub(1);
        match (result, order.slot()) {
            (Ok(game), Some(slot)) => open.played.push(Carried::new(slot, game)),
            (Err(problem), _) => open.problem = Some(problem),
            (Ok(_), None) => {}
        }
        match open.left {
            0 => inner.close(order.batch),
            _ => None,
        }
    }

    /// How many batches are in hand.
    pub(super) fn len(&self) -> usize {
        self.lock().open.len()
    }

    /// The names of the batches in hand.
    pub(super) fn names(&self) -> Vec<String> {
        let inner = self.lock();
        let names = inner
            .open
            .values()
            .map(|open| open.held.batch.batch.clone());
        names.collect()
    }

    /// Gives everything back that is not played, and hands out no more.
    pub(super) fn close(&self) -> Vec<Finished> {
        let mut inner = self.lock();
        inner.closed = true;
        inner.waiting.clear();
        let numbers: Vec<u64> = inner.open.keys().copied().collect();
        self.changed.notify_all();
        numbers
            .into_iter()
            .filter_map(|number| inner.close(number))
            .collect()
    }
}

impl Inner {
    fn close(&mut self, number: u64) -> Option<Finished> {
        let Open {
            held,
            played,
            problem,
            ..
        } = self.open.remove(&number)?;
        let batch = &held.batch;
        let is_played = |slot: Slot| played.iter().any(|game| game.slot == slot);
        let slots = batch.jobs.iter().map(|job| job.slot);
        let given_back = match played.len() == batch.jobs.len() {
            true => Vec::new(),
            false => slots.filter(|slot| !is_played(*slot)).collect(),
        };
        let results = Results {
            batch: batch.batch.clone(),
            audit: batch.audit,
            version: papan_arena::versions::program(),
            build: papan_arena::versions::build(),
            games: played,
            given_back,
            problem,
        };
        Some(Finished {
            batch: number,
            held,
            results,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_arena::{Contest, Referee};
    use papan_search::Stop;

    #[test]
    fn what_is_not_played_is_given_back() {
        let schedule = Contest::new("othello:size=4", &["random", "random"], 3);
        let schedule = schedule.schedule().unwrap();
        let jobs = (0..3).map(|number| ((0, number), schedule.job(number)));
        let hand = Hand::default();
        hand.add(
            Batch::new("b".to_owned(), "", false, jobs.collect()),
            1.0,
            9,
        );
        assert_eq!(hand.len(), 1);
        let order = hand.next().unwrap();
        let (job, pace) = order.task().unwrap();
        assert_eq!(pace, 1.0);
        let game = Referee::default()
            .play(&job, &Stop::new())
            .unwrap()
            .unwrap();
        assert!(hand.played(&order, Ok(game)).is_none());
        let finished = hand.close().remove(0);
        assert_eq!(finished.results.games.len(), 1);
        assert_eq!(finished.results.given_back, [(0, 1), (0, 2)]);
        assert!(hand.next().is_none());
    }
}
