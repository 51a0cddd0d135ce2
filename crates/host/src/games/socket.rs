//! The socket of a game.

use super::{host::Command, message::Message};
use crate::{
    bucket::Rate,
    error::Answer,
    house::{Client, House},
    limits::GAME_MESSAGES,
    request::Asked,
    runtime,
    sockets::{Listener, Outbox, Socket},
};
use serde_json::Number;
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use tokio::sync::mpsc;

/// Opens the socket of a game.
pub(super) async fn open(house: Arc<House>, asked: Asked) -> Answer<Socket> {
    let room = house.rooms.enter(&asked.parameters[0]).await?;
    let member = Member::enter(room, asked.head.client).await;
    Ok(Socket::new(member))
}

/// A socket's place in a room, which it leaves in any case.
struct Member {
    number: u64,
    room: mpsc::Sender<Command>,
    outbox: Arc<Outbox>,
}

impl Member {
    async fn enter(room: mpsc::Sender<Command>, client: Client) -> Member {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let socket = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let outbox = Arc::new(Outbox::default());
        let member = Member {
            number: socket,
            room,
            outbox: Arc::clone(&outbox),
        };
        // A room that is gone closes the outbox of nobody: the first message will tell.
        let enter = Command::Enter {
            socket,
            client,
            outbox,
        };
        let _ = member.room.send(enter).await;
        member
    }
}

impl Listener for Member {
    type Message = Message;
    const RATE: Rate = GAME_MESSAGES;

    fn outbox(&self) -> &Arc<Outbox> {
        &self.outbox
    }

    /// Hands on what the page says. An error means that there is no room any more.
    async fn hear(&mut self, id: Option<Number>, message: Message) -> Result<(), ()> {
        let say = Command::Say {
            socket: self.number,
            id,
            message,
        };
        self.room.send(say).await.map_err(|_| ())
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        let leave = Command::Leave {
            socket: self.number,
        };
        if let Err(mpsc::error::TrySendError::Full(leave)) = self.room.try_send(leave) {
            let room = self.room.clone();
            runtime::spawn(async move {
                let _ = room.send(leave).await;
            });
        }
    }
}
