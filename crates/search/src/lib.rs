//! Search algorithms for any [`Game`](papan_core::Game). The code names no game; examples and
//! tests play some.
//!
//! | item | what it is |
//! |---|---|
//! | [`TwoSeatSearch`] | minimax, negamax, alpha-beta and NegaScout, with move ordering, transposition table and iterative deepening |
//! | [`max_n`], [`paranoid`] | the same for any number of seats |
//! | [`MonteCarlo`] | Monte Carlo tree search for any number of seats |
//! | [`greedy()`] | one ply |
//! | [`Limits`], [`Stop`], [`Watch`] | depth, node and time limits, and keeping them |
//! | [`TimeControl`], [`Clock`] | the time of a game, and the share of it for a move |
//! | [`Deliberation`] | when a thought has found what it can |
//! | [`Timekeeper`] | time on machines of different speed, and whether it decided anything |
//! | [`Live`] | the progress of a running search |
//! | [`Evaluation`] | the value of a position before the game is over |
//! | [`Order`] | move ordering: which moves are searched first |
//! | [`TranspositionTable`] | what was found of positions, by their keys |
//! | [`Observer`], [`Trace`] | watching a search node by node, and recording it |
//! | [`plans`] | hill climbing and a genetic algorithm over plans of moves |
//! | [`Ties`] | which of several best moves is played |
//! | [`Report`] | what a search answers |
//! | [`Value`], [`Points`] | what a position is worth |
//! | [`Agent`], [`RandomAgent`] | those who choose moves, and the simplest of them |
//! | [`AgentSession`] | a game in play, and an agent that is told of its moves |

mod agent;
mod evaluation;
mod greedy;
mod limits;
mod lines;
mod live;
mod many;
mod mcts;
mod observer;
mod order;
mod report;
mod session;
mod table;
mod ties;
mod time;
mod trace;
mod two;
mod value;
mod valued;

pub mod plans;

pub use agent::{
    Agent, Answer, Failure, Fault, RandomAgent, Traced, values_at_one_ply, values_by_thinking,
};
pub use evaluation::{Evaluation, FINISHED, ScoreDifference, Varied, after_playing, margin};
pub use greedy::greedy;
pub use limits::{Limits, Stop, Watch};
pub use live::{Live, Progress};
pub use many::{max_n, paranoid};
pub use mcts::{MonteCarlo, RootMove};
pub use observer::{Observer, Visit};
pub use order::{AsListed, ByEvaluation, Order};
pub use report::Report;
pub use session::AgentSession;
pub use table::{Bound, Entry, Found, TranspositionTable};
pub use ties::Ties;
pub use time::{BadTimeControl, Clock, Deliberation, Period, TimeControl, Timekeeper};
pub use trace::{Branch, Trace};
pub use two::{Algorithm, TwoSeatSearch};
pub use value::{NoPoints, PlainNumber, Points, Unit, Value};
pub use valued::{Lines, Valued, Values, best_first, best_lines};

/// The open bound of a window: larger than any value, and the width of the widest window does
/// not overflow.
pub const INFINITY: i32 = (1 << 30) - 1;

/// More plies than any game has.
const MAX_DEPTH: u32 = 1_000;
