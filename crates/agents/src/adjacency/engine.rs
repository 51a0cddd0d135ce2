//! The engine as an agent.

use crate::{Agent, Answer, parameters};
use papan_adjacency::{Adjacency, Position, Square};
use papan_core::{
    Random,
    spec::{Settings, SpecError},
};
use papan_engines::adjacency::{AdjacencyEvaluation, Engine};
use papan_search::{Evaluation, Limits, Value};

/// The engine with limits of its own.
pub(super) struct EngineAgent {
    engine: Engine,
    evaluation: AdjacencyEvaluation,
    limits: Limits,
    random: Random,
}

impl EngineAgent {
    /// The agent `stable`.
    pub(super) fn new(
        game: &Adjacency,
        settings: &Settings,
        seed: u64,
    ) -> Result<EngineAgent, SpecError> {
        let limits = parameters::limits(settings);
        Ok(EngineAgent {
            engine: Engine::new(table_bits(limits.nodes)),
            evaluation: parameters::evaluation_entry(game, settings)?.evaluation,
            limits,
            random: Random::new(seed),
        })
    }
}

/// A table that holds what a search of this many nodes can remember.
fn table_bits(nodes: Option<u64>) -> u32 {
    let nodes = nodes.unwrap_or(u64::MAX);
    (u64::BITS - nodes.leading_zeros()).clamp(10, 21)
}

impl Agent<Adjacency> for EngineAgent {
    fn begin(&mut self, _: &Adjacency, seed: u64) {
        self.random = Random::new(seed);
    }

    fn think(&mut self, game: &Adjacency, position: &Position, limits: &Limits) -> Answer<Square> {
        let limits = self.limits.within(limits);
        let random = &mut self.random;
        let mut report = self
            .engine
            .think(position, self.evaluation, &limits, random);
        if report.value.is_none() {
            // Stopped before it had seen anything: what the move leads to at once.
            let seat = position.mover();
            let (value, _) = self.evaluation.after(game, position, report.best, seat);
            let unit = Evaluation::<Adjacency>::unit(&self.evaluation);
            report.value = Some(Value::points(value / unit));
        }
        Ok(report)
    }

    fn memory(&self) -> usize {
        self.engine.memory()
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents;
    use papan_core::{Game, Seat};
    use papan_search::margin;

    /// What a move is worth that ends the game is in marks, as everything else.
    #[test]
    fn the_last_move_is_worth_its_marks() {
        let game = Adjacency::new(1, Seat::FIRST);
        let mut position = game.start();
        let moves = game.legal_moves(&position);
        game.play(&mut position, moves[0]);
        let seat = position.mover();
        let mut agent = agents::open(&game, "level:9", 1).unwrap();
        let values = agent.values(&game, &position, &Limits::NONE);
        assert_eq!(values.len(), moves.len() - 1);
        for valued in values {
            let mut after = position;
            game.play(&mut after, valued.played);
            assert_eq!(valued.value, Value::points(margin(&game, &after, seat)));
        }
    }
}
