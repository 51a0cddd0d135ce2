//! Random games.

use crate::{Game, MAX_SEATS, Random};
use serde::Serialize;
use std::ops::{AddAssign, Range};

/// Plays uniformly random legal moves until the game is over and returns how many.
/// Every ply draws exactly one number, a forced one too: that is the contract that
/// faster versions of the same game keep.
pub fn playout<G: Game + ?Sized>(game: &G, position: &mut G::Position, random: &mut Random) -> u32 {
    let mut moves = Vec::new();
    let mut plies = 0;
    loop {
        moves.clear();
        game.moves(position, &mut moves);
        if moves.is_empty() {
            return plies;
        }
        game.play(position, moves[random.below(moves.len())]);
        plies += 1;
    }
}

/// The results of many random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// How many were played.
    pub games: u64,
    /// Plies in all of them.
    pub moves: u64,
    /// Games that a seat won alone.
    pub wins: [u64; MAX_SEATS],
    /// Games without a single winner.
    pub draws: u64,
    /// The sum of each seat's final scores.
    pub points: [i64; MAX_SEATS],
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.games += other.games;
        self.moves += other.moves;
        self.draws += other.draws;
        for seat in 0..MAX_SEATS {
            self.wins[seat] += other.wins[seat];
            self.points[seat] += other.points[seat];
        }
    }
}

/// Plays the random games with these numbers of the series `seed`. The series is the
/// same however it is cut into ranges, so threads may share it out.
///
/// ```
/// use papan_core::{Game, example::Nim, playouts};
///
/// let nim = Nim::new(7);
/// let mut halves = playouts(&nim, &nim.start(), 1, 0..500);
/// halves += playouts(&nim, &nim.start(), 1, 500..1000);
/// assert_eq!(halves, playouts(&nim, &nim.start(), 1, 0..1000));
/// assert_eq!(halves.wins[0] + halves.wins[1], 1000);
/// ```
pub fn playouts<G: Game>(game: &G, start: &G::Position, seed: u64, numbers: Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for number in numbers {
        let mut position = *start;
        let plies = game.playout(&mut position, &mut Random::for_item(seed, number));
        let scores = game.scores(&position);
        tally.games += 1;
        tally.moves += u64::from(plies);
        match scores.outcome().winner() {
            Some(seat) => tally.wins[seat.index()] += 1,
            None => tally.draws += 1,
        }
        for (sum, &points) in tally.points.iter_mut().zip(scores.as_slice()) {
            *sum += i64::from(points);
        }
    }
    tally
}
