//! The state that all searches for two seats share: move stack, move ordering, killer moves,
//! principal variations, transposition table.

use super::compiled::Node;
use crate::{
    Evaluation, INFINITY, Limits, Observer, Order, TranspositionTable, Watch,
    lines::Lines,
    observer::Visit,
    table::{Bound, Found},
};
use papan_core::{Game, Seat};

/// The state of a running search.
pub(super) struct SearchState<'a, G: Game, E, O, W> {
    pub(super) game: &'a G,
    pub(super) evaluation: &'a E,
    pub(super) order: &'a O,
    pub(super) table: Option<&'a mut TranspositionTable<G::Move>>,
    pub(super) observer: &'a mut W,
    /// The seat to move at the root.
    pub(super) root: Seat,
    pub(super) watch: Watch,
    /// The move stack: one growing list; every node has the end of it to itself.
    pub(super) moves: Vec<G::Move>,
    /// The score of each of them for move ordering.
    scores: Vec<i32>,
    pub(super) lines: Lines<G::Move>,
    /// The killer moves, which caused the last cutoffs, at each depth.
    killers: Vec<[Option<G::Move>; 2]>,
    /// Whether a line ended at the horizon, before the end of the game.
    pub(super) cut_at_horizon: bool,
}

/// What the transposition table has of a node.
pub(super) struct TableHit<M> {
    key: u64,
    /// The best move when it was searched last.
    pub(super) best: Option<M>,
    /// Its value, when that decides.
    pub(super) value: Option<i32>,
}

/// The child that a move leads to.
pub(super) enum Child<P> {
    /// The search ends here, with this value for the mover.
    Leaf(i32),
    /// This seat is to move.
    Inner(P, Seat),
}

impl<'a, G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>> SearchState<'a, G, E, O, W> {
    pub(super) fn new(
        game: &'a G,
        evaluation: &'a E,
        order: &'a O,
        table: Option<&'a mut TranspositionTable<G::Move>>,
        observer: &'a mut W,
        limits: &Limits,
        root: Seat,
    ) -> Self {
        SearchState {
            game,
            evaluation,
            order,
            table,
            observer,
            root,
            watch: Watch::start(limits),
            moves: Vec::new(),
            scores: Vec::new(),
            lines: Lines::new(0),
            killers: Vec::new(),
            cut_at_horizon: false,
        }
    }

    /// Makes room for a search of `depth` plies.
    pub(super) fn prepare(&mut self, depth: u32) {
        self.lines.resize(depth);
        self.killers.resize(depth as usize + 1, [None; 2]);
        self.cut_at_horizon = false;
    }

    /// Plays a move. A leaf is evaluated at once: a call for each would cost more than the
    /// evaluation.
    #[inline(always)]
    pub(super) fn play(
        &mut self,
        node: &Node<'_, G::Position>,
        played: G::Move,
    ) -> Child<G::Position> {
        let child = self.game.after(node.position, played);
        match self.game.turn(&child) {
            None => {
                // The principal variation below a sibling does not follow this move.
                self.lines.set(node.depth - 1, None);
                Child::Leaf(self.evaluation.finished(self.game, &child, node.mover))
            }
            Some(_) if node.depth == 1 => {
                self.cut_at_horizon = true;
                Child::Leaf(self.evaluation.value(self.game, &child, node.mover))
            }
            Some(next) => Child::Inner(child, next),
        }
    }

    /// The last ply of alpha-beta: the same as any other, without anything that only inner
    /// nodes need. Most nodes of a search are here. `None` when someone watches, or when the
    /// search may have to end within it.
    #[inline(always)]
    pub(super) fn last_ply(&mut self, node: &Node<'_, G::Position>) -> Option<i32> {
        if W::WATCHES || node.depth > 1 {
            return None;
        }
        let begin = self.list(node.position);
        let end = self.moves.len();
        if !self.watch.has_room((end - begin) as u64) {
            self.moves.truncate(begin);
            return None;
        }
        let (game, evaluation) = (self.game, self.evaluation);
        let (mut best, mut best_index, mut cut_at_horizon, mut searched) =
            (-INFINITY, begin, false, 0);
        for (index, &played) in self.moves[begin..end].iter().enumerate() {
            searched += 1;
            let (value, over) = evaluation.after(game, node.position, played, node.mover);
            cut_at_horizon |= !over;
            if value > best {
                (best, best_index) = (value, begin + index);
                if value >= node.beta {
                    break;
                }
            }
        }
        self.watch.add(searched);
        self.cut_at_horizon |= cut_at_horizon;
        let better = best > node.alpha;
        self.lines.set(1, better.then(|| self.moves[best_index]));
        self.moves.truncate(begin);
        Some(best)
    }

    /// Tells the observer where the search goes.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        node: &Node<'_, G::Position>,
        played: G::Move,
        next: Option<Seat>,
        window: (i32, i32),
        again: bool,
    ) {
        self.observer.enter(Visit {
            played,
            mover: node.mover,
            next,
            depth: node.depth - 1,
            alpha: window.0,
            beta: window.1,
            again,
        });
    }

    /// The value of a move in a window that begins with `alpha`. A scout only asks, with a null
    /// window, whether it is more than that, where the window has room to ask; when it is, a
    /// re-search finds out how much.
    #[inline(always)]
    pub(super) fn value_of(
        &mut self,
        node: &Node<'_, G::Position>,
        played: G::Move,
        alpha: i32,
        scout: bool,
        search: impl Fn(&mut Self, Node<'_, G::Position>) -> i32,
    ) -> i32 {
        let (position, mover) = match self.play(node, played) {
            Child::Leaf(value) => {
                self.enter(node, played, None, (alpha, node.beta), false);
                self.observer.leave(value);
                return value;
            }
            Child::Inner(position, mover) => (position, mover),
        };
        let again = mover == node.mover;
        let ask = |state: &mut Self, alpha: i32, beta: i32| {
            let (alpha, beta) = match again {
                true => (alpha, beta),
                false => (-beta, -alpha),
            };
            let child = Node {
                position: &position,
                mover,
                depth: node.depth - 1,
                alpha,
                beta,
            };
            let value = search(state, child);
            if again { value } else { -value }
        };
        let scout = scout && node.beta - alpha > 1 && alpha > -INFINITY;
        let beta = if scout { alpha + 1 } else { node.beta };
        self.enter(node, played, Some(mover), (alpha, beta), false);
        let mut value = ask(self, alpha, beta);
        if scout && alpha < value && value < node.beta && !self.watch.is_over() {
            self.observer.leave(value);
            // The window is open below, so that the principal variation is found again.
            let open = (value - 1, node.beta);
            self.enter(node, played, Some(mover), open, true);
            self.watch.tick();
            value = ask(self, open.0, open.1);
        }
        self.observer.leave(value);
        value
    }

    /// Pushes the moves of a position onto the move stack and returns where they begin.
    #[inline(always)]
    pub(super) fn list(&mut self, position: &G::Position) -> usize {
        let begin = self.moves.len();
        self.game.moves(position, &mut self.moves);
        begin
    }

    /// The same with a score for each move: the table's move first, then the killer moves.
    /// The last ply is not worth sorting.
    #[inline(always)]
    pub(super) fn list_sorted(
        &mut self,
        node: &Node<'_, G::Position>,
        first: Option<G::Move>,
    ) -> usize {
        let begin = self.list(node.position);
        if O::SORTS && node.depth > 1 {
            self.scores.truncate(begin);
            self.scores.resize(begin, 0);
            let killers = self.killers[node.depth as usize];
            for &played in &self.moves[begin..] {
                let score = match Some(played) {
                    same if same == first => i32::MAX,
                    same if same == killers[0] => i32::MAX - 1,
                    same if same == killers[1] => i32::MAX - 2,
                    _ => self.order.promise(self.game, node.position, played),
                };
                self.scores.push(score);
            }
        } else if let Some(first) = first {
            // The others keep their order.
            let rest = &mut self.moves[begin..];
            if let Some(index) = rest.iter().position(|&played| played == first) {
                rest[..=index].rotate_right(1);
            }
        }
        begin
    }

    /// The move at `index` of the stack; the one with the highest score from there on.
    #[inline(always)]
    pub(super) fn pick(&mut self, node: &Node<'_, G::Position>, index: usize) -> G::Move {
        if O::SORTS && node.depth > 1 {
            let rest = &self.scores[index..self.moves.len()];
            let mut best = 0;
            for (place, score) in rest.iter().enumerate() {
                if *score > rest[best] {
                    best = place;
                }
            }
            self.scores.swap(index, index + best);
            self.moves.swap(index, index + best);
        }
        self.moves[index]
    }

    /// Notes a killer move: one that caused a cutoff.
    #[inline(always)]
    pub(super) fn note_killer(&mut self, depth: u32, played: G::Move) {
        let killers = &mut self.killers[depth as usize];
        if O::SORTS && killers[0] != Some(played) {
            *killers = [Some(played), killers[0]];
        }
    }

    /// Probes the transposition table.
    #[inline(always)]
    pub(super) fn probe(&mut self, node: &Node<'_, G::Position>) -> TableHit<G::Move> {
        let mut known = TableHit {
            key: 0,
            best: None,
            value: None,
        };
        // The last ply is not worth an entry, and whether `last_ply` does it depends on the
        // clock: what is stored must not.
        let Some(table) = self.table.as_ref().filter(|_| node.depth > 1) else {
            return known;
        };
        let (key, entry) = table.find(self.game, node.position);
        known.key = key;
        let Some(entry) = entry else {
            return known;
        };
        known.best = entry.best;
        let depth = u32::from(entry.depth);
        // A hit from another depth would make the value depend on what was searched before.
        if (depth == node.depth || (entry.solved && depth <= node.depth))
            && entry.bound.decides(entry.value, node.alpha, node.beta)
        {
            known.value = Some(entry.value);
            self.cut_at_horizon |= !entry.solved;
            self.lines.set(node.depth, entry.best);
            self.observer.known();
        }
        known
    }

    /// Stores a node in the transposition table.
    #[inline(always)]
    pub(super) fn store(
        &mut self,
        node: &Node<'_, G::Position>,
        known: &TableHit<G::Move>,
        value: i32,
        best: Option<G::Move>,
    ) {
        let Some(table) = self.table.as_mut().filter(|_| node.depth > 1) else {
            return;
        };
        table.store(
            known.key,
            Found {
                value,
                depth: node.depth,
                bound: Bound::of(value, node.alpha, node.beta),
                solved: !self.cut_at_horizon,
                best,
            },
        );
    }
}
