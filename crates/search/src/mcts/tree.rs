//! The tree that Monte Carlo search grows, and its statistics.

use super::RootMove;
use papan_core::{MAX_SEATS, Random, Scores, Seat, floats};

/// The share of the first place that each seat has.
pub(super) type Shares = [f32; MAX_SEATS];

/// The result of a finished game: a first place that several have is shared.
pub(super) fn shares(scores: &Scores) -> Shares {
    let mut shares = [0.0; MAX_SEATS];
    let most = scores.as_slice().iter().max().copied().unwrap_or(0);
    let first = scores.as_slice().iter().filter(|&&points| points == most);
    let part = 1.0 / first.count().max(1) as f32;
    for (share, points) in shares.iter_mut().zip(scores.as_slice()) {
        if *points == most {
            *share = part;
        }
    }
    shares
}

/// A position of the tree, reached by a move.
#[derive(Clone, Debug)]
struct Node<M> {
    /// The move; that of the root is never asked for.
    played: Option<M>,
    /// Simulations that came through here.
    visits: u32,
    /// Their shares, summed, for the seat that played the move.
    total: f64,
    /// Simulations in which that seat played the move later instead (RAVE).
    rave_visits: u32,
    /// Their shares, summed.
    rave_total: f64,
    /// Where its children begin; 0 while it has none.
    first_child: u32,
    children: u32,
    /// The index of its proven result, from 1; 0 while there is none.
    proven: u32,
}

impl<M> Node<M> {
    fn new(played: Option<M>) -> Node<M> {
        Node {
            played,
            visits: 0,
            total: 0.0,
            rave_visits: 0,
            rave_total: 0.0,
            first_child: 0,
            children: 0,
            proven: 0,
        }
    }
}

/// What a simulation does at a node of the tree.
pub(super) enum Selection<M> {
    /// Its result is proven.
    Proven(Shares),
    /// This move is played.
    Move(M),
    /// It has no children yet; `expand` says that it has been visited before and gets some.
    Leaf { expand: bool },
}

#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    results: Vec<Shares>,
    /// The path of the current simulation: each node with the seat that moved there.
    path: Vec<(usize, Seat)>,
    /// The moves of the current playout, by seat.
    playout_moves: Vec<(Seat, M)>,
}

impl<M> Default for Tree<M> {
    fn default() -> Tree<M> {
        Tree {
            nodes: Vec::new(),
            results: Vec::new(),
            path: Vec::new(),
            playout_moves: Vec::new(),
        }
    }
}

const ROOT: usize = 0;

impl<M> Tree<M> {
    /// What a position takes in memory.
    pub(super) const NODE_SIZE: usize = size_of::<Node<M>>();
}

impl<M: Copy + Ord> Tree<M> {
    /// Begins a new tree at a position with these moves.
    pub(super) fn reset(&mut self, moves: &[M]) {
        self.nodes.clear();
        self.results.clear();
        self.nodes.push(Node::new(None));
        self.begin_path();
        self.expand(moves);
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn is_proven(&self) -> bool {
        self.nodes[ROOT].proven != 0
    }

    pub(super) fn begin_path(&mut self) {
        self.path.clear();
        self.playout_moves.clear();
        self.path.push((ROOT, Seat::FIRST)); // nobody moved to the root
    }

    pub(super) fn depth(&self) -> u32 {
        self.path.len() as u32 - 1
    }

    fn here(&self) -> usize {
        self.path.last().map_or(ROOT, |&(node, _)| node)
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[node];
        node.first_child as usize..(node.first_child + node.children) as usize
    }

    fn result(&self, node: usize) -> Option<Shares> {
        match self.nodes[node].proven {
            0 => None,
            place => Some(self.results[place as usize - 1]),
        }
    }

    /// Gives the current position its moves.
    pub(super) fn expand(&mut self, moves: &[M]) {
        let here = self.here();
        self.nodes[here].first_child = self.nodes.len() as u32;
        self.nodes[here].children = moves.len() as u32;
        let children = moves.iter().map(|&played| Node::new(Some(played)));
        self.nodes.extend(children);
    }

    pub(super) fn note_move(&mut self, mover: Seat, played: M) {
        self.playout_moves.push((mover, played));
    }

    /// Selects what to do at the current node, where `mover` is to move.
    pub(super) fn select(
        &mut self,
        exploration: f64,
        rave: Option<f64>,
        mover: Seat,
        random: &mut Random,
    ) -> Selection<M> {
        let here = self.here();
        if let Some(result) = self.result(here) {
            return Selection::Proven(result);
        }
        let node = &self.nodes[here];
        if node.children == 0 {
            return Selection::Leaf {
                expand: node.visits > 0,
            };
        }
        let child = self.select_child(here, exploration, rave, mover, random);
        self.path.push((child, mover));
        match self.nodes[child].played {
            Some(played) => Selection::Move(played),
            None => Selection::Leaf { expand: false },
        }
    }

    fn select_child(
        &self,
        here: usize,
        exploration: f64,
        rave: Option<f64>,
        mover: Seat,
        random: &mut Random,
    ) -> usize {
        let logarithm = floats::ln(self.nodes[here].visits);
        let children = self.children(here);
        // From a random index, so that equal moves are tried in any order.
        let turn = random.below(children.len());
        let (before, after) = (
            children.start..children.start + turn,
            children.start + turn..children.end,
        );
        let mut best = (children.start, f64::NEG_INFINITY);
        for index in after.chain(before) {
            let child = &self.nodes[index];
            // A lost move is never worth a simulation: were all lost, the node would be.
            if child.proven != 0 && self.results[child.proven as usize - 1][mover.index()] == 0.0 {
                continue;
            }
            let visits_here = f64::from(child.visits.max(1));
            // First-play urgency: an unvisited move counts as even.
            let mut share = match child.visits {
                0 => 0.5,
                _ => child.total / visits_here,
            };
            if let (Some(equivalence), 1..) = (rave, child.rave_visits) {
                let later = child.rave_total / f64::from(child.rave_visits);
                let weight = (equivalence / (3.0 * f64::from(child.visits) + equivalence)).sqrt();
                share = weight * later + (1.0 - weight) * share;
            }
            let bound = share + exploration * (logarithm / visits_here).sqrt();
            if bound > best.1 {
                best = (index, bound);
            }
        }
        best.0
    }

    /// Adds the result of a playout to the nodes of the path.
    pub(super) fn backpropagate(&mut self, result: Shares, later: bool) {
        for &(node, mover) in &self.path {
            self.nodes[node].visits += 1;
            self.nodes[node].total += f64::from(result[mover.index()]);
        }
        if later {
            self.backpropagate_rave(result);
        }
    }

    /// RAVE: at every node of the path, moves that its mover played later in this simulation
    /// count for the moves there too.
    fn backpropagate_rave(&mut self, result: Shares) {
        for place in (1..self.path.len()).rev() {
            let (node, mover) = self.path[place];
            if let Some(played) = self.nodes[node].played {
                self.playout_moves.push((mover, played));
            }
        }
        self.playout_moves.sort_unstable();
        for place in 0..self.path.len() - 1 {
            let mover = self.path[place + 1].1;
            for index in self.children(self.path[place].0) {
                let child = &mut self.nodes[index];
                if let Some(played) = child.played
                    && self.playout_moves.binary_search(&(mover, played)).is_ok()
                {
                    child.rave_visits += 1;
                    child.rave_total += f64::from(result[mover.index()]);
                }
            }
        }
    }

    /// The same for a simulation that ends within the tree: its result is proven, and perhaps
    /// that of nodes before it.
    pub(super) fn prove_and_backpropagate(&mut self, result: Shares, later: bool) {
        let mut result_here = Some(result);
        for place in (0..self.path.len()).rev() {
            let (node, mover) = self.path[place];
            let Some(proven) = result_here else {
                break;
            };
            if self.nodes[node].proven == 0 {
                self.results.push(proven);
                self.nodes[node].proven = self.results.len() as u32;
            }
            let before = place.checked_sub(1).map(|place| self.path[place].0);
            result_here = before.and_then(|before| self.result_by_children(before, mover, proven));
        }
        self.backpropagate(result, later);
    }

    /// The proven result of a node when one of its children is proven: the mover takes a sure
    /// win; without one, all children must be proven.
    fn result_by_children(&self, node: usize, mover: Seat, newest: Shares) -> Option<Shares> {
        if newest[mover.index()] == 1.0 {
            return Some(newest);
        }
        let mut best: Option<Shares> = None;
        for child in self.children(node) {
            let result = self.result(child)?;
            if best.is_none_or(|best| result[mover.index()] > best[mover.index()]) {
                best = Some(result);
            }
        }
        best
    }

    fn root_move(&self, node: usize, mover: Option<Seat>) -> Option<RootMove<M>> {
        let Node {
            played,
            visits,
            total,
            ..
        } = self.nodes[node];
        let proven = self.result(node).zip(mover);
        Some(RootMove {
            played: played?,
            visits: visits.into(),
            share: match proven {
                Some((result, mover)) => result[mover.index()].into(),
                None if visits == 0 => 0.5,
                None => total / f64::from(visits),
            },
            proven: proven.is_some(),
        })
    }

    /// The seat that moves at the root: the path of the last simulation shows it.
    fn root_mover(&self) -> Option<Seat> {
        self.path.get(1).map(|&(_, mover)| mover)
    }

    pub(super) fn at_root(&self) -> Vec<RootMove<M>> {
        if self.nodes.is_empty() {
            return Vec::new();
        }
        let mover = self.root_mover();
        let children = self.children(ROOT);
        children
            .filter_map(|child| self.root_move(child, mover))
            .collect()
    }

    /// The move to play: a sure win, else the most visited of those that are not lost.
    pub(super) fn best_at_root(&self) -> RootMove<M> {
        let rank = |root_move: &RootMove<M>| match (root_move.proven, root_move.share) {
            (true, 1.0) => (2, 0, root_move.share),
            (true, 0.0) => (0, 0, 0.0),
            // When all is proven, the number of visits says nothing.
            _ if self.is_proven() => (1, 0, root_move.share),
            _ => (1, root_move.visits, root_move.share),
        };
        let best = self.at_root().into_iter().max_by(|left, right| {
            let (left, right) = (rank(left), rank(right));
            (left.0, left.1)
                .cmp(&(right.0, right.1))
                .then(left.2.total_cmp(&right.2))
        });
        best.expect("a tree has moves at its root")
    }

    /// The principal variation: the most visited moves, beginning with the best.
    pub(super) fn principal_variation(&self) -> Vec<M> {
        self.line(self.best_at_root().played)
    }

    /// The most visited moves after a move of the root, which comes first.
    pub(super) fn line(&self, first: M) -> Vec<M> {
        let mut line = vec![first];
        let mut node = self
            .children(ROOT)
            .find(|&child| self.nodes[child].played == Some(first));
        while let Some(here) = node {
            node = self
                .children(here)
                .max_by_key(|&child| self.nodes[child].visits)
                .filter(|&child| self.nodes[child].visits > 0);
            line.extend(node.and_then(|child| self.nodes[child].played));
        }
        line
    }
}
