//! Monte Carlo tree search: random games, more of them where they went well.

mod tree;

use crate::{Limits, Report, Value, Watch};
use papan_core::{Game, Random};
use tree::{Step, Tree};

/// Monte Carlo tree search with upper confidence bounds (UCT; Kocsis and Szepesvári, 2006)
/// for any number of seats. What counts is the share of first places. Positions whose
/// result is proven are not played out any more (Winands, Björnsson and Saito, 2008).
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
    /// How much it looks for moves that were tried seldom.
    pub exploration: f64,
    /// How many games of a move weigh as much as the games in which the same seat played
    /// it later (RAVE; Gelly and Silver, 2007). `None` does without those.
    pub rave: Option<f64>,
    /// How many positions are remembered at most; afterwards the tree grows no more.
    pub most_positions: usize,
    tree: Tree<M>,
    moves: Vec<M>,
}

impl<M> Default for MonteCarlo<M> {
    fn default() -> MonteCarlo<M> {
        MonteCarlo {
            exploration: 0.7,
            rave: None,
            most_positions: 1_500_000,
            tree: Tree::default(),
            moves: Vec::new(),
        }
    }
}

/// What the games say about a move at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tried<M> {
    /// The move.
    pub played: M,
    /// In how many games it was tried.
    pub games: u64,
    /// The share of first places in them for the seat that plays it.
    pub share: f64,
    /// Whether the share is proven.
    pub proven: bool,
}

impl<M: Copy + Ord> MonteCarlo<M> {
    /// Chooses a move. One node of the limits is one simulated game.
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
        self.tree.plant(&self.moves);
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
                live.tell(game, position, &self.tree.line(), Some(value), deepest);
            }
        }
        let best = self.tree.best_at_root();
        let line = self.tree.line();
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

    /// What the last search found out about each move, in the game's order.
    pub fn tried(&self) -> Vec<Tried<M>> {
        self.tree.at_root()
    }

    /// One game: down the tree, on by chance, and the result back up. Returns how deep it
    /// went in the tree.
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
                self.tree.prove_and_update(result, self.rave.is_some());
                break;
            };
            match self.tree.step(self.exploration, self.rave, mover, random) {
                Step::Known(result) => {
                    self.tree.prove_and_update(result, self.rave.is_some());
                    break;
                }
                Step::Down(played) => game.play(&mut position, played),
                Step::Leaf { grow } => {
                    if grow && self.tree.len() < self.most_positions {
                        self.moves.clear();
                        game.moves(&position, &mut self.moves);
                        self.tree.grow(&self.moves);
                        continue;
                    }
                    match self.rave {
                        None => {
                            game.playout(&mut position, random);
                        }
                        Some(_) => self.playout_noting_moves(game, &mut position, random),
                    }
                    let result = tree::shares(&game.scores(&position));
                    self.tree.update(result, self.rave.is_some());
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
