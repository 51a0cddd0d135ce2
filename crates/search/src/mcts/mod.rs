//! Monte Carlo tree search: random playouts, more of them where they went well.

mod tree;

use crate::{Limits, Report, Value, Watch};
use papan_core::{Game, Random};
use tree::{Selection, Tree};

/// Monte Carlo tree search with upper confidence bounds (UCT; Kocsis and Szepesvári, 2006)
/// for any number of seats. What counts is the share of first places. Positions whose
/// result is proven are not played out any more (MCTS-Solver; Winands, Björnsson and Saito,
/// 2008).
///
/// ```
/// use papan_core::{Game, Random, example::Nim};
/// use papan_search::{Limits, MonteCarlo};
///
/// let nim = Nim::new(6);
/// let mut search = MonteCarlo::default();
/// let report = search.run(&nim, &nim.start(), &Limits::nodes(1_000), &mut Random::new(1));
/// assert_eq!(report.best, 2);
/// assert!(report.exact); // so small a game is proven long before
/// ```
#[derive(Clone, Debug)]
pub struct MonteCarlo<M> {
    /// The exploration constant: how much moves with few visits are preferred.
    pub exploration: f64,
    /// The RAVE equivalence: the number of visits of a move that weigh as much as the
    /// playouts in which the same seat played it later (Gelly and Silver, 2007). `None` does
    /// without RAVE.
    pub rave: Option<f64>,
    /// The most nodes of the tree; then it grows no more.
    pub max_nodes: usize,
    tree: Tree<M>,
    moves: Vec<M>,
}

impl<M> Default for MonteCarlo<M> {
    fn default() -> MonteCarlo<M> {
        MonteCarlo {
            exploration: 0.7,
            rave: None,
            max_nodes: 1_500_000,
            tree: Tree::default(),
            moves: Vec::new(),
        }
    }
}

/// The statistics of a root move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub played: M,
    /// The number of simulations that began with it.
    pub visits: u64,
    /// The share of first places in them for the seat that plays it.
    pub share: f64,
    /// Whether the share is proven.
    pub proven: bool,
}

impl<M: Copy + Ord> MonteCarlo<M> {
    /// About how many bytes the tree takes at most after up to `nodes` simulations, each of
    /// which adds the moves of one position at most.
    pub fn memory(&self, nodes: Option<u64>) -> usize {
        const MOVES: usize = 100;
        let most = |nodes| usize::try_from(nodes).unwrap_or(usize::MAX);
        let nodes = nodes.map_or(usize::MAX, most);
        let positions = nodes.saturating_mul(MOVES).min(self.max_nodes);
        positions * Tree::<M>::NODE_SIZE
    }

    /// Chooses a move. One node of the limits is one simulation.
    ///
    /// # Panics
    /// When the game is over.
    pub fn run<G: Game<Move = M>>(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: &Limits,
        random: &mut Random,
    ) -> Report<M> {
        self.moves.clear();
        game.moves(position, &mut self.moves);
        assert!(!self.moves.is_empty(), "a game that goes on");
        let mut watch = Watch::start(limits);
        self.tree.reset(&self.moves);
        // Without any limit it would go on for ever.
        let limited = limits.nodes.is_some() || limits.time.is_some() || limits.stop.is_some();
        let most = if limited { u64::MAX } else { 10_000 };
        let mut deepest = 0;
        while watch.nodes() < most && !self.tree.is_proven() {
            deepest = deepest.max(self.simulate(game, *position, random));
            if watch.tick() {
                break;
            }
            if let Some(live) = watch.live_again() {
                let value = Value::Share(self.tree.best_at_root().share);
                live.tell(
                    game,
                    position,
                    &self.tree.principal_variation(),
                    Some(value),
                    deepest,
                );
            }
        }
        let best = self.tree.best_at_root();
        let line = self.tree.principal_variation();
        Report {
            best: best.played,
            value: Some(Value::Share(best.share)),
            principal_variation: line,
            depth: deepest,
            nodes: watch.nodes(),
            time: watch.elapsed(),
            // With more seats all but a sure win also hangs on whom the others favour.
            exact: self.tree.is_proven() && (game.seats() == 2 || best.share == 1.0),
        }
    }

    /// The statistics of each root move after the last search, in the game's order.
    pub fn root_moves(&self) -> Vec<RootMove<M>> {
        self.tree.at_root()
    }

    /// What the last search expects after a root move, which comes first.
    pub fn line(&self, first: M) -> Vec<M> {
        self.tree.line(first)
    }

    /// One simulation: selection, expansion, playout and backpropagation. Returns its depth
    /// in the tree.
    fn simulate<G: Game<Move = M>>(
        &mut self,
        game: &G,
        mut position: G::Position,
        random: &mut Random,
    ) -> u32 {
        self.tree.begin_path();
        loop {
            let Some(mover) = game.turn(&position) else {
                let result = tree::shares(&game.scores(&position));
                self.tree
                    .prove_and_backpropagate(result, self.rave.is_some());
                break;
            };
            match self.tree.select(self.exploration, self.rave, mover, random) {
                Selection::Proven(result) => {
                    self.tree
                        .prove_and_backpropagate(result, self.rave.is_some());
                    break;
                }
                Selection::Move(played) => game.play(&mut position, played),
                Selection::Leaf { expand } => {
                    if expand && self.tree.len() < self.max_nodes {
                        self.moves.clear();
                        game.moves(&position, &mut self.moves);
                        self.tree.expand(&self.moves);
                        continue;
                    }
                    match self.rave {
                        None => {
                            game.playout(&mut position, random);
                        }
                        Some(_) => self.playout_noting_moves(game, &mut position, random),
                    }
                    let result = tree::shares(&game.scores(&position));
                    self.tree.backpropagate(result, self.rave.is_some());
                    break;
                }
            }
        }
        self.tree.depth()
    }

    fn playout_noting_moves<G: Game<Move = M>>(
        &mut self,
        game: &G,
        position: &mut G::Position,
        random: &mut Random,
    ) {
        while let Some(mover) = game.turn(position) {
            self.moves.clear();
            game.moves(position, &mut self.moves);
            let played = self.moves[random.below(self.moves.len())];
            self.tree.note_move(mover, played);
            game.play(position, played);
        }
    }
}
