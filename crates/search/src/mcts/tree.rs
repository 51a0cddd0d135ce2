//! The tree that Monte Carlo search grows, and its statistics.

use super::Tried;
use papan_core::{MAX_SEATS, Random, Scores, Seat};

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
    /// Games that came through here.
    games: u32,
    /// What they brought to the seat that played the move.
    total: f64,
    /// Games in which that seat played the move later instead.
    later_games: u32,
    /// What those brought to it.
    later_total: f64,
    /// Where its children begin; 0 while it has none.
    first_child: u32,
    children: u32,
    /// The place of its proven result, counted from 1; 0 while there is none.
    proven: u32,
}

impl<M> Node<M> {
    fn new(played: Option<M>) -> Node<M> {
        Node {
            played,
            games: 0,
            total: 0.0,
            later_games: 0,
            later_total: 0.0,
            first_child: 0,
            children: 0,
            proven: 0,
        }
    }
}

/// What to do at a position of the tree.
pub(super) enum Step<M> {
    /// Its result is proven.
    Known(Shares),
    /// This move is tried.
    Down(M),
    /// It has no children yet; `grow` says that it was seen often enough to have some.
    Leaf { grow: bool },
}

#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    results: Vec<Shares>,
    /// The way of the current game: each position with the seat that moved there.
    path: Vec<(usize, Seat)>,
    /// The moves of the current game behind the tree, by seat.
    noted: Vec<(Seat, M)>,
}

impl<M> Default for Tree<M> {
    fn default() -> Tree<M> {
        Tree {
            nodes: Vec::new(),
            results: Vec::new(),
            path: Vec::new(),
            noted: Vec::new(),
        }
    }
}

const ROOT: usize = 0;

impl<M: Copy + Ord> Tree<M> {
    /// Begins a new tree at a position with these moves.
    pub(super) fn plant(&mut self, moves: &[M]) {
        self.nodes.clear();
        self.results.clear();
        self.nodes.push(Node::new(None));
        self.begin_path();
        self.grow(moves);
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn is_proven(&self) -> bool {
        self.nodes[ROOT].proven != 0
    }

    pub(super) fn begin_path(&mut self) {
        self.path.clear();
        self.noted.clear();
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
    pub(super) fn grow(&mut self, moves: &[M]) {
        let here = self.here();
        self.nodes[here].first_child = self.nodes.len() as u32;
        self.nodes[here].children = moves.len() as u32;
        let children = moves.iter().map(|&played| Node::new(Some(played)));
        self.nodes.extend(children);
    }

    pub(super) fn note_move(&mut self, mover: Seat, played: M) {
        self.noted.push((mover, played));
    }

    /// Chooses what to try at the current position, where `mover` is to move.
    pub(super) fn step(
        &mut self,
        exploration: f64,
        rave: Option<f64>,
        mover: Seat,
        random: &mut Random,
    ) -> Step<M> {
        let here = self.here();
        if let Some(result) = self.result(here) {
            return Step::Known(result);
        }
        let node = &self.nodes[here];
        if node.children == 0 {
            return Step::Leaf {
                grow: node.games > 0,
            };
        }
        let child = self.most_urgent(here, exploration, rave, mover, random);
        self.path.push((child, mover));
        match self.nodes[child].played {
            Some(played) => Step::Down(played),
            None => Step::Leaf { grow: false },
        }
    }

    fn most_urgent(
        &self,
        here: usize,
        exploration: f64,
        rave: Option<f64>,
        mover: Seat,
        random: &mut Random,
    ) -> usize {
        let games = f64::from(self.nodes[here].games.max(1));
        let logarithm = games.ln();
        let children = self.children(here);
        // From a place by chance, so that equal moves are tried in any order.
        let turn = random.below(children.len());
        let (early, late) = (
            children.start..children.start + turn,
            children.start + turn..children.end,
        );
        let mut best = (children.start, f64::NEG_INFINITY);
        for index in late.chain(early) {
            let child = &self.nodes[index];
            // A lost move is never worth a game: were all lost, the position would be.
            if child.proven != 0 && self.results[child.proven as usize - 1][mover.index()] == 0.0 {
                continue;
            }
            let tried = f64::from(child.games.max(1));
            // What was not tried yet counts as even until it is.
            let mut share = match child.games {
                0 => 0.5,
                _ => child.total / tried,
            };
            if let (Some(equivalence), 1..) = (rave, child.later_games) {
                let later = child.later_total / f64::from(child.later_games);
                let weight = (equivalence / (3.0 * f64::from(child.games) + equivalence)).sqrt();
                share = weight * later + (1.0 - weight) * share;
            }
            let urgency = share + exploration * (logarithm / tried).sqrt();
            if urgency > best.1 {
                best = (index, urgency);
            }
        }
        best.0
    }

    /// Takes the result of a game into account.
    pub(super) fn update(&mut self, result: Shares, later: bool) {
        for &(node, mover) in &self.path {
            self.nodes[node].games += 1;
            self.nodes[node].total += f64::from(result[mover.index()]);
        }
        if later {
            self.update_later(result);
        }
    }

    /// For every position of the way: moves that its mover played later in this game count
    /// for the moves there too.
    fn update_later(&mut self, result: Shares) {
        for place in (1..self.path.len()).rev() {
            let (node, mover) = self.path[place];
            if let Some(played) = self.nodes[node].played {
                self.noted.push((mover, played));
            }
        }
        self.noted.sort_unstable();
        for place in 0..self.path.len() - 1 {
            let mover = self.path[place + 1].1;
            for index in self.children(self.path[place].0) {
                let child = &mut self.nodes[index];
                if let Some(played) = child.played
                    && self.noted.binary_search(&(mover, played)).is_ok()
                {
                    child.later_games += 1;
                    child.later_total += f64::from(result[mover.index()]);
                }
            }
        }
    }

    /// The same for a game whose end lies in the tree: its result is proven, and perhaps
    /// that of positions before it.
    pub(super) fn prove_and_update(&mut self, result: Shares, later: bool) {
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
        self.update(result, later);
    }

    /// What a position is proven to be worth when one of its moves is: the mover takes a
    /// sure win; without one, all moves must be known.
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

    fn tried(&self, node: usize, mover: Option<Seat>) -> Option<Tried<M>> {
        let Node {
            played,
            games,
            total,
            ..
        } = self.nodes[node];
        let proven = self.result(node).zip(mover);
        Some(Tried {
            played: played?,
            games: games.into(),
            share: match proven {
                Some((result, mover)) => result[mover.index()].into(),
                None if games == 0 => 0.5,
                None => total / f64::from(games),
            },
            proven: proven.is_some(),
        })
    }

    /// The seat that moves at the root: the path of the last game shows it.
    fn root_mover(&self) -> Option<Seat> {
        self.path.get(1).map(|&(_, mover)| mover)
    }

    pub(super) fn at_root(&self) -> Vec<Tried<M>> {
        if self.nodes.is_empty() {
            return Vec::new();
        }
        let mover = self.root_mover();
        let children = self.children(ROOT);
        children
            .filter_map(|child| self.tried(child, mover))
            .collect()
    }

    /// The move to play: a sure win, else the one that was tried most of those that are
    /// not lost.
    pub(super) fn best_at_root(&self) -> Tried<M> {
        let rank = |tried: &Tried<M>| match (tried.proven, tried.share) {
            (true, 1.0) => (2, 0, tried.share),
            (true, 0.0) => (0, 0, 0.0),
            // When all is proven, the number of games says nothing.
            _ if self.is_proven() => (1, 0, tried.share),
            _ => (1, tried.games, tried.share),
        };
        let best = self.at_root().into_iter().max_by(|left, right| {
            let (left, right) = (rank(left), rank(right));
            (left.0, left.1)
                .cmp(&(right.0, right.1))
                .then(left.2.total_cmp(&right.2))
        });
        best.expect("a tree has moves at its root")
    }

    /// The moves that were tried most, beginning with the best.
    pub(super) fn line(&self) -> Vec<M> {
        let best = self.best_at_root().played;
        let mut line = vec![best];
        let mut node = self
            .children(ROOT)
            .find(|&child| self.nodes[child].played == Some(best));
        while let Some(here) = node {
            node = self
                .children(here)
                .max_by_key(|&child| self.nodes[child].games)
                .filter(|&child| self.nodes[child].games > 0);
            line.extend(node.and_then(|child| self.nodes[child].played));
        }
        line
    }
}
