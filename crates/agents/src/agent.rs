//! Those who choose moves.

use papan_core::{Game, Random};

/// Someone who plays a game.
pub trait Agent<G: Game>: Send {
    /// A legal move in a position of a game that goes on.
    fn choose(&mut self, game: &G, position: &G::Position) -> G::Move;
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
    fn choose(&mut self, game: &G, position: &G::Position) -> G::Move {
        self.moves.clear();
        game.moves(position, &mut self.moves);
        self.moves[self.random.below(self.moves.len())]
    }
}
