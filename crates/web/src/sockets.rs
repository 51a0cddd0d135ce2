//! Sockets: how many there may be, in all and for each client, so that a flood of them harms
//! nobody else; and what is the same whatever a socket is for.

mod carry;

use crate::{
    app::App,
    crowd::{Crowd, Place},
    files,
    limits::{FRAME, SOCKETS_OF_CLIENT},
};
use axum::{
    extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    response::Response,
};
use papan_host::{Answer, ApiError, Client, Socket};
use std::sync::Arc;
use tracing::info;

/// What is read at once. The usual would be more memory than a game itself takes.
const BUFFER: usize = 4 * 1024;

/// A request that wants to become a socket, if it does.
pub(crate) type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// A socket that may be opened.
pub(crate) struct Accepted {
    upgrade: WebSocketUpgrade,
    place: Place,
}

impl Accepted {
    /// Opens it, for one of the house.
    pub(crate) fn open(self, app: &App, listener: Socket) -> Response {
        let closing = app.closing.subscribe();
        self.upgrade.on_upgrade(async move |socket| {
            carry::carry(socket, listener, &self.place, closing).await;
        })
    }
}

/// The sockets that are open. Who sits there in silence makes room for others, when there is no
/// more: a page opens its socket again.
pub(crate) struct Sockets(Arc<Crowd>);

impl Sockets {
    pub(crate) fn new() -> Sockets {
        Sockets(Crowd::new(files::places().1, SOCKETS_OF_CLIENT))
    }

    /// A socket with our limits, or why there is none, as a plain answer.
    pub(crate) fn accept(&self, client: Client, upgrade: Upgrade) -> Answer<Accepted> {
        let refused = |error: WebSocketUpgradeRejection| {
            ApiError::new(error.status().as_u16(), "request", error.body_text())
        };
        let upgrade = upgrade.map_err(refused)?;
        let Some(place) = self.0.enter(client) else {
            info!(client = %client.0, "too many sockets are open");
            return Err(ApiError::busy("too many sockets are open"));
        };
        let upgrade = upgrade.max_message_size(FRAME).max_frame_size(FRAME);
        let upgrade = upgrade.read_buffer_size(BUFFER);
        Ok(Accepted { upgrade, place })
    }

    /// Waits until no socket is left.
    pub(crate) async fn ended(&self) {
        self.0.ended().await;
    }
}
