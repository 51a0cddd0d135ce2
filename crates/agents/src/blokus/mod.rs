//! Those who play Blokus: evaluations, agents of this game alone, levels.

mod chooser;
mod evaluations;
mod explorer;
mod hands;
mod heuristics;
mod leaky;
mod listing;
mod paper_duo;
pub mod readings;
#[cfg(test)]
mod tests;

use crate::{
    AgentEntry, Behaviour, EvaluationEntry, OutOfReach, Playable, agents::AgentTable, parameters,
};
use chooser::AtOnce;
use evaluations::BlokusEvaluation;
use explorer::{Explores, Simulations};
use heuristics::{CornerDifference, Corners, FirstFit, Largest};
use leaky::{BruteForce, CorrectedLeaky, Deck, Leaky};
use papan_blokus::{Blokus, Large, Move, Position, Small};
use papan_core::{
    Game, Mistake, Reason,
    spec::{Kind, Parameter, Settings, SpecError},
};
use papan_engines::{
    blokus::{EndgameSolver, Network, game_tree_complexity, learned_key},
    weights::Weights,
};
use papan_search::{Limits, Report};
use paper_duo::{DuoAdvanced, DuoGreedy, DuoRandom, LastPieces};
use readings::{Heights, Reading};

const WEIGHT: Parameter = Parameter::new("weight", Kind::Decimal(0, 100_000), "2")
    .means("what a square of the piece counts against a corner");
const PLAN: Parameter = Parameter::new(
    "plan",
    Kind::Choice(&["aggressive", "centre"]),
    "aggressive",
)
.means("out of the own quadrant, or to the centre");
const DECK: Parameter = Parameter::new("deck", Kind::Choice(&["listing", "shuffled"]), "listing")
    .means("equally large pieces as listed, or shuffled once per game");
const PLAYOUT: Parameter = Parameter::new("playout", Kind::Choice(Simulations::NAMES), "random")
    .means(
        "how its simulated games go on: large pieces anywhere, or as replies to the last moves, \
         or as replies with a network beside them that has learned Duo (on other boards replies alone)",
    );
const THREADS: Parameter = Parameter::new("threads", Kind::Integer(1, 256), "1")
    .means("threads that think together, each with its part of the simulations");
const MEMORY: Parameter = Parameter::new("memory", Kind::Integer(1, 65_536), "80")
    .means("megabytes for search trees; when they are full, only their values go on");
const LAST: Parameter = Parameter::new("last", Kind::Choice(LastPieces::NAMES), "none")
    .means("pieces of five squares that are tried after all others");

const EVALUATIONS: &[EvaluationEntry<BlokusEvaluation>] = &[
    EvaluationEntry::new(
        "score",
        "the score of the game as it stands",
        BlokusEvaluation::Score,
    ),
    EvaluationEntry::new(
        "corners",
        "squares where a next piece may attach",
        BlokusEvaluation::Corners,
    ),
    EvaluationEntry::new(
        "territory",
        "squares that a next piece could cover",
        BlokusEvaluation::Territory,
    ),
    EvaluationEntry::new("mobility", "legal placements", BlokusEvaluation::Mobility),
];

/// The agents of Blokus, for one width of a row.
struct Own<const WORDS: usize>;

impl<const WORDS: usize> Own<WORDS> {
    const AGENTS: &'static [AgentEntry<Blokus<WORDS>>] = &[
        AgentEntry::new(
            "explorer",
            "Monte Carlo tree search that knows Blokus",
            |game, settings, seed| {
                let limits = parameters::limits_without_depth(settings);
                let simulations = Simulations::of(game, settings);
                let whole = |name| settings.integer(name) as usize;
                let (threads, memory) = (whole("threads"), whole("memory"));
                let agent = Explores::new(game, simulations, limits, threads, memory, seed);
                Ok(Box::new(agent.map_err(|missing| {
                    settings.conflict(missing.to_string())
                })?))
            },
        )
        .takes(&[
            parameters::NODES,
            parameters::TIME,
            PLAYOUT,
            THREADS,
            MEMORY,
        ])
        .needs_weights(|game, settings| Ok(Simulations::of(game, settings).weights()))
        .follows(Behaviour::Other(explorer_behaviour)),
        AgentEntry::new(
            "largest",
            "any placement of any of the largest pieces that fit",
            |_, _, seed| Ok(AtOnce::open(Largest, seed)),
        ),
        AgentEntry::new(
            "corners",
            "the most of size and difference of usable corners",
            |_, settings, seed| Ok(AtOnce::open(Corners(weighing(settings)), seed)),
        )
        .takes(&[WEIGHT]),
        AgentEntry::new(
            "first-fit",
            "the largest piece on the first square where one fits",
            |_, _, seed| Ok(AtOnce::open(FirstFit, seed)),
        ),
        AgentEntry::new(
            "leaky",
            "LeakyAI put right: only leaks that lead to new room count",
            |_, settings, seed| Ok(Box::new(CorrectedLeaky::new(plan(settings), seed))),
        )
        .takes(&[PLAN]),
        AgentEntry::new(
            "paper/duo-random",
            "the Blokus Duo study: any piece, then any of its placements",
            |_, _, seed| Ok(AtOnce::open(DuoRandom::default(), seed)),
        ),
        AgentEntry::new(
            "paper/duo-greedy",
            "the Blokus Duo study: the largest piece, any of its placements",
            |_, settings, seed| {
                let last = settings.choice("last", LastPieces::ALL);
                Ok(AtOnce::open(DuoGreedy::new(last), seed))
            },
        )
        .takes(&[LAST]),
        AgentEntry::new(
            "paper/duo-advanced",
            "the Blokus Duo study: size and difference of corners, dead ones counted",
            |_, settings, seed| Ok(AtOnce::open(DuoAdvanced(weighing(settings)), seed)),
        )
        .takes(&[WEIGHT]),
        AgentEntry::new(
            "paper/leaky",
            "LeakyAI: the largest size, then heights and leaks",
            |_, settings, seed| {
                let heights = plan(settings);
                let reading = Reading {
                    heights,
                    ..Reading::NATURAL
                };
                Ok(Box::new(Leaky::with_deck(&reading, deck(settings), seed)))
            },
        )
        .takes(&[PLAN, DECK]),
        AgentEntry::new(
            "paper/leaky-text",
            "LeakyAI in the paper's words: the best square, then the piece",
            |_, settings, seed| {
                let heights = plan(settings);
                let reading = Reading {
                    heights,
                    ..Reading::TEXT
                };
                Ok(Box::new(Leaky::with_deck(&reading, deck(settings), seed)))
            },
        )
        .takes(&[PLAN, DECK]),
        AgentEntry::new(
            "paper/brute-force",
            "LeakyAI's opponent: the largest piece, the first placement",
            |_, settings, seed| {
                let deck = deck(settings);
                Ok(Box::new(BruteForce::with_deck(
                    &Reading::NATURAL,
                    deck,
                    seed,
                )))
            },
        )
        .takes(&[DECK]),
        AgentEntry::new(
            "paper/leaky-fitted",
            "LeakyAI with its authors' pieces, fitted to the published scores",
            |_, settings, seed| {
                let deck = deck(settings);
                Ok(Box::new(Leaky::with_deck(&Reading::FITTED, deck, seed)))
            },
        )
        .takes(&[DECK]),
        AgentEntry::new(
            "paper/brute-force-fitted",
            "LeakyAI's opponent in that reading, with its authors' pieces",
            |_, settings, seed| {
                let deck = deck(settings);
                Ok(Box::new(BruteForce::with_deck(
                    &Reading::FITTED,
                    deck,
                    seed,
                )))
            },
        )
        .takes(&[DECK]),
    ];
}

/// What the play of the explorer follows from: its code, what it has learned, the code of its
/// simulations, and whether it goes on with the tree of the move before. Raise the first number
/// when all kinds play otherwise.
fn explorer_behaviour<const WORDS: usize>(
    game: &Blokus<WORDS>,
    settings: &Settings,
) -> Result<String, SpecError> {
    let simulations = match Simulations::of(game, settings) {
        Simulations::Random => String::new(),
        Simulations::Replies => " replies 1".to_owned(),
        Simulations::Network(weights) => format!(" network 1 {:016x}", weights.key()),
    };
    let tree = match parameters::limits_without_depth(settings).nodes {
        Some(_) => "",
        None => " keeps its tree",
    };
    Ok(format!("1 {:016x}{simulations}{tree}", learned_key()))
}

fn weighing(settings: &Settings) -> CornerDifference {
    CornerDifference::new(settings.decimal("weight"))
}

fn plan(settings: &Settings) -> Heights {
    settings.choice("plan", [Heights::Quadrant, Heights::Centre])
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
    if lines > MOST_LINES && limits.time.is_none() {
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

            fn reasons(mistake: &Mistake<'_, Self>) -> Vec<Reason> {
                papan_engines::blokus::reasons(mistake)
            }

            fn weights(&self) -> Vec<&'static Weights> {
                Network::weights_for(self).into_iter().collect()
            }

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
