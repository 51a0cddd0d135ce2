//! Those who play Adjacency: evaluations, agents of this game alone, levels.

mod engine;
mod local;
mod paper;
#[cfg(test)]
mod tests;

use crate::{
    AgentEntry, Behaviour, EvaluationEntry, Needs, OutOfReach, Playable, agents::AgentTable,
    parameters,
};
use engine::EngineAgent;
use local::LocalSearch;
use papan_adjacency::{Adjacency, Position, Square};
use papan_core::{
    Mistake, Reason,
    spec::{Kind, Parameter},
};
use papan_engines::adjacency::{self, AdjacencyEvaluation, STABLE_UNIT};
use papan_search::{Limits, Report, Ties};

/// The names of the evaluations.
const MARKS: &str = "marks";
const STABLE: &str = "stable";

const EVALUATION: Parameter =
    Parameter::new("eval", Kind::Choice(&[MARKS, STABLE]), MARKS).means("what a position is worth");

impl Playable for Adjacency {
    type Evaluation = AdjacencyEvaluation;

    const EVALUATIONS: &'static [EvaluationEntry<AdjacencyEvaluation>] = &[
        EvaluationEntry::new(
            MARKS,
            "own marks less the enemy's",
            AdjacencyEvaluation::Marks,
        ),
        EvaluationEntry::new(
            STABLE,
            "marks by whether they can still be turned, in 64ths",
            AdjacencyEvaluation::Stable,
        )
        .with_unit(STABLE_UNIT),
    ];

    const AGENTS: &'static [AgentEntry<Adjacency>] = &[
        AgentEntry::new(
            "stable",
            "the engine of this game: it counts what can never be turned again",
            |game, settings, seed| Ok(Box::new(EngineAgent::new(game, settings, seed)?)),
        )
        .takes(&[
            parameters::depth("none"),
            parameters::NODES,
            parameters::TIME,
            Parameter {
                default: STABLE,
                ..EVALUATION
            },
        ])
        .follows(Behaviour::Learned(1, adjacency::learned_key)),
        AgentEntry::new(
            "hill",
            "hill climbing: the move that is best at once, or a plan of many",
            |game, settings, seed| Ok(Box::new(LocalSearch::hill(game, settings, seed)?)),
        )
        .takes(&[
            Parameter::new(
                "",
                Kind::Choice(&["steepest", "sideways", "stochastic", "restart"]),
                "steepest",
            )
            .means("the first of the best; any of them; any better one; plans"),
            EVALUATION,
            parameters::VARY,
            Parameter::new("starts", Kind::Integer(1, 100_000), "20")
                .means("random plans to climb from (restart)"),
            Parameter::new("plies", Kind::Integer(1, 64), "8").means("moves of a plan (restart)"),
            parameters::TIME,
        ])
        .needs(Needs::LastingMoves)
        .judges_by_evaluation(),
        AgentEntry::new(
            "genetic",
            "a genetic algorithm over plans of squares to the end of the game",
            |game, settings, seed| Ok(Box::new(LocalSearch::genetic(game, settings, seed)?)),
        )
        .takes(&[
            Parameter::new("population", Kind::Integer(2, 10_000), "100")
                .means("plans in a generation"),
            Parameter::new("generations", Kind::Integer(0, 1_000_000), "100").means("generations"),
            Parameter::new("mutation", Kind::Decimal(0, 1_000), "0.02")
                .means("the chance of a square to be changed"),
            Parameter::new("tournament", Kind::Integer(1, 100), "3")
                .means("plans that meet to decide which has children"),
            Parameter::new("elite", Kind::Integer(0, 1_000), "2")
                .means("the best, which live on as they are"),
            Parameter::new("plies", Kind::Integer(1, 64), "64").means("the most squares of a plan"),
            EVALUATION,
            parameters::VARY,
            parameters::TIME,
        ])
        .needs(Needs::LastingMoves)
        .judges_by_evaluation(),
        AgentEntry::new(
            "paper/adjacency-minimax",
            "the report's minimax as coded: three plies, empty squares painted too",
            |_, _, _| Ok(Box::new(paper::Minimax::default())),
        ),
        AgentEntry::new(
            "paper/adjacency-local",
            "the report's local search: the first of the squares best at once",
            |_, _, _| Ok(Box::new(paper::Local(Ties::First))),
        ),
        AgentEntry::new(
            "paper/adjacency-sideways",
            "the report's sideways move: the last of the squares best at once",
            |_, _, _| Ok(Box::new(paper::Local(Ties::Last))),
        ),
        AgentEntry::new(
            "paper/adjacency-genetic",
            "the report's genetic algorithm as coded: plans good for O, X first",
            |_, _, seed| Ok(Box::new(paper::Genetic::new(seed))),
        ),
    ];

    const ANALYSIS: &'static str = "stable:time=60s";

    const SCALE: f64 = 3.0;

    const SEARCHES: &'static [(&'static str, &'static str)] = &[
        ("adjacency", "alphabeta:depth=5,time=3600s"),
        ("adjacency", "stable:depth=7,time=3600s"),
    ];

    const MOVES_LAST: bool = true;

    fn reasons(mistake: &Mistake<'_, Self>) -> Vec<Reason> {
        adjacency::reasons(mistake)
    }

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

    fn positions_to_solve(&self, position: &Position) -> Option<f64> {
        Some(adjacency::nodes_to_solve(position))
    }
}
