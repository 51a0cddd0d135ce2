//! Those who choose moves.

use crate::{
    Evaluation, Limits, Lines, Report, Stop, Trace, Value, Valued, Values, best_lines, margin,
};
use papan_core::{Game, Random, Seat, machine};
use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer, value},
};
use std::{fmt, str::FromStr, time::Duration};
use thiserror::Error;
use web_time::Instant;

/// Someone who plays a game.
pub trait Agent<G: Game>: Send {
    /// What ends the wait for an agent that takes long to begin, as another program may.
    fn stop_by(&mut self, stop: &Stop) {
        let _ = stop;
    }

    /// A new game begins: what was learned in the last one is forgotten, and everything
    /// random follows from `seed`, so that a game can be played again.
    fn begin(&mut self, game: &G, seed: u64) {
        let _ = (game, seed);
    }

    /// A move has been played in this position, by whichever seat. Who plays a game with
    /// agents tells all of them of all moves, openings included, their own too: another
    /// program that plays needs to hear of them. Agents that only need the position, which
    /// are most, let it pass.
    fn observe(&mut self, game: &G, position: &G::Position, played: G::Move) {
        let _ = (game, position, played);
    }

    /// Chooses a legal move in a position of a game that goes on. An agent has limits of
    /// its own; these hold as well. Only other programs fail to answer.
    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Answer<G::Move>;

    /// How long processors have worked for the agent, from a moment that no
    /// [thought](Agent::think) changes: between two of these lies what the thoughts between them
    /// took. Those of this program think on the thread that asks them. `None` where it cannot be
    /// told.
    fn processor_time(&self) -> Option<Duration> {
        machine::thread_processor_time()
    }

    /// What another program wrote to its standard error until it failed, the last of it.
    fn errors(&mut self) -> Option<String> {
        None
    }

    /// What the agent calls itself, where that is more than the text that opened it: the
    /// name and version of another program.
    fn title(&self) -> Option<String> {
        None
    }

    /// The agent's own limits.
    fn limits(&self) -> Limits {
        Limits::NONE
    }

    /// Whether what the agent knows is kept from move to move of a game, so that it need not
    /// [begin](Agent::begin) before each: when time alone limits it, or when it is another
    /// program. See [`AgentSession`](crate::AgentSession) for what follows from that.
    fn remembers(&self) -> bool {
        let limits = self.limits();
        limits.time.is_some() && limits.nodes.is_none() && limits.depth.is_none()
    }

    /// About how many bytes the agent takes at most while it thinks and until it is dropped:
    /// its tables and trees. Those of an agent without any are not worth counting.
    fn memory(&self) -> usize {
        0
    }

    /// The value of every legal move for the seat to move, in the game's order. Empty when
    /// the agent has no opinion.
    ///
    /// Without a better way, each move is played and the position after it searched: a ply
    /// less deep, and with its share of the nodes and the time. With more than two seats
    /// there is no such way: what is bad for the next seat need not be good for the mover.
    fn values(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Values<G::Move> {
        values_by_thinking(self, game, position, limits)
    }

    /// The move that the agent chooses, and its `most` best moves with the lines that it expects
    /// after them, the best first. Without lines when it has no opinion about single moves.
    ///
    /// Without a better way, it thinks, and then asks itself for the [values](Agent::values), each
    /// with half of the time.
    fn lines(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        most: usize,
    ) -> Result<Lines<G::Move>, Failure> {
        let limits = Limits {
            time: limits.time.map(|time| time / 2),
            ..limits.clone()
        };
        let report = self.think(game, position, &limits)?;
        let values = self.values(game, position, &limits);
        Ok(best_lines(report, values, most))
    }

    /// The tree that the agent searches for a move, as far as there is one: up to `most`
    /// nodes, and where that is not enough, those of the principal variation and their
    /// siblings.
    fn trace(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        most: usize,
    ) -> Option<Traced<G>> {
        let _ = (game, position, limits, most);
        None
    }

    /// The move alone, without limits but the agent's own, of an agent that is known not to
    /// fail.
    ///
    /// # Panics
    /// When it fails nevertheless.
    fn choose(&mut self, game: &G, position: &G::Position) -> G::Move {
        match self.think(game, position, &Limits::NONE) {
            Ok(report) => report.best,
            Err(failure) => panic!("{failure}"),
        }
    }
}

/// What an agent says when asked for a move.
pub type Answer<M> = Result<Report<M>, Failure>;

/// Why an agent has no move: what another program did wrong.
///
/// ```
/// use papan_search::{Failure, Fault};
///
/// let failure = Failure::new(Fault::Illegal, "answered 'a1', which is taken");
/// assert_eq!(failure.to_string(), "answered 'a1', which is taken");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text}")]
pub struct Failure {
    /// The kind of fault.
    pub fault: Fault,
    /// What happened, in words.
    pub text: String,
}

/// The kinds of faults of other programs. Ledgers know each by one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// It cannot be started, or never said that it is ready.
    Start,
    /// It ended while it was needed.
    Crash,
    /// It did not answer in time.
    Time,
    /// It answered a move that the rules do not allow.
    Illegal,
    /// It answered something else than the protocol says, or far too much.
    Nonsense,
    /// It gave the game up.
    Resigned,
    /// It was told to stop, and so did nothing wrong.
    Stopped,
    /// The machine is in trouble: no more open files, processes or memory. The program did
    /// nothing wrong.
    Machine,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 8] = [
        Fault::Start,
        Fault::Crash,
        Fault::Time,
        Fault::Illegal,
        Fault::Nonsense,
        Fault::Resigned,
        Fault::Stopped,
        Fault::Machine,
    ];

    /// Whether nobody is to blame for it, so that no game is lost by it.
    pub fn is_nobodys(self) -> bool {
        matches!(self, Fault::Stopped | Fault::Machine)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl FromStr for Fault {
    type Err = value::Error;

    fn from_str(text: &str) -> Result<Fault, value::Error> {
        Fault::deserialize(text.into_deserializer())
    }
}

impl Failure {
    /// A failure of this kind.
    pub fn new(fault: Fault, text: impl Into<String>) -> Failure {
        let text = text.into();
        Failure { fault, text }
    }
}

/// A move, and the tree that it was found in.
pub struct Traced<G: Game> {
    /// The answer of the search.
    pub report: Report<G::Move>,
    /// The nodes that it searched.
    pub trace: Trace<G::Move>,
    /// The position of each node as the search saw it: a paper's tree may follow other rules
    /// than its game.
    pub positions: Vec<G::Position>,
}

/// The value of each move by the evaluation right after it.
pub fn values_at_one_ply<G: Game>(
    game: &G,
    position: &G::Position,
    evaluation: &impl Evaluation<G>,
) -> Values<G::Move> {
    let Some(mover) = game.turn(position) else {
        return Vec::new();
    };
    let moves = game.legal_moves(position);
    let value = |played| match evaluation.after(game, position, played, mover) {
        (value, false) => Valued::at_sight(played, Value::points(value)),
        (_, true) => finished(game, &game.after(position, played), played, mover),
    };
    moves.into_iter().map(value).collect()
}

/// A move that ends the game: what is proven is the result, whatever an evaluation counts in.
fn finished<G: Game>(game: &G, end: &G::Position, played: G::Move, mover: Seat) -> Valued<G::Move> {
    Valued {
        exact: true,
        ..Valued::at_sight(played, Value::points(margin(game, end, mover)))
    }
}

/// The value of each move by playing it and letting the agent search the position after it:
/// a ply less deep, and with its share of the nodes and the time.
pub fn values_by_thinking<G: Game, A: Agent<G> + ?Sized>(
    agent: &mut A,
    game: &G,
    position: &G::Position,
    limits: &Limits,
) -> Values<G::Move> {
    let limits = agent.limits().within(limits);
    values_by(game, position, &limits, &mut |child, limits| {
        agent.think(game, child, limits)
    })
}

/// What thinks about a position within limits.
type Thinks<'a, G> = dyn FnMut(&<G as Game>::Position, &Limits) -> Answer<<G as Game>::Move> + 'a;

/// The same, compiled once for each game and not for each agent.
fn values_by<G: Game>(
    game: &G,
    position: &G::Position,
    limits: &Limits,
    think: &mut Thinks<'_, G>,
) -> Values<G::Move> {
    let Some(mover) = game.turn(position).filter(|_| game.seats() == 2) else {
        return Vec::new();
    };
    let moves = game.legal_moves(position);
    let begin = Instant::now();
    if let (Some(timekeeper), Some(_)) = (&limits.timekeeper, limits.time) {
        // What the moves before left over is shared out anew.
        timekeeper.note();
    }
    let mut values = Vec::with_capacity(moves.len());
    for (index, &played) in moves.iter().enumerate() {
        let child = game.after(position, played);
        let left = (moves.len() - index) as u32;
        let share = Limits {
            depth: limits.depth.map(|depth| depth.saturating_sub(1).max(1)),
            nodes: limits
                .nodes
                .map(|nodes| (nodes / moves.len() as u64).max(1)),
            time: limits.time_after(begin.elapsed()).map(|time| time / left),
            longest: None,
            clock: None,
            grace: None,
            // What is found after one move is no progress of the whole.
            live: None,
            ..limits.clone()
        };
        let Some(next) = game.turn(&child) else {
            values.push(finished(game, &child, played, mover));
            continue;
        };
        // An agent that fails has no opinion.
        let Ok(Report {
            value: Some(value),
            exact,
            depth,
            mut principal_variation,
            ..
        }) = think(&child, &share)
        else {
            return Vec::new();
        };
        principal_variation.insert(0, played);
        values.push(Valued {
            played,
            value: match next == mover {
                true => value,
                false => value.opposite(),
            },
            exact,
            depth: depth + 1,
            line: principal_variation,
        });
    }
    values
}

/// Plays any legal move, each as likely as the others.
///
/// ```
/// use papan_search::{Agent, RandomAgent};
/// use papan_core::{Game, example::Nim};
///
/// let nim = Nim::new(7);
/// let mut agent = RandomAgent::new(1);
/// let mut position = nim.start();
/// while nim.turn(&position).is_some() {
///     let chosen = agent.choose(&nim, &position);
///     nim.play(&mut position, chosen);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct RandomAgent<M> {
    random: Random,
    moves: Vec<M>,
}

impl<M> RandomAgent<M> {
    /// The agent whose choices follow from a seed.
    pub fn new(seed: u64) -> RandomAgent<M> {
        RandomAgent {
            random: Random::new(seed),
            moves: Vec::new(),
        }
    }
}

impl<G: Game> Agent<G> for RandomAgent<G::Move> {
    fn begin(&mut self, _: &G, seed: u64) {
        self.random = Random::new(seed);
    }

    fn think(&mut self, game: &G, position: &G::Position, _: &Limits) -> Answer<G::Move> {
        self.moves.clear();
        game.moves(position, &mut self.moves);
        Ok(Report::unsearched(
            self.moves[self.random.below(self.moves.len())],
        ))
    }
}
