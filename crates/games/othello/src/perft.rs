//! Perft as fast as the kernels allow: no position is made up, the last two plies are
//! one loop, and the last one is counted.

use crate::{
    Othello, Position,
    kernel::{Fastest, Kernel, Portable},
};
use papan_core::{Game, bits};

pub(crate) fn perft(game: &Othello, position: &Position, depth: u32) -> u64 {
    let terms = Terms {
        squares: game.squares(),
        finished: game.finished_ways(),
    };
    let (own, other) = (position.own(), position.other());
    match (depth, game.kernel()) {
        (0, _) => 1,
        (_, Fastest::Portable(kernel)) => portable(kernel, terms, own, other, depth),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: an `Avx2` exists only where the processor has these instructions.
        (_, Fastest::Avx2(kernel)) => unsafe { avx2(kernel, terms, own, other, depth) },
    }
}

/// What stays the same in a whole perft.
#[derive(Clone, Copy)]
struct Terms {
    squares: u64,
    finished: u64,
}

fn portable(kernel: Portable, terms: Terms, own: u64, other: u64, depth: u32) -> u64 {
    step(kernel, terms, own, other, depth, |own, other, depth| {
        portable(kernel, terms, own, other, depth)
    })
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2(kernel: crate::kernel::Avx2, terms: Terms, own: u64, other: u64, depth: u32) -> u64 {
    step(kernel, terms, own, other, depth, |own, other, depth| {
        avx2(kernel, terms, own, other, depth)
    })
}

/// One node. Only inlined code is compiled for a kernel, so the recursion is handed in.
#[inline(always)]
fn step<K: Kernel>(
    kernel: K,
    terms: Terms,
    own: u64,
    other: u64,
    depth: u32,
    recurse: impl Fn(u64, u64, u32) -> u64,
) -> u64 {
    if depth == 1 {
        return count(kernel, terms, own, other);
    }
    let mobility = kernel.mobility(own, other) & terms.squares;
    if mobility == 0 {
        return match kernel.mobility(other, own) & terms.squares {
            0 => terms.finished,
            _ => recurse(other, own, depth - 1),
        };
    }
    let mut total = 0;
    for square in bits::ones(mobility) {
        let flips = kernel.flips(square, own, other);
        let (own, other) = (other & !flips, own | flips | 1 << square);
        total += match depth {
            2 => count(kernel, terms, own, other),
            _ => recurse(own, other, depth - 1),
        };
    }
    total
}

/// The last ply: a pass is one move.
#[inline(always)]
fn count<K: Kernel>(kernel: K, terms: Terms, own: u64, other: u64) -> u64 {
    match kernel.mobility(own, other) & terms.squares {
        0 if kernel.mobility(other, own) & terms.squares == 0 => terms.finished,
        0 => 1,
        mobility => u64::from(kernel.count(mobility)),
    }
}
