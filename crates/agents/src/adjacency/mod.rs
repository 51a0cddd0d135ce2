//! Those who play Adjacency: evaluations, agents of this game alone, levels.

mod engine;
mod local;
mod paper;
#[cfg(test)]
mod tests;

use crate::{
    AgentEntry, AgentInfo, Behaviour, EvaluationEntry, EvaluationInfo, Needs, OutOfReach, Playable,
    agents::AgentTable, parameters,
};
use engine::EngineAgent;
use local::LocalSearch;
use papan_adjacency::{Adjacency, Position, Square};
use papan_core::spec::{Entry, Kind, Parameter};
use papan_engines::adjacency::{self, AdjacencyEvaluation, STABLE_UNIT};
use papan_search::{Limits, Report};

/// The names of the evaluations.
const MARKS: &str = "marks";
const STABLE: &str = "stable";

const EVALUATION: Parameter = Parameter {
    name: "eval",
    kind: Kind::Choice(&[MARKS, STABLE]),
    default: MARKS,
    summary: "what a position is worth",
};

impl Playable for Adjacency {
    type Evaluation = AdjacencyEvaluation;

    const EVALUATIONS: &'static [EvaluationEntry<AdjacencyEvaluation>] = &[
        EvaluationEntry {
            info: EvaluationInfo {
                name: MARKS,
                summary: "own marks less the enemy's",
                unit: 1,
                revision: 1,
                learned: None,
            },
            evaluation: AdjacencyEvaluation::Marks,
        },
        EvaluationEntry {
            info: EvaluationInfo {
                name: STABLE,
                summary: "marks by whether they can still be turned, in 64ths",
                unit: STABLE_UNIT,
                revision: 1,
                learned: None,
            },
            evaluation: AdjacencyEvaluation::Stable,
        },
    ];

    const AGENTS: &'static [AgentEntry<Adjacency>] = &[
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "stable",
                    summary: "the engine of this game: it counts what can never be turned again",
                    parameters: &[
                        parameters::depth("none"),
                        parameters::NODES,
                        parameters::TIME,
                        Parameter {
                            default: STABLE,
                            ..EVALUATION
                        },
                    ],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Learned(1, adjacency::learned_key),
            evaluation: None,
            open: |game, settings, seed| Ok(Box::new(EngineAgent::new(game, settings, seed)?)),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "hill",
                    summary: "hill climbing: the move that is best at once, or a plan of many",
                    parameters: &[
                        Parameter {
                            name: "",
                            kind: Kind::Choice(&["steepest", "sideways", "stochastic", "restart"]),
                            default: "steepest",
                            summary: "the first of the best; any of them; any better one; plans",
                        },
                        EVALUATION,
                        Parameter {
                            name: "starts",
                            kind: Kind::Integer(1, 100_000),
                            default: "20",
                            summary: "random plans to climb from (restart)",
                        },
                        Parameter {
                            name: "plies",
                            kind: Kind::Integer(1, 64),
                            default: "8",
                            summary: "moves of a plan (restart)",
                        },
                        parameters::TIME,
                    ],
                },
                needs: Needs::LASTING_MOVES,
            },
            behaviour: Behaviour::Code(1),
            evaluation: Some(parameters::evaluation_info),
            open: |game, settings, seed| Ok(Box::new(LocalSearch::hill(game, settings, seed)?)),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "genetic",
                    summary: "a genetic algorithm over plans of squares to the end of the game",
                    parameters: &[
                        Parameter {
                            name: "population",
                            kind: Kind::Integer(2, 10_000),
                            default: "100",
                            summary: "plans in a generation",
                        },
                        Parameter {
                            name: "generations",
                            kind: Kind::Integer(0, 1_000_000),
                            default: "100",
                            summary: "generations",
                        },
                        Parameter {
                            name: "mutation",
                            kind: Kind::Decimal(0, 1_000),
                            default: "0.02",
                            summary: "the chance of a square to be changed",
                        },
                        Parameter {
                            name: "tournament",
                            kind: Kind::Integer(1, 100),
                            default: "3",
                            summary: "plans that meet to decide which has children",
                        },
                        Parameter {
                            name: "elite",
                            kind: Kind::Integer(0, 1_000),
                            default: "2",
                            summary: "the best, which live on as they are",
                        },
                        Parameter {
                            name: "plies",
                            kind: Kind::Integer(1, 64),
                            default: "64",
                            summary: "the most squares of a plan",
                        },
                        EVALUATION,
                        parameters::TIME,
                    ],
                },
                needs: Needs::LASTING_MOVES,
            },
            behaviour: Behaviour::Code(1),
            evaluation: Some(parameters::evaluation_info),
            open: |game, settings, seed| Ok(Box::new(LocalSearch::genetic(game, settings, seed)?)),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paper/adjacency-minimax",
                    summary: "the report's minimax as coded: three plies, empty squares painted too",
                    parameters: &[],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, _, _| Ok(Box::new(paper::Minimax::default())),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paper/adjacency-local",
                    summary: "the report's local search: the first of the squares best at once",
                    parameters: &[],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, _, _| {
                let tie = paper::Tie::First;
                Ok(Box::new(paper::Local { tie }))
            },
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paper/adjacency-sideways",
                    summary: "the report's sideways move: the last of the squares best at once",
                    parameters: &[],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, _, _| {
                let tie = paper::Tie::Last;
                Ok(Box::new(paper::Local { tie }))
            },
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paper/adjacency-genetic",
                    summary: "the report's genetic algorithm as coded: plans good for O, X first",
                    parameters: &[],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, _, seed| Ok(Box::new(paper::Genetic::new(seed))),
        },
    ];

    const ANALYSIS: &'static str = "stable:time=60s";

    const SCALE: f64 = 3.0;

    const SEARCHES: &'static [(&'static str, &'static str)] = &[
        ("adjacency", "alphabeta:depth=5,time=3600s"),
        ("adjacency", "stable:depth=7,time=3600s"),
    ];

    const MOVES_LAST: bool = true;

    fn agents() -> &'static AgentTable<Self> {
        static TABLE: AgentTable<Adjacency> = AgentTable::new();
        &TABLE
    }

    #[inline]
    fn promise(&self, position: &Position, played: Square) -> i32 {
        position.converted(played).count_ones() as i32
    }

    fn solve(
        &self,
        position: &Position,
        limits: &Limits,
        progress: &mut dyn FnMut(String),
    ) -> Result<Report<Square>, OutOfReach> {
        adjacency::solve(position, limits, &mut |depth, value| {
            progress(format!("{depth} plies: {value}"));
        })
        .map_err(|refusal| OutOfReach(refusal.to_string()))
    }
}
