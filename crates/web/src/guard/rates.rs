//! How often a client may ask: for each a bucket of tokens that fills with time.

use crate::{
    app::Client,
    error::ApiError,
    limits::{EXPENSIVE, REQUESTS, Rate},
};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Instant,
};

/// When so many clients are known, those who have not asked for long are forgotten.
const CLIENTS: usize = 10_000;

/// What each client has asked lately.
#[derive(Default)]
pub(crate) struct Rates(Mutex<HashMap<Client, Buckets>>);

struct Buckets {
    requests: Bucket,
    expensive: Bucket,
}

struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Rates {
    /// Takes what a request costs, or refuses it.
    pub(crate) fn check(&self, client: Client, expensive: bool) -> Result<(), ApiError> {
        self.check_at(client, expensive, Instant::now())
    }

    fn check_at(&self, client: Client, expensive: bool, now: Instant) -> Result<(), ApiError> {
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= CLIENTS && !clients.contains_key(&client) {
            clients.retain(|_, buckets| !buckets.are_full(now));
            if clients.len() >= CLIENTS {
                return Err(ApiError::busy("too many clients"));
            }
        }
        let buckets = clients.entry(client).or_insert_with(|| Buckets {
            requests: Bucket::full(REQUESTS, now),
            expensive: Bucket::full(EXPENSIVE, now),
        });
        let allowed = buckets.requests.take(REQUESTS, now)
            && (!expensive || buckets.expensive.take(EXPENSIVE, now));
        match allowed {
            true => Ok(()),
            false => Err(ApiError::busy("too many requests; try again in a moment")),
        }
    }
}

impl Buckets {
    fn are_full(&self, now: Instant) -> bool {
        self.requests.is_full(REQUESTS, now) && self.expensive.is_full(EXPENSIVE, now)
    }
}

impl Bucket {
    fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket {
            tokens: rate.burst,
            at: now,
        }
    }

    fn tokens(&self, rate: Rate, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        (self.tokens + passed * rate.per_second).min(rate.burst)
    }

    fn is_full(&self, rate: Rate, now: Instant) -> bool {
        self.tokens(rate, now) >= rate.burst
    }

    fn take(&mut self, rate: Rate, now: Instant) -> bool {
        let tokens = self.tokens(rate, now);
        let enough = tokens >= 1.0;
        self.tokens = if enough { tokens - 1.0 } else { tokens };
        self.at = now;
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{net::Ipv4Addr, time::Duration};

    fn client(number: u32) -> Client {
        Client(Ipv4Addr::from_bits(number).into())
    }

    /// How many requests are answered at this moment.
    fn answered(rates: &Rates, client: Client, expensive: bool, now: Instant) -> usize {
        let asked = (0..10_000).take_while(|_| rates.check_at(client, expensive, now).is_ok());
        asked.count()
    }

    #[test]
    fn a_flood_is_refused_and_a_pause_helps() {
        let rates = Rates::default();
        let start = Instant::now();
        let (one, other) = (client(1), client(2));
        assert_eq!(answered(&rates, one, true, start), EXPENSIVE.burst as usize);
        let rest = REQUESTS.burst - EXPENSIVE.burst - 1.0;
        assert_eq!(answered(&rates, one, false, start), rest as usize);
        assert!(rates.check_at(other, true, start).is_ok());
        let later = start + Duration::from_secs(1);
        assert_eq!(
            answered(&rates, one, false, later),
            REQUESTS.per_second as usize
        );
        let much_later = start + Duration::from_secs(3_600);
        assert_eq!(
            answered(&rates, one, false, much_later),
            REQUESTS.burst as usize
        );
    }

    #[test]
    fn old_clients_are_forgotten() {
        let rates = Rates::default();
        let start = Instant::now();
        for number in 0..CLIENTS as u32 {
            assert!(rates.check_at(client(number), false, start).is_ok());
        }
        let next = client(CLIENTS as u32);
        assert!(rates.check_at(next, false, start).is_err());
        let later = start + Duration::from_secs(60);
        assert!(rates.check_at(next, false, later).is_ok());
        assert_eq!(rates.0.lock().unwrap().len(), 1);
    }
}
