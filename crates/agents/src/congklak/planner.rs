//! The engine of this game as an agent.

use crate::{Agent, Answer, parameters};
use papan_congklak::{Congklak, Hole, Position};
use papan_core::{Game, Seat, spec::Settings};
use papan_engines::congklak::{CongklakEvaluation, Engine, in_seeds};
use papan_search::{Evaluation, Limits, Value};

/// Thinks with the engine within limits. Values are in seeds.
pub(super) struct Planner {
    engine: Engine,
    limits: Limits,
}

impl Planner {
    /// The agent `planner` with its settings.
    pub(super) fn new(settings: &Settings) -> Planner {
        let limits = parameters::limits(settings).and_depth(1_000);
        // A table much larger than the search only takes time to clear.
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let megabytes = (nodes >> 14).clamp(1, 32) as usize;
        Planner {
            engine: Engine::new(megabytes),
            limits,
        }
    }
}

impl Agent<Congklak> for Planner {
    fn think(&mut self, game: &Congklak, position: &Position, limits: &Limits) -> Answer<Hole> {
        let limits = self.limits.within(limits);
        let report = self.engine.think(game, position, &limits);
        let mut report = report.expect("someone is to move");
        let points = match report.value {
            Some(Value::Points(points)) => points.whole(),
            // Stopped before it had seen anything: what the move leads to at once.
            _ => outlook_after(game, position, report.best),
        };
        report.value = Some(Value::points(in_seeds(points)));
        Ok(report)
    }

    fn memory(&self) -> usize {
        self.engine.memory()
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }
}

fn outlook_after(game: &Congklak, position: &Position, played: Hole) -> i32 {
    let seat = game.turn(position).unwrap_or(Seat::FIRST);
    let after = game.after(position, played);
    CongklakEvaluation::Outlook.value(game, &after, seat)
}
