//! The server itself: binds, accepts, and goes down when it is asked to.

use crate::{
    app::{self, App},
    arena,
    crowd::{Crowd, Place},
    files,
    guard::ConnectionRate,
    limits::{CONNECTION_TIME, CONNECTIONS_OF_CLIENT, GRACE, HEAD_TIME, REQUEST_TIME},
    upload::Upload,
};
use axum::{Router, body::Body, http::Request};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use papan_distributed::{Access, Address};
use papan_host::Client;
use std::{
    io,
    net::SocketAddr,
    path::PathBuf,
    pin::pin,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};
use thiserror::Error;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time,
};
use tower::ServiceExt as _;
use tracing::{info, warn};

/// How the server is to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens. Port 0 takes any free one.
    pub listen: SocketAddr,
    /// The file that games are saved in; made when it is not there.
    pub data: PathBuf,
    /// The ledger whose tournaments are shown.
    pub ledger: PathBuf,
    /// The most bytes that saved games may take; [`STORAGE`] is usual. New games are refused
    /// when they would take more, and moves when they take a tenth more than that.
    pub storage: u64,
    /// How many threads agents think with.
    pub threads: usize,
    /// The NATS servers whose workers are shown, and who one is there.
    pub workers: Option<(Address, Access)>,
    /// Serves the files of the page from this folder instead of those built in.
    pub assets: Option<PathBuf>,
}

/// The most bytes that saved games usually may take: those of many people for years.
pub const STORAGE: u64 = 1 << 30;

/// Why the server could not start or go on.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The file of saved games cannot be opened.
    #[error("{0}")]
    Data(String),
    /// Something that every system should give was not given.
    #[error("cannot start: {0}")]
    System(#[from] io::Error),
}

/// Serves until the process is told to end (SIGTERM or SIGINT), then tells those who are
/// connected, finishes what is being written, and returns. `ready` is told the address
/// once requests are answered there.
pub fn serve(options: Options, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    files::raise();
    check_threads(WORKERS + BLOCKING + options.threads)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKERS)
        .max_blocking_threads(BLOCKING)
        .enable_all()
        .build()?;
    let result = runtime.block_on(async {
        let end = asked_to_end()?;
        serve_until(options, ready, end).await
    });
    // Work that still runs after the grace has nobody to answer.
    runtime.shutdown_timeout(Duration::from_secs(1));
    result
}

/// Threads that answer requests.
const WORKERS: usize = 2;

/// Threads that read files and ledgers, at most; agents have threads of their own.
const BLOCKING: usize = 16;

/// Whether so many threads can be started: a runtime that gets none panics.
fn check_threads(count: usize) -> io::Result<()> {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        let closed = gate.lock();
        let wait = || drop(gate.lock());
        let mut started = (0..count).map(|_| thread::Builder::new().spawn_scoped(scope, wait));
        let refused = started.find_map(Result::err);
        drop(closed);
        match refused {
            None => Ok(()),
            Some(error) => {
                let text = format!("it needs {count} threads, and the system has not so many");
                Err(io::Error::new(error.kind(), format!("{text}: {error}")))
            }
        }
    })
}

/// The same in a runtime of someone else, until `end` is over.
pub async fn serve_until(
    options: Options,
    ready: impl FnOnce(SocketAddr),
    end: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let address = options.listen;
    let listener = TcpListener::bind(address)
        .await
        .map_err(|source| ServeError::Listen { address, source })?;
    let options = Options {
        listen: listener.local_addr()?,
        ..options
    };
    let app = App::open(options)?;
    ready(app.options.listen);
    info!(address = %app.options.listen, "the server listens");
    let watching = tokio::spawn(arena::keep_watching(Arc::clone(&app)));
    let connections = Crowd::new(files::places().0, CONNECTIONS_OF_CLIENT);
    tokio::select! {
        () = accept(&listener, &app, &connections) => {}
        () = end => {}
    }
    drop(listener);
    info!("the server ends");
    watching.abort();
    app.closing.send_replace(true);
    // Sockets have left the places of their connections.
    let _ = time::timeout(GRACE, async {
        connections.ended().await;
        app.sockets.ended().await;
        app.house.settled().await;
    })
    .await;
    // What is being written is waited for, on a thread that may wait.
    let _ = tokio::task::spawn_blocking(move || app.close()).await;
    Ok(())
}

/// What is over when the process is told to end.
fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        Ok(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

async fn accept(listener: &TcpListener, app: &Arc<App>, connections: &Arc<Crowd>) {
    let router = app::router(Arc::clone(app));
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                let client = Client::at(address.ip());
                // Without a place the connection is closed at once: to wait for one would keep
                // all others waiting too.
                let Some(place) = connections.enter(client) else {
                    info!(client = %client.0, "too many connections are open");
                    continue;
                };
                let (router, closing) = (router.clone(), app.closing.subscribe());
                tokio::spawn(connection(stream, client, place, router, closing));
            }
            // No more files may be open, or the client is gone already: both pass.
            Err(error) => {
                warn!(%error, "a connection was not accepted");
                connections.make_room();
                time::sleep(Duration::from_millis(10)).await;
            }
        }
    }
}

async fn connection(
    stream: TcpStream,
    client: Client,
    place: Place,
    router: Router,
    mut closing: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let place = Arc::new(place);
    let rate = ConnectionRate::of(client);
    let answering = Arc::clone(&place);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        request.extensions_mut().insert(rate.clone());
        let place = Arc::clone(&answering);
        let request = request.map(|body| Body::new(Upload::new(body, Arc::clone(&place))));
        let answer = router.clone().oneshot(request);
        async move {
            let answer = answer.await;
            // Now the client is to take it, and to ask again.
            place.waits();
            answer
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // A connection that breaks is the client's affair.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = place.sent_away() => return,
        _ = closing.wait_for(|closing| *closing) => {}
        () = time::sleep(CONNECTION_TIME) => {}
    }
    connection.as_mut().graceful_shutdown();
    tokio::select! {
        _ = time::timeout(2 * REQUEST_TIME, connection) => {}
        () = place.sent_away() => {}
    }
}
