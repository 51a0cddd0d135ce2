//! The socket of a game.

use super::{
    host::Command,
    message::{IncomingMessage, Message, tell, tell_error},
    outbox::{Kind, Outbox},
};
use crate::{
    app::{App, Client},
    error::{Answer, ApiError},
    extract::Path,
    guard::Bucket,
    limits::{GAME_MESSAGES, PING},
    sockets::{self, send},
};
use axum::{
    Extension,
    body::Bytes,
    extract::{
        State,
        ws::{
            Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade,
            rejection::WebSocketUpgradeRejection,
        },
    },
    response::Response,
};
use serde_json::json;
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use tokio::{
    sync::{mpsc, watch},
    time::{self, Instant},
};

/// After this number of refusals in a row a client is taken not to listen.
const REFUSALS: u32 = 1_000;

/// Opens the socket of a game.
pub(super) async fn open(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer<Response> {
    let upgrade = sockets::limited(upgrade)?;
    let permit = app.sockets.enter(client)?;
    let room = app.rooms.enter(&id).await?;
    Ok(upgrade.on_upgrade(async move |socket| {
        let _permit = permit;
        let member = Member::enter(room).await;
        let closing = app.closing.subscribe();
        let mut socket = serve(socket, &member, closing).await;
        let _ = send(&mut socket, Frame::Close(None)).await;
    }))
}

/// What can happen to a socket.
enum Event {
    Out(Option<Utf8Bytes>),
    In(Option<Result<Frame, axum::Error>>),
    Ping,
    Bye,
}

/// Carries messages both ways until one side has enough.
async fn serve(
    mut socket: WebSocket,
    member: &Member,
    mut closing: watch::Receiver<bool>,
) -> WebSocket {
    let mut bucket = Bucket::full(GAME_MESSAGES, Instant::now().into_std());
    let mut refusals = 0;
    let mut heard = Instant::now();
    let mut ping = time::interval_at(heard + PING, PING);
    loop {
        let event = tokio::select! {
            text = member.outbox.next() => Event::Out(text),
            frame = socket.recv() => Event::In(frame),
            _ = ping.tick() => Event::Ping,
            _ = closing.wait_for(|closing| *closing) => Event::Bye,
        };
        let sent = match event {
            Event::Out(Some(text)) => send(&mut socket, Frame::Text(text)).await,
            Event::Out(None) | Event::In(None | Some(Err(_) | Ok(Frame::Close(_)))) => Err(()),
            Event::Ping if heard.elapsed() > 3 * PING => Err(()),
            Event::Ping => send(&mut socket, Frame::Ping(Bytes::new())).await,
            Event::Bye => {
                let _ = send(
                    &mut socket,
                    Frame::Text(tell("bye", None, &json!({})).into()),
                )
                .await;
                Err(())
            }
            Event::In(Some(Ok(frame))) => {
                heard = Instant::now();
                let allowed = bucket.take(heard.into_std());
                refusals = if allowed { 0 } else { refusals + 1 };
                match refusals < REFUSALS {
                    true => member.hear(frame, allowed).await,
                    false => Err(()),
                }
            }
        };
        if sent.is_err() {
            return socket;
        }
    }
}

/// A socket's place in a room, which it leaves in any case.
struct Member {
    number: u64,
    room: mpsc::Sender<Command>,
    outbox: Arc<Outbox>,
}

impl Member {
    async fn enter(room: mpsc::Sender<Command>) -> Member {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let outbox = Arc::new(Outbox::default());
        let enter = Command::Enter {
            socket: number,
            outbox: Arc::clone(&outbox),
        };
        // A room that is gone closes the outbox of nobody: the first message will tell.
        let _ = room.send(enter).await;
        Member {
            number,
            room,
            outbox,
        }
    }
}

impl Member {
    /// Hands on what the page says. An error means that there is no room any more.
    async fn hear(&self, frame: Frame, allowed: bool) -> Result<(), ()> {
        let said = match &frame {
            Frame::Text(text) => IncomingMessage::parse(text),
            Frame::Binary(_) => IncomingMessage::parse("binary"),
            // Pings are answered by themselves.
            _ => return Ok(()),
        };
        let message = match said.message {
            _ if !allowed => Err(ApiError::busy("too many messages at once")),
            message => message,
        };
        let id = said.id.as_ref();
        match message {
            Ok(Message::Ping) => self.answer(tell("pong", id, &json!({}))),
            Err(error) => self.answer(tell_error(id, &error)),
            Ok(message) => {
                let say = Command::Say {
                    socket: self.number,
                    id: said.id,
                    message,
                };
                self.room.send(say).await.map_err(|_| ())?;
            }
        }
        Ok(())
    }

    fn answer(&self, text: String) {
        self.outbox.push(Kind::Answer, text);
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        let leave = Command::Leave {
            socket: self.number,
        };
        if let Err(mpsc::error::TrySendError::Full(leave)) = self.room.try_send(leave) {
            let room = self.room.clone();
            tokio::spawn(async move {
                let _ = room.send(leave).await;
            });
        }
    }
}
