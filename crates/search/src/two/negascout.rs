//! NegaScout (principal variation search): the first move is searched properly, and of the
//! others it is only asked, with a window of no width, whether they are better. Those that
//! are get a second search. The better the order of moves, the rarer that is.

use super::{
    compiled::{Look, Searcher},
    frame::{Child, Frame},
};
use crate::{Evaluation, INFINITY, Observer, Order};
use papan_core::Game;

pub(super) struct NegaScout<'f, 'a, G: Game, E, O, W> {
    pub(super) frame: &'f mut Frame<'a, G, E, O, W>,
}

impl<G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>> Searcher<G>
    for NegaScout<'_, '_, G, E, O, W>
{
    #[inline(always)]
    fn node(
        &mut self,
        look: Look<'_, G::Position>,
        recurse: impl Fn(&mut Self, Look<'_, G::Position>) -> i32,
    ) -> i32 {
        if let Some(value) = self.frame.last_ply(&look) {
            return value;
        }
        let known = self.frame.probe(&look);
        if let Some(value) = known.value {
            return value;
        }
        let broken_off_before = std::mem::take(&mut self.frame.broken_off);
        self.frame.clear_line(look.depth);
        let (mut best, mut best_move) = (-INFINITY, None);
        let begin = self.frame.list_sorted(&look, known.best);
        let end = self.frame.moves.len();
        for index in begin..end {
            if self.frame.watch.tick() {
                break;
            }
            let alpha = look.alpha.max(best);
            let played = self.frame.pick(&look, index);
            let child = self.frame.play(&look, played);
            let value = match &child {
                &Child::Leaf(value) => {
                    self.frame
                        .enter(&look, played, &child, (alpha, look.beta), false);
                    value
                }
                Child::Inner(position, mover) => {
                    let again = *mover == look.mover;
                    let ask = |searcher: &mut Self, alpha: i32, beta: i32| {
                        let (low, high) = if again {
                            (alpha, beta)
                        } else {
                            (-beta, -alpha)
                        };
                        let look = Look {
                            position,
                            mover: *mover,
                            depth: look.depth - 1,
                            alpha: low,
                            beta: high,
                        };
                        let value = recurse(searcher, look);
                        if again { value } else { -value }
                    };
                    // Without a first move to compare with, or without room in the window,
                    // there is nothing to ask first.
                    if index == begin || look.beta - alpha <= 1 || alpha == -INFINITY {
                        self.frame
                            .enter(&look, played, &child, (alpha, look.beta), false);
                        ask(self, alpha, look.beta)
                    } else {
                        self.frame
                            .enter(&look, played, &child, (alpha, alpha + 1), false);
                        let value = ask(self, alpha, alpha + 1);
                        if alpha < value && value < look.beta && !self.frame.watch.is_over() {
                            self.frame.observer.leave(value);
                            self.frame
                                .enter(&look, played, &child, (value - 1, look.beta), true);
                            // The window is open below, so that the line is found again.
                            self.frame.watch.tick();
                            ask(self, value - 1, look.beta)
                        } else {
                            value
                        }
                    }
                }
            };
            self.frame.observer.leave(value);
            if value > best {
                best = value;
                best_move = Some(played);
                if value > look.alpha {
                    self.frame.note_line(look.depth, played);
                }
                if value >= look.beta {
                    self.frame.note_killer(look.depth, played);
                    self.frame.observer.cut(&self.frame.moves[index + 1..end]);
                    break;
                }
            }
        }
        self.frame.moves.truncate(begin);
        if !self.frame.watch.is_over() {
            self.frame.store(&look, &known, best, best_move);
        }
        self.frame.broken_off |= broken_off_before;
        best
    }
}
