//! Who works at servers, for as long as somebody wants to know.

use crate::{
    Access, Address, DistributedError, Status,
    status::{Heard, known_events, subscribe},
};
use async_nats::{Client, connection::State};
use futures_util::StreamExt;
use std::{convert::Infallible, time::Duration};

/// How often it is told who works.
const EVERY: Duration = Duration::from_secs(1);

/// How often servers are asked which events they know.
const ASK_EVERY: Duration = Duration::from_secs(5);

/// After how long servers that did not let us in are tried again.
const AGAIN: Duration = Duration::from_secs(2);

/// Tells about every second who works at some servers, for as long as it is polled: with what is
/// wrong, while the servers cannot be heard. They are heard again as soon as they answer.
pub async fn watch(
    address: &Address,
    access: &Access,
    tell: &mut (dyn FnMut(Status, Option<DistributedError>) + Send),
) -> Infallible {
    let mut heard = Heard::default();
    loop {
        let Err(error) = follow(address, access, &mut heard, tell).await;
        tell(heard.status(&[]), Some(error));
        tokio::time::sleep(AGAIN).await;
    }
}

/// The same until a connection cannot be made, or is over for good.
async fn follow(
    address: &Address,
    access: &Access,
    heard: &mut Heard,
    tell: &mut (dyn FnMut(Status, Option<DistributedError>) + Send),
) -> Result<Infallible, DistributedError> {
    let name = format!("watch-{}", crate::nonce()?);
    let client = address.connect(access, &name, |_| {}).await?;
    let [mut signs, mut events] = subscribe(&client).await?;
    let lost = || DistributedError::Silent {
        place: address.to_string(),
        problem: "the connection is lost".to_owned(),
    };
    let mut known = Vec::new();
    // Beside listening: servers that do not let us ask leave that unanswered for some time.
    let asking = events_after(Duration::ZERO, &client);
    tokio::pin!(asking);
    // Whoever works has given a sign before it is told for the first time.
    let mut tick = tokio::time::interval_at(tokio::time::Instant::now() + EVERY, EVERY);
    loop {
        tokio::select! {
            message = signs.next() => {
                let message = message.ok_or_else(lost)?;
                heard.hear(&message.subject, &message.payload);
            }
            message = events.next() => {
                let message = message.ok_or_else(lost)?;
                heard.hear(&message.subject, &message.payload);
            }
            names = &mut asking => {
                known = names;
                asking.set(events_after(ASK_EVERY, &client));
            }
            _ = tick.tick() => {
                // A connection that is lost comes back by itself.
                let is_there = client.connection_state() == State::Connected;
                tell(heard.status(&known), (!is_there).then(lost));
            }
        }
    }
}

async fn events_after(pause: Duration, client: &Client) -> Vec<String> {
    tokio::time::sleep(pause).await;
    known_events(client).await
}
