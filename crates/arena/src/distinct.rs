//! How many different games some results rest on.

use crate::GameResult;
use serde::Serialize;
use std::collections::HashSet;

/// Tells games that are new from those that were played before, move for move, by the same
/// agents in the same seats. Agents without chance repeat themselves from the same opening,
/// and a game that is played again shows nothing new: whoever estimates something from games
/// does so from the different ones, and takes those of one opening to vary together
/// ([`interval::independent`](crate::interval::independent)).
///
/// ```
/// use papan_arena::{Contest, DistinctGames, Openings};
/// use papan_search::Stop;
///
/// let contest = Contest {
///     openings: Openings::Random(1),
///     ..Contest::new("othello:size=4", &["greedy", "greedy"], 50)
/// };
/// let games = contest.play(1, &Stop::new(), &mut |_| {}).unwrap();
/// let mut distinct = DistinctGames::default();
/// let new = games.iter().filter(|played| distinct.add(&played.game)).count() as u64;
/// // There are four first moves, and one answer of the agents to each.
/// let counts = distinct.counts();
/// assert_eq!((counts.games, counts.different, counts.openings, new), (50, 4, 4, 4));
/// ```
#[derive(Clone, Debug, Default)]
pub struct DistinctGames {
    games: u64,
    plays: HashSet<u64>,
    openings: HashSet<u64>,
}

/// What results rest on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct DistinctCounts {
    /// How many games were played.
    pub games: u64,
    /// How many of them are different.
    pub different: u64,
    /// From how many different openings.
    pub openings: u64,
}

impl DistinctGames {
    /// One more game. Whether it is a new one.
    pub fn add(&mut self, game: &GameResult) -> bool {
        self.games += 1;
        self.openings.insert(game.opening_key());
        self.plays.insert(game.play_key())
    }

    /// How many there are.
    pub fn counts(&self) -> DistinctCounts {
        DistinctCounts {
            games: self.games,
            different: self.plays.len() as u64,
            openings: self.openings.len() as u64,
        }
    }
}

impl DistinctCounts {
    /// Fewer different games than this share of all are too few.
    pub const ENOUGH: f64 = 0.9;

    /// The share of the games that are different; 1 when there are none.
    pub fn share(&self) -> f64 {
        match self.games {
            0 => 1.0,
            games => self.different as f64 / games as f64,
        }
    }

    /// Whether so many games repeat others that more games of this kind show little.
    pub fn is_repetitive(&self) -> bool {
        self.share() < Self::ENOUGH
    }
}
