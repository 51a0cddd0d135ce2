//! The house in which games are played: what all requests share.

use crate::{
    analysis::Knowledge, demonstration::Demonstrations, error::Answer, games::Rooms,
    inspect::Imports, papers::Runs, store::Store, thinkers::Thinkers,
};
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::Arc,
};

/// What all requests share.
pub struct House {
    pub(crate) options: Options,
    /// Those who think.
    pub(crate) thinkers: Arc<dyn Thinkers>,
    /// What was found of positions.
    pub(crate) knowledge: Arc<Knowledge>,
    /// The games.
    pub(crate) rooms: Rooms,
    /// Files that are read.
    pub(crate) imports: Imports,
    pub(crate) demonstrations: Demonstrations,
    pub(crate) runs: Runs,
}

/// How a house is kept.
pub struct Options {
    /// Whether whoever asks may see the names of all games.
    pub lists_all: bool,
    /// Whether a client may have so many bytes more kept.
    pub allows: Box<Allows>,
}

/// Whether a client may have so many bytes more kept.
pub type Allows = dyn Fn(Client, usize) -> Answer<()> + Send + Sync;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Client(pub IpAddr);

impl Client {
    /// Somebody on this machine.
    pub const HERE: Client = Client(IpAddr::V4(Ipv4Addr::LOCALHOST));

    /// Whether it is on this machine, where every program and every page has the same address.
    pub fn is_this_machine(self) -> bool {
        self.0.is_loopback()
    }

    /// The client with an address. Whoever has one address of IPv6 has a whole network of
    /// them, so that the network is the client.
    pub fn at(address: IpAddr) -> Client {
        Client(match address.to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => {
                Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into()
            }
            address => address,
        })
    }
}

impl House {
    /// One that keeps its games in `store`, and whose agents are `thinkers`.
    pub fn new(store: Arc<dyn Store>, thinkers: Arc<dyn Thinkers>, options: Options) -> Arc<House> {
        Arc::new(House {
            runs: Runs::new(Arc::clone(&store), Arc::clone(&thinkers)),
            rooms: Rooms::new(store, Arc::clone(&thinkers)),
            thinkers,
            options,
            knowledge: Arc::default(),
            imports: Imports::default(),
            demonstrations: Demonstrations::default(),
        })
    }

    /// Refuses to keep so many bytes more for a client who has had too many kept.
    pub(crate) fn allow(&self, client: Client, bytes: usize) -> Answer<()> {
        (self.options.allows)(client, bytes)
    }

    /// Waits until every room has done what it was told, such as to write down its clock.
    pub async fn settled(&self) {
        self.rooms.settled().await;
    }

    /// Stops the experiments: nobody will ask any more.
    pub fn close(&self) {
        self.runs.close();
    }
}
