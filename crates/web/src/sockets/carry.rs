//! The way of messages between a socket and whoever listens to it.

use crate::{
    crowd::Place,
    limits::{PING, SEND_TIME},
};
use axum::{
    body::Bytes,
    extract::ws::{Message, Utf8Bytes, WebSocket},
};
use papan_host::{Socket, bye};
use std::sync::Arc;
use tokio::{
    sync::watch,
    time::{self, Instant},
};

/// What can happen to a socket.
enum Event {
    Out(Option<Arc<str>>),
    In(Option<Result<Message, axum::Error>>),
    Ping,
    Bye,
    /// Somebody else needs the place.
    Away,
}

/// Carries messages both ways until one side has enough.
pub(super) async fn carry(
    mut socket: WebSocket,
    mut listener: Socket,
    place: &Place,
    mut closing: watch::Receiver<bool>,
) {
    let outbox = Arc::clone(listener.outbox());
    let mut heard = Instant::now();
    let mut ping = time::interval_at(heard + PING, PING);
    loop {
        let event = tokio::select! {
            text = outbox.next() => Event::Out(text),
            message = socket.recv() => Event::In(message),
            _ = ping.tick() => Event::Ping,
            _ = closing.wait_for(|closing| *closing) => Event::Bye,
            () = place.sent_away() => Event::Away,
        };
        if let Event::In(_) = event {
            heard = Instant::now();
        }
        let done = match event {
            Event::Out(Some(text)) => {
                send(&mut socket, Message::Text(Utf8Bytes::from(&*text))).await
            }
            Event::In(Some(Ok(Message::Text(text)))) => {
                place.waits();
                listener.hear(&text).await.map_err(|_| ())
            }
            Event::In(Some(Ok(Message::Binary(_)))) => {
                listener.hear("binary").await.map_err(|_| ())
            }
            // Pings are answered by themselves.
            Event::In(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {
                listener.sign().map_err(|_| ())
            }
            Event::Ping if heard.elapsed() <= 3 * PING => {
                send(&mut socket, Message::Ping(Bytes::new())).await
            }
            Event::Bye => {
                let _ = send(&mut socket, Message::text(bye())).await;
                break;
            }
            Event::Out(None) | Event::In(_) | Event::Ping | Event::Away => break,
        };
        if done.is_err() {
            break;
        }
    }
    let _ = send(&mut socket, Message::Close(None)).await;
}

/// Sends, or fails when the other side does not take it in time.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), ()> {
    match time::timeout(SEND_TIME, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}
