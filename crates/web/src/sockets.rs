//! How many sockets there are: in all and for each client, so that a flood of them harms
//! nobody else.

use crate::{
    app::Client,
    error::{Answer, ApiError},
    limits::{FRAME, SEND_TIME, SOCKETS, SOCKETS_OF_CLIENT},
};
use axum::extract::ws::{
    Message, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{sync::watch, time};
use tracing::info;

/// What is read at once. The usual would be more memory than a game itself takes.
const BUFFER: usize = 4 * 1024;

/// A socket with our limits, or what is said to one who asks for a page where a socket is.
pub(crate) fn limited(
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer<WebSocketUpgrade> {
    let refused = |error: WebSocketUpgradeRejection| {
        ApiError::new(error.status(), "request", error.body_text())
    };
    let upgrade = upgrade.map_err(refused)?;
    Ok(upgrade
        .max_message_size(FRAME)
        .max_frame_size(FRAME)
        .read_buffer_size(BUFFER))
}

/// Sends, or fails when the other side does not take it in time.
pub(crate) async fn send(socket: &mut WebSocket, message: Message) -> Result<(), ()> {
    match time::timeout(SEND_TIME, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}

/// The sockets that are open.
#[derive(Clone)]
pub(crate) struct Sockets {
    open: Arc<Mutex<HashMap<Client, usize>>>,
    count: watch::Sender<usize>,
}

/// The right to one socket. It must live as long as the socket.
pub(crate) struct SocketPermit {
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

    /// One socket more for a client. To be asked for before the upgrade, so that a refusal is
    /// a plain answer; the permit goes into the task of the socket.
    pub(crate) fn enter(&self, client: Client) -> Result<SocketPermit, ApiError> {
        let mut open = self.lock();
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

    fn lock(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let mut open = self.sockets.lock();
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
        assert!(sockets.lock().is_empty());
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
