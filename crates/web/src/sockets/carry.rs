//! The way of messages between a socket and whoever listens to it.

use super::{
    Kind, Outbox,
    message::{Incoming, SocketTold, tell, tell_error},
};
use crate::{
    crowd::Place,
    error::ApiError,
    guard::Bucket,
    limits::{PING, Rate, SEND_TIME},
};
use axum::{
    body::Bytes,
    extract::ws::{Message, Utf8Bytes, WebSocket},
};
use serde::de::DeserializeOwned;
use serde_json::Number;
use std::sync::Arc;
use tokio::{
    sync::watch,
    time::{self, Instant},
};

/// After this number of refusals in a row a client is taken not to listen.
const REFUSALS: u32 = 1_000;

/// Whoever hears what a page says over its socket.
pub(crate) trait Listener: Send {
    /// What it understands.
    type Message: DeserializeOwned + Send;
    /// How often it may be told something.
    const RATE: Rate;

    /// What waits to be sent to the page.
    fn outbox(&self) -> &Arc<Outbox>;

    /// Does what a message says. An error means that there is nobody any more to do it.
    fn hear(
        &mut self,
        id: Option<Number>,
        message: Self::Message,
    ) -> impl Future<Output = Result<(), ()>> + Send;
}

/// A listener that is told no more than it can bear.
pub(crate) struct Limited<L> {
    listener: L,
    bucket: Bucket,
    refusals: u32,
}

impl<L: Listener> Limited<L> {
    pub(crate) fn new(listener: L) -> Limited<L> {
        Limited {
            listener,
            bucket: Bucket::full(L::RATE, Instant::now().into_std()),
            refusals: 0,
        }
    }

    /// Whether anything may be said now. An error ends the socket.
    fn allow(&mut self) -> Result<bool, ()> {
        let allowed = self.bucket.take(Instant::now().into_std());
        self.refusals = if allowed { 0 } else { self.refusals + 1 };
        match self.refusals < REFUSALS {
            true => Ok(allowed),
            false => Err(()),
        }
    }

    /// Takes what the page says. An error ends the socket.
    pub(crate) async fn hear(&mut self, text: &str) -> Result<(), ()> {
        let allowed = self.allow()?;
        let said = Incoming::parse(text);
        let id = said.id.as_ref();
        let answer = match said.message {
            _ if !allowed => tell_error(id, ApiError::busy("too many messages at once")),
            Err(error) => tell_error(id, error),
            Ok(None) => tell(id, &SocketTold::Pong),
            Ok(Some(message)) => return self.listener.hear(said.id, message).await,
        };
        self.listener.outbox().push(Kind::Answer, answer);
        Ok(())
    }
}

/// What can happen to a socket.
enum Event {
    Out(Option<Utf8Bytes>),
    In(Option<Result<Message, axum::Error>>),
    Ping,
    Bye,
    /// Somebody else needs the place.
    Away,
}

/// Carries messages both ways until one side has enough.
pub(super) async fn carry(
    mut socket: WebSocket,
    listener: impl Listener,
    place: &Place,
    mut closing: watch::Receiver<bool>,
) {
    let outbox = Arc::clone(listener.outbox());
    let mut listener = Limited::new(listener);
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
            Event::Out(Some(text)) => send(&mut socket, Message::Text(text)).await,
            Event::In(Some(Ok(Message::Text(text)))) => {
                place.waits();
                listener.hear(&text).await
            }
            Event::In(Some(Ok(Message::Binary(_)))) => listener.hear("binary").await,
            // Pings are answered by themselves.
            Event::In(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {
                listener.allow().map(|_| ())
            }
            Event::Ping if heard.elapsed() <= 3 * PING => {
                send(&mut socket, Message::Ping(Bytes::new())).await
            }
            Event::Bye => {
                let _ = send(&mut socket, Message::text(tell(None, &SocketTold::Bye))).await;
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
