//! Monte Carlo tree search for Blokus.
//!
//! Each simulation walks down the tree by the value of the moves so far and by how
//! promising they look, adds a node, and plays the rest of the game by chance, large
//! pieces first. For every seat the outcome is worth its share of the win, and a little
//! for its margin. Near the end of the game the best move is found exactly.
//!
//! Tried and left out, because neither made it stronger at equal numbers of simulations:
//! the record of a move in other simulations (RAVE), and simulated players who compare a
//! few placements.

use super::{
    playout::Simulator,
    prior::{self, View},
    solver::Endgame,
    tree::{Child, NONE, Node, Tree},
};
use papan_blokus::{Blokus, Move, Position};
use papan_core::{Game, MAX_SEATS, Random, Scores, Seat};
use papan_search::{Limits, Report, Watch};

/// What an [`Explorer`] weighs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Habits {
    /// How much it follows first impressions.
    pub curiosity: f32,
    /// How much the more promising of two moves is preferred: promises are learned from how
    /// searches spread their tries, which is more evenly than right and wrong are.
    pub sharpness: f32,
    /// How far below its siblings an untried move is taken to be.
    pub doubt: f32,
    /// What the margin counts in the value of a simulated game, from 0 to 1.
    pub margin: f32,
    /// How often a move is simulated before its answers are listed.
    pub patience: u32,
    /// With how many placements left, of all colours together, it tries to see the end.
    pub endgame: usize,
    /// How many moves of a position it keeps, the most promising ones.
    pub width: usize,
    /// The most moves in its memory, of all positions together; 20 bytes each.
    pub memory: usize,
}

impl Default for Habits {
    fn default() -> Self {
        Habits {
            curiosity: 1.0,
            sharpness: 3.0,
            doubt: 0.1,
            margin: 0.6,
            patience: 3,
            endgame: 40,
            width: 100,
            memory: 4_000_000,
        }
    }
}

/// A search that keeps its memory from move to move, but nothing that it knew.
///
/// ```
/// use papan_blokus::Small;
/// use papan_core::{Game, Random};
/// use papan_engines::blokus::{Explorer, Habits};
/// use papan_search::Limits;
///
/// let duo = Small::named("blokus-duo").unwrap();
/// let mut explorer = Explorer::new(Habits::default());
/// let report = explorer.search(&duo, &duo.start(), &Limits::nodes(50), &mut Random::new(1));
/// assert_eq!(duo.piece(report.best).size(), 5);
/// ```
#[derive(Clone, Debug)]
pub struct Explorer<const WORDS: usize> {
    habits: Habits,
    tree: Tree,
    simulator: Simulator<WORDS>,
    endgame: Endgame<WORDS>,
    moves: Vec<Move>,
    ranked: Vec<(f32, Move)>,
    /// The nodes and children that a simulation passed.
    path: Vec<(u32, u32)>,
}

/// The tries that what is expected of an untried move weighs as much as.
const SELDOM: f32 = 4.0;

/// What each seat got out of a simulated game, from 0 to 1.
type Shares = [f32; MAX_SEATS];

impl<const WORDS: usize> Explorer<WORDS> {
    /// An explorer with these habits.
    pub fn new(habits: Habits) -> Self {
        Explorer {
            tree: Tree::default(),
            simulator: Simulator::new(),
            endgame: Endgame::new(),
            moves: Vec::new(),
            ranked: Vec::new(),
            path: Vec::new(),
            habits,
        }
    }

    /// The move to play in a position of a game that goes on. Nodes are simulated games;
    /// without a limit of nodes or time, or anyone to stop it, there are 10,000.
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
        if let Some(report) = self.see_the_end(game, position, limits) {
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
                    let line = self.tree.line();
                    let value = self.tree.favourite(root).and_then(Child::value);
                    live.tell(game, position, &line, value, line.len() as u32);
                }
            }
        }
        let best = match self.tree.favourite(root) {
            Some(child) => *child,
            None => panic!("a game that goes on has a move"),
        };
        let mut line = self.tree.line();
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

    /// The best move near the end of the game, where it can be found with a part of the
    /// limits.
    fn see_the_end(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        limits: &Limits,
    ) -> Option<Report<Move>> {
        let colours = 0..game.rules().colours();
        let left: usize = colours
            .map(|colour| game.count_moves_of(position, colour))
            .sum();
        if left > self.habits.endgame {
            return None;
        }
        // A position of the end costs a tenth of a simulated game or less.
        let nodes = limits.nodes.unwrap_or(u64::MAX).saturating_mul(4);
        let limits = Limits {
            nodes: Some(nodes.min(200_000)),
            time: limits.time.map(|time| time / 3),
            ..limits.clone()
        };
        self.endgame.solve(game, position, &limits)
    }

    /// The moves of all positions together that the last search remembered; none when it
    /// saw the end.
    pub fn remembered(&self) -> usize {
        self.tree.children.len()
    }

    /// What the last search takes a move of its position to be worth: what came of it,
    /// drawn towards what an untried move is taken to be as long as it was tried seldom.
    /// Nothing when it did not search: it saw the end, or there was only one move.
    pub fn share(&self, played: Move) -> Option<f64> {
        let root = self.tree.nodes.first().filter(|root| root.visits > 0)?;
        let untried = (root.sum / root.visits as f32 - self.habits.doubt).max(0.0);
        let child = self.tree.children_of(0);
        let child = child.iter().find(|child| child.played == played);
        let (visits, sum) = child.map_or((0.0, 0.0), |child| (child.visits as f32, child.sum));
        Some(f64::from((sum + SELDOM * untried) / (visits + SELDOM)))
    }

    /// How often each move was tried in the last search, the most promising first; none
    /// when it saw the end.
    pub fn tried(&self) -> impl Iterator<Item = (Move, u32)> + '_ {
        let root = (!self.tree.nodes.is_empty()).then(|| self.tree.children_of(0));
        let children = root.unwrap_or_default();
        children.iter().map(|child| (child.played, child.visits))
    }

    /// Adds a node for a position, with its most promising moves in order.
    fn expand(&mut self, game: &Blokus<WORDS>, position: &Position<WORDS>) -> u32 {
        let node = self.tree.nodes.len() as u32;
        let first = self.tree.children.len() as u32;
        let mut count = 0;
        if let Some(colour) = position.colour() {
            self.moves.clear();
            let pieces = prior::pieces_in_question(game, position, colour);
            game.moves_with(position, colour, pieces, &mut self.moves);
            if self.moves.len() < 8 {
                self.moves.clear();
                game.moves_with(position, colour, u32::MAX, &mut self.moves);
            }
            let view = View::new(game, position, colour);
            let weights = prior::weights(game);
            self.ranked.clear();
            for &played in &self.moves {
                let worth = self.habits.sharpness * view.promise(game, weights, played);
                self.ranked.push((worth, played));
            }
            let width = self.habits.width.max(1);
            let order = |left: &(f32, Move), right: &(f32, Move)| right.0.total_cmp(&left.0);
            if self.ranked.len() > width {
                self.ranked.select_nth_unstable_by(width, order);
                self.ranked.truncate(width);
            }
            self.ranked.sort_unstable_by(order);
            let most = self.ranked.first().map_or(0.0, |first| first.0);
            let total: f32 = self
                .ranked
                .iter()
                .map(|(worth, _)| prior::power(worth - most))
                .sum();
            count = self.ranked.len() as u32;
            for &(worth, played) in &self.ranked {
                self.tree.children.push(Child {
                    played,
                    node: NONE,
                    prior: prior::power(worth - most) / total,
                    visits: 0,
                    sum: 0.0,
                });
            }
        }
        self.tree.nodes.push(Node {
            first,
            count,
            visits: 0,
            sum: 0.0,
            seat: game.turn(position).map_or(0, |seat| seat.index() as u8),
        });
        node
    }

    /// The child to try next.
    #[inline(always)]
    fn select(&self, node: u32) -> u32 {
        let habits = &self.habits;
        let node = &self.tree.nodes[node as usize];
        let children = &self.tree.children[node.first as usize..(node.first + node.count) as usize];
        let mean = match node.visits {
            0 => 0.5,
            visits => node.sum / visits as f32,
        };
        let drive = habits.curiosity * (node.visits as f32 + 1.0).sqrt();
        let mut best = (f32::MIN, 0);
        for (index, child) in children.iter().enumerate() {
            let visits = child.visits as f32;
            let value = match child.visits {
                0 => mean - habits.doubt,
                _ => child.sum / visits,
            };
            let worth = value + drive * child.prior / (1.0 + visits);
            if worth > best.0 {
                best = (worth, index as u32);
            }
        }
        node.first + best.1
    }

    /// One simulated game.
    fn simulate(
        &mut self,
        game: &Blokus<WORDS>,
        mut position: Position<WORDS>,
        random: &mut Random,
    ) {
        self.path.clear();
        let mut node = 0;
        while self.tree.nodes[node as usize].count > 0 {
            let at = self.select(node);
            self.path.push((node, at));
            let child = self.tree.children[at as usize];
            game.play(&mut position, child.played);
            if child.node != NONE {
                node = child.node;
                continue;
            }
            let room = self.tree.children.len() < self.habits.memory;
            if child.visits >= self.habits.patience && room {
                let new = self.expand(game, &position);
                self.tree.children[at as usize].node = new;
            }
            break;
        }
        self.simulator.play(game, &mut position, random);
        let shares = self.shares(&game.scores(&position));
        self.learn(&shares);
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
            shares[seat.index()] =
                (1.0 - self.habits.margin) * won + self.habits.margin * margin_share;
        }
        shares
    }

    /// Takes the outcome back up the tree.
    fn learn(&mut self, shares: &Shares) {
        for &(node, at) in &self.path {
            let node = &mut self.tree.nodes[node as usize];
            let share = shares[node.seat as usize % MAX_SEATS];
            node.visits += 1;
            node.sum += share;
            let child = &mut self.tree.children[at as usize];
            child.visits += 1;
            child.sum += share;
        }
    }
}
