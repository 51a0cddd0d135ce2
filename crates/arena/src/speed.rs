//! How fast this machine searches, so that machines can be compared.

use papan_agents::erased;
use papan_core::LineOfPlay;
use papan_search::Limits;
use std::time::{Duration, Instant};

/// The game, and who searches for its first move in each round. It takes some milliseconds and
/// little memory, so that a round is rarely disturbed; no clock may end it.
const SEARCH: [&str; 2] = ["othello", "alphabeta:depth=8,eval=mobility,time=3600s"];

/// The processor time of all rounds together.
const WORK: Duration = Duration::from_millis(200);

/// When no further round begins, on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_millis(900);

/// How many nodes one thread of this machine searches in a second of processor time, in a small
/// search that is always the same. That takes a fifth of a second, and up to about one where
/// others use the processor too. The best of many rounds counts: whatever else the machine does
/// only makes them slower.
///
/// ```
/// assert!(papan_arena::speed::measure() > 0);
/// ```
pub fn measure() -> u64 {
    let [game, agent] = SEARCH;
    let Ok(mut session) = erased::open_session(game, agent, 1) else {
        return 0;
    };
    let begin = Instant::now();
    let first = processor_time(begin);
    let mut best = 0.0_f64;
    loop {
        let before = processor_time(begin);
        let Ok(thought) = session.think(&LineOfPlay::default(), &Limits::NONE) else {
            return 0;
        };
        let after = processor_time(begin);
        let taken = after.saturating_sub(before).as_secs_f64();
        if taken > 0.0 {
            best = best.max(thought.nodes as f64 / taken);
        }
        if after.saturating_sub(first) > WORK || begin.elapsed() > PATIENCE {
            return best as u64;
        }
    }
}

/// The processor time of this thread; where it is not known, the time since `begin`.
#[cfg(target_os = "linux")]
fn processor_time(_: Instant) -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(target_os = "linux"))]
fn processor_time(begin: Instant) -> Duration {
    begin.elapsed()
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
