//! What is only added up, so that no game is remembered for it.

use super::{EndingCount, ForfeitCount};
use crate::tally::{CountedGame, Tally};
use std::{cmp::Reverse, collections::BTreeMap};

/// The sums of all games.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    by_seat: BTreeMap<(usize, usize), Tally>,
    workers: BTreeMap<u32, WorkerSums>,
    endings: BTreeMap<&'static str, u64>,
    forfeits: Vec<ForfeitCount>,
}

/// The sums of the games of one worker.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WorkerSums {
    /// All seats in its games.
    pub(super) tally: Tally,
    /// How many games it played.
    pub(super) games: u64,
    /// In how many the clock had a say.
    pub(super) timed: u64,
    /// How many another worker played again with the same moves.
    pub(super) confirmed: u64,
}

impl Sums {
    /// One more game, by the worker with this number.
    pub(super) fn add(&mut self, game: &CountedGame, worker: u32) {
        let own = self.workers.entry(worker).or_default();
        own.games += 1;
        own.timed += u64::from(game.is_timed);
        own.confirmed += u64::from(game.is_confirmed);
        for seat in game.seats() {
            own.tally.add(game, seat);
            let place = (game.agent(seat), seat.index());
            self.by_seat.entry(place).or_default().add(game, seat);
        }
        *self.endings.entry(game.ending).or_default() += 1;
        if let Some((seat, fault)) = game.forfeit {
            let agent = game.agent(seat);
            let mut known = self.forfeits.iter_mut();
            match known.find(|known| known.agent == agent && known.fault == fault) {
                Some(known) => known.games += 1,
                None => self.forfeits.push(ForfeitCount {
                    agent,
                    fault,
                    games: 1,
                }),
            }
        }
    }

    /// How each agent, by its number, did in each seat.
    pub(super) fn by_seat(&self) -> impl Iterator<Item = ((usize, usize), Tally)> {
        self.by_seat.iter().map(|(place, tally)| (*place, *tally))
    }

    /// How an agent did in all seats.
    pub(super) fn agent(&self, agent: usize) -> Tally {
        self.whole(|place| place.0 == agent)
    }

    /// How all agents did in a seat.
    pub(super) fn seat(&self, seat: usize) -> Tally {
        self.whole(|place| place.1 == seat)
    }

    fn whole(&self, is_meant: impl Fn((usize, usize)) -> bool) -> Tally {
        let mut whole = Tally::default();
        let meant = self.by_seat().filter(|(place, _)| is_meant(*place));
        meant.for_each(|(_, tally)| whole.merge(&tally));
        whole
    }

    /// The games of each worker, by its number.
    pub(super) fn workers(&self) -> &BTreeMap<u32, WorkerSums> {
        &self.workers
    }

    /// In which way games ended, the most frequent first.
    pub(super) fn endings(&self) -> Vec<EndingCount> {
        let count = |(ending, games): (&&str, &u64)| EndingCount {
            ending: (*ending).to_owned(),
            games: *games,
        };
        let mut endings: Vec<EndingCount> = self.endings.iter().map(count).collect();
        endings.sort_by_key(|ending| Reverse(ending.games));
        endings
    }

    /// Who forfeited why, the most frequent first.
    pub(super) fn forfeits(&self) -> Vec<ForfeitCount> {
        let mut forfeits = self.forfeits.clone();
        let order =
            |count: &ForfeitCount| (Reverse(count.games), count.agent, count.fault.to_string());
        forfeits.sort_by_key(order);
        forfeits
    }
}
