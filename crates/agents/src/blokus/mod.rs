//! Those who play Blokus: evaluations, agents of this game alone, levels.

mod evaluations;
mod explorer;
mod hands;
mod heuristics;
mod leaky;
mod levels;
mod paper_duo;
#[cfg(test)]
mod tests;

use crate::{Agent, Judgement, OutOfReach, Playable, Strength, agents, parameters};
use evaluations::Counted;
use explorer::Explores;
use heuristics::{Corners, FirstFit, Largest};
use leaky::{BruteForce, CorrectedLeaky, Deck, Leaky, Plan, Reading};
use papan_blokus::{Blokus, Large, Move, Position, Small};
use papan_core::{
    Game,
    spec::{Entry, Kind, Parameter, Settings, SpecError},
};
use papan_engines::blokus::{EndgameSolver, ExplorerSettings, game_tree_complexity};
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

const EVALUATIONS: &[Judgement] = &[
    Judgement {
        name: "score",
        summary: "the score of the game as it stands",
    },
    Judgement {
        name: "corners",
        summary: "squares where a next piece may attach",
    },
    Judgement {
        name: "territory",
        summary: "squares that a next piece could cover",
    },
    Judgement {
        name: "mobility",
        summary: "legal placements",
    },
];

const AGENTS: &[Entry] = &[
    Entry {
        name: "explorer",
        summary: "Monte Carlo tree search that knows Blokus",
        parameters: &[parameters::NODES, parameters::TIME],
    },
    Entry {
        name: "largest",
        summary: "any placement of any of the largest pieces that fit",
        parameters: &[],
    },
    Entry {
        name: "corners",
        summary: "the most of size and difference of usable corners",
        parameters: &[WEIGHT],
    },
    Entry {
        name: "first-fit",
        summary: "the largest piece on the first square where one fits",
        parameters: &[],
    },
    Entry {
        name: "leaky",
        summary: "LeakyAI put right: only leaks that lead to new room count",
        parameters: &[PLAN],
    },
    Entry {
        name: "paper/duo-random",
        summary: "the Blokus Duo study: any piece, then any of its placements",
        parameters: &[],
    },
    Entry {
        name: "paper/duo-greedy",
        summary: "the Blokus Duo study: the largest piece, any of its placements",
        parameters: &[],
    },
    Entry {
        name: "paper/duo-advanced",
        summary: "the Blokus Duo study: size and difference of corners, dead ones counted",
        parameters: &[WEIGHT],
    },
    Entry {
        name: "paper/leaky",
        summary: "LeakyAI: the largest size, then heights and leaks",
        parameters: &[PLAN, DECK],
    },
    Entry {
        name: "paper/leaky-text",
        summary: "LeakyAI in the paper's words: the best square, then the piece",
        parameters: &[PLAN, DECK],
    },
    Entry {
        name: "paper/brute-force",
        summary: "LeakyAI's opponent: the largest piece, the first placement",
        parameters: &[DECK],
    },
];

fn open_agent<const WORDS: usize>(
    settings: &Settings,
    seed: u64,
) -> Result<Box<dyn Agent<Blokus<WORDS>>>, SpecError> {
    let plan = || match settings.text("plan") {
        "centre" => Plan::Centre,
        _ => Plan::Aggressive,
    };
    let deck = || match settings.text("deck") {
        "shuffled" => Deck::Shuffled,
        _ => Deck::Listing,
    };
    Ok(match settings.name() {
        "explorer" => {
            let limits = parameters::limits_without_depth(settings);
            Box::new(Explores::new(ExplorerSettings::default(), limits, seed))
        }
        "largest" => Box::new(Largest::new(seed)),
        "corners" => Box::new(Corners::new(settings.decimal("weight"), seed)),
        "first-fit" => Box::new(FirstFit::new()),
        "leaky" => Box::new(CorrectedLeaky::new(plan(), seed)),
        "paper/duo-random" => Box::new(DuoRandom::new(seed)),
        "paper/duo-greedy" => Box::new(DuoGreedy::new(seed)),
        "paper/duo-advanced" => Box::new(DuoAdvanced::new(settings.decimal("weight"), seed)),
        "paper/leaky" => Box::new(Leaky::new(Reading::Published, plan(), deck(), seed)),
        "paper/leaky-text" => Box::new(Leaky::new(Reading::Text, plan(), deck(), seed)),
        "paper/brute-force" => Box::new(BruteForce::new(deck(), seed)),
        _ => {
            return Err(settings.conflict("it is in the list of agents, but nothing plays it"));
        }
    })
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
            type Evaluation = Counted;

            const EVALUATIONS: &'static [Judgement] = EVALUATIONS;

            const AGENTS: &'static [Entry] = AGENTS;

            fn evaluation(&self, name: &str) -> Counted {
                Counted::named(name)
            }

            fn open_agent(
                &self,
                settings: &Settings,
                seed: u64,
            ) -> Result<Box<dyn Agent<Self>>, SpecError> {
                open_agent(settings, seed)
            }

            fn open_any(
                &self,
                settings: &Settings,
                seed: u64,
            ) -> Result<Box<dyn Agent<Self>>, SpecError> {
                agents::open_any(self, settings, seed)
            }

            fn open_level(&self, level: u32, divisor: u64, seed: u64) -> Strength<Self> {
                levels::open(self, level, divisor, seed)
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
