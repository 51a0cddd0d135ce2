//! Very many games, each in as few bytes as what is estimated from them allows.

use crate::{
    statistics::encounter::{EncounterView, Encounters},
    tally::CountedGame,
};
use std::collections::HashMap;

/// What estimates need to know of each game: whether it is a new one, which others have its
/// opening, and how it ended for whom. What is only added up is in [`Sums`](super::sums::Sums).
/// A game takes 32 bytes, and four more for each seat.
#[derive(Clone, Debug, Default)]
pub(super) struct PackedGames {
    games: Vec<PackedGame>,
    /// How many scores each game has.
    seats: usize,
    /// The scores of all games, one after the other.
    scores: Vec<i32>,
    /// Ways to sit and to end, each of which very many games have.
    lineups: Vec<Lineup>,
    /// The place of each of them.
    places: HashMap<Lineup, u32>,
}

#[derive(Clone, Copy, Debug)]
struct PackedGame {
    play: u64,
    opening: u64,
    round: u64,
    lineup: u32,
    worker: u32,
}

/// Who sat where, and how that ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Lineup {
    players: Vec<usize>,
    ranks: Vec<u8>,
    scores: usize,
    is_scored: bool,
}

impl PackedGames {
    /// One more game, by the worker with this number.
    pub(super) fn add(&mut self, game: &CountedGame, worker: u32) {
        let encounter = &game.encounter;
        if self.games.is_empty() {
            self.seats = encounter.scores.len();
        }
        let lineup = Lineup {
            players: encounter.players.clone(),
            ranks: encounter.ranks.clone(),
            scores: encounter.scores.len().min(self.seats),
            is_scored: game.is_scored,
        };
        let place = match self.places.get(&lineup) {
            Some(&place) => place,
            None => {
                let place = self.lineups.len() as u32;
                self.lineups.push(lineup.clone());
                self.places.insert(lineup, place);
                place
            }
        };
        let scores = encounter.scores.iter().copied();
        let scores = scores.chain(std::iter::repeat(0));
        self.scores.extend(scores.take(self.seats));
        self.games.push(PackedGame {
            play: game.play,
            opening: encounter.opening,
            round: game.round,
            lineup: place,
            worker,
        });
    }

    /// How many games there are.
    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// What was played: games with the same number are the same.
    pub(super) fn play(&self, game: u32) -> u64 {
        self.games[game as usize].play
    }

    /// The opening and the round of a game.
    pub(super) fn place(&self, game: u32) -> (u64, u64) {
        let game = &self.games[game as usize];
        (game.opening, game.round)
    }

    /// The number of who played a game.
    pub(super) fn worker(&self, game: u32) -> u32 {
        self.games[game as usize].worker
    }

    /// Whether a game was played to its end by the rules.
    pub(super) fn is_scored(&self, game: u32) -> bool {
        self.lineup(game).is_scored
    }

    fn lineup(&self, game: u32) -> &Lineup {
        &self.lineups[self.games[game as usize].lineup as usize]
    }

    /// A game as the mathematics sees it.
    pub(super) fn encounter(&self, game: u32) -> EncounterView<'_> {
        let lineup = self.lineup(game);
        let begin = game as usize * self.seats;
        EncounterView {
            players: &lineup.players,
            ranks: &lineup.ranks,
            scores: &self.scores[begin..begin + lineup.scores],
            opening: self.games[game as usize].opening,
        }
    }

    /// The openings of all games, in the order in which they came.
    pub(super) fn openings(&self) -> impl Iterator<Item = u64> {
        self.games.iter().map(|game| game.opening)
    }

    /// All games in the order in which they came.
    pub(super) fn as_they_came(&self) -> Vec<u32> {
        (0..self.len() as u32).collect()
    }

    /// All games by opening, in an order that does not depend on which was finished first.
    pub(super) fn in_order(&self) -> Vec<u32> {
        let mut order = self.as_they_came();
        order.sort_unstable_by(|&one, &other| {
            let players = |game| self.encounter(game).players;
            let places = self.place(one).cmp(&self.place(other));
            let places = places.then_with(|| players(one).cmp(players(other)));
            let plays = || self.play(one).cmp(&self.play(other));
            places.then_with(plays).then(one.cmp(&other))
        });
        order
    }

    /// The different ones of some games, in their order: one that was played before shows nothing
    /// new.
    pub(super) fn different(&self, games: &[u32]) -> Chosen<'_> {
        let play = |place: &u32| self.play(games[*place as usize]);
        let mut chosen: Vec<u32> = (0..games.len() as u32).collect();
        chosen.sort_unstable_by_key(|place| (play(place), *place));
        chosen.dedup_by_key(|place| play(place));
        chosen.sort_unstable();
        for place in &mut chosen {
            *place = games[*place as usize];
        }
        Chosen {
            all: self,
            games: chosen,
        }
    }
}

/// Some of the games.
pub(super) struct Chosen<'a> {
    all: &'a PackedGames,
    /// Which, in their order.
    pub(super) games: Vec<u32>,
}

impl Chosen<'_> {
    /// Those that were played to their end by the rules.
    pub(super) fn scored(&self) -> Chosen<'_> {
        let games = self.games.iter().copied();
        Chosen {
            all: self.all,
            games: games.filter(|game| self.all.is_scored(*game)).collect(),
        }
    }
}

impl Encounters for Chosen<'_> {
    fn count(&self) -> usize {
        self.games.len()
    }

    fn encounter(&self, game: usize) -> EncounterView<'_> {
        self.all.encounter(self.games[game])
    }
}
