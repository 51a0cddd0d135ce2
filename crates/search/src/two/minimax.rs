//! Minimax: one side takes the largest value, the other the smallest.

use super::{
    compiled::{Node, NodeSearch},
    state::{Child, SearchState},
};
use crate::{Evaluation, INFINITY, Observer, Order};
use papan_core::{Game, Seat};

pub(super) struct Minimax<'f, 'a, G: Game, E, O, W> {
    pub(super) state: &'f mut SearchState<'a, G, E, O, W>,
    /// The seat that all values are for.
    pub(super) root: Seat,
}

impl<G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>> NodeSearch<G>
    for Minimax<'_, '_, G, E, O, W>
{
    #[inline(always)]
    fn value(
        &mut self,
        node: Node<'_, G::Position>,
        recurse: impl Fn(&mut Self, Node<'_, G::Position>) -> i32,
    ) -> i32 {
        let maximises = node.mover == self.root;
        let mut best = if maximises { -INFINITY } else { INFINITY };
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
                Child::Leaf(value) if maximises => value,
                Child::Leaf(value) => -value,
                Child::Inner(position, mover) => recurse(
                    self,
                    Node {
                        position: &position,
                        mover,
                        depth: node.depth - 1,
                        ..node
                    },
                ),
            };
            self.state
                .observer
                .leave(if maximises { value } else { -value });
            if if maximises {
                value > best
            } else {
                value < best
            } {
                best = value;
                self.state.note_line(node.depth, played);
            }
        }
        self.state.moves.truncate(begin);
        best
    }
}
