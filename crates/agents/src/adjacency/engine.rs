//! The engine as an agent, and the levels.

use super::Worth;
use crate::{Agent, Answer, Strength, parameters};
use papan_adjacency::{Adjacency, Position, Square};
use papan_core::{Random, spec::Settings};
use papan_engines::adjacency::{Engine, LeafEvaluation};
use papan_search::{Evaluation, Limits, Value};

/// The engine with limits of its own.
pub(super) struct EngineAgent {
    engine: Engine,
    evaluation: LeafEvaluation,
    limits: Limits,
    random: Random,
}

impl EngineAgent {
    /// The agent `stable`.
    pub(super) fn new(settings: &Settings, seed: u64) -> EngineAgent {
        let evaluation = match settings.text("eval") {
            "marks" => LeafEvaluation::Marks,
            _ => LeafEvaluation::Stable,
        };
        let limits = parameters::limits(settings);
        EngineAgent {
            engine: Engine::new(table_bits(limits.nodes)),
            evaluation,
            limits,
            random: Random::new(seed),
        }
    }

    /// A level from 1 to 9.
    pub(super) fn level(level: u32, divisor: u64, seed: u64) -> Strength<Adjacency> {
        let Level { errors, nodes } = LEVELS[level.clamp(1, 9) as usize - 1];
        let nodes = (nodes / divisor.max(1)).max(1);
        let agent = EngineAgent {
            engine: Engine::new(table_bits(Some(nodes))),
            evaluation: LeafEvaluation::Stable,
            limits: Limits::nodes(nodes),
            random: Random::new(seed),
        };
        Strength::erring(agent, 10 * errors)
    }
}

impl EngineAgent {
    /// What it counts, as an evaluation.
    fn worth(&self) -> Worth {
        match self.evaluation {
            LeafEvaluation::Marks => Worth::Marks,
            LeafEvaluation::Stable => Worth::Stable,
        }
    }
}

/// A table that holds what a search of so many nodes can remember.
fn table_bits(nodes: Option<u64>) -> u32 {
    let nodes = nodes.unwrap_or(u64::MAX);
    (u64::BITS - nodes.leading_zeros()).clamp(10, 21)
}

/// How a level plays: of a hundred moves, so many are any legal move, the others are searched
/// with so many nodes.
struct Level {
    errors: usize,
    nodes: u64,
}

/// From a beginner's opponent to the strongest. More nodes alone would not make nine levels:
/// at 28 rounds 20,000 nodes score no better than 5,000. Errors do;
/// docs/levels.md has the matches.
const LEVELS: [Level; 9] = {
    const fn level(errors: usize, nodes: u64) -> Level {
        Level { errors, nodes }
    }
    [
        level(95, 1_000),
        level(83, 4_000),
        level(71, 16_000),
        level(59, 64_000),
        level(47, 250_000),
        level(35, 1_000_000),
        level(24, 4_000_000),
        level(13, 10_000_000),
        level(0, 20_000_000),
    ]
};

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
            let worth = self.worth();
            let (value, _) = worth.after(game, position, report.best, seat);
            let unit = Evaluation::<Adjacency>::unit(&worth);
            report.value = Some(Value::Points(value / unit));
        }
        Ok(report)
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::{Game, Seat};
    use papan_search::margin;

    /// What a move is worth that ends the game is in marks, as everything else.
    #[test]
    fn the_last_move_is_worth_its_marks() {
        let game = Adjacency::new(1, Seat::FIRST);
        let mut position = game.start();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        game.play(&mut position, moves[0]);
        let seat = position.mover();
        let mut level = EngineAgent::level(9, 1, 1);
        let values = level.agent.values(&game, &position, &Limits::NONE);
        assert_eq!(values.len(), moves.len() - 1);
        for (played, value) in values {
            let mut after = position;
            game.play(&mut after, played);
            assert_eq!(value, Value::Points(margin(&game, &after, seat)));
        }
    }
}
