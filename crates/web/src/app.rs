//! What all requests share, and which module answers which of them.

use crate::{
    Options, ServeError, analysis,
    arena::{self, Reports, Workers},
    assets, catalogue,
    demonstration::{self, Demonstrations},
    drawings,
    error::ApiError,
    games::{self, Rooms},
    guard::{self, Rates},
    inspect::{self, Imports},
    papers::{self, Runs},
    sockets::Sockets,
    thinkers::Thinkers,
};
use axum::{Router, http::StatusCode, middleware};
use std::{
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::watch;

/// What all requests share.
pub(crate) struct App {
    pub(crate) options: Options,
    /// Becomes true when the server goes down: sockets then say `bye` and end.
    pub(crate) closing: watch::Sender<bool>,
    /// Who is connected by a socket.
    pub(crate) sockets: Sockets,
    /// Those who think.
    pub(crate) thinkers: Arc<Thinkers>,
    /// The games.
    pub(crate) rooms: Rooms,
    pub(crate) rates: Rates,
    /// Files that are sent.
    pub(crate) imports: Imports,
    pub(crate) demonstrations: Demonstrations,
    pub(crate) runs: Runs,
    pub(crate) reports: Reports,
    pub(crate) workers: Workers,
}

/// Who asks: every request carries it as an extension (`axum::Extension<Client>`). Limits
/// are kept per client.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

impl Client {
    /// Whether it is on this machine, where every program and every page has the same address.
    pub(crate) fn is_this_machine(self) -> bool {
        self.0.is_loopback()
    }

    /// The client with an address. Whoever has one address of IPv6 has a whole network of
    /// them, so that the network is the client.
    pub(crate) fn at(address: IpAddr) -> Client {
        Client(match address.to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => {
                Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into()
            }
            address => address,
        })
    }
}

impl App {
    /// Opens the files of the server.
    pub(crate) fn open(options: Options) -> Result<Arc<App>, ServeError> {
        // Agents of games come first; experiments have what half of the threads can do.
        let threads = (options.threads / 2).max(1);
        let thinkers = Arc::new(Thinkers::new(options.threads));
        let rooms = Rooms::open(&options.data, options.storage, Arc::clone(&thinkers));
        let rooms = rooms.map_err(|error| ServeError::Data(error.to_string()))?;
        Ok(Arc::new(App {
            workers: Workers::new(&options),
            runs: Runs::new(threads, rooms.clone()),
            thinkers,
            rooms,
            options,
            closing: watch::Sender::new(false),
            sockets: Sockets::new(),
            rates: Rates::default(),
            imports: Imports::new(),
            demonstrations: Demonstrations::default(),
            reports: Reports::default(),
        }))
    }

    /// Whether only this machine can reach the server.
    pub(crate) fn is_local(&self) -> bool {
        self.options.listen.ip().is_loopback()
    }

    /// Writes what is not yet written, when no request is left.
    pub(crate) fn close(&self) {
        self.runs.close();
        self.thinkers.close();
        self.rooms.close();
    }
}

/// What a lock holds. A thread that panicked while it held one has left plain data behind.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Everything the server answers.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .merge(assets::routes())
        .merge(inspect::routes())
        .merge(drawings::routes())
        .merge(analysis::routes())
        .merge(catalogue::routes())
        .merge(demonstration::routes())
        .merge(papers::routes())
        .merge(arena::routes())
        .merge(games::routes())
        .fallback(assets::missing)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            guard::guard,
        ))
        .with_state(app)
}

async fn wrong_method() -> ApiError {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method",
        "this address does not take this method",
    )
}
