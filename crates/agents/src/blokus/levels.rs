//! Levels, from a beginner's opponent to the strongest. See `docs/levels.md`.

use super::{
    explorer::Explores,
    heuristics::{Corners, Largest},
    paper_duo::DuoRandom,
};
use crate::Strength;
use papan_blokus::Blokus;
use papan_engines::blokus::ExplorerSettings;
use papan_search::Limits;

/// The simulated games for a move of levels 4 to 9 in games with two colours. The last
/// takes less than five seconds.
const SIMULATIONS: [u64; 6] = [25, 150, 900, 5_500, 33_000, 200_000];

/// The agent of a level from 1 to 9. What it spends on a move is divided by `divisor`.
pub(super) fn open<const WORDS: usize>(
    game: &Blokus<WORDS>,
    level: u32,
    divisor: u64,
    seed: u64,
) -> Strength<Blokus<WORDS>> {
    match level {
        // Any piece, anywhere.
        0..=1 => Strength::sure(DuoRandom::new(seed)),
        // Large pieces first.
        2 => Strength::sure(Largest::new(seed)),
        // An eye for corners as well.
        3 => Strength::sure(Corners::new(2.0, seed)),
        _ => {
            let simulations = SIMULATIONS[(level as usize - 4).min(SIMULATIONS.len() - 1)];
            // Games with more colours take about three times as long to simulate.
            let slow = if game.rules().colours() > 2 { 3 } else { 1 };
            let nodes = (simulations / slow / divisor.max(1)).max(1);
            Strength::sure(Explores::new(
                ExplorerSettings::default(),
                Limits::nodes(nodes),
                seed,
            ))
        }
    }
}
