//! The agent that explores: Monte Carlo tree search with knowledge of the game.

use crate::{Agent, Answer, Values, values_by_thinking};
use papan_blokus::{Blokus, Move, Position};
use papan_core::{Game, Random};
use papan_engines::blokus::{Explorer, ExplorerSettings};
use papan_search::{Limits, Value};

/// An [`Explorer`] with limits of its own.
pub(super) struct Explores<const WORDS: usize> {
    explorer: Explorer<WORDS>,
    limits: Limits,
    random: Random,
}

impl<const WORDS: usize> Explores<WORDS> {
    pub(super) fn new(limits: Limits, seed: u64) -> Self {
        Explores {
            explorer: Explorer::new(ExplorerSettings::default()),
            limits,
            random: Random::new(seed),
        }
    }
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for Explores<WORDS> {
    fn begin(&mut self, _: &Blokus<WORDS>, seed: u64) {
        self.random = Random::new(seed);
    }

    fn think(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        limits: &Limits,
    ) -> Answer<Move> {
        let limits = self.limits.within(limits);
        Ok(self
            .explorer
            .search(game, position, &limits, &mut self.random))
    }

    fn memory(&self) -> usize {
        self.explorer.memory(self.limits.nodes)
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }

    /// As shares of games, where the end of the game is known too: from one search, so that
    /// there are values with more than two seats as well.
    fn values(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        limits: &Limits,
    ) -> Values<Move> {
        if game.turn(position).is_none() {
            return Vec::new();
        }
        let mut limits = self.limits.within(limits);
        limits.live = None;
        let random = &mut self.random;
        let seen = self.explorer.search(game, position, &limits, random);
        let moves = game.legal_moves(position);
        let valued = |&played: &Move| Some((played, Value::Share(self.explorer.share(played)?)));
        let values: Option<Vec<_>> = moves.iter().map(valued).collect();
        if let Some(values) = values {
            return values;
        }
        let share = |value| match value {
            Value::Points(margin) => Value::Share(f64::from(1 + margin.signum()) / 2.0),
            share => share,
        };
        limits.time = limits.time_after(seen.time);
        let values = values_by_thinking(self, game, position, &limits);
        let shares = values
            .into_iter()
            .map(|(played, value)| (played, share(value)));
        shares.collect()
    }
}
