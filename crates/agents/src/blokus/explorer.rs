//! The agent that explores: Monte Carlo tree search with knowledge of the game.

use crate::{Agent, Answer, Failure, Lines, Valued, Values, values_by_thinking};
use papan_blokus::{Blokus, Move, Position};
use papan_core::{Game, Random};
use papan_engines::blokus::{Explorer, ExplorerSettings, Playout};
use papan_search::{Limits, Report, Value, best_lines};

/// An [`Explorer`] with limits of its own.
pub(super) struct Explores<const WORDS: usize> {
    explorer: Explorer<WORDS>,
    limits: Limits,
    random: Random,
}

impl<const WORDS: usize> Explores<WORDS> {
    pub(super) fn new(playout: Playout, limits: Limits, seed: u64) -> Self {
        let settings = match playout {
            Playout::Random => ExplorerSettings::default(),
            Playout::Replies => ExplorerSettings::with_replies(),
        };
        Explores {
            explorer: Explorer::new(settings),
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

    fn values(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        limits: &Limits,
    ) -> Values<Move> {
        let quiet = Limits {
            live: None,
            ..limits.clone()
        };
        match game.turn(position) {
            Some(_) => self.search(game, position, &quiet).1,
            None => Vec::new(),
        }
    }

    /// All lines are branches of one tree.
    fn lines(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        limits: &Limits,
        most: usize,
    ) -> Result<Lines<Move>, Failure> {
        let (report, values) = self.search(game, position, limits);
        Ok(best_lines(report, values, most))
    }
}

impl<const WORDS: usize> Explores<WORDS> {
    /// A move, and what every move is worth as a share of games, where the end of the game is known
    /// too: from one search, so that there are values with more than two seats as well.
    fn search(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        limits: &Limits,
    ) -> (Report<Move>, Values<Move>) {
        let mut limits = self.limits.within(limits);
        let random = &mut self.random;
        let report = self.explorer.search(game, position, &limits, random);
        let moves = game.legal_moves(position);
        let valued = |&played: &Move| {
            let share = self.explorer.share(played)?;
            Some(Valued::at_sight(played, Value::Share(share)))
        };
        let values: Option<Vec<_>> = moves.iter().map(valued).collect();
        if let Some(mut values) = values {
            // Of the others only their first moves are known.
            if let Some(best) = values
                .iter_mut()
                .find(|valued| valued.played == report.best)
            {
                best.line.clone_from(&report.principal_variation);
                best.depth = report.depth;
            }
            return (report, values);
        }
        let share = |value| match value {
            Value::Points(margin) => Value::Share(f64::from(1 + margin.whole().signum()) / 2.0),
            share => share,
        };
        limits.time = limits.time_after(report.time);
        let values = values_by_thinking(self, game, position, &limits);
        let shares = values.into_iter().map(|valued| Valued {
            value: share(valued.value),
            ..valued
        });
        (report, shares.collect())
    }
}
