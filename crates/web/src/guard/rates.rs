//! How often each client may ask, and how much it may have kept.
//!
//! On this machine every page and every program comes from one address. There each connection
//! has a rate of its own, so that a program that asks without end locks no person out; only what
//! is to be kept is counted for all of them together.

use crate::limits::{EXPENSIVE, REQUESTS, STORED};
use papan_host::{ApiError, Bucket, Client, lock};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Instant,
};
use tracing::info;

/// When this number of clients is known, those who have not asked for long are forgotten.
const CLIENTS: usize = 10_000;

/// What each client has asked lately.
#[derive(Default)]
pub(crate) struct Rates(Mutex<HashMap<Client, Known>>);

struct Known {
    asked: Asked,
    /// Bytes, and not requests.
    stored: Bucket,
}

/// How often something is asked.
struct Asked {
    requests: Bucket,
    expensive: Bucket,
}

impl Asked {
    fn nothing(now: Instant) -> Asked {
        Asked {
            requests: Bucket::full(REQUESTS, now),
            expensive: Bucket::full(EXPENSIVE, now),
        }
    }

    fn take(&mut self, expensive: bool, now: Instant) -> bool {
        self.requests.take(now) && (!expensive || self.expensive.take(now))
    }
}

/// The rate of one connection of this machine; others have that of their address alone.
#[derive(Clone)]
pub(crate) struct ConnectionRate(Option<Arc<Mutex<Asked>>>);

impl ConnectionRate {
    pub(crate) fn of(client: Client) -> ConnectionRate {
        let own = || Arc::new(Mutex::new(Asked::nothing(Instant::now())));
        ConnectionRate(client.is_this_machine().then(own))
    }
}

impl Rates {
    /// Takes what a request costs, or refuses it.
    pub(crate) fn check(
        &self,
        client: Client,
        connection: &ConnectionRate,
        expensive: bool,
    ) -> Result<(), ApiError> {
        self.check_at(client, connection, expensive, Instant::now())
    }

    fn check_at(
        &self,
        client: Client,
        connection: &ConnectionRate,
        expensive: bool,
        now: Instant,
    ) -> Result<(), ApiError> {
        let allowed = match &connection.0 {
            Some(own) => lock(own).take(expensive, now),
            None => self.take(client, now, |known| known.asked.take(expensive, now))?,
        };
        match allowed {
            true => Ok(()),
            false => {
                info!(client = %client.0, expensive, "too many requests");
                Err(ApiError::busy("too many requests; try again in a moment"))
            }
        }
    }

    /// Takes what it costs to have so many bytes more kept, or refuses it.
    pub(crate) fn store(&self, client: Client, bytes: usize) -> Result<(), ApiError> {
        self.store_at(client, bytes, Instant::now())
    }

    fn store_at(&self, client: Client, bytes: usize, now: Instant) -> Result<(), ApiError> {
        match self.take(client, now, |known| {
            known.stored.take_many(bytes as f64, now)
        })? {
            true => Ok(()),
            false => {
                info!(client = %client.0, bytes, "too much is to be kept");
                let text = "too much is to be kept at once; try again in a moment";
                Err(ApiError::busy(text))
            }
        }
    }

    fn take(
        &self,
        client: Client,
        now: Instant,
        take: impl FnOnce(&mut Known) -> bool,
    ) -> Result<bool, ApiError> {
        let mut clients = lock(&self.0);
        if clients.len() >= CLIENTS && !clients.contains_key(&client) {
            clients.retain(|_, known| !known.are_full(now));
            if clients.len() >= CLIENTS {
                return Err(ApiError::busy("too many clients"));
            }
        }
        let known = clients.entry(client).or_insert_with(|| Known {
            asked: Asked::nothing(now),
            stored: Bucket::full(STORED, now),
        });
        Ok(take(known))
    }
}

impl Known {
    fn are_full(&self, now: Instant) -> bool {
        let buckets = [&self.asked.requests, &self.asked.expensive, &self.stored];
        buckets.iter().all(|bucket| bucket.is_full(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{net::Ipv4Addr, time::Duration};

    fn client(number: u32) -> Client {
        Client(Ipv4Addr::from_bits(number).into())
    }

    fn ask(rates: &Rates, client: Client, expensive: bool, now: Instant) -> bool {
        let connection = ConnectionRate::of(client);
        rates.check_at(client, &connection, expensive, now).is_ok()
    }

    /// How many requests are answered at this moment.
    fn answered(rates: &Rates, client: Client, expensive: bool, now: Instant) -> usize {
        let asked = (0..10_000).take_while(|_| ask(rates, client, expensive, now));
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
        assert!(ask(&rates, other, true, start));
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
    fn a_flood_on_this_machine_locks_no_other_page_out() {
        let rates = Rates::default();
        let here = Client(Ipv4Addr::LOCALHOST.into());
        let now = Instant::now();
        let flood = ConnectionRate::of(here);
        let asked = (0..10_000).take_while(|_| rates.check_at(here, &flood, false, now).is_ok());
        assert!(asked.count() < 10_000);
        let page = ConnectionRate::of(here);
        assert!(rates.check_at(here, &page, false, now).is_ok());
        let asked = (0..10_000).take_while(|_| rates.check_at(here, &flood, true, now).is_ok());
        assert_eq!(asked.count(), 0);
        assert!(rates.check_at(here, &page, true, now).is_ok());
        // What is to be kept is counted for all.
        while rates.store_at(here, 1 << 20, now).is_ok() {}
        assert!(rates.store_at(here, 1 << 20, now).is_err());
    }

    #[test]
    fn nobody_has_too_much_kept_at_once() {
        let rates = Rates::default();
        let start = Instant::now();
        let megabyte = 1 << 20;
        let kept = |now| {
            let writes =
                (0..10_000).take_while(|_| rates.store_at(client(1), megabyte, now).is_ok());
            writes.count() * megabyte
        };
        let burst = kept(start) as f64;
        assert!(
            burst <= STORED.burst && burst > STORED.burst - 2e6,
            "{burst}"
        );
        assert!(rates.store_at(client(2), megabyte, start).is_ok());
        let later = kept(start + Duration::from_secs(60)) as f64;
        assert!(later <= 60.0 * STORED.per_second + 2e6, "{later}");
    }

    #[test]
    fn old_clients_are_forgotten() {
        let rates = Rates::default();
        let start = Instant::now();
        for number in 0..CLIENTS as u32 {
            assert!(ask(&rates, client(number + (10 << 24)), false, start));
        }
        let next = client(1);
        assert!(!ask(&rates, next, false, start));
        let later = start + Duration::from_secs(60);
        assert!(ask(&rates, next, false, later));
        assert_eq!(rates.0.lock().unwrap().len(), 1);
    }
}
