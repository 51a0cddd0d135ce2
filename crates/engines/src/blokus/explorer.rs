//! Monte Carlo tree search for Blokus.
//!
//! Each simulation selects its way down the tree by the values and priors of the moves
//! (PUCT), expands a node, and plays the rest of the game in a [playout](super::Playout) or asks a
//! [network](Network) how it will end. The result is backpropagated: for every seat its share of
//! the win, and a little for its margin; and, with RAVE, to all moves that were placed in the
//! simulation. Near the end of the game the best move is found exactly.
//!
//! `docs/blokus-engine.md` has what was tried and what each part is worth.

use super::{
    network::Network,
    playout::Simulator,
    rave::Records,
    settings::ExplorerSettings,
    simulation::Shares,
    solver::EndgameSolver,
    tree::{Child, Tree, most_visited},
};
use papan_blokus::{Blokus, Move, Position};
use papan_core::{Random, machine};
use papan_search::{Limits, Report, Watch};
use std::{sync::Arc, thread};

/// Monte Carlo tree search. A search without a node limit goes on with the tree of the one before,
/// where the game has come to a position in it; one with a node limit begins anew, so that it finds
/// the same each time.
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
    pub(super) settings: ExplorerSettings,
    pub(super) tree: Tree,
    pub(super) records: Records,
    pub(super) simulator: Simulator<WORDS>,
    endgame: EndgameSolver<WORDS>,
    pub(super) moves: Vec<Move>,
    pub(super) ranked: Vec<(f32, Move)>,
    pub(super) network: Option<Arc<Network>>,
    /// The inputs of the network, to work in.
    pub(super) inputs: Vec<u16>,
    /// What it said of the positions after the moves of all children, as far as they were looked at.
    pub(super) seen: Vec<Option<Shares>>,
    /// The nodes and children on the way of a simulation.
    pub(super) path: Vec<(u32, u32)>,
    /// The position at the root of the tree, if there is a tree.
    searched: Option<Position<WORDS>>,
    /// The most children in this tree: its part of what the settings allow.
    pub(super) capacity: usize,
    threads: usize,
    /// The searches of the other threads, each with a tree of its own.
    helpers: Vec<Explorer<WORDS>>,
    /// The root moves of the last search with what all its threads found.
    found: Vec<Child>,
}

/// The visits that the first-play value of a move weighs as much as.
const FIRST_PLAY_VISITS: f32 = 4.0;

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
            network: None,
            inputs: Vec::new(),
            seen: Vec::new(),
            path: Vec::new(),
            searched: None,
            capacity: settings.tree_capacity,
            threads: 1,
            helpers: Vec::new(),
            found: Vec::new(),
            settings,
        }
    }

    /// The same with a network, which has to be one for the game that is searched.
    pub fn using(self, network: Arc<Network>) -> Self {
        Explorer {
            network: Some(network),
            ..self
        }
    }

    /// The same with so many threads. Each searches a tree of its own with its part of the nodes,
    /// and their root moves are added up in the end (root parallelisation): with a node limit the
    /// answer is the same each time.
    ///
    /// ```
    /// use papan_blokus::Small;
    /// use papan_core::{Game, Random};
    /// use papan_engines::blokus::{Explorer, ExplorerSettings};
    /// use papan_search::Limits;
    ///
    /// let duo = Small::named("blokus-duo").unwrap();
    /// let mut explorer = Explorer::new(ExplorerSettings::default()).with_threads(2);
    /// let report = explorer.search(&duo, &duo.start(), &Limits::nodes(101), &mut Random::new(1));
    /// assert_eq!(report.nodes, 101);
    /// assert_eq!(explorer.visits().map(|(_, visits)| visits).sum::<u32>(), 101);
    /// ```
    pub fn with_threads(self, threads: usize) -> Self {
        Explorer {
            threads: threads.max(1),
            ..self
        }
    }

    /// Forgets what was searched, so that the next search begins anew.
    pub fn forget(&mut self) {
        self.searched = None;
        self.tree.clear();
        self.found.clear();
        for helper in &mut self.helpers {
            helper.forget();
        }
    }

    /// How many bytes its tree takes at most after up to `nodes` simulations, each of which
    /// adds the children of one node at most.
    pub fn memory(&self, nodes: Option<u64>) -> usize {
        let settings = &self.settings;
        let most = |nodes| usize::try_from(nodes).unwrap_or(usize::MAX);
        let nodes = nodes.map_or(usize::MAX, most);
        let children = nodes.saturating_mul(settings.max_children);
        children.min(settings.tree_capacity) * settings.bytes_per_child()
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
        self.found.clear();
        if let Some(report) = self.solve_endgame(game, position, limits) {
            self.forget();
            return report;
        }
        let threads = match limits.nodes {
            Some(nodes) => nodes.clamp(1, self.threads as u64) as usize,
            None => self.threads.max(limits.threads.unwrap_or(1)),
        };
        let threads = machine::threads(threads);
        self.capacity = self.settings.tree_capacity / threads;
        self.plant(game, position, limits);
        let mut nodes = 0;
        match self.tree.nodes[0].count {
            // There is nothing to choose.
            0 | 1 => self.found.extend(self.tree.children_of(0)),
            _ if threads == 1 => {
                self.simulate_until(game, position, limits, &mut watch, random);
                nodes = watch.nodes();
                self.found.extend(self.tree.children_of(0));
            }
            _ => nodes = self.simulate_together(game, position, limits, threads, random),
        }
        let Some(best) = most_visited(&self.found).copied() else {
            panic!("a game that goes on has a move");
        };
        let mut line = self.tree.principal_variation();
        if line.first() != Some(&best.played) {
            line = vec![best.played];
        }
        Report {
            best: best.played,
            value: best.value(),
            depth: line.len() as u32,
            principal_variation: line,
            nodes,
            time: watch.elapsed(),
            exact: false,
        }
    }

    /// Simulates with several threads until the limits end it, and says how often.
    fn simulate_together(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        limits: &Limits,
        threads: usize,
        random: &mut Random,
    ) -> u64 {
        if self.helpers.len() + 1 < threads {
            let mut helper = Explorer::new(self.settings);
            helper.network.clone_from(&self.network);
            self.helpers.resize(threads - 1, helper);
        }
        let mut helpers = std::mem::take(&mut self.helpers);
        let part = |thread: usize| Limits {
            nodes: limits.nodes.map(|nodes| {
                let before = |thread: usize| nodes * thread as u64 / threads as u64;
                before(thread + 1) - before(thread)
            }),
            // One of them tells how far it is.
            live: limits.live.clone().filter(|_| thread + 1 == threads),
            ..limits.clone()
        };
        let mut nodes = 0;
        thread::scope(|scope| {
            let mut working = Vec::new();
            for (thread, helper) in helpers.iter_mut().take(threads - 1).enumerate() {
                let limits = part(thread);
                let mut random = Random::new(random.next_u64());
                helper.capacity = self.capacity;
                working.push(scope.spawn(move || {
                    let mut watch = Watch::start(&limits);
                    helper.plant(game, position, &limits);
                    helper.simulate_until(game, position, &limits, &mut watch, &mut random);
                    (watch.nodes(), machine::thread_processor_time())
                }));
            }
            let limits = part(threads - 1);
            let mut watch = Watch::start(&limits);
            self.simulate_until(game, position, &limits, &mut watch, random);
            nodes += watch.nodes();
            for thread in working {
                match thread.join() {
                    Ok((simulated, taken)) => {
                        nodes += simulated;
                        machine::add_helper(taken.unwrap_or_default());
                    }
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        self.found.extend(self.tree.children_of(0));
        for helper in helpers.iter().take(threads - 1) {
            for (child, other) in self.found.iter_mut().zip(helper.tree.children_of(0)) {
                child.visits += other.visits;
                child.sum += other.sum;
            }
        }
        self.helpers = helpers;
        nodes
    }

    /// Makes the position the root of the tree: with what the tree knows of it already, where the
    /// search may go on with that.
    fn plant(&mut self, game: &Blokus<WORDS>, position: &Position<WORDS>, limits: &Limits) {
        let before = self.searched.replace(*position);
        let known = before
            .filter(|_| limits.nodes.is_none())
            .and_then(|before| self.tree.find(game, &before, position));
        let with_rave = self.settings.rave_equivalence.is_some();
        if let Some(known) = known {
            let with_network = self.network.is_some();
            let (records, seen) = (&mut self.records.of_children, &mut self.seen);
            self.tree.keep(known, |from, to| {
                if with_rave {
                    records[to] = records[from];
                }
                if with_network {
                    seen[to] = seen[from];
                }
            });
            records.truncate(self.tree.children.len());
            seen.truncate(self.tree.children.len());
            return;
        }
        self.tree.clear();
        if with_rave {
            self.records.clear(WORDS);
        }
        self.expand(game, position);
    }

    /// Simulates until the limits end it.
    fn simulate_until(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        limits: &Limits,
        watch: &mut Watch,
        random: &mut Random,
    ) {
        // Without any limit it would go on for ever.
        let limited = limits.nodes.is_some() || limits.time.is_some() || limits.stop.is_some();
        let most = if limited { u64::MAX } else { 10_000 };
        while watch.nodes() < most {
            self.simulate(game, *position, random);
            if watch.tick() || self.is_decided(watch, limits) {
                break;
            }
            if let Some(live) = watch.live_again() {
                let line = self.tree.principal_variation();
                let value = self.tree.most_visited(0).and_then(Child::value);
                live.tell(game, position, &line, value, line.len() as u32);
            }
        }
    }

    /// Whether no other move can get as many visits as the most visited one has, in what is left
    /// of the limits; asked only now and then, because it looks at all children of the root.
    fn is_decided(&self, watch: &Watch, limits: &Limits) -> bool {
        if !self.settings.stops_when_decided || !watch.nodes().is_multiple_of(16) {
            return false;
        }
        let by_nodes = limits.nodes.map(|most| most.saturating_sub(watch.nodes()));
        let by_time = limits.time.map(|time| {
            let elapsed = watch.elapsed();
            let left = time.saturating_sub(elapsed).as_secs_f64();
            (watch.nodes() as f64 * left / elapsed.as_secs_f64().max(1e-6)) as u64
        });
        let Some(left) = by_nodes.into_iter().chain(by_time).min() else {
            return false;
        };
        let (mut first, mut second) = (0, 0);
        for child in self.tree.children_of(0) {
            second = child.visits.min(first).max(second);
            first = first.max(child.visits);
        }
        u64::from(first - second) > left
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

    /// The children of all nodes together in the trees of the last search; none when the
    /// endgame solver answered.
    pub fn tree_size(&self) -> usize {
        let helpers = self.helpers.iter().map(Explorer::tree_size);
        self.tree.children.len() + helpers.sum::<usize>()
    }

    /// The value of a root move by the last search: the mean of its simulations, drawn
    /// towards the first-play value while it has few visits. Nothing when there were no
    /// simulations: the endgame solver answered, or there was only one move.
    pub fn share(&self, played: Move) -> Option<f64> {
        let first_play = (self.root_share()? - self.settings.first_play_reduction).max(0.0);
        let child = self.found.iter().find(|child| child.played == played);
        let (visits, sum) = child.map_or((0.0, 0.0), |child| (child.visits as f32, child.sum));
        Some(f64::from(
            (sum + FIRST_PLAY_VISITS * first_play) / (visits + FIRST_PLAY_VISITS),
        ))
    }

    /// The mean value of all simulations of the last search for the seat that moves; nothing when
    /// there were none.
    pub fn root_share(&self) -> Option<f32> {
        let visits: u32 = self.found.iter().map(|child| child.visits).sum();
        let sum: f32 = self.found.iter().map(|child| child.sum).sum();
        (visits > 0).then(|| sum / visits as f32)
    }

    /// The visits of each root move in the last search, the highest prior first; none when
    /// the endgame solver answered.
    pub fn visits(&self) -> impl Iterator<Item = (Move, u32)> + '_ {
        self.found.iter().map(|child| (child.played, child.visits))
    }
}
