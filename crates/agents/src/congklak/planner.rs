//! The engine of this game as an agent, and the levels made of it.

use crate::{Agent, Answer, Strength, parameters};
use papan_congklak::{Congklak, Hole, Position};
use papan_core::{Game, Seat, spec::Settings};
use papan_engines::congklak::{CongklakEvaluation, Engine, in_seeds};
use papan_search::{Evaluation, Limits, Value};

/// Thinks with the engine within limits. Values are in seeds.
pub(super) struct Planner {
    engine: Engine,
    limits: Limits,
}

/// The positions that a level looks at, and its errors in a hundred moves.
///
/// Positions alone do not make levels: who has the first good turn of a game takes most
/// seeds with it, and a thousand positions are enough to see how. What tells players apart
/// is how often they miss it.
const LEVELS: [(u64, usize); 9] = [
    (1_000, 100),
    (1_000, 79),
    (2_000, 60),
    (4_000, 43),
    (8_000, 28),
    (16_000, 17),
    (60_000, 9),
    (400_000, 4),
    (6_000_000, 0),
];

impl Planner {
    /// The agent `planner` with its settings.
    pub(super) fn new(settings: &Settings) -> Planner {
        Planner::with(parameters::limits(settings).and_depth(1_000))
    }

    /// A level from 1 to 9, with its positions divided. Its errors are a beginner's: moves
    /// that give the turn away.
    pub(super) fn level(level: u32, divisor: u64) -> Strength<Congklak> {
        let (nodes, errors) = LEVELS[(level.clamp(1, 9) - 1) as usize];
        let nodes = (nodes / divisor.max(1)).max(1);
        Strength {
            is_error: |game, position, hole| {
                let mut after = *position;
                game.play(&mut after, hole);
                game.turn(&after) != game.turn(position)
            },
            ..Strength::erring(Planner::with(Limits::nodes(nodes)), 10 * errors)
        }
    }

    fn with(limits: Limits) -> Planner {
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
            Some(Value::Points(points)) => points,
            // Stopped before it had seen anything: what the move leads to at once.
            _ => outlook_after(game, position, report.best),
        };
        report.value = Some(Value::Points(in_seeds(points)));
        Ok(report)
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }
}

fn outlook_after(game: &Congklak, position: &Position, played: Hole) -> i32 {
    let seat = game.turn(position).unwrap_or(Seat::FIRST);
    let mut after = *position;
    game.play(&mut after, played);
    CongklakEvaluation::Outlook.value(game, &after, seat)
}
