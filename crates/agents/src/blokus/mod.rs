//! Those who play Blokus: evaluations, agents of this game alone, levels.

mod evaluations;
mod explorer;
mod hands;
mod heuristics;
mod leaky;
mod paper_duo;
#[cfg(test)]
mod tests;

use crate::{
    AgentEntry, AgentInfo, Behaviour, EvaluationEntry, EvaluationInfo, Needs, OutOfReach, Playable,
    agents::AgentTable, parameters,
};
use evaluations::BlokusEvaluation;
use explorer::Explores;
use heuristics::{Corners, FirstFit, Largest};
use leaky::{BruteForce, CorrectedLeaky, Deck, Leaky, Plan, Reading};
use papan_blokus::{Blokus, Large, Move, Position, Small};
use papan_core::{
    Game,
    spec::{Entry, Kind, Parameter, Settings},
};
use papan_engines::blokus::{EndgameSolver, ExplorerSettings, game_tree_complexity, learned_key};
use papan_search::{Limits, Report};
use paper_duo::{DuoAdvanced, DuoGreedy, DuoRandom};

const WEIGHT: Parameter = Parameter {
    name: "weight",
    kind: Kind::Decimal(0, 100_000),
    default: "2",
    summary: "what a square of the piece counts against a corner",
};
const PLAN: Parameter = Parameter {
    name: "plan",
    kind: Kind::Choice(&["aggressive", "centre"]),
    default: "aggressive",
    summary: "out of the own quadrant, or to the centre",
};
const DECK: Parameter = Parameter {
    name: "deck",
    kind: Kind::Choice(&["listing", "shuffled"]),
    default: "listing",
    summary: "equally large pieces as listed, or shuffled once per game",
};

const EVALUATIONS: &[EvaluationEntry<BlokusEvaluation>] = &[
    EvaluationEntry {
        info: EvaluationInfo {
            name: "score",
            summary: "the score of the game as it stands",
            unit: 1,
            revision: 1,
            learned: None,
        },
        evaluation: BlokusEvaluation::Score,
    },
    EvaluationEntry {
        info: EvaluationInfo {
            name: "corners",
            summary: "squares where a next piece may attach",
            unit: 1,
            revision: 1,
            learned: None,
        },
        evaluation: BlokusEvaluation::Corners,
    },
    EvaluationEntry {
        info: EvaluationInfo {
            name: "territory",
            summary: "squares that a next piece could cover",
            unit: 1,
            revision: 1,
            learned: None,
        },
        evaluation: BlokusEvaluation::Territory,
    },
    EvaluationEntry {
        info: EvaluationInfo {
            name: "mobility",
            summary: "legal placements",
            unit: 1,
            revision: 1,
            learned: None,
        },
        evaluation: BlokusEvaluation::Mobility,
    },
];

/// The agents of Blokus, for one width of a row.
struct Own<const WORDS: usize>;

impl<const WORDS: usize> Own<WORDS> {
    const AGENTS: &'static [AgentEntry<Blokus<WORDS>>] = &[
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "explorer",
                    summary: "Monte Carlo tree search that knows Blokus",
                    parameters: &[parameters::NODES, parameters::TIME],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Learned(1, learned_key),
            evaluation: None,
            open: |_, settings, seed| {
                let limits = parameters::limits_without_depth(settings);
                Ok(Box::new(Explores::new(
                    ExplorerSettings::default(),
                    limits,
                    seed,
                )))
            },
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "largest",
                    summary: "any placement of any of the largest pieces that fit",
                    parameters: &[],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, _, seed| Ok(Box::new(Largest::new(seed))),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "corners",
                    summary: "the most of size and difference of usable corners",
                    parameters: &[WEIGHT],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, settings, seed| Ok(Box::new(Corners::new(settings.decimal("weight"), seed))),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "first-fit",
                    summary: "the largest piece on the first square where one fits",
                    parameters: &[],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, _, _| Ok(Box::new(FirstFit::new())),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "leaky",
                    summary: "LeakyAI put right: only leaks that lead to new room count",
                    parameters: &[PLAN],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, settings, seed| Ok(Box::new(CorrectedLeaky::new(plan(settings), seed))),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paper/duo-random",
                    summary: "the Blokus Duo study: any piece, then any of its placements",
                    parameters: &[],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, _, seed| Ok(Box::new(DuoRandom::new(seed))),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paper/duo-greedy",
                    summary: "the Blokus Duo study: the largest piece, any of its placements",
                    parameters: &[],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, _, seed| Ok(Box::new(DuoGreedy::new(seed))),
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paper/duo-advanced",
                    summary: "the Blokus Duo study: size and difference of corners, dead ones counted",
                    parameters: &[WEIGHT],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, settings, seed| {
                Ok(Box::new(DuoAdvanced::new(settings.decimal("weight"), seed)))
            },
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paper/leaky",
                    summary: "LeakyAI: the largest size, then heights and leaks",
                    parameters: &[PLAN, DECK],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, settings, seed| {
                let (plan, deck) = (plan(settings), deck(settings));
                Ok(Box::new(Leaky::new(Reading::Published, plan, deck, seed)))
            },
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paper/leaky-text",
                    summary: "LeakyAI in the paper's words: the best square, then the piece",
                    parameters: &[PLAN, DECK],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, settings, seed| {
                let (plan, deck) = (plan(settings), deck(settings));
                Ok(Box::new(Leaky::new(Reading::Text, plan, deck, seed)))
            },
        },
        AgentEntry {
            info: AgentInfo {
                entry: Entry {
                    name: "paper/brute-force",
                    summary: "LeakyAI's opponent: the largest piece, the first placement",
                    parameters: &[DECK],
                },
                needs: Needs::NOTHING,
            },
            behaviour: Behaviour::Code(1),
            evaluation: None,
            open: |_, settings, seed| Ok(Box::new(BruteForce::new(deck(settings), seed))),
        },
    ];
}

fn plan(settings: &Settings) -> Plan {
    settings.choice("plan", [Plan::Aggressive, Plan::Centre])
}

fn deck(settings: &Settings) -> Deck {
    settings.choice("deck", [Deck::Listing, Deck::Shuffled])
}

fn solve<const WORDS: usize>(
    game: &Blokus<WORDS>,
    position: &Position<WORDS>,
    limits: &Limits,
    progress: &mut dyn FnMut(String),
) -> Result<Report<Move>, OutOfReach> {
    if !EndgameSolver::applies(game, position) {
        let problem = match game.turn(position) {
            None => "the game is over",
            Some(_) => {
                "with three or four players a position has no single value: \
                     what is best for one depends on whom the others favour"
            }
        };
        return Err(OutOfReach(problem.to_owned()));
    }
    let lines = game_tree_complexity(game, position);
    let estimate = format!("there are about 10^{lines:.0} lines of play");
    if lines > MOST_LINES {
        return Err(OutOfReach(format!(
            "{estimate}; up to about 10^{MOST_LINES} are within reach, \
                 which is the last dozen pieces of a game"
        )));
    }
    progress(estimate.clone());
    let solved = EndgameSolver::new().solve(game, position, limits);
    solved.ok_or_else(|| OutOfReach(format!("{estimate}: too many for these limits")))
}

/// For each width of a row apart, and not for all at once: so the searches are compiled in
/// this crate and not in every crate that opens agents.
macro_rules! playable {
    ($($game:ty),*) => {$(
        impl Playable for $game {
            type Evaluation = BlokusEvaluation;

            const EVALUATIONS: &'static [EvaluationEntry<BlokusEvaluation>] = EVALUATIONS;

            const AGENTS: &'static [AgentEntry<Self>] = Own::AGENTS;

            const ANALYSIS: &'static str = "explorer:time=60s";

            const SEARCHES: &'static [(&'static str, &'static str)] = &[
                ("blokus-duo", "negascout:depth=2,time=3600s"),
                ("blokus-classic", "paranoid:depth=1,time=3600s"),
            ];

            fn agents() -> &'static AgentTable<Self> {
                static TABLE: AgentTable<$game> = AgentTable::new();
                &TABLE
            }

            /// Large pieces first.
            #[inline]
            fn promise(&self, _: &Self::Position, played: Move) -> i32 {
                self.piece(played).size() as i32
            }

            fn solve(
                &self,
                position: &Self::Position,
                limits: &Limits,
                progress: &mut dyn FnMut(String),
            ) -> Result<Report<Move>, OutOfReach> {
                solve(self, position, limits, progress)
            }
        }
    )*};
}

playable!(Small, Large);

/// Positions with more lines of play, as a power of ten, take more than minutes.
const MOST_LINES: f64 = 16.0;
