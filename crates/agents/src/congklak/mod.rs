//! Those who play congklak and kalah: evaluations, agents of this game alone, levels.

mod paper;
mod planner;
#[cfg(test)]
mod tests;

use crate::{Agent, FirstTurn, Judgement, OutOfReach, Playable, Strength, agents, parameters};
use papan_congklak::{Congklak, Hole, Position};
use papan_core::{
    Game,
    spec::{Entry, Kind, Parameter, Settings, SpecError},
};
use papan_engines::congklak::{
    self, CongklakEvaluation,
    paper::{Algorithm, Reading},
};
use papan_search::{Limits, Report, margin};
use paper::PaperAgent;
use planner::Planner;

const PAPER_DEPTH: Parameter = Parameter {
    name: "depth",
    kind: Kind::Integer(1, 12),
    default: "3",
    summary: "plies that it looks ahead",
};

impl Playable for Congklak {
    type Evaluation = CongklakEvaluation;

    const EVALUATIONS: &'static [Judgement] = &[
        Judgement {
            name: "stores",
            summary: "the difference of the stores",
        },
        Judgement {
            name: "outlook",
            summary: "stores, what the mover can store at once, seeds on either side, in hundredths",
        },
    ];

    const AGENTS: &'static [Entry] = &[
        Entry {
            name: "planner",
            summary: "the engine of this game: NegaScout that thinks in turns of several moves",
            parameters: &[
                Parameter {
                    name: "depth",
                    kind: Kind::Limit,
                    default: "none",
                    summary: "plies to look ahead, a move that keeps the turn counting a quarter",
                },
                parameters::NODES,
                parameters::TIME,
            ],
        },
        Entry {
            name: "paper/congklak-negascout",
            summary: "NegaScout as published: in its tree nobody moves twice in a row",
            parameters: &[
                PAPER_DEPTH,
                parameters::TIME,
                Parameter {
                    name: "reading",
                    kind: Kind::Choice(&["paper", "textbook"]),
                    default: "paper",
                    summary: "the flow chart of the paper, or NegaScout as Reinefeld has it",
                },
            ],
        },
        Entry {
            name: "paper/congklak-minimax",
            summary: "the same tree searched whole",
            parameters: &[PAPER_DEPTH, parameters::TIME],
        },
    ];

    fn evaluation(&self, name: &str) -> CongklakEvaluation {
        match name {
            "outlook" => CongklakEvaluation::Outlook,
            _ => CongklakEvaluation::Stores,
        }
    }

    fn open_agent(&self, settings: &Settings, _: u64) -> Result<Box<dyn Agent<Self>>, SpecError> {
        let algorithm = match settings.name() {
            "planner" => return Ok(Box::new(Planner::new(settings))),
            "paper/congklak-minimax" => Algorithm::Minimax,
            "paper/congklak-negascout" => Algorithm::NegaScout(match settings.text("reading") {
                "textbook" => Reading::Textbook,
                _ => Reading::Paper,
            }),
            _ => {
                return Err(settings.conflict("it is in the list of agents, but nothing plays it"));
            }
        };
        let limits = Limits::depth(settings.integer("depth")).and_time(settings.time("time"));
        Ok(Box::new(PaperAgent::new(self, algorithm, limits)))
    }

    fn open_any(&self, settings: &Settings, seed: u64) -> Result<Box<dyn Agent<Self>>, SpecError> {
        agents::open_any(self, settings, seed)
    }

    fn open_level(&self, level: u32, divisor: u64, _: u64) -> Strength<Self> {
        Planner::level(level, divisor)
    }

    /// Moves that store much or keep the turn come first.
    #[inline]
    fn promise(&self, position: &Position, played: Hole) -> i32 {
        let Some(mover) = self.turn(position) else {
            return 0;
        };
        let mut after = *position;
        self.play(&mut after, played);
        let again = i32::from(self.turn(&after) == Some(mover));
        margin(self, &after, mover) + 8 * again
    }

    fn solve(
        &self,
        position: &Position,
        limits: &Limits,
        progress: &mut dyn FnMut(String),
    ) -> Result<Report<Hole>, OutOfReach> {
        congklak::solve(self, position, limits, progress)
            .map_err(|reason| OutOfReach(reason.to_string()))
    }

    fn first_turn(
        &self,
        position: &Position,
        limits: &Limits,
        progress: &mut dyn FnMut(String),
    ) -> Option<FirstTurn<Hole>> {
        self.turn(position)?;
        let found = congklak::best_turn(self, position, limits, &mut |turn| {
            progress(format!(
                "{} seeds after {} positions",
                turn.seeds, turn.positions
            ));
        });
        let bytes = self.sides(position).map(u128::to_le_bytes);
        Some(FirstTurn {
            line: found.moves,
            collected: found.seeds as i32,
            of: bytes.iter().flatten().map(|&seeds| i32::from(seeds)).sum(),
            at_most: found.bound as i32,
            nodes: found.positions,
            time: found.time,
        })
    }
}
