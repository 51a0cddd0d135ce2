//! One ply.

use crate::{Agent, Answer, Playable, Values, parameters, values_at_one_ply};
use papan_core::{
    Random,
    spec::{Settings, SpecError},
};
use papan_search::{Limits, Ties, Varied, greedy};

/// Plays the move that looks best right after it.
pub(super) struct Greedy<G: Playable> {
    evaluation: Varied<G::Evaluation>,
    ties: Ties,
    random: Random,
}

impl<G: Playable> Greedy<G> {
    pub(super) fn new(game: &G, settings: &Settings, seed: u64) -> Result<Self, SpecError> {
        Ok(Greedy {
            evaluation: parameters::evaluation(game, settings, seed)?,
            ties: parameters::ties(settings),
            random: Random::new(seed),
        })
    }
}

impl<G: Playable> Agent<G> for Greedy<G> {
    fn begin(&mut self, _: &G, seed: u64) {
        self.random = Random::new(seed);
        self.evaluation.seed = seed;
    }

    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
        Ok(greedy(
            game,
            position,
            &self.evaluation,
            self.ties,
            limits,
            &mut self.random,
        ))
    }

    fn values(&mut self, game: &G, position: &G::Position, _: &Limits) -> Values<G::Move> {
        values_at_one_ply(game, position, &self.evaluation)
    }
}
