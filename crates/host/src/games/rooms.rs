//! All rooms. One is loaded when somebody needs it and forgotten when nobody does, so that a
//! saved game costs nothing but its place in the file.

use super::{
    host::{Command, Host},
    room::{Room, Wanted},
    secret,
};
use crate::{
    error::{Answer, ApiError},
    runtime::{self, Instant, aside, blocking},
    store::{Saved, Store, Write},
    thinkers::Thinkers,
};
use std::{collections::HashMap, sync::Arc};
use tokio::sync::{Mutex, mpsc, oneshot};
use tracing::{debug, info};

/// The most commands that wait in front of a room; whoever has more to say waits.
const WAITING: usize = 32;

/// All rooms.
#[derive(Clone)]
pub(crate) struct Rooms {
    /// Where they are kept.
    pub(crate) store: Arc<dyn Store>,
    pub(super) thinkers: Arc<dyn Thinkers>,
    pub(super) loaded: Arc<Mutex<HashMap<String, mpsc::Sender<Command>>>>,
}

impl Rooms {
    /// Those of a store, none of them loaded.
    pub(crate) fn new(store: Arc<dyn Store>, thinkers: Arc<dyn Thinkers>) -> Rooms {
        Rooms {
            store,
            thinkers,
            loaded: Arc::default(),
        }
    }

    /// Makes a game, if so many bytes more may be kept; its id and its secret.
    pub(crate) async fn create(
        &self,
        wanted: Wanted,
        allow: impl FnOnce(usize) -> Answer<()>,
    ) -> Answer<(String, String)> {
        let (id, secret) = (secret::new_id()?, secret::new_secret()?);
        let hash = secret::hash(&secret);
        let (name, game) = (id.clone(), wanted.game.clone());
        // Playing many moves and opening agents may take some time.
        let saved = aside(move || Room::new(wanted)?.save(&name, hash, Instant::now()));
        let create = Write::Create(Box::new(saved.await?));
        allow(create.size())?;
        self.write(create).await?;
        info!(id, game, "a game is made");
        Ok((id, secret))
    }

    /// The way into a room.
    pub(super) async fn enter(&self, id: &str) -> Answer<mpsc::Sender<Command>> {
        // Held while loading: a room must not be loaded twice, nor while it is being left.
        let mut loaded = self.loaded.lock().await;
        // One that broke down has left its name behind, and is loaded again as it was saved.
        if let Some(sender) = loaded.get(id)
            && !sender.is_closed()
        {
            return Ok(sender.clone());
        }
        let saved = self.find(id).await?;
        let hash = saved.secret;
        let room = blocking(move || Room::load(saved)).await?;
        let (sender, commands) = mpsc::channel(WAITING);
        loaded.insert(id.to_owned(), sender.clone());
        let host = Host::new(id.to_owned(), hash, room, self.clone());
        let id = id.to_owned();
        debug!(id, "a game is opened");
        runtime::spawn(async move {
            host.run(commands).await;
            debug!(id, "a game is closed");
        });
        Ok(sender)
    }

    /// Waits until every room has done what it was told, such as to write down its clock.
    pub(crate) async fn settled(&self) {
        let rooms: Vec<_> = self.loaded.lock().await.values().cloned().collect();
        for room in rooms {
            let (answer, answered) = oneshot::channel();
            // One that is gone has nothing left to do.
            if room.send(Command::Show(answer)).await.is_ok() {
                let _ = answered.await;
            }
        }
    }

    /// A game as it is saved.
    pub(crate) async fn find(&self, id: &str) -> Answer<Saved> {
        self.store.find(id).await?.ok_or_else(no_game)
    }

    /// Refuses whoever does not have the secret of a game.
    pub(crate) async fn check_secret(&self, id: &str, given: Option<&str>) -> Answer<()> {
        let found = self.store.variations(id).await?;
        let (kept, _) = found.ok_or_else(no_game)?;
        match given {
            Some(given) if secret::is_secret(given, &kept) => Ok(()),
            _ => Err(wrong_secret()),
        }
    }

    /// Writes; when it returns it is kept.
    pub(crate) async fn write(&self, write: Write) -> Answer<()> {
        self.store.write(write).await
    }
}

pub(crate) fn no_game() -> ApiError {
    ApiError::missing("there is no such game")
}

pub(super) fn wrong_secret() -> ApiError {
    ApiError::forbidden("secret", "this is not the secret of the game")
}
