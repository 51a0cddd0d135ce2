//! Sockets: messages in both directions, whatever carries them.

mod message;
mod outbox;

#[cfg(test)]
pub(crate) use message::SocketTold;
pub use message::bye;
pub(crate) use message::{tell, tell_error};
pub(crate) use outbox::Kind;
pub use outbox::Outbox;

use crate::{
    Later,
    bucket::{Bucket, Rate},
    error::ApiError,
    runtime::Instant,
};
use message::Incoming;
use serde::de::DeserializeOwned;
use serde_json::Number;
use std::sync::Arc;

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

/// Nobody listens any more: the socket ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended;

/// A socket that is open, seen from outside.
pub struct Socket {
    outbox: Arc<Outbox>,
    listener: Box<dyn Hears>,
}

impl Socket {
    pub(crate) fn new(listener: impl Listener + 'static) -> Socket {
        Socket {
            outbox: Arc::clone(listener.outbox()),
            listener: Box::new(Limited::new(listener)),
        }
    }

    /// What waits to be sent to the page.
    pub fn outbox(&self) -> &Arc<Outbox> {
        &self.outbox
    }

    /// Takes what the page says.
    pub async fn hear(&mut self, text: &str) -> Result<(), Ended> {
        self.listener.hear(text).await.map_err(|()| Ended)
    }

    /// Takes a sign of life, of which there may not be too many either.
    pub fn sign(&mut self) -> Result<(), Ended> {
        self.listener.allow().map_err(|()| Ended)
    }
}

/// A listener that is told no more than it can bear.
pub(crate) struct Limited<L> {
    listener: L,
    bucket: Bucket,
    refusals: u32,
}

/// The same for a listener of any kind.
trait Hears: Send {
    fn hear<'a>(&'a mut self, text: &'a str) -> Later<'a, Result<(), ()>>;
    fn allow(&mut self) -> Result<(), ()>;
}

impl<L: Listener> Hears for Limited<L> {
    fn hear<'a>(&'a mut self, text: &'a str) -> Later<'a, Result<(), ()>> {
        Box::pin(self.hear(text))
    }

    fn allow(&mut self) -> Result<(), ()> {
        self.allow().map(|_| ())
    }
}

impl<L: Listener> Limited<L> {
    pub(crate) fn new(listener: L) -> Limited<L> {
        Limited {
            listener,
            bucket: Bucket::full(L::RATE, Instant::now()),
            refusals: 0,
        }
    }

    /// Whether anything may be said now. An error ends the socket.
    fn allow(&mut self) -> Result<bool, ()> {
        let allowed = self.bucket.take(Instant::now());
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
            Ok(None) => tell(id, &message::SocketTold::Pong),
            Ok(Some(message)) => return self.listener.hear(said.id, message).await,
        };
        self.listener.outbox().push(Kind::Answer, answer);
        Ok(())
    }
}
