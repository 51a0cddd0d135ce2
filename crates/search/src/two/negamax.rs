//! Negamax: minimax with one rule for both sides. What is good for one is as bad for the
//! other, so that each takes the largest of the negated values; only a seat that moves
//! again keeps the sign.

use super::{
    compiled::{Look, Searcher},
    frame::{Child, Frame},
};
use crate::{Evaluation, INFINITY, Observer, Order};
use papan_core::Game;

pub(super) struct Negamax<'f, 'a, G: Game, E, O, W> {
    pub(super) frame: &'f mut Frame<'a, G, E, O, W>,
}

impl<G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>> Searcher<G>
    for Negamax<'_, '_, G, E, O, W>
{
    #[inline(always)]
    fn node(
        &mut self,
        look: Look<'_, G::Position>,
        recurse: impl Fn(&mut Self, Look<'_, G::Position>) -> i32,
    ) -> i32 {
        let mut best = -INFINITY;
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
                Child::Leaf(value) => value,
                Child::Inner(position, mover) => {
                    let value = recurse(
                        self,
                        Look {
                            position: &position,
                            mover,
                            depth: look.depth - 1,
                            ..look
                        },
                    );
                    if mover == look.mover { value } else { -value }
                }
            };
            self.frame.observer.leave(value);
            if value > best {
                best = value;
                self.frame.note_line(look.depth, played);
            }
        }
        self.frame.moves.truncate(begin);
        best
    }
}
