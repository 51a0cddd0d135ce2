//! Alpha-beta: negamax without the subtrees that cannot change the result. `alpha` is what
//! the mover has elsewhere for sure, `beta` what the other side will not let it exceed; a
//! move with a value of at least `beta` ends the search of a node (beta cutoff).

use super::{
    compiled::{Node, NodeSearch},
    state::{Child, SearchState},
};
use crate::{Evaluation, INFINITY, Observer, Order};
use papan_core::Game;

pub(super) struct AlphaBeta<'f, 'a, G: Game, E, O, W> {
    pub(super) state: &'f mut SearchState<'a, G, E, O, W>,
}

impl<G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>> NodeSearch<G>
    for AlphaBeta<'_, '_, G, E, O, W>
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
            self.state
                .enter(&node, played, &child, (alpha, node.beta), false);
            let value = match child {
                Child::Leaf(value) => value,
                Child::Inner(position, mover) => {
                    let again = mover == node.mover;
                    let (alpha, beta) = match again {
                        true => (alpha, node.beta),
                        false => (-node.beta, -alpha),
                    };
                    let value = recurse(
                        self,
                        Node {
                            position: &position,
                            mover,
                            depth: node.depth - 1,
                            alpha,
                            beta,
                        },
                    );
                    if again { value } else { -value }
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
