//! Minimax: one side takes the largest value, the other the smallest.

use super::{
    compiled::{Look, Searcher},
    frame::{Child, Frame},
};
use crate::{Evaluation, INFINITY, Observer, Order};
use papan_core::{Game, Seat};

pub(super) struct Minimax<'f, 'a, G: Game, E, O, W> {
    pub(super) frame: &'f mut Frame<'a, G, E, O, W>,
    /// The seat that all values are for.
    pub(super) root: Seat,
}

impl<G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>> Searcher<G>
    for Minimax<'_, '_, G, E, O, W>
{
    #[inline(always)]
    fn node(
        &mut self,
        look: Look<'_, G::Position>,
        recurse: impl Fn(&mut Self, Look<'_, G::Position>) -> i32,
    ) -> i32 {
        let maximises = look.mover == self.root;
        let mut best = if maximises { -INFINITY } else { INFINITY };
        let begin = self.frame.list(look.position);
        for index in begin..self.frame.moves.len() {
            if self.frame.watch.tick() {
                break;
            }
            let played = self.frame.moves[index];
            let child = self.frame.play(&look, played);
            self.frame
                .enter(&look, played, &child, (-INFINITY, INFINITY), false);
            let value = match child {
                Child::Leaf(value) if maximises => value,
                Child::Leaf(value) => -value,
                Child::Inner(position, mover) => recurse(
                    self,
                    Look {
                        position: &position,
                        mover,
                        depth: look.depth - 1,
                        ..look
                    },
                ),
            };
            self.frame
                .observer
                .leave(if maximises { value } else { -value });
            if if maximises {
                value > best
            } else {
                value < best
            } {
                best = value;
                self.frame.note_line(look.depth, played);
            }
        }
        self.frame.moves.truncate(begin);
        best
    }
}
