//! One game of a pool, as numbers.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One finished game: who sat where, and how it ended. All lists are by seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Encounter {
    /// The number of the player in each seat; the seat that moves first is the first. A
    /// player may have several seats.
    pub players: Vec<usize>,
    /// The rank of each seat: 1 is best, equal ranks are tied. Only their order counts.
    pub ranks: Vec<u8>,
    /// The points of each seat.
    pub scores: Vec<i32>,
    /// Games that have something in common, such as the opening that each player had from
    /// each side, have the same number here. They are taken to vary together, games with
    /// different numbers independently. Where all games have the same number, each is taken
    /// to vary by itself.
    pub opening: u64,
}

/// The most seats that an [`Encounter`] may have.
pub const SEATS: usize = 8;

/// The most players that a pool may have.
pub const PLAYERS: usize = 65_000;

/// Why a pool of games cannot be evaluated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadEncounter {
    /// A game has too few or too many seats, or not one rank and one score for each.
    Seats {
        /// The game, counted from 0.
        game: usize,
    },
    /// A game names a player that is not in the pool.
    Player {
        /// The game, counted from 0.
        game: usize,
        /// The player it names.
        player: usize,
        /// How many players there are.
        players: usize,
    },
    /// There are too many players.
    Players(usize),
}

impl fmt::Display for BadEncounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadEncounter::Seats { game } => write!(
                f,
                "game {game} must have 2 to {SEATS} players, and a rank and a score for each"
            ),
            BadEncounter::Player {
                game,
                player,
                players,
            } => write!(
                f,
                "game {game} names player {player}, but the {players} players of the pool are \
                 counted from 0"
            ),
            BadEncounter::Players(players) => {
                write!(f, "a pool has {PLAYERS} players at most, not {players}")
            }
        }
    }
}

impl std::error::Error for BadEncounter {}

impl Encounter {
    /// How many seats the game has.
    pub fn seats(&self) -> usize {
        self.players.len()
    }

    /// The place of a seat: its rank, where tied seats share the mean of their places, so that
    /// two who are first together both have place 1.5.
    ///
    /// ```
    /// use papan_arena::statistics::Encounter;
    ///
    /// let game = Encounter {
    ///     players: vec![0, 1, 2],
    ///     ranks: vec![1, 3, 1],
    ///     scores: vec![20, 11, 20],
    ///     opening: 0,
    /// };
    /// assert_eq!([game.place(0), game.place(1), game.place(2)], [1.5, 3.0, 1.5]);
    /// ```
    pub fn place(&self, seat: usize) -> f64 {
        self.view().place(seat)
    }

    /// The part of the first place that a seat has: all of it, a share, or nothing.
    pub fn first(&self, seat: usize) -> f64 {
        self.view().first(seat)
    }

    fn view(&self) -> EncounterView<'_> {
        EncounterView {
            players: &self.players,
            ranks: &self.ranks,
            scores: &self.scores,
            opening: self.opening,
        }
    }
}

/// What an [`Encounter`] says, wherever it is kept: a list of encounters takes hundreds of bytes
/// a game, and very many games are kept in fewer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EncounterView<'a> {
    /// See [`Encounter::players`].
    pub(crate) players: &'a [usize],
    /// See [`Encounter::ranks`].
    pub(crate) ranks: &'a [u8],
    /// See [`Encounter::scores`].
    pub(crate) scores: &'a [i32],
    /// See [`Encounter::opening`].
    pub(crate) opening: u64,
}

impl EncounterView<'_> {
    pub(super) fn seats(&self) -> usize {
        self.players.len()
    }

    /// See [`Encounter::place`].
    pub(super) fn place(&self, seat: usize) -> f64 {
        let rank = self.ranks[seat];
        let better = self.ranks.iter().filter(|&&other| other < rank).count();
        let tied = self.ranks.iter().filter(|&&other| other == rank).count();
        better as f64 + (tied as f64 + 1.0) / 2.0
    }

    /// See [`Encounter::first`].
    pub(crate) fn first(&self, seat: usize) -> f64 {
        let best = self.ranks.iter().min();
        if best != Some(&self.ranks[seat]) {
            return 0.0;
        }
        let shared = self.ranks.iter().filter(|rank| Some(*rank) == best).count();
        1.0 / shared as f64
    }
}

/// Games in some order, however they are kept.
pub(crate) trait Encounters {
    /// How many there are.
    fn count(&self) -> usize;

    /// One of them, counted from 0.
    fn encounter(&self, game: usize) -> EncounterView<'_>;
}

impl Encounters for &[Encounter] {
    fn count(&self) -> usize {
        self.len()
    }

    fn encounter(&self, game: usize) -> EncounterView<'_> {
        self[game].view()
    }
}

/// All of some games, one after the other.
pub(super) fn each(encounters: &dyn Encounters) -> impl Iterator<Item = EncounterView<'_>> {
    (0..encounters.count()).map(|game| encounters.encounter(game))
}

/// Whether all games are whole, and between players of the pool.
pub(super) fn check(players: usize, encounters: &dyn Encounters) -> Result<(), BadEncounter> {
    if players > PLAYERS {
        return Err(BadEncounter::Players(players));
    }
    for (game, encounter) in each(encounters).enumerate() {
        let seats = encounter.seats();
        let whole = encounter.ranks.len() == seats && encounter.scores.len() == seats;
        if !(2..=SEATS).contains(&seats) || !whole {
            return Err(BadEncounter::Seats { game });
        }
        if let Some(&player) = encounter.players.iter().find(|&&player| player >= players) {
            return Err(BadEncounter::Player {
                game,
                player,
                players,
            });
        }
    }
    Ok(())
}
