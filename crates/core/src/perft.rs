//! Counting move sequences, the classic proof of a rules engine.

use crate::Game;

/// The number of sequences of `depth` plies from a position. A pass is a ply. A game
/// that ends earlier counts as [`Game::finished_ways`] says: not at all, as in chess,
/// unless the published counts of the game have it otherwise. The last ply is counted,
/// not played.
///
/// ```
/// use papan_core::{Game, example::Nim, perft};
///
/// let nim = Nim::new(7);
/// assert_eq!(perft(&nim, &nim.start(), 3), 23);
/// assert_eq!(perft(&nim, &nim.start(), 7), 1); // one match at a time
/// assert_eq!(perft(&nim, &nim.start(), 8), 0);
/// ```
pub fn perft<G: Game + ?Sized>(game: &G, position: &G::Position, depth: u32) -> u64 {
    walk(game, position, depth, &mut Vec::new())
}

fn walk<G: Game + ?Sized>(
    game: &G,
    position: &G::Position,
    depth: u32,
    stack: &mut Vec<G::Move>,
) -> u64 {
    match depth {
        0 => 1,
        1 => match game.count_moves(position, stack) {
            0 => game.finished_ways(),
            moves => moves as u64,
        },
        _ => {
            let mark = stack.len();
            game.moves(position, stack);
            if stack.len() == mark {
                return game.finished_ways();
            }
            let mut total = 0;
            for index in mark..stack.len() {
                let child = game.after(position, stack[index]);
                total += walk(game, &child, depth - 1, stack);
            }
            stack.truncate(mark);
            total
        }
    }
}

/// The part of each legal move in a perft: what one compares with another program to
/// find the move that differs. `watch` is told how many moves are counted, of how many, and the
/// sum so far.
///
/// ```
/// use papan_core::{Game, divide, example::Nim};
///
/// let nim = Nim::new(4);
/// let mut sums = Vec::new();
/// let parts = divide(&nim, &nim.start(), 2, &mut |done, of, sum| sums.push((done, of, sum)));
/// assert_eq!(parts, [(1, 3), (2, 2), (3, 1)]);
/// assert_eq!(sums, [(1, 3, 3), (2, 3, 5), (3, 3, 6)]);
/// ```
pub fn divide<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    watch: &mut dyn FnMut(usize, usize, u64),
) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = game.legal_moves(position);
    let (count, mut sum) = (moves.len(), 0);
    let mut parts = Vec::with_capacity(count);
    for first in moves {
        let child = game.after(position, first);
        let nodes = game.perft(&child, depth - 1);
        parts.push((first, nodes));
        sum += nodes;
        watch(parts.len(), count, sum);
    }
    parts
}
