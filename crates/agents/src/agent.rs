//! Those who choose moves.

use papan_core::{Game, Random, Seat};
use papan_search::{Evaluation, Limits, Report, Trace, Value, margin};
use std::time::Instant;

/// Someone who plays a game.
pub trait Agent<G: Game>: Send {
    /// A new game begins: what was remembered of the last one is forgotten, and chance
    /// follows from this seed, so that a game can be played again.
    fn begin(&mut self, game: &G, seed: u64) {
        let _ = (game, seed);
    }

    /// Chooses a legal move in a position of a game that goes on. An agent has limits of
    /// its own; these hold as well.
    fn think(&mut self, game: &G, position: &G::Position, limits: &Limits) -> Report<G::Move>;

    /// The agent's own limits.
    fn limits(&self) -> Limits {
        Limits::NONE
    }

    /// What every legal move is worth to the seat to move, in the game's order. Empty when
    /// the agent has no opinion.
    ///
    /// Without a better way, each move is played and the answer to it thought about: a
    /// ply less deep, and with its share of the nodes and the time. With more than two seats
    /// there is no such way: what is bad for the next seat need not be good for the mover.
    fn values(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> Vec<(G::Move, Value)> {
        values_by_thinking(self, game, position, limits)
    }

    /// What the end of a game is worth to a seat, in the agent's own points.
    fn finished(&self, game: &G, position: &G::Position, seat: Seat) -> Value {
        Value::Points(margin(game, position, seat))
    }

    /// The tree that the agent looks through for a move, as far as there is one: up to
    /// `most` looks at positions, and where that is not enough, those of the best line and
    /// its siblings.
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

    /// The move alone, without limits but the agent's own.
    fn choose(&mut self, game: &G, position: &G::Position) -> G::Move {
        self.think(game, position, &Limits::NONE).best
    }
}

/// A move, and the tree that it was found in.
pub struct Traced<G: Game> {
    /// The answer of the search.
    pub report: Report<G::Move>,
    /// What it looked at.
    pub trace: Trace<G::Move>,
    /// The position of each look as the search saw it: a paper's tree may follow other rules
    /// than its game.
    pub positions: Vec<G::Position>,
}

/// What an evaluation says of each move right after it.
pub(crate) fn values_at_one_ply<G: Game>(
    game: &G,
    position: &G::Position,
    evaluation: &impl Evaluation<G>,
) -> Vec<(G::Move, Value)> {
    let Some(mover) = game.turn(position) else {
        return Vec::new();
    };
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let value = |played| {
        let (value, _) = evaluation.after(game, position, played, mover);
        (played, Value::Points(value))
    };
    moves.into_iter().map(value).collect()
}

/// Plays each move and lets the agent think about the answer: a ply less deep, and with its
/// share of the nodes and the time.
pub(crate) fn values_by_thinking<G: Game, A: Agent<G> + ?Sized>(
    agent: &mut A,
    game: &G,
    position: &G::Position,
    limits: &Limits,
) -> Vec<(G::Move, Value)> {
    let Some(mover) = game.turn(position).filter(|_| game.seats() == 2) else {
        return Vec::new();
    };
    let limits = agent.limits().within(limits);
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let begin = Instant::now();
    let mut values = Vec::with_capacity(moves.len());
    for (index, &played) in moves.iter().enumerate() {
        let mut child = *position;
        game.play(&mut child, played);
        let left = (moves.len() - index) as u32;
        let share = Limits {
            depth: limits.depth.map(|depth| depth.saturating_sub(1).max(1)),
            nodes: limits
                .nodes
                .map(|nodes| (nodes / moves.len() as u64).max(1)),
            time: limits
                .time
                .map(|time| time.saturating_sub(begin.elapsed()) / left),
            stop: limits.stop.clone(),
        };
        let value = match game.turn(&child) {
            None => Some(agent.finished(game, &child, mover)),
            Some(next) => {
                let value = agent.think(game, &child, &share).value;
                match next == mover {
                    true => value,
                    false => value.map(Value::opposite),
                }
            }
        };
        match value {
            Some(value) => values.push((played, value)),
            None => return Vec::new(),
        }
    }
    values
}

/// Plays any legal move, each as likely as the others.
///
/// ```
/// use papan_agents::{Agent, RandomAgent};
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

    fn think(&mut self, game: &G, position: &G::Position, _: &Limits) -> Report<G::Move> {
        self.moves.clear();
        game.moves(position, &mut self.moves);
        Report::unsearched(self.moves[self.random.below(self.moves.len())])
    }
}
