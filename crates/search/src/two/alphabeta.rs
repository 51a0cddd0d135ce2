//! Alpha-beta: negamax without the subtrees that cannot change the result. `alpha` is what
//! the mover has elsewhere for sure, `beta` what the other side will not let it exceed; a
//! move with a value of at least `beta` ends the search of a node (beta cutoff).
//!
//! NegaScout (principal variation search) is the same with scouts: the first move is searched
//! with the full window, and of the others it is only asked, with a null window, whether they
//! are better. Those that are get a re-search. The better the move ordering, the rarer that is.

use super::{
    compiled::{Node, NodeSearch},
    state::SearchState,
};
use crate::{Evaluation, INFINITY, Observer, Order};
use papan_core::Game;

/// Alpha-beta, or NegaScout when it `SCOUTS`.
pub(super) struct AlphaBeta<const SCOUTS: bool>;

impl<'a, G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>, const SCOUTS: bool>
    NodeSearch<G, SearchState<'a, G, E, O, W>> for AlphaBeta<SCOUTS>
{
    #[inline(always)]
    fn value(
        state: &mut SearchState<'a, G, E, O, W>,
        node: Node<'_, G::Position>,
        recurse: impl Fn(&mut SearchState<'a, G, E, O, W>, Node<'_, G::Position>) -> i32 + Copy,
    ) -> i32 {
        if let Some(value) = state.last_ply(&node) {
            return value;
        }
        let known = state.probe(&node);
        if let Some(value) = known.value {
            return value;
        }
        let cut_before = std::mem::take(&mut state.cut_at_horizon);
        state.lines.set(node.depth, None);
        let (mut best, mut best_move) = (-INFINITY, None);
        let begin = state.list_sorted(&node, known.best);
        let end = state.moves.len();
        for index in begin..end {
            if state.watch.tick() {
                break;
            }
            let alpha = node.alpha.max(best);
            let played = state.pick(&node, index);
            // Without a first move to compare with there is nothing to ask first.
            let value = state.value_of(&node, played, alpha, SCOUTS && index > begin, recurse);
            if value > best {
                best = value;
                best_move = Some(played);
                if value > node.alpha {
                    state.lines.note(node.depth, played);
                }
                if value >= node.beta {
                    state.note_killer(node.depth, played);
                    state.observer.cut(&state.moves[index + 1..end]);
                    break;
                }
            }
        }
        state.moves.truncate(begin);
        if !state.watch.is_over() {
            state.store(&node, &known, best, best_move);
        }
        state.cut_at_horizon |= cut_before;
        best
    }
}
