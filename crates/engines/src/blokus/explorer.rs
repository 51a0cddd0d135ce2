//! Monte Carlo tree search for Blokus.
//!
//! Each simulation selects its way down the tree by the values and priors of the moves
//! (PUCT), expands a node, and plays the rest of the game in a [playout](Playout). The result
//! is backpropagated: for every seat its share of the win, and a little for its margin; and,
//! with RAVE, to all moves that were placed in the simulation. Near the end of the game the
//! best move is found exactly.
//!
//! `docs/blokus-engine.md` has what was tried and what each part is worth.

use super::{
    playout::{Playout, Simulator},
    prior::{self, PriorContext},
    rave::{Record, Records},
    solver::EndgameSolver,
    tree::{Child, NONE, Node, Tree},
};
use papan_blokus::{Blokus, Move, Position};
use papan_core::{Game, MAX_SEATS, Random, Scores, Seat};
use papan_search::{Limits, Report, Watch};

/// The settings of an [`Explorer`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExplorerSettings {
    /// The exploration constant: how much priors count beside values.
    pub exploration: f32,
    /// The factor of the logits before their softmax gives the priors, an inverse
    /// temperature: they are learned from how searches spread their visits, which is more
    /// evenly than right and wrong are.
    pub prior_sharpness: f32,
    /// First-play urgency: how far below the mean of its node an unvisited move is taken to
    /// be.
    pub first_play_reduction: f32,
    /// The weight of the margin in the value of a playout, from 0 to 1.
    pub margin_weight: f32,
    /// The visits of a move before its position becomes a node of the tree.
    pub expansion_visits: u32,
    /// How the simulations go on where the tree ends.
    pub playout: Playout,
    /// RAVE: the visits after which the values of a move and of simulations in which it came
    /// later weigh about the same; `None` does without the latter.
    pub rave_equivalence: Option<f32>,
    /// At this many legal placements, of all colours together, or fewer, the endgame solver
    /// is tried first.
    pub endgame_placements: usize,
    /// The most children of a node, those with the highest priors.
    pub max_children: usize,
    /// The most children in the tree, of all nodes together; 20 bytes each, 28 with RAVE.
    pub tree_capacity: usize,
}

impl Default for ExplorerSettings {
    fn default() -> Self {
        ExplorerSettings {
            exploration: 1.0,
            prior_sharpness: 3.0,
            first_play_reduction: 0.1,
            margin_weight: 0.6,
            expansion_visits: 3,
            playout: Playout::Random,
            rave_equivalence: None,
            endgame_placements: 40,
            max_children: 100,
            tree_capacity: 4_000_000,
        }
    }
}

impl ExplorerSettings {
    /// The settings for playouts of local replies, which tell enough of the moves in them for
    /// RAVE to pay; with random ones it does not.
    ///
    /// ```
    /// use papan_engines::blokus::{ExplorerSettings, Playout};
    ///
    /// let settings = ExplorerSettings::with_replies();
    /// assert_eq!(settings.playout, Playout::Replies);
    /// assert!(settings.rave_equivalence.is_some());
    /// ```
    pub fn with_replies() -> Self {
        ExplorerSettings {
            playout: Playout::Replies,
            rave_equivalence: Some(1_000.0),
            ..ExplorerSettings::default()
        }
    }
}

/// Monte Carlo tree search. It keeps its allocated memory from move to move, but no tree.
///
/// ```
/// use papan_blokus::Small;
/// use papan_core::{Game, Random};
/// use papan_engines::blokus::{Explorer, ExplorerSettings};
/// use papan_search::Limits;
///
/// let duo = Small::named("blokus-duo").unwrap();
/// let mut explorer = Explorer::new(ExplorerSettings::default());
/// let report = explorer.search(&duo, &duo.start(), &Limits::nodes(50), &mut Random::new(1));
/// assert_eq!(duo.piece(report.best).size(), 5);
/// ```
#[derive(Clone, Debug)]
pub struct Explorer<const WORDS: usize> {
    settings: ExplorerSettings,
    tree: Tree,
    records: Records,
    simulator: Simulator<WORDS>,
    endgame: EndgameSolver<WORDS>,
    moves: Vec<Move>,
    ranked: Vec<(f32, Move)>,
    /// The nodes and children on the way of a simulation.
    path: Vec<(u32, u32)>,
}

/// The visits that the first-play value of a move weighs as much as.
const FIRST_PLAY_VISITS: f32 = 4.0;

/// The value of a playout for each seat, from 0 to 1.
type Shares = [f32; MAX_SEATS];

impl<const WORDS: usize> Explorer<WORDS> {
    /// An explorer with these settings.
    pub fn new(settings: ExplorerSettings) -> Self {
        Explorer {
            tree: Tree::default(),
            records: Records::default(),
            simulator: Simulator::new(settings.playout),
            endgame: EndgameSolver::new(),
            moves: Vec::new(),
            ranked: Vec::new(),
            path: Vec::new(),
            settings,
        }
    }

    /// How many bytes its tree takes at most after up to `nodes` simulations, each of which
    /// adds the children of one node at most.
    pub fn memory(&self, nodes: Option<u64>) -> usize {
        let settings = &self.settings;
        let nodes = nodes.map_or(usize::MAX, |nodes| nodes as usize);
        let children = nodes.saturating_mul(settings.max_children);
        let record = match settings.rave_equivalence {
            Some(_) => size_of::<Record>(),
            None => 0,
        };
        children.min(settings.tree_capacity) * (size_of::<Child>() + record)
    }

    /// The move to play in a position of a game that goes on. Nodes are simulations; without
    /// a node limit, a time limit or anyone to stop it, there are 10,000.
    ///
    /// # Panics
    /// When the game is over.
    pub fn search(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        limits: &Limits,
        random: &mut Random,
    ) -> Report<Move> {
        let mut watch = Watch::start(limits);
        self.tree.clear();
        if self.settings.rave_equivalence.is_some() {
            self.records.clear(WORDS);
        }
        if let Some(report) = self.solve_endgame(game, position, limits) {
            return report;
        }
        let root = self.expand(game, position);
        let only_one = self.tree.nodes[root as usize].count == 1;
        if !only_one {
            // Without any limit it would go on for ever.
            let limited = limits.nodes.is_some() || limits.time.is_some() || limits.stop.is_some();
            let most = if limited { u64::MAX } else { 10_000 };
            while watch.nodes() < most {
                self.simulate(game, *position, random);
                if watch.tick() {
                    break;
                }
                if let Some(live) = watch.live_again() {
                    let line = self.tree.principal_variation();
                    let value = self.tree.most_visited(root).and_then(Child::value);
                    live.tell(game, position, &line, value, line.len() as u32);
                }
            }
        }
        let best = match self.tree.most_visited(root) {
            Some(child) => *child,
            None => panic!("a game that goes on has a move"),
        };
        let mut line = self.tree.principal_variation();
        if line.is_empty() {
            line.push(best.played);
        }
        Report {
            best: best.played,
            value: best.value(),
            depth: line.len() as u32,
            principal_variation: line,
            nodes: watch.nodes(),
            time: watch.elapsed(),
            exact: false,
        }
    }

    /// The exact best move near the end of the game, where a part of the limits is enough to
    /// find it.
    fn solve_endgame(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        limits: &Limits,
    ) -> Option<Report<Move>> {
        let colours = 0..game.rules().colours();
        let left: usize = colours
            .map(|colour| game.count_moves_of(position, colour))
            .sum();
        if left > self.settings.endgame_placements {
            return None;
        }
        // A node of the endgame solver costs a tenth of a simulation or less.
        let nodes = limits.nodes.unwrap_or(u64::MAX).saturating_mul(4);
        let limits = Limits {
            nodes: Some(nodes.min(200_000)),
            time: limits.time.map(|time| time / 3),
            ..limits.clone()
        };
        self.endgame.solve(game, position, &limits)
    }

    /// The children of all nodes together in the tree of the last search; none when the
    /// endgame solver answered.
    pub fn tree_size(&self) -> usize {
        self.tree.children.len()
    }

    /// The value of a root move by the last search: the mean of its simulations, drawn
    /// towards the first-play value while it has few visits. Nothing when there were no
    /// simulations: the endgame solver answered, or there was only one move.
    pub fn share(&self, played: Move) -> Option<f64> {
        let root = self.tree.nodes.first().filter(|root| root.visits > 0)?;
        let first_play =
            (root.sum / root.visits as f32 - self.settings.first_play_reduction).max(0.0);
        let child = self.tree.children_of(0);
        let child = child.iter().find(|child| child.played == played);
        let (visits, sum) = child.map_or((0.0, 0.0), |child| (child.visits as f32, child.sum));
        Some(f64::from(
            (sum + FIRST_PLAY_VISITS * first_play) / (visits + FIRST_PLAY_VISITS),
        ))
    }

    /// The visits of each root move in the last search, the highest prior first; none when
    /// the endgame solver answered.
    pub fn visits(&self) -> impl Iterator<Item = (Move, u32)> + '_ {
        let root = (!self.tree.nodes.is_empty()).then(|| self.tree.children_of(0));
        let children = root.unwrap_or_default();
        children.iter().map(|child| (child.played, child.visits))
    }

    /// Adds a node for a position, its children ordered by their priors.
    fn expand(&mut self, game: &Blokus<WORDS>, position: &Position<WORDS>) -> u32 {
        let node = self.tree.nodes.len() as u32;
        let first = self.tree.children.len() as u32;
        let mut count = 0;
        if let Some(colour) = position.colour() {
            self.moves.clear();
            let pieces = prior::candidate_pieces(game, position, colour);
            game.moves_with(position, colour, pieces, &mut self.moves);
            if self.moves.len() < 8 {
                self.moves.clear();
                game.moves_with(position, colour, u32::MAX, &mut self.moves);
            }
            let view = PriorContext::new(game, position, colour);
            let weights = prior::weights(game);
            self.ranked.clear();
            for &played in &self.moves {
                let logit = self.settings.prior_sharpness * view.logit(game, weights, played);
                self.ranked.push((logit, played));
            }
            let max_children = self.settings.max_children.max(1);
            let order = |left: &(f32, Move), right: &(f32, Move)| right.0.total_cmp(&left.0);
            if self.ranked.len() > max_children {
                self.ranked.select_nth_unstable_by(max_children, order);
                self.ranked.truncate(max_children);
            }
            self.ranked.sort_unstable_by(order);
            let most = self.ranked.first().map_or(0.0, |first| first.0);
            let total: f32 = self
                .ranked
                .iter()
                .map(|(logit, _)| prior::exp(logit - most))
                .sum();
            count = self.ranked.len() as u32;
            for &(logit, played) in &self.ranked {
                self.tree.children.push(Child {
                    played,
                    node: NONE,
                    prior: prior::exp(logit - most) / total,
                    visits: 0,
                    sum: 0.0,
                });
            }
        }
        if self.settings.rave_equivalence.is_some() {
            let children = self.tree.children.len();
            self.records.of_children.resize(children, Record::default());
        }
        self.tree.nodes.push(Node {
            first,
            count,
            visits: 0,
            sum: 0.0,
            colour: position.colour().unwrap_or_default() as u8,
            seat: game.turn(position).map_or(0, |seat| seat.index() as u8),
        });
        node
    }

    /// The child with the highest sum of value and exploration term (PUCT).
    #[inline(always)]
    fn select(&self, node: u32) -> u32 {
        match self.settings.rave_equivalence {
            None => self.select_by(node, |_, value, _| value),
            Some(equivalence) => self.select_by(node, |at, value, visits| {
                self.records.of_children[at].blend(value, visits, equivalence)
            }),
        }
    }

    /// The child to select, with values that `blend` makes of the number of a child, its own
    /// value and its visits.
    #[inline(always)]
    fn select_by(&self, node: u32, blend: impl Fn(usize, f32, f32) -> f32) -> u32 {
        let settings = &self.settings;
        let node = &self.tree.nodes[node as usize];
        let children = &self.tree.children[node.first as usize..(node.first + node.count) as usize];
        let mean = match node.visits {
            0 => 0.5,
            visits => node.sum / visits as f32,
        };
        let exploration = settings.exploration * (node.visits as f32 + 1.0).sqrt();
        let mut best = (f32::MIN, 0);
        for (index, child) in children.iter().enumerate() {
            let visits = child.visits as f32;
            let value = match child.visits {
                0 => mean - settings.first_play_reduction,
                _ => child.sum / visits,
            };
            let value = blend(node.first as usize + index, value, visits);
            let score = value + exploration * child.prior / (1.0 + visits);
            if score > best.0 {
                best = (score, index as u32);
            }
        }
        node.first + best.1
    }

    /// One simulation: selection, expansion, playout and backpropagation.
    fn simulate(
        &mut self,
        game: &Blokus<WORDS>,
        mut position: Position<WORDS>,
        random: &mut Random,
    ) {
        self.path.clear();
        self.simulator.begin();
        let mut node = 0;
        while self.tree.nodes[node as usize].count > 0 {
            let at = self.select(node);
            self.path.push((node, at));
            let child = self.tree.children[at as usize];
            if let Some(colour) = position.colour() {
                self.simulator.note(game, colour, child.played);
            }
            game.play(&mut position, child.played);
            if child.node != NONE {
                node = child.node;
                continue;
            }
            let room = self.tree.children.len() < self.settings.tree_capacity;
            if child.visits >= self.settings.expansion_visits && room {
                let new = self.expand(game, &position);
                self.tree.children[at as usize].node = new;
            }
            break;
        }
        self.simulator.play(game, &mut position, random);
        let shares = self.shares(&game.scores(&position));
        self.backpropagate(&shares);
    }

    fn shares(&self, scores: &Scores) -> Shares {
        let mut shares = [0.0; MAX_SEATS];
        let outcome = scores.outcome();
        let first = outcome.ranks().iter().filter(|&&rank| rank == 1).count() as f32;
        for seat in Seat::all(scores.seats()) {
            let won = match outcome.ranks()[seat.index()] {
                1 => 1.0 / first,
                _ => 0.0,
            };
            let margin = (scores.difference(seat) as f32 / 40.0).clamp(-1.0, 1.0);
            let margin_share = 0.5 + 0.5 * margin;
            shares[seat.index()] = (1.0 - self.settings.margin_weight) * won
                + self.settings.margin_weight * margin_share;
        }
        shares
    }

    /// Adds the values of a playout to all nodes on its way.
    fn backpropagate(&mut self, shares: &Shares) {
        for &(node, at) in &self.path {
            let node = &mut self.tree.nodes[node as usize];
            let share = shares[node.seat as usize % MAX_SEATS];
            node.visits += 1;
            node.sum += share;
            let child = &mut self.tree.children[at as usize];
            child.visits += 1;
            child.sum += share;
        }
        if self.settings.rave_equivalence.is_some() {
            let Tree { nodes, children } = &self.tree;
            let way = self.path.iter().map(|&(node, _)| {
                let node = nodes[node as usize];
                (node, shares[node.seat as usize % MAX_SEATS])
            });
            let move_of = |child: usize| children[child].played;
            self.records
                .add(WORDS, self.simulator.played(), way, move_of);
        }
    }
}
