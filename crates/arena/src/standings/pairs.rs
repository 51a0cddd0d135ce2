//! How every two agents did against each other.

use super::packed::PackedGames;
use crate::statistics::{PairTally, WinDrawLoss, interval::independent_of};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashMap},
};

/// The results of every two agents that met, the lower number first. An agent is not compared with
/// itself: it would always have a half. `order` are all games by opening and round: those of a
/// round come together, so that a game waits for the other side of its opening only that long.
pub(super) fn pairs(games: &PackedGames, order: &[u32]) -> BTreeMap<(usize, usize), PairTally> {
    let mut results: BTreeMap<(usize, usize), PairResults> = BTreeMap::new();
    let mut open: HashMap<(usize, usize), (usize, SeenGame)> = HashMap::new();
    let mut place = None;
    for &game in order {
        let here = Some(games.place(game));
        if here != place {
            place = here;
            leave_alone(&mut open, &mut results);
        }
        let encounter = games.encounter(game);
        let (players, ranks) = (encounter.players, encounter.ranks);
        for second in 1..players.len() {
            for first in (0..second).filter(|&first| players[first] != players[second]) {
                let (lower, upper) = match players[first] > players[second] {
                    true => (second, first),
                    false => (first, second),
                };
                let result = match ranks[lower].cmp(&ranks[upper]) {
                    Ordering::Less => WinDrawLoss::Win,
                    Ordering::Equal => WinDrawLoss::Draw,
                    Ordering::Greater => WinDrawLoss::Loss,
                };
                let pair = (players[lower], players[upper]);
                let results = results.entry(pair).or_default();
                let seen = SeenGame {
                    game,
                    result,
                    is_alone: false,
                };
                if players.len() > 2 {
                    results.add_game(seen);
                    continue;
                }
                match open.remove(&pair) {
                    Some((seat, before)) if seat != lower => results.add_pair(before, seen),
                    before => {
                        if let Some((_, before)) = before {
                            results.add_game(before);
                        }
                        open.insert(pair, (lower, seen));
                    }
                }
            }
        }
    }
    leave_alone(&mut open, &mut results);
    let tally = |(pair, results): (_, PairResults)| (pair, results.tally(games));
    results.into_iter().map(tally).collect()
}

/// Counts the games whose other side was not played.
fn leave_alone(
    open: &mut HashMap<(usize, usize), (usize, SeenGame)>,
    results: &mut BTreeMap<(usize, usize), PairResults>,
) {
    for (pair, (_, seen)) in open.drain() {
        let is_alone = true;
        let seen = SeenGame { is_alone, ..seen };
        results.entry(pair).or_default().add_game(seen);
    }
}

/// A game of two agents, as the one with the lower number has it.
#[derive(Clone, Copy)]
struct SeenGame {
    game: u32,
    result: WinDrawLoss,
    /// Whether the other side of its opening was not played.
    is_alone: bool,
}

/// The results of two agents against each other.
#[derive(Default)]
struct PairResults {
    tally: PairTally,
    /// The games, and the pairs of games from both sides of an opening.
    games: Vec<SeenGame>,
    pairs: Vec<[SeenGame; 2]>,
}

impl PairResults {
    fn add_game(&mut self, game: SeenGame) {
        self.tally.add_game(game.result);
        self.games.push(game);
    }

    fn add_pair(&mut self, one: SeenGame, other: SeenGame) {
        self.tally.add_pair(one.result, other.result);
        self.games.extend([one, other]);
        self.pairs.push([one, other]);
    }

    /// What they come to; the different ones say as how many independent ones all of them count.
    fn tally(self, all: &PackedGames) -> PairTally {
        let play = |seen: &SeenGame| all.play(seen.game);
        let (size, count) = match self.tally.is_paired() {
            true => {
                drop(self.games);
                let plays = |[one, other]: &[SeenGame; 2]| {
                    let (one, other) = (play(one), play(other));
                    (one.min(other), one.max(other))
                };
                let points = |[one, other]: &[SeenGame; 2]| one.result as u8 + other.result as u8;
                let value = |pair: &[SeenGame; 2]| (all.place(pair[0].game).0, points(pair));
                let size = independent_size(self.pairs, plays, plays, value);
                (size, self.tally.paired_games() / 2)
            }
            false => {
                let order = |seen: &SeenGame| (play(seen), seen.is_alone);
                let value = |seen: &SeenGame| (all.place(seen.game).0, seen.result as u8);
                let size = independent_size(self.games, order, play, value);
                (size, self.tally.games())
            }
        };
        PairTally {
            independent: (size < count).then_some(size),
            ..self.tally
        }
    }
}

/// As how many independent ones some results count, each with its opening and its points. Of those
/// of the same play the last in `order` counts.
fn independent_size<T, K: Ord, P: PartialEq>(
    mut results: Vec<T>,
    order: impl Fn(&T) -> K,
    play: impl Fn(&T) -> P,
    value: impl Fn(&T) -> (u64, u8),
) -> u64 {
    results.sort_by_key(order);
    results.reverse();
    results.dedup_by_key(|result| play(result));
    // Sums of fractions depend on their order.
    results.sort_unstable_by_key(&value);
    let value = |place: usize| {
        let (opening, points) = value(&results[place]);
        (opening, f64::from(points))
    };
    independent_of(results.len(), value).round() as u64
}
