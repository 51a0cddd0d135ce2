//! Negamax: minimax with one rule for both sides. What is good for one is as bad for the
//! other, so that each takes the largest of the negated values; only a seat that moves
//! again keeps the sign.

use super::{
    compiled::{Node, NodeSearch},
    state::{Child, SearchState},
};
use crate::{Evaluation, INFINITY, Observer, Order};
use papan_core::Game;

pub(super) struct Negamax<'f, 'a, G: Game, E, O, W> {
    pub(super) state: &'f mut SearchState<'a, G, E, O, W>,
}

impl<G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>> NodeSearch<G>
    for Negamax<'_, '_, G, E, O, W>
{
    #[inline(always)]
    fn value(
        &mut self,
        node: Node<'_, G::Position>,
        recurse: impl Fn(&mut Self, Node<'_, G::Position>) -> i32,
    ) -> i32 {
        let mut best = -INFINITY;
        let begin = self.state.list(node.position);
        for index in begin..self.state.moves.len() {
            if self.state.watch.tick() {
                break;
            }
            let played = self.state.moves[index];
            let child = self.state.play(&node, played);
            self.state
                .enter(&node, played, &child, (-INFINITY, INFINITY), false);
            let value = match child {
                Child::Leaf(value) => value,
                Child::Inner(position, mover) => {
                    let value = recurse(
                        self,
                        Node {
                            position: &position,
                            mover,
                            depth: node.depth - 1,
                            ..node
                        },
                    );
                    if mover == node.mover { value } else { -value }
                }
            };
            self.state.observer.leave(value);
            if value > best {
                best = value;
                self.state.note_line(node.depth, played);
            }
        }
        self.state.moves.truncate(begin);
        best
    }
}
