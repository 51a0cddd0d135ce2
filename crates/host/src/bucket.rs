//! A bucket of tokens that fills with time: how often something may be done.

use web_time::Instant;

/// How often something may be done.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The most at once after a pause.
    pub burst: f64,
    /// The most in a second for ever.
    pub per_second: f64,
}

/// The tokens of one who asks. Doing the thing costs one.
pub struct Bucket {
    rate: Rate,
    tokens: f64,
    at: Instant,
}

impl Bucket {
    /// A full one.
    pub fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket {
            rate,
            tokens: rate.burst,
            at: now,
        }
    }

    fn tokens(&self, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        (self.tokens + passed * self.rate.per_second).min(self.rate.burst)
    }

    /// Whether nothing was taken for long.
    pub fn is_full(&self, now: Instant) -> bool {
        self.tokens(now) >= self.rate.burst
    }

    /// Takes a token, if there is one.
    pub fn take(&mut self, now: Instant) -> bool {
        self.take_many(1.0, now)
    }

    /// Takes so many tokens, if there are.
    pub fn take_many(&mut self, tokens: f64, now: Instant) -> bool {
        self.tokens = self.tokens(now);
        self.at = now;
        let enough = self.tokens >= tokens;
        if enough {
            self.tokens -= tokens;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn it_is_emptied_at_once_and_fills_with_time() {
        let rate = Rate {
            burst: 3.0,
            per_second: 2.0,
        };
        let start = Instant::now();
        let mut bucket = Bucket::full(rate, start);
        let mut taken = |after: u64| {
            let now = start + Duration::from_millis(after);
            (0..10).take_while(|_| bucket.take(now)).count()
        };
        assert_eq!(taken(0), 3);
        assert_eq!(taken(400), 0);
        assert_eq!(taken(500), 1);
        assert_eq!(taken(1_500), 2);
        assert_eq!(taken(60_000), 3);
        assert!(!bucket.is_full(start + Duration::from_secs(61)));
        assert!(bucket.is_full(start + Duration::from_secs(62)));
    }
}
