//! Alpha-beta: negamax that leaves out what cannot matter. `alpha` is what the mover has
//! elsewhere for sure, `beta` what the other side will not let it exceed; a move worth at
//! least `beta` ends the look at a position.

use super::{
    compiled::{Look, Searcher},
    frame::{Child, Frame},
};
use crate::{Evaluation, INFINITY, Observer, Order};
use papan_core::Game;

pub(super) struct AlphaBeta<'f, 'a, G: Game, E, O, W> {
    pub(super) frame: &'f mut Frame<'a, G, E, O, W>,
}

impl<G: Game, E: Evaluation<G>, O: Order<G>, W: Observer<G::Move>> Searcher<G>
    for AlphaBeta<'_, '_, G, E, O, W>
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
            self.frame
                .enter(&look, played, &child, (alpha, look.beta), false);
            let value = match child {
                Child::Leaf(value) => value,
                Child::Inner(position, mover) => {
                    let again = mover == look.mover;
                    let (alpha, beta) = match again {
                        true => (alpha, look.beta),
                        false => (-look.beta, -alpha),
                    };
                    let value = recurse(
                        self,
                        Look {
                            position: &position,
                            mover,
                            depth: look.depth - 1,
                            alpha,
                            beta,
                        },
                    );
                    if again { value } else { -value }
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
