//! How often each client may ask.

use super::Bucket;
use crate::{
    app::{Client, lock},
    error::ApiError,
    limits::{EXPENSIVE, REQUESTS},
};
use std::{collections::HashMap, sync::Mutex, time::Instant};
use tracing::info;

/// When this number of clients is known, those who have not asked for long are forgotten.
const CLIENTS: usize = 10_000;

/// What each client has asked lately.
#[derive(Default)]
pub(crate) struct Rates(Mutex<HashMap<Client, Buckets>>);

struct Buckets {
    requests: Bucket,
    expensive: Bucket,
}

impl Rates {
    /// Takes what a request costs, or refuses it.
    pub(crate) fn check(&self, client: Client, expensive: bool) -> Result<(), ApiError> {
        self.check_at(client, expensive, Instant::now())
    }

    fn check_at(&self, client: Client, expensive: bool, now: Instant) -> Result<(), ApiError> {
        let mut clients = lock(&self.0);
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
        let allowed = buckets.requests.take(now) && (!expensive || buckets.expensive.take(now));
        match allowed {
            true => Ok(()),
            false => {
                info!(client = %client.0, expensive, "too many requests");
                Err(ApiError::busy("too many requests; try again in a moment"))
            }
        }
    }
}

impl Buckets {
    fn are_full(&self, now: Instant) -> bool {
        self.requests.is_full(now) && self.expensive.is_full(now)
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
