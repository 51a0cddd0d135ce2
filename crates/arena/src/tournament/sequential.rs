//! When a sequential test has seen enough.

use crate::statistics::{PairTally, Sprt, SprtState, SprtStatus, WinDrawLoss};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};

/// A sequential test as it stands. It looks at the rounds in their order, whichever was
/// finished first, so that the number of threads does not change its answer. A round whose
/// games were all played before, move for move, shows nothing new and is passed over; after
/// [`STALE`] such rounds in a row the test ends without an answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SequentialTest {
    /// What is tested.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The results that it has looked at.
    #[serde(flatten)]
    pub tally: PairTally,
    /// What they say.
    #[serde(flatten)]
    pub state: SprtState,
    /// After how many games it had its answer. Games that were under way then are played to
    /// the end and kept, but not looked at.
    pub decided_after: Option<u64>,
    /// The logarithm of the likelihood ratio after each number of games.
    pub history: Vec<(u64, f64)>,
    /// How many rounds were passed over because their games had been played before.
    pub repeated: u64,
    /// What is there of the rounds that were not looked at yet.
    #[serde(skip)]
    ahead: BTreeMap<u64, [Option<SeenGame>; 2]>,
    #[serde(skip)]
    next: u64,
    #[serde(skip)]
    seen: HashSet<[u64; 2]>,
    /// How many of the last rounds were passed over, one after the other.
    #[serde(skip)]
    stale: u64,
}

/// What the first agent made of a game, and the number of what was played.
type SeenGame = (WinDrawLoss, u64);

/// After this many rounds in a row that repeat others there is little hope of a new one.
pub const STALE: u64 = 100;

impl SequentialTest {
    /// Nothing seen yet.
    pub fn new(sprt: Sprt) -> SequentialTest {
        let tally = PairTally::default();
        SequentialTest {
            state: sprt.state(&tally),
            sprt,
            tally,
            decided_after: None,
            history: vec![(0, 0.0)],
            repeated: 0,
            ahead: BTreeMap::new(),
            next: 0,
            seen: HashSet::new(),
            stale: 0,
        }
    }

    /// How many rounds it has looked at, once it has its answer: later ones were played, but
    /// do not count.
    pub fn rounds_that_count(&self) -> Option<u64> {
        self.decided_after.map(|games| games / 2)
    }

    /// How many rounds, from the first, it has looked at so far.
    pub(super) fn looked_at(&self) -> u64 {
        self.next
    }

    /// Whether more games would not change what it says: it has its answer, or the agents
    /// only repeat themselves.
    pub fn is_over(&self) -> bool {
        self.decided_after.is_some() || self.is_stale()
    }

    /// Whether the agents only repeat themselves, so that there will be no answer.
    pub fn is_stale(&self) -> bool {
        self.stale >= STALE
    }

    /// One more game: its round and seating, the number of what was played
    /// ([`GameResult::play_key`](crate::GameResult::play_key)), and what the first agent made
    /// of it.
    pub fn add(&mut self, round: u64, seating: u32, play: u64, share: f64) {
        if self.is_over() {
            return;
        }
        let result = match share {
            1.0 => WinDrawLoss::Win,
            0.0 => WinDrawLoss::Loss,
            _ => WinDrawLoss::Draw,
        };
        let games = self.ahead.entry(round).or_default();
        games[seating as usize % 2] = Some((result, play));
        while !self.is_over()
            && let Some(&[Some((one, first)), Some((other, second))]) = self.ahead.get(&self.next)
        {
            self.ahead.remove(&self.next);
            self.next += 1;
            if !self.seen.insert([first, second]) {
                self.repeated += 1;
                self.stale += 1;
                continue;
            }
            self.stale = 0;
            self.tally.add_pair(one, other);
            self.state = self.sprt.state(&self.tally);
            self.history.push((self.tally.games(), self.state.llr));
            if self.state.status != SprtStatus::Running {
                self.decided_after = Some(2 * self.next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::SprtModel;

    #[test]
    fn rounds_count_in_their_order() {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05, SprtModel::Logistic).unwrap();
        let results = |round: u64| [1.0, f64::from(u8::from(!round.is_multiple_of(3)))];
        let mut in_order = SequentialTest::new(sprt);
        let mut mixed = SequentialTest::new(sprt);
        for round in 0..200 {
            let [one, other] = results(round);
            in_order.add(round, 0, 2 * round, one);
            in_order.add(round, 1, 2 * round + 1, other);
        }
        for block in 0..20 {
            for round in (10 * block..10 * block + 10).rev() {
                let [one, other] = results(round);
                mixed.add(round, 1, 2 * round + 1, other);
                mixed.add(round, 0, 2 * round, one);
            }
        }
        assert_eq!(in_order.state.status, SprtStatus::AcceptH1);
        assert_eq!(in_order.decided_after, mixed.decided_after);
        assert_eq!(in_order.tally, mixed.tally);
    }

    #[test]
    fn half_a_round_does_not_count() {
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, SprtModel::Logistic).unwrap();
        let mut enough = SequentialTest::new(sprt);
        enough.add(1, 0, 1, 1.0);
        enough.add(1, 1, 2, 1.0);
        enough.add(0, 1, 3, 0.5);
        assert_eq!(enough.tally.games(), 0);
        enough.add(0, 0, 4, 0.0);
        assert_eq!(enough.tally.games(), 4);
    }

    /// Two programs without chance, one opening, and the first wins from both sides: one pair of
    /// games was seen, whatever the number of rounds.
    #[test]
    fn games_that_repeat_others_decide_nothing() {
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, SprtModel::Logistic).unwrap();
        let mut test = SequentialTest::new(sprt);
        for round in 0..1_000 {
            test.add(round, 0, 7, 1.0);
            test.add(round, 1, 8, 1.0);
        }
        assert_eq!((test.tally.games(), test.decided_after), (2, None));
        assert!(test.is_stale() && test.is_over());
        assert_eq!(test.repeated, STALE);
    }
}
