//! What a worker asks of a server, and what it gives.

use super::LAST_TRIES;
use crate::{EventKey, subjects, wire::Results};
use async_nats::jetstream::{
    self, Context,
    consumer::{Consumer, pull},
    message::PublishMessage,
};
use futures_util::StreamExt;
use papan_search::Stop;
use std::time::{Duration, Instant};
use tokio::time;

/// Asks for jobs of an event: all that are there now, or else the first that comes. `known` is what
/// hands them out, if that is known; it is not any more when nothing came of it.
pub(super) async fn fetch(
    context: &Context,
    key: &EventKey,
    known: &mut Option<Consumer<pull::Config>>,
    room: usize,
    wait: Duration,
) -> Result<Vec<jetstream::Message>, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let consumer = match known.take() {
        Some(consumer) => consumer,
        None => context
            .get_consumer_from_stream(key.workers(), subjects::JOBS)
            .await
            .map_err(|error| text(&error))?,
    };
    let mut now = consumer
        .fetch()
        .max_messages(room)
        .messages()
        .await
        .map_err(|error| text(&error))?;
    let mut found = Vec::new();
    while let Some(message) = now.next().await {
        found.push(message.map_err(|error| text(&error))?);
    }
    if found.is_empty() {
        let mut later = consumer
            .batch()
            .max_messages(1)
            .expires(wait)
            .messages()
            .await
            .map_err(|error| text(&error))?;
        while let Some(message) = later.next().await {
            found.push(message.map_err(|error| text(&error))?);
        }
    }
    // Of one that is gone nothing comes either.
    *known = (!found.is_empty()).then_some(consumer);
    Ok(found)
}

/// Gives results, in as many messages as they need; whether the server has them all.
pub(super) async fn give(
    context: &Context,
    subject: &str,
    name: &str,
    results: Results,
    most: usize,
    stop: &Stop,
) -> bool {
    for (part, payload) in parts(results, most).into_iter().enumerate() {
        let id = format!("{name}-{part}");
        if !publish(context, subject, &id, payload, stop).await {
            return false;
        }
    }
    true
}

/// Results in messages of at most so many bytes.
fn parts(results: Results, most: usize) -> Vec<Vec<u8>> {
    let text = serde_json::to_vec(&results).unwrap_or_default();
    if text.len() <= most || results.games.len() < 2 {
        return vec![text];
    }
    let mut first = results;
    let second = Results {
        games: first.games.split_off(first.games.len() / 2),
        ..first.clone()
    };
    // What is not played is said once, and last.
    first.given_back.clear();
    first.problem = None;
    let mut all = parts(first, most);
    all.extend(parts(second, most));
    all
}

/// Gives a message to the stream of results, and tries until it has it; whether it has.
async fn publish(
    context: &Context,
    subject: &str,
    id: &str,
    payload: Vec<u8>,
    stop: &Stop,
) -> bool {
    const PAUSE: Duration = Duration::from_millis(500);
    let payload = PublishMessage::build()
        .payload(payload.into())
        .message_id(id);
    let mut last: Option<Instant> = None;
    loop {
        let sent = context
            .send_publish(subject.to_owned(), payload.clone())
            .await;
        let stored = match sent {
            Ok(stored) => stored.await.is_ok(),
            Err(_) => false,
        };
        if stored {
            return true;
        }
        if stop.is_stopped() {
            let begun = *last.get_or_insert_with(Instant::now);
            if begun.elapsed() > LAST_TRIES {
                return false;
            }
        }
        time::sleep(PAUSE).await;
    }
}
