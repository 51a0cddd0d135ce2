//! NegaScout (principal variation search): the first move is searched with the full window,
//! and of the others it is only asked, with a null window, whether they are better. Those
//! that are get a re-search. The better the move ordering, the rarer that is.

use super::{
    compiled::{Node, NodeSearch},
    state::{Child, SearchState},
};
use crate::{Evaluation, INFINITY, Observer, Order};
use papan_core::Game;

pub(super) struct NegaScout<'f, 'a, G: Game, E, O, W> {
    pub(super) state: &'f mut SearchState<'a, G, E, O, W>,
}

impl<G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>> NodeSearch<G>
    for NegaScout<'_, '_, G, E, O, W>
{
    #[inline(always)]
    fn value(
        &mut self,
        node: Node<'_, G::Position>,
        recurse: impl Fn(&mut Self, Node<'_, G::Position>) -> i32,
    ) -> i32 {
        if let Some(value) = self.state.last_ply(&node) {
            return value;
        }
        let known = self.state.probe(&node);
        if let Some(value) = known.value {
            return value;
        }
        let cut_before = std::mem::take(&mut self.state.cut_at_horizon);
        self.state.clear_line(node.depth);
        let (mut best, mut best_move) = (-INFINITY, None);
        let begin = self.state.list_sorted(&node, known.best);
        let end = self.state.moves.len();
        for index in begin..end {
            if self.state.watch.tick() {
                break;
            }
            let alpha = node.alpha.max(best);
            let played = self.state.pick(&node, index);
            let child = self.state.play(&node, played);
            let value = match &child {
                &Child::Leaf(value) => {
                    self.state
                        .enter(&node, played, &child, (alpha, node.beta), false);
                    value
                }
                Child::Inner(position, mover) => {
                    let again = *mover == node.mover;
                    let ask = |searcher: &mut Self, alpha: i32, beta: i32| {
                        let (low, high) = if again {
                            (alpha, beta)
                        } else {
                            (-beta, -alpha)
                        };
                        let node = Node {
                            position,
                            mover: *mover,
                            depth: node.depth - 1,
                            alpha: low,
                            beta: high,
                        };
                        let value = recurse(searcher, node);
                        if again { value } else { -value }
                    };
                    // Without a first move to compare with, or without room in the window,
                    // there is nothing to ask first.
                    if index == begin || node.beta - alpha <= 1 || alpha == -INFINITY {
                        self.state
                            .enter(&node, played, &child, (alpha, node.beta), false);
                        ask(self, alpha, node.beta)
                    } else {
                        self.state
                            .enter(&node, played, &child, (alpha, alpha + 1), false);
                        let value = ask(self, alpha, alpha + 1);
                        if alpha < value && value < node.beta && !self.state.watch.is_over() {
                            self.state.observer.leave(value);
                            self.state
                                .enter(&node, played, &child, (value - 1, node.beta), true);
                            // The window is open below, so that the principal variation is
                            // found again.
                            self.state.watch.tick();
                            ask(self, value - 1, node.beta)
                        } else {
                            value
                        }
                    }
                }
            };
            self.state.observer.leave(value);
            if value > best {
                best = value;
                best_move = Some(played);
                if value > node.alpha {
                    self.state.note_line(node.depth, played);
                }
                if value >= node.beta {
                    self.state.note_killer(node.depth, played);
                    self.state.observer.cut(&self.state.moves[index + 1..end]);
                    break;
                }
            }
        }
        self.state.moves.truncate(begin);
        if !self.state.watch.is_over() {
            self.state.store(&node, &known, best, best_move);
        }
        self.state.cut_at_horizon |= cut_before;
        best
    }
}
