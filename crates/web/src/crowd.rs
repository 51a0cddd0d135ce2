//! Places for connections, sockets and uploads: how many there may be in all, and how many of one
//! client.
//!
//! Nobody is locked out by those who sit there in silence: who finds no place takes that of
//! whoever has kept the server waiting for longest, of the same client where that has its share,
//! else of the client with most places. Only where all places are worked for somebody is turned
//! away.

use papan_host::{Client, lock};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Instant,
};
use tokio::sync::{Notify, watch};

/// All places of a kind.
pub(crate) struct Crowd {
    taken: Mutex<Taken>,
    most: usize,
    of_client: usize,
    /// How many are not given back yet, those of clients who were sent away included.
    count: watch::Sender<usize>,
}

#[derive(Default)]
struct Taken {
    last: u64,
    places: HashMap<u64, Sitting>,
}

struct Sitting {
    client: Client,
    /// Since when the client keeps us waiting; not while we work for it.
    silent: Option<Instant>,
    away: Arc<Notify>,
}

/// One place. It is given back when it is dropped.
pub(crate) struct Place {
    crowd: Arc<Crowd>,
    number: u64,
    away: Arc<Notify>,
}

impl Crowd {
    /// `most` places, and `of_client` for one client; on this machine everybody is one client,
    /// who may have all of them.
    pub(crate) fn new(most: usize, of_client: usize) -> Arc<Crowd> {
        Arc::new(Crowd {
            taken: Mutex::default(),
            most,
            of_client,
            count: watch::Sender::new(0),
        })
    }

    /// A place for a client, who has to say something first.
    pub(crate) fn enter(self: &Arc<Crowd>, client: Client) -> Option<Place> {
        let mut taken = lock(&self.taken);
        let of_client = taken.of(client);
        if !client.is_this_machine() && of_client >= self.of_client {
            taken.send_away(client)?;
        } else if taken.places.len() >= self.most {
            let most = taken.largest()?;
            taken.send_away(most)?;
        }
        taken.last += 1;
        let (number, away) = (taken.last, Arc::new(Notify::new()));
        let sitting = Sitting {
            client,
            silent: Some(Instant::now()),
            away: Arc::clone(&away),
        };
        taken.places.insert(number, sitting);
        drop(taken);
        self.count.send_modify(|count| *count += 1);
        Some(Place {
            crowd: Arc::clone(self),
            number,
            away,
        })
    }

    /// Sends one away, where the system has no more for another.
    pub(crate) fn make_room(&self) {
        let mut taken = lock(&self.taken);
        if let Some(most) = taken.largest() {
            taken.send_away(most);
        }
    }

    /// Waits until all places are given back.
    pub(crate) async fn ended(&self) {
        // The sender lives as long as this.
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl Taken {
    fn of(&self, client: Client) -> usize {
        let sitting = self.places.values();
        sitting.filter(|sitting| sitting.client == client).count()
    }

    /// The client with most places.
    fn largest(&self) -> Option<Client> {
        let mut counts: HashMap<Client, usize> = HashMap::new();
        for sitting in self.places.values() {
            *counts.entry(sitting.client).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        most.map(|(client, _)| client)
    }

    /// Sends away who is silent for longest of a client, if anyone is.
    fn send_away(&mut self, client: Client) -> Option<()> {
        let sitting = self.places.iter().filter(|(_, one)| one.client == client);
        let silent = sitting.filter_map(|(number, one)| Some((one.silent?, *number)));
        let (_, number) = silent.min()?;
        self.places.remove(&number)?.away.notify_one();
        Some(())
    }
}

impl Place {
    /// The client has said what is needed: nobody takes its place while we work for it.
    pub(crate) fn works(&self) {
        self.set(None);
    }

    /// The client is to say or take something from now on.
    pub(crate) fn waits(&self) {
        self.set(Some(Instant::now()));
    }

    fn set(&self, silent: Option<Instant>) {
        if let Some(sitting) = lock(&self.crowd.taken).places.get_mut(&self.number) {
            sitting.silent = silent;
        }
    }

    /// Is over when somebody else has got the place.
    pub(crate) async fn sent_away(&self) {
        self.away.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.crowd.taken).places.remove(&self.number);
        self.crowd.count.send_modify(|count| *count -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        net::{IpAddr, Ipv4Addr},
        time::Duration,
    };
    use tokio::time::timeout;

    const MOST: usize = 20;
    const OF_CLIENT: usize = 5;

    fn client(last: u8) -> Client {
        Client(IpAddr::V4(Ipv4Addr::new(10, 0, 0, last)))
    }

    fn here() -> Client {
        Client(Ipv4Addr::LOCALHOST.into())
    }

    async fn is_sent_away(place: &Place) -> bool {
        // What was said before is heard at once.
        timeout(Duration::ZERO, place.sent_away()).await.is_ok()
    }

    fn enter(crowd: &Arc<Crowd>, clients: impl IntoIterator<Item = Client>) -> Vec<Place> {
        let enter = |client| crowd.enter(client).expect("a place");
        clients.into_iter().map(enter).collect()
    }

    #[tokio::test]
    async fn who_has_a_share_takes_the_place_of_its_own_longest_silence() {
        let crowd = Crowd::new(MOST, OF_CLIENT);
        let other = enter(&crowd, [client(2)]);
        let places = enter(&crowd, [client(1); OF_CLIENT]);
        places[0].waits();
        let _next = crowd.enter(client(1)).unwrap();
        assert!(is_sent_away(&places[1]).await);
        for place in [&places[0], &places[2], &other[0]] {
            assert!(!is_sent_away(place).await);
        }
    }

    #[tokio::test]
    async fn a_full_house_has_a_place_for_whoever_has_few() {
        let crowd = Crowd::new(MOST, OF_CLIENT);
        let crowds = (1..=4).flat_map(|last| [client(last); OF_CLIENT]);
        let mut places = enter(&crowd, crowds);
        let _next = crowd.enter(client(9)).unwrap();
        // On this machine everybody is one client, without a share of its own.
        places.extend(enter(&crowd, [here(); 2]));
        let mut gone = 0;
        for place in &places {
            gone += usize::from(is_sent_away(place).await);
        }
        assert_eq!(gone, 3);
        assert_eq!(lock(&crowd.taken).of(client(9)), 1);
        drop(places);
        assert_eq!(lock(&crowd.taken).places.len(), 1);
    }

    #[tokio::test]
    async fn nobody_is_sent_away_who_is_worked_for() {
        let crowd = Crowd::new(MOST, OF_CLIENT);
        let places = enter(&crowd, [here(); MOST]);
        places.iter().for_each(Place::works);
        assert!(crowd.enter(here()).is_none());
        assert!(crowd.enter(client(1)).is_none());
        places[7].waits();
        let next = crowd.enter(client(1)).unwrap();
        assert!(is_sent_away(&places[7]).await);
        drop((places, next));
        timeout(Duration::ZERO, crowd.ended()).await.unwrap();
    }
}
