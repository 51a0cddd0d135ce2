//! How long a test waits: as long as something moves.
//!
//! A busy machine is slow at everything, so no fixed time is long enough. A wait ends in vain
//! when nothing at all has changed for long: in seconds, and in looks at the page, of which a
//! busy machine does fewer in the same time.

use std::time::{Duration, Instant};

/// Nothing has changed for so long, and in so many looks.
const STILL: (Duration, u32) = (Duration::from_secs(60), 50);
/// Looking at everything takes some of the page's own time, so it is not done all the time.
pub(crate) const BETWEEN_LOOKS: Duration = Duration::from_secs(1);
/// A page that changes for ever and never becomes what it should be ends a test too.
const LONGEST: Duration = Duration::from_secs(20 * 60);

/// One wait.
pub(crate) struct Patience {
    begin: Instant,
    changed: Instant,
    looks: u32,
    last: Option<String>,
}

impl Patience {
    pub(crate) fn new() -> Patience {
        let now = Instant::now();
        Patience {
            begin: now,
            changed: now,
            looks: 0,
            last: None,
        }
    }

    /// Takes in what was seen just now, all that could change while one waits. Says why there
    /// is nothing more to wait for, where that is so.
    pub(crate) fn look(&mut self, seen: String) -> Result<(), String> {
        self.look_at(seen, Instant::now())
    }

    fn look_at(&mut self, seen: String, now: Instant) -> Result<(), String> {
        self.looks += 1;
        if self.last.as_ref() != Some(&seen) {
            self.last = Some(seen);
            self.changed = now;
            self.looks = 0;
        }
        let still = now - self.changed;
        if still >= STILL.0 && self.looks >= STILL.1 {
            let (seconds, looks) = (still.as_secs(), self.looks);
            return Err(format!("nothing changed for {seconds} s, in {looks} looks"));
        }
        if now - self.begin >= LONGEST {
            let seconds = LONGEST.as_secs();
            return Err(format!("still changing after {seconds} s"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When a wait ends in vain, if there is a look each so many seconds and something new
    /// now and then.
    fn ends(each: Duration, new: impl Fn(u32) -> u32) -> (Duration, String) {
        let mut patience = Patience::new();
        let begin = patience.begin;
        let mut looks = 0;
        loop {
            looks += 1;
            let now = begin + each * looks;
            if let Err(reason) = patience.look_at(new(looks).to_string(), now) {
                return (now - begin, reason);
            }
        }
    }

    #[test]
    fn a_wait_lasts_while_something_moves() {
        let (time, reason) = ends(BETWEEN_LOOKS, |_| 0);
        assert!((60..63).contains(&time.as_secs()), "{time:?}: {reason}");
        // Something moves once in 50 seconds, ten times.
        let (time, _) = ends(BETWEEN_LOOKS, |look| (look / 50).min(10));
        assert!((560..563).contains(&time.as_secs()), "{time:?}");
    }

    #[test]
    fn a_busy_machine_is_given_more_time() {
        let (time, _) = ends(5 * BETWEEN_LOOKS, |_| 0);
        assert!((250..260).contains(&time.as_secs()), "{time:?}");
    }

    #[test]
    fn a_page_that_changes_for_ever_ends_it_too() {
        let (time, reason) = ends(Duration::from_secs(1), |look| look);
        assert_eq!(time, LONGEST, "{reason}");
    }
}
