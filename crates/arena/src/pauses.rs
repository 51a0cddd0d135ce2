//! Times in which the whole program stood still: stopped by Ctrl-Z, asleep with its machine.
//!
//! Clocks go on meanwhile, and who is asked for a move when it goes on again is late without
//! having done anything wrong. A thread that has nothing to do but to look at the clock
//! notices it.

use std::{
    io,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread::{self, Scope, ScopedJoinHandle},
    time::Duration,
};

/// How often the clock is looked at.
const BEAT: Duration = Duration::from_millis(50);

/// How much time must be missing for a pause: far more than a busy machine lets a thread wait.
const GAP: Duration = Duration::from_millis(250);

/// What is known of pauses.
#[derive(Debug)]
pub(crate) struct Pauses {
    /// When the clock was last looked at, in milliseconds.
    last: AtomicU64,
    seen: AtomicU64,
    done: AtomicBool,
}

/// A moment after which pauses are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(u64);

impl Pauses {
    pub(crate) fn new() -> Pauses {
        Pauses {
            last: AtomicU64::new(now()),
            seen: AtomicU64::new(0),
            done: AtomicBool::new(false),
        }
    }

    /// From now on.
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.seen.load(Ordering::SeqCst))
    }

    /// Whether the program has stood still since then.
    pub(crate) fn since(&self, Mark(seen): Mark) -> bool {
        // All threads wake at the same time: the one that watches may not have seen it yet.
        let last = self.last.load(Ordering::SeqCst);
        self.seen.load(Ordering::SeqCst) > seen || is_gap(last, now())
    }

    fn beat(&self) {
        let now = now();
        // Counted before the clock is set: nobody may see neither.
        if is_gap(self.last.load(Ordering::SeqCst), now) {
            self.seen.fetch_add(1, Ordering::SeqCst);
        }
        self.last.store(now, Ordering::SeqCst);
    }
}

fn is_gap(last: u64, now: u64) -> bool {
    Duration::from_millis(now.saturating_sub(last)) > GAP
}

/// Milliseconds on a clock that goes on while the machine sleeps, where there is one.
#[cfg(target_os = "linux")]
fn now() -> u64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::Boottime);
    time.tv_sec as u64 * 1_000 + time.tv_nsec as u64 / 1_000_000
}

#[cfg(not(target_os = "linux"))]
fn now() -> u64 {
    use std::sync::OnceLock;
    use web_time::Instant;
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed().as_millis() as u64
}

/// The thread that watches, until this is dropped.
pub(crate) struct Heartbeat<'scope> {
    pauses: &'scope Pauses,
    thread: ScopedJoinHandle<'scope, ()>,
}

impl<'scope> Heartbeat<'scope> {
    /// Begins to watch; an error when there is no thread for it.
    pub(crate) fn start(
        pauses: &'scope Pauses,
        scope: &'scope Scope<'scope, '_>,
    ) -> io::Result<Heartbeat<'scope>> {
        let thread = thread::Builder::new().spawn_scoped(scope, || {
            while !pauses.done.load(Ordering::SeqCst) {
                thread::park_timeout(BEAT);
                pauses.beat();
            }
        })?;
        Ok(Heartbeat { pauses, thread })
    }
}

impl Drop for Heartbeat<'_> {
    fn drop(&mut self) {
        self.pauses.done.store(true, Ordering::SeqCst);
        self.thread.thread().unpark();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_seen_before_and_after_the_watcher_has_seen_it() {
        let pauses = Pauses::new();
        let mark = pauses.mark();
        pauses.beat();
        assert_eq!(pauses.seen.load(Ordering::SeqCst), 0);
        let earlier = now().saturating_sub(1_000);
        pauses.last.store(earlier, Ordering::SeqCst);
        assert!(pauses.since(mark));
        pauses.beat();
        assert!(pauses.since(mark));
        assert_eq!(pauses.seen.load(Ordering::SeqCst), 1);
        assert!(pauses.mark().0 > mark.0);
    }
}
