//! The socket of analysis: positions evaluated, games reviewed, moves previewed. Nothing is
//! kept, and nobody needs a secret.

mod desk;
mod evaluate;
mod message;
mod review;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use message::{Judged, Tell};

use crate::{
    app::{App, Client},
    error::Answer,
    limits::PING,
    sockets::{self, SocketPermit, send},
};
use axum::{
    Extension, Router,
    body::Bytes,
    extract::{
        State,
        ws::{Message, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    response::Response,
    routing::get,
};
use desk::Desk;
use std::sync::Arc;
use tokio::{
    sync::mpsc,
    time::{self, Instant},
};

/// The most answers that wait until the page reads them; then the tasks wait too.
const ANSWERS: usize = 64;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/analysis", get(upgrade))
}

async fn upgrade(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer<Response> {
    let upgrade = sockets::limited(upgrade)?;
    let permit = app.sockets.enter(client)?;
    Ok(upgrade.on_upgrade(move |socket| converse(app, socket, permit)))
}

/// One page that analyses, until it goes away, does not read, or the server ends.
async fn converse(app: Arc<App>, mut socket: WebSocket, permit: SocketPermit) {
    let (sender, mut answers) = mpsc::channel::<String>(ANSWERS);
    let mut closing = app.closing.subscribe();
    let mut desk = Desk::new(Arc::clone(&app.thinkers), sender);
    let mut heard = Instant::now();
    let mut ping = time::interval_at(heard + PING, PING);
    loop {
        let answer = tokio::select! {
            _ = async { closing.wait_for(|closing| *closing).await.is_ok() } => {
                let _ = send(&mut socket, Message::text(r#"{"type":"bye"}"#)).await;
                break;
            }
            Some(answer) = answers.recv() => Some(Message::text(answer)),
            _ = ping.tick() => match heard.elapsed() > 3 * PING {
                true => break,
                false => Some(Message::Ping(Bytes::new())),
            },
            received = socket.recv() => {
                heard = Instant::now();
                match received {
                    Some(Ok(Message::Text(text))) => desk.hear(&text).await.map(Message::text),
                    Some(Ok(Message::Binary(bytes))) => {
                        let text = String::from_utf8_lossy(&bytes);
                        desk.hear(&text).await.map(Message::text)
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                }
            }
        };
        if let Some(answer) = answer
            && send(&mut socket, answer).await.is_err()
        {
            break;
        }
    }
    drop(permit);
}
