//! Searches for any number of seats.

use crate::{Agent, Answer, Playable, Values, parameters, values_at_one_ply, values_by_thinking};
use papan_core::spec::{Settings, SpecError};
use papan_search::{Evaluation, Limits, Value, Varied, max_n, paranoid};

/// What the other seats are taken to play for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Others {
    /// Each for itself.
    ForThemselves,
    /// All against the mover.
    AgainstTheMover,
}

/// Looks ahead for any number of seats.
pub(super) struct Many<G: Playable> {
    others: Others,
    evaluation: Varied<G::Evaluation>,
    limits: Limits,
}

impl<G: Playable> Many<G> {
    pub(super) fn open(
        game: &G,
        others: Others,
        settings: &Settings,
        seed: u64,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        Ok(Box::new(Many {
            others,
            evaluation: parameters::evaluation(game, settings, seed)?,
            limits: parameters::limits(settings),
        }))
    }
}

impl<G: Playable> Agent<G> for Many<G> {
    fn begin(&mut self, _: &G, seed: u64) {
        self.evaluation.seed = seed;
    }

    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move> {
        let limits = &self.limits.within(limits);
        let mut report = match self.others {
            Others::AgainstTheMover => paranoid(game, position, &self.evaluation, limits),
            Others::ForThemselves => max_n(game, position, &self.evaluation, limits),
        };
        // What is proven is a result of the game, whatever the evaluation counts in.
        if let (true, Some(Value::Points(points))) = (report.exact, &mut report.value) {
            *points = (points.whole() / Evaluation::<G>::unit(&self.evaluation)).into();
        }
        Ok(report)
    }

    fn values(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Values<G::Move> {
        match self.limits.within(limits).depth {
            Some(1) => values_at_one_ply(game, position, &self.evaluation),
            _ => values_by_thinking(self, game, position, limits),
        }
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }
}
