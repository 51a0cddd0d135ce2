//! Minimax and negamax: every line.

use super::{
    compiled::{Node, NodeSearch},
    state::{Child, SearchState},
};
use crate::{Evaluation, INFINITY, Observer, Order};
use papan_core::Game;

/// Minimax: one side takes the largest value, the other the smallest. All values are for the
/// seat to move at the root.
pub(super) struct Minimax;

impl<'a, G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>>
    NodeSearch<G, SearchState<'a, G, E, O, W>> for Minimax
{
    #[inline(always)]
    fn value(
        state: &mut SearchState<'a, G, E, O, W>,
        node: Node<'_, G::Position>,
        recurse: impl Fn(&mut SearchState<'a, G, E, O, W>, Node<'_, G::Position>) -> i32 + Copy,
    ) -> i32 {
        let maximises = node.mover == state.root;
        let mut best = if maximises { -INFINITY } else { INFINITY };
        let begin = state.list(node.position);
        for index in begin..state.moves.len() {
            if state.watch.tick() {
                break;
            }
            let played = state.moves[index];
            let child = state.play(&node, played);
            let next = match child {
                Child::Leaf(_) => None,
                Child::Inner(_, next) => Some(next),
            };
            state.enter(&node, played, next, (-INFINITY, INFINITY), false);
            let value = match child {
                Child::Leaf(value) if maximises => value,
                Child::Leaf(value) => -value,
                Child::Inner(position, mover) => {
                    let (position, depth) = (&position, node.depth - 1);
                    let child = Node {
                        position,
                        mover,
                        depth,
                        ..node
                    };
                    recurse(state, child)
                }
            };
            let (for_mover, better) = match maximises {
                true => (value, value > best),
                false => (-value, value < best),
            };
            state.observer.leave(for_mover);
            if better {
                best = value;
                state.lines.note(node.depth, played);
            }
        }
        state.moves.truncate(begin);
        best
    }
}

/// Negamax: minimax with one rule for both sides. What is good for one is as bad for the
/// other, so that each takes the largest of the negated values; only a seat that moves
/// again keeps the sign.
pub(super) struct Negamax;

impl<'a, G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>>
    NodeSearch<G, SearchState<'a, G, E, O, W>> for Negamax
{
    #[inline(always)]
    fn value(
        state: &mut SearchState<'a, G, E, O, W>,
        node: Node<'_, G::Position>,
        recurse: impl Fn(&mut SearchState<'a, G, E, O, W>, Node<'_, G::Position>) -> i32 + Copy,
    ) -> i32 {
        let mut best = -INFINITY;
        let begin = state.list(node.position);
        for index in begin..state.moves.len() {
            if state.watch.tick() {
                break;
            }
            let played = state.moves[index];
            let value = state.value_of(&node, played, -INFINITY, false, recurse);
            if value > best {
                best = value;
                state.lines.note(node.depth, played);
            }
        }
        state.moves.truncate(begin);
        best
    }
}
