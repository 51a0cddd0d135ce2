//! How fast this machine searches, so that machines can be compared.

use papan_agents::{erased, games};
use papan_core::{
    LineOfPlay,
    machine::{HAS_THREADS, thread_processor_time},
};
use papan_search::Limits;
use std::{thread, time::Duration};
use web_time::Instant;

/// Who searches for the first move of the first game of the catalogue, again and again. That takes
/// less than a millisecond and little memory, so that it is rarely disturbed; no clock ends it.
const SEARCH: &str = "alphabeta:depth=7,time=3600s";

/// The pieces of work, each with this much processor time and a pause behind it: what else a
/// machine does changes from moment to moment.
const PIECES: usize = 12;
const PIECE: Duration = Duration::from_millis(10);
const PAUSE: Duration = Duration::from_millis(20);

/// When no further piece begins, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_millis(900);

/// How many nodes one thread of this machine searches in a second of processor time, in a small
/// search that is always the same. That takes a third of a second, and about a whole one where
/// many others use the processor. The best of some pieces of work counts: others only make a
/// piece slower.
///
/// ```
/// assert!(papan_arena::speed::measure() > 0);
/// ```
pub fn measure() -> u64 {
    let open = |game| erased::open_session(game, SEARCH, 1).ok();
    let Some(mut session) = games::representatives().find_map(open) else {
        return 0;
    };
    let begin = Instant::now();
    let mut best = 0.0_f64;
    for _ in 0..PIECES {
        let first = processor_time(begin);
        let mut rates = Vec::new();
        let mut before = first;
        while before.saturating_sub(first) < PIECE {
            let Ok(thought) = session.think(&LineOfPlay::default(), &Limits::NONE) else {
                return 0;
            };
            let after = processor_time(begin);
            let taken = after.saturating_sub(before).as_secs_f64();
            rates.push(thought.nodes as f64 / taken.max(1e-9));
            before = after;
        }
        // A single search may be measured wrongly; a quarter of them is not.
        rates.sort_by(f64::total_cmp);
        best = best.max(rates[(rates.len() - 1) * 3 / 4]);
        if begin.elapsed() > PATIENCE {
            break;
        }
        if HAS_THREADS {
            thread::sleep(PAUSE);
        }
    }
    best as u64
}

/// The processor time of this thread; where it is not known, the time since `begin`.
fn processor_time(begin: Instant) -> Duration {
    thread_processor_time().unwrap_or_else(|| begin.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_about_as_fast_as_itself() {
        // How near two of them are is measured by hand; a machine full of others may be slower,
        // but not by an order of magnitude.
        let [one, other] = [measure(), measure()];
        assert!(one > 10_000 && other > 10_000, "{one} {other}");
        assert!(one < 4 * other && other < 4 * one, "{one} {other}");
    }
}
