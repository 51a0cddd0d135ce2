//! The recursion, compiled for the machine.
//!
//! A game's kernels for newer processors inline only into code compiled for the same
//! instructions. A search is one recursion, so that the choice is made once, at its root.

#[cfg(target_arch = "x86_64")]
use papan_core::machine::Vectors;
use papan_core::{Game, Seat};

/// A node of the search tree, with its window.
#[derive(Clone, Copy)]
pub(super) struct Node<'a, P> {
    pub(super) position: &'a P,
    /// The seat to move.
    pub(super) mover: Seat,
    /// At least one ply.
    pub(super) depth: u32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

/// An algorithm: how a node is searched, with a state `S` of the search.
pub(super) trait NodeSearch<G: Game, S> {
    /// The value of a node. `recurse` is how its children are searched: only inlined
    /// code is compiled for the machine, so the recursion is handed in. Implementations
    /// are `#[inline(always)]`.
    fn value(
        state: &mut S,
        node: Node<'_, G::Position>,
        recurse: impl Fn(&mut S, Node<'_, G::Position>) -> i32 + Copy,
    ) -> i32;
}

/// Searches a node by the algorithm `A`.
pub(super) fn search<A: NodeSearch<G, S>, G: Game, S>(
    state: &mut S,
    node: Node<'_, G::Position>,
) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if Vectors::detect().is_some() {
        // SAFETY: the machine has the features of `vectors`: a `Vectors` proves it.
        return unsafe { vectors::<A, G, S>(state, node) };
    }
    portable::<A, G, S>(state, node)
}

fn portable<A: NodeSearch<G, S>, G: Game, S>(state: &mut S, node: Node<'_, G::Position>) -> i32 {
    A::value(state, node, |state, node| portable::<A, G, S>(state, node))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn vectors<A: NodeSearch<G, S>, G: Game, S>(state: &mut S, node: Node<'_, G::Position>) -> i32 {
    A::value(state, node, |state, node| vectors::<A, G, S>(state, node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ByEvaluation, INFINITY, Limits, ScoreDifference, TranspositionTable,
        two::{alphabeta::AlphaBeta, state::SearchState},
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
                let limits = &Limits::NONE;
                let mut state =
                    SearchState::new(&game, evaluation, &order, table, observer, limits, mover);
                state.prepare(6);
                let node = Node {
                    position: &position,
                    mover,
                    depth: 6,
                    alpha: -INFINITY,
                    beta: INFINITY,
                };
                let value = match portably {
                    true => portable::<AlphaBeta<true>, _, _>(&mut state, node),
                    false => search::<AlphaBeta<true>, _, _>(&mut state, node),
                };
                (value, state.watch.nodes())
            };
            assert_eq!(run(true), run(false), "seed {seed}");
        }
    }
}
