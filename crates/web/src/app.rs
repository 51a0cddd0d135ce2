//! What all requests share, and which module answers which of them.

use crate::{
    Options, ServeError,
    arena::{self, Reports, Workers},
    assets,
    crowd::Crowd,
    error::Refused,
    guard::{self, Rates},
    limits::{UPLOADS, UPLOADS_OF_CLIENT},
    sockets::Sockets,
    store::Store,
    thinkers::Thinkers,
    travel,
};
use axum::{Router, middleware};
use papan_host::{ApiError, House};
use std::sync::Arc;
use tokio::sync::watch;

/// What all requests share.
pub(crate) struct App {
    pub(crate) options: Options,
    /// Becomes true when the server goes down: sockets then say `bye` and end.
    pub(crate) closing: watch::Sender<bool>,
    /// Who is connected by a socket.
    pub(crate) sockets: Sockets,
    /// Who sends a file.
    pub(crate) uploads: Arc<Crowd>,
    /// Those who think.
    thinkers: Arc<Thinkers>,
    /// Where games are kept.
    store: Arc<Store>,
    /// The games, and all else that needs no server.
    pub(crate) house: Arc<House>,
    pub(crate) rates: Arc<Rates>,
    pub(crate) reports: Reports,
    pub(crate) workers: Workers,
}

impl App {
    /// Opens the files of the server.
    pub(crate) fn open(options: Options) -> Result<Arc<App>, ServeError> {
        let thinkers = Arc::new(Thinkers::new(options.threads));
        let store = Store::open(&options.data, options.storage);
        let store = Arc::new(store.map_err(|error| ServeError::Data(error.to_string()))?);
        let rates = Arc::<Rates>::default();
        let allowed = Arc::clone(&rates);
        let house = House::new(
            Arc::clone(&store) as _,
            Arc::clone(&thinkers) as _,
            papan_host::Options {
                lists_all: options.listen.ip().is_loopback(),
                allows: Box::new(move |client, bytes| allowed.store(client, bytes)),
            },
        );
        Ok(Arc::new(App {
            workers: Workers::new(&options),
            thinkers,
            store,
            house,
            options,
            closing: watch::Sender::new(false),
            sockets: Sockets::new(),
            uploads: Crowd::new(UPLOADS, UPLOADS_OF_CLIENT),
            rates,
            reports: Reports::default(),
        }))
    }

    /// Whether only this machine can reach the server.
    pub(crate) fn is_local(&self) -> bool {
        self.options.listen.ip().is_loopback()
    }

    /// Writes what is not yet written, when no request is left.
    pub(crate) fn close(&self) {
        self.house.close();
        self.thinkers.close();
        self.store.keeper.close();
    }
}

/// Everything the server answers.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .merge(assets::routes())
        .merge(arena::routes())
        .fallback(travel::answer)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            guard::guard,
        ))
        .with_state(app)
}

async fn wrong_method() -> Refused {
    let text = "this address does not take this method";
    Refused(ApiError::new(405, "method", text))
}
