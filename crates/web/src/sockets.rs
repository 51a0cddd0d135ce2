//! Sockets: how many there may be, in all and for each client, so that a flood of them harms
//! nobody else; and what is the same whatever a socket is for.

mod carry;
mod message;
mod outbox;

#[cfg(test)]
pub(crate) use carry::Limited;
pub(crate) use carry::Listener;
#[cfg(test)]
pub(crate) use message::SocketTold;
pub(crate) use message::{tell, tell_error};
pub(crate) use outbox::{Kind, Outbox};

use crate::{
    app::{App, Client, lock},
    error::{Answer, ApiError},
    limits::{FRAME, SOCKETS, SOCKETS_OF_CLIENT},
};
use axum::{
    extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    response::Response,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tokio::sync::watch;
use tracing::info;

/// What is read at once. The usual would be more memory than a game itself takes.
const BUFFER: usize = 4 * 1024;

/// A request that wants to become a socket, if it does.
pub(crate) type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// A socket that may be opened.
pub(crate) struct Accepted {
    upgrade: WebSocketUpgrade,
    permit: SocketPermit,
}

impl Accepted {
    /// Opens it, for one who listens to what the page says.
    pub(crate) fn open(self, app: &App, listener: impl Listener + 'static) -> Response {
        let closing = app.closing.subscribe();
        self.upgrade.on_upgrade(async move |socket| {
            let _permit = self.permit;
            carry::carry(socket, listener, closing).await;
        })
    }
}

/// The sockets that are open.
#[derive(Clone)]
pub(crate) struct Sockets {
    open: Arc<Mutex<HashMap<Client, usize>>>,
    count: watch::Sender<usize>,
}

/// The right to one socket. It must live as long as the socket.
struct SocketPermit {
    sockets: Sockets,
    client: Client,
}

impl Sockets {
    pub(crate) fn new() -> Sockets {
        Sockets {
            open: Arc::default(),
            count: watch::Sender::new(0),
        }
    }

    /// A socket with our limits, or why there is none, as a plain answer.
    pub(crate) fn accept(&self, client: Client, upgrade: Upgrade) -> Answer<Accepted> {
        let refused = |error: WebSocketUpgradeRejection| {
            ApiError::new(error.status(), "request", error.body_text())
        };
        let upgrade = upgrade.map_err(refused)?;
        let permit = self.enter(client)?;
        let upgrade = upgrade.max_message_size(FRAME).max_frame_size(FRAME);
        let upgrade = upgrade.read_buffer_size(BUFFER);
        Ok(Accepted { upgrade, permit })
    }

    /// One socket more for a client.
    fn enter(&self, client: Client) -> Result<SocketPermit, ApiError> {
        let mut open = lock(&self.open);
        let of_client = open.get(&client).copied().unwrap_or(0);
        if of_client >= SOCKETS_OF_CLIENT || *self.count.borrow() >= SOCKETS {
            info!(client = %client.0, "too many sockets are open");
            return Err(ApiError::busy("too many sockets are open"));
        }
        open.insert(client, of_client + 1);
        self.count.send_modify(|count| *count += 1);
        Ok(SocketPermit {
            sockets: self.clone(),
            client,
        })
    }

    /// Waits until no socket is left.
    pub(crate) async fn ended(&self) {
        // The sender lives as long as this.
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let mut open = lock(&self.sockets.open);
        if let Some(count) = open.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.client);
            }
        }
        self.sockets.count.send_modify(|count| *count -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    fn client(last: u8) -> Client {
        Client(IpAddr::V4(Ipv4Addr::new(10, 0, 0, last)))
    }

    #[test]
    fn a_client_has_so_many_sockets_and_no_more() {
        let sockets = Sockets::new();
        let mut permits: Vec<_> = (0..SOCKETS_OF_CLIENT)
            .map(|_| sockets.enter(client(1)).unwrap())
            .collect();
        assert!(sockets.enter(client(1)).is_err());
        assert!(sockets.enter(client(2)).is_ok());
        permits.pop();
        assert!(sockets.enter(client(1)).is_ok());
        drop(permits);
        assert!(lock(&sockets.open).is_empty());
        assert_eq!(*sockets.count.borrow(), 0);
    }

    #[test]
    fn all_clients_together_have_so_many() {
        let sockets = Sockets::new();
        let permits: Vec<_> = (0..SOCKETS)
            .map(|number| sockets.enter(client((number / 500) as u8)).unwrap())
            .collect();
        assert!(sockets.enter(client(99)).is_err());
        drop(permits);
        assert!(sockets.enter(client(99)).is_ok());
    }
}
