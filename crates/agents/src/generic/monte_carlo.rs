//! Monte Carlo tree search.

use crate::{Agent, Answer, Playable, Values, parameters};
use papan_core::{Random, spec::Settings};
use papan_search::{Limits, MonteCarlo, Value};

/// Plays what random games say.
pub(super) struct MonteCarloAgent<G: Playable> {
    search: MonteCarlo<G::Move>,
    limits: Limits,
    random: Random,
}

impl<G: Playable> MonteCarloAgent<G> {
    pub(super) fn new(settings: &Settings, seed: u64) -> MonteCarloAgent<G> {
        let mut search = MonteCarlo::default();
        search.exploration = settings.decimal("exploration");
        search.rave = Some(settings.decimal("rave")).filter(|games| *games > 0.0);
        MonteCarloAgent {
            search,
            limits: parameters::limits_without_depth(settings),
            random: Random::new(seed),
        }
    }
}

impl<G: Playable> Agent<G> for MonteCarloAgent<G> {
    fn begin(&mut self, _: &G, seed: u64) {
        self.random = Random::new(seed);
    }

    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
        let limits = self.limits.within(limits);
        Ok(self.search.run(game, position, &limits, &mut self.random))
    }

    fn values(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Values<G::Move> {
        if game.turn(position).is_none() {
            return Vec::new();
        }
        let limits = self.limits.within(limits);
        self.search.run(game, position, &limits, &mut self.random);
        let root_moves = self.search.root_moves().into_iter();
        root_moves
            .map(|root_move| (root_move.played, Value::Share(root_move.share)))
            .collect()
    }

    fn memory(&self) -> usize {
        self.search.memory(self.limits.nodes)
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }
}
