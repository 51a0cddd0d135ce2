//! Those who play Adjacency: evaluations, agents of this game alone, levels.

mod engine;
mod evaluations;
mod local;
mod paper;
#[cfg(test)]
mod tests;

pub(crate) use evaluations::Worth;

use crate::{Agent, Judgement, OutOfReach, Playable, Strength, agents, parameters};
use engine::EngineAgent;
use local::LocalSearch;
use papan_adjacency::{Adjacency, Position, Square};
use papan_core::spec::{Entry, Kind, Parameter, Settings, SpecError};
use papan_engines::adjacency;
use papan_search::{Limits, Report};

const EVALUATION: Parameter = Parameter {
    name: "eval",
    kind: Kind::Choice(&["marks", "stable"]),
    default: "marks",
    summary: "what a position is worth",
};

impl Playable for Adjacency {
    type Evaluation = Worth;

    const EVALUATIONS: &'static [Judgement] = &[
        Judgement {
            name: "marks",
            summary: "own marks less the enemy's",
        },
        Judgement {
            name: "stable",
            summary: "marks by whether they can still be turned, in 64ths",
        },
    ];

    const AGENTS: &'static [Entry] = &[
        Entry {
            name: "stable",
            summary: "the engine of this game: it counts what can never be turned again",
            parameters: &[
                parameters::depth("none"),
                parameters::NODES,
                parameters::TIME,
                Parameter {
                    default: "stable",
                    ..EVALUATION
                },
            ],
        },
        Entry {
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
        Entry {
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
        Entry {
            name: "paper/adjacency-minimax",
            summary: "the report's minimax as coded: three plies, empty squares painted too",
            parameters: &[],
        },
        Entry {
            name: "paper/adjacency-local",
            summary: "the report's local search: the first of the squares best at once",
            parameters: &[],
        },
        Entry {
            name: "paper/adjacency-sideways",
            summary: "the report's sideways move: the last of the squares best at once",
            parameters: &[],
        },
        Entry {
            name: "paper/adjacency-genetic",
            summary: "the report's genetic algorithm as coded: plans good for O, X first",
            parameters: &[],
        },
    ];

    fn evaluation(&self, name: &str) -> Worth {
        match name {
            "stable" => Worth::Stable,
            _ => Worth::Marks,
        }
    }

    fn open_agent(
        &self,
        settings: &Settings,
        seed: u64,
    ) -> Result<Box<dyn Agent<Self>>, SpecError> {
        Ok(match settings.name() {
            "stable" => Box::new(EngineAgent::new(settings, seed)),
            "hill" => {
                let worth = self.evaluation(settings.text("eval"));
                Box::new(LocalSearch::hill(settings, worth, seed))
            }
            "genetic" => {
                let worth = self.evaluation(settings.text("eval"));
                Box::new(LocalSearch::genetic(settings, worth, seed))
            }
            "paper/adjacency-minimax" => Box::new(paper::Minimax::default()),
            "paper/adjacency-local" => Box::new(paper::Local {
                tie: paper::Tie::First,
            }),
            "paper/adjacency-sideways" => Box::new(paper::Local {
                tie: paper::Tie::Last,
            }),
            "paper/adjacency-genetic" => Box::new(paper::Genetic::new(seed)),
            _ => {
                let problem = "it is in the list of agents, but nothing here plays it";
                return Err(settings.conflict(problem));
            }
        })
    }

    fn open_any(&self, settings: &Settings, seed: u64) -> Result<Box<dyn Agent<Self>>, SpecError> {
        agents::open_any(self, settings, seed)
    }

    fn open_level(&self, level: u32, divisor: u64, seed: u64) -> Strength<Self> {
        EngineAgent::level(level, divisor, seed)
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
