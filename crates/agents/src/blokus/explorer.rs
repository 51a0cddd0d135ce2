//! The agent that explores: Monte Carlo tree search with knowledge of the game.

use crate::{Agent, Answer, Failure, Lines, Valued, Values, values_by_thinking};
use papan_blokus::{Blokus, Move, Position};
use papan_core::{Game, Random, machine, spec::Settings};
use papan_engines::{
    blokus::{Explorer, ExplorerSettings, Network},
    weights::{MissingWeights, Weights},
};
use papan_search::{Limits, Report, Value, best_lines};

/// How the simulations of an explorer go on.
#[derive(Clone, Copy)]
pub(super) enum Simulations {
    Random,
    Replies,
    Network(&'static Weights),
}

impl Simulations {
    /// What the parameter is called, in this order.
    pub(super) const NAMES: &'static [&'static str] = &["random", "replies", "network"];

    /// What the settings ask for: replies where nothing has learned the game.
    pub(super) fn of<const WORDS: usize>(game: &Blokus<WORDS>, settings: &Settings) -> Self {
        match settings.choice("playout", [0, 1, 2]) {
            0 => Simulations::Random,
            1 => Simulations::Replies,
            _ => Network::weights_for(game).map_or(Simulations::Replies, Simulations::Network),
        }
    }

    /// What they need.
    pub(super) fn weights(self) -> Vec<&'static Weights> {
        match self {
            Simulations::Network(weights) => vec![weights],
            _ => Vec::new(),
        }
    }
}

/// An [`Explorer`] with limits of its own.
pub(super) struct Explores<const WORDS: usize> {
    explorer: Explorer<WORDS>,
    limits: Limits,
    random: Random,
}

impl<const WORDS: usize> Explores<WORDS> {
    /// An agent with so many threads, and megabytes for its search trees.
    pub(super) fn new(
        game: &Blokus<WORDS>,
        simulations: Simulations,
        limits: Limits,
        threads: usize,
        memory: usize,
        seed: u64,
    ) -> Result<Self, MissingWeights> {
        let settings = match simulations {
            Simulations::Random => ExplorerSettings::default(),
            Simulations::Replies => ExplorerSettings::with_replies(),
            Simulations::Network(_) => ExplorerSettings::with_network(),
        };
        let explorer = Explorer::new(settings.within(machine::bytes(memory))).with_threads(threads);
        let explorer = match simulations {
            Simulations::Network(weights) => {
                let network = Network::trained(game);
                explorer.using(network.ok_or(MissingWeights(weights.name()))?)
            }
            _ => explorer,
        };
        Ok(Explores {
            explorer,
            limits,
            random: Random::new(seed),
        })
    }
}

impl<const WORDS: usize> Agent<Blokus<WORDS>> for Explores<WORDS> {
    fn begin(&mut self, _: &Blokus<WORDS>, seed: u64) {
        self.random = Random::new(seed);
        self.explorer.forget();
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

    fn remembers(&self) -> bool {
        self.limits.nodes.is_none()
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
