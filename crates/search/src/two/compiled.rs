//! The recursion, compiled for the machine.
//!
//! A game's kernels for newer processors inline only into code compiled for the same
//! instructions. A search is one recursion, so that the choice is made once, at its root.

use papan_core::{Game, Seat, machine::Vectors};

/// A look at one position.
#[derive(Clone, Copy)]
pub(super) struct Look<'a, P> {
    pub(super) position: &'a P,
    /// The seat to move.
    pub(super) mover: Seat,
    /// At least one ply.
    pub(super) depth: u32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

/// An algorithm: how a position is searched.
pub(super) trait Searcher<G: Game> {
    /// The value of a position. `recurse` is how its children are searched: only inlined
    /// code is compiled for the machine, so the recursion is handed in. Implementations
    /// are `#[inline(always)]`.
    fn node(
        &mut self,
        look: Look<'_, G::Position>,
        recurse: impl Fn(&mut Self, Look<'_, G::Position>) -> i32,
    ) -> i32;
}

/// Searches a position.
pub(super) fn search<G: Game, S: Searcher<G>>(
    searcher: &mut S,
    look: Look<'_, G::Position>,
) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if Vectors::detect().is_some() {
        // SAFETY: the machine has the features of `vectors`: a `Vectors` proves it.
        return unsafe { vectors::<G, S>(searcher, look) };
    }
    portable::<G, S>(searcher, look)
}

fn portable<G: Game, S: Searcher<G>>(searcher: &mut S, look: Look<'_, G::Position>) -> i32 {
    searcher.node(look, |searcher, look| portable::<G, S>(searcher, look))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn vectors<G: Game, S: Searcher<G>>(searcher: &mut S, look: Look<'_, G::Position>) -> i32 {
    searcher.node(look, |searcher, look| vectors::<G, S>(searcher, look))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ByEvaluation, INFINITY, Limits, ScoreDifference, TranspositionTable,
        two::{frame::Frame, negascout::NegaScout},
    };
    use papan_core::Random;
    use papan_othello::Othello;

    /// What is compiled for newer processors finds the same in as many nodes.
    #[test]
    fn both_ways_search_the_same_tree() {
        let game = Othello::new();
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let mut position = game.start();
            let mut moves = Vec::new();
            for _ in 0..seed {
                moves.clear();
                game.moves(&position, &mut moves);
                game.play(&mut position, moves[random.below(moves.len())]);
            }
            let Some(mover) = game.turn(&position) else {
                continue;
            };
            let run = |portably: bool| {
                let (mut table, order) = (
                    TranspositionTable::with_megabytes(1),
                    ByEvaluation(ScoreDifference),
                );
                let observer = &mut ();
                let table = Some(&mut table);
                let evaluation = &ScoreDifference;
                let mut frame =
                    Frame::new(&game, evaluation, &order, table, observer, &Limits::NONE);
                frame.prepare(6);
                let look = Look {
                    position: &position,
                    mover,
                    depth: 6,
                    alpha: -INFINITY,
                    beta: INFINITY,
                };
                let mut searcher = NegaScout { frame: &mut frame };
                let value = match portably {
                    true => portable(&mut searcher, look),
                    false => search(&mut searcher, look),
                };
                (value, frame.watch.nodes())
            };
            assert_eq!(run(true), run(false), "seed {seed}");
        }
    }
}
