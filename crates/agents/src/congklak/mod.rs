//! Those who play congklak and kalah: evaluations, agents of this game alone, levels.

mod paper;
mod planner;
#[cfg(test)]
mod tests;

use crate::{
    AgentEntry, AgentInfo, Behaviour, EvaluationEntry, EvaluationInfo, FirstTurn, Needs,
    OutOfReach, Playable, agents::AgentTable, parameters,
};
use papan_congklak::{Congklak, Hole, Position};
use papan_core::{
    Game,
    spec::{Entry, Kind, Parameter, Settings},
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

fn paper_limits(settings: &Settings) -> Limits {
    Limits::depth(settings.integer("depth")).and_time(settings.time("time"))
}

impl Playable for Congklak {
    type Evaluation = CongklakEvaluation;

    const EVALUATIONS: &'static [EvaluationEntry<CongklakEvaluation>] = &[
        EvaluationEntry {
            info: EvaluationInfo {
                name: "stores",
                summary: "the difference of the stores",
                unit: 1,
                revision: 1,
                learned: None,
            },
            evaluation: CongklakEvaluation::Stores,
        },
        EvaluationEntry {
            info: EvaluationInfo {
                name: "outlook",
                summary: "stores, what the mover can store at once, seeds on either side, in hundredths",
                unit: CongklakEvaluation::SEED,
                revision: 1,
                learned: None,
            },
            evaluation: CongklakEvaluation::Outlook,
        },
    ];

    const AGENTS: &'static [AgentEntry<Congklak>] = &[
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
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
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, settings, _| Ok(Box::new(Planner::new(settings))),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
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
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |game, settings, _| {
                let reading = settings.choice("reading", [Reading::Paper, Reading::Textbook]);
                Ok(Box::new(PaperAgent::new(
                    game,
                    Algorithm::NegaScout(reading),
                    paper_limits(settings),
                )))
            },
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paper/congklak-minimax",
                    summary: "the same tree searched whole",
                    parameters: &[PAPER_DEPTH, parameters::TIME],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |game, settings, _| {
                Ok(Box::new(PaperAgent::new(
                    game,
                    Algorithm::Minimax,
                    paper_limits(settings),
                )))
            },
        },
    ];

    const ANALYSIS: &'static str = "planner:time=60s";

    const SCALE: f64 = 15.0;

    const SEARCHES: &'static [(&'static str, &'static str)] = &[
        ("congklak", "negascout:depth=8,time=3600s"),
        ("congklak", "planner:depth=4,time=3600s"),
        ("kalah", "alphabeta:depth=9,time=3600s"),
    ];

    fn agents() -> &'static AgentTable<Self> {
        static TABLE: AgentTable<Congklak> = AgentTable::new();
        &TABLE
    }

    /// A beginner's errors: moves that give the turn away.
    fn is_error(&self, position: &Position, played: Hole) -> bool {
        let mut after = *position;
        self.play(&mut after, played);
        self.turn(&after) != self.turn(position)
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
