//! Agents that think with the engine of Othello: by limits, and by levels.

use crate::{Agent, Answer, Strength};
use papan_engines::othello::Engine;
use papan_othello::{Move, Othello, Position};
use papan_search::{Limits, Value};

/// The engine with limits of its own.
pub(super) struct EngineAgent {
    engine: Engine,
    limits: Limits,
}

impl EngineAgent {
    pub(super) fn new(game: &Othello, limits: Limits, positions: usize) -> EngineAgent {
        EngineAgent {
            engine: Engine::new(game, positions),
            limits,
        }
    }

    /// The agent of a level.
    pub(super) fn of_level(game: &Othello, level: u32, divisor: u64) -> Strength<Othello> {
        let (nodes, errors) = LEVELS[(level.clamp(1, 9) - 1) as usize];
        let nodes = (nodes / divisor.max(1)).max(1);
        let positions = (nodes as usize / 2).clamp(1 << 10, 1 << 21);
        let agent = EngineAgent::new(game, Limits::nodes(nodes), positions);
        Strength::erring(agent, errors)
    }
}

/// For each level how many positions it looks at, and in how many of a thousand moves it
/// plays anything.
const LEVELS: [(u64, usize); 9] = [
    (1_000, 650),
    (2_000, 400),
    (4_000, 220),
    (12_000, 80),
    (30_000, 45),
    (120_000, 10),
    (800_000, 0),
    (4_000_000, 0),
    (25_000_000, 0),
];

impl Agent<Othello> for EngineAgent {
    fn think(&mut self, _: &Othello, position: &Position, limits: &Limits) -> Answer<Move> {
        Ok(self.engine.think(position, &self.limits.within(limits)))
    }

    fn values(&mut self, _: &Othello, position: &Position, limits: &Limits) -> Vec<(Move, Value)> {
        let values = self.engine.values(position, &self.limits.within(limits));
        values
            .into_iter()
            .map(|(played, value)| (played, Value::Points(value)))
            .collect()
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }
}
