//! What waits to be sent to one socket. Who reads slowly gets only the newest state, and who
//! does not read at all is left; nobody else waits for either.

use crate::{limits::OUTBOX, lock};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};
use tokio::sync::Notify;

/// The most messages that wait before older states are left out.
const PATIENT: usize = 8;
/// The most messages that wait before the socket is left.
const MOST: usize = 256;

/// What a message is, for the question whether a newer one takes its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The answer to a message, or something else that must arrive.
    Answer,
    /// A state: a newer one says more.
    State,
    /// How far the thinking is: only the newest counts.
    Progress,
}

#[derive(Default)]
struct Waiting {
    messages: VecDeque<(Kind, Arc<str>)>,
    closed: bool,
}

/// What waits to be sent to one socket.
#[derive(Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    changed: Notify,
}

impl Outbox {
    pub(crate) fn push(&self, kind: Kind, text: impl Into<Arc<str>>) {
        let mut waiting = lock(&self.waiting);
        if waiting.closed {
            return;
        }
        let crowded = waiting.messages.len() >= PATIENT;
        match kind {
            Kind::Progress => waiting.messages.retain(|(other, _)| *other != kind),
            Kind::State if crowded => waiting.messages.retain(|(other, _)| *other == Kind::Answer),
            _ => {}
        }
        let bytes: usize = waiting.messages.iter().map(|(_, text)| text.len()).sum();
        let heavy = waiting.messages.len() >= PATIENT && bytes >= OUTBOX;
        if waiting.messages.len() >= MOST || heavy {
            waiting.closed = true;
            waiting.messages.clear();
        } else {
            waiting.messages.push_back((kind, text.into()));
        }
        drop(waiting);
        self.changed.notify_one();
    }

    /// What waits is still sent, and nothing more.
    pub(crate) fn close(&self) {
        lock(&self.waiting).closed = true;
        self.changed.notify_one();
    }

    /// The next message; `None` when there will be none.
    pub async fn next(&self) -> Option<Arc<str>> {
        loop {
            {
                let mut waiting = lock(&self.waiting);
                if let Some((_, text)) = waiting.messages.pop_front() {
                    return Some(text);
                }
                if waiting.closed {
                    return None;
                }
            }
            self.changed.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(outbox: &Outbox) -> Vec<String> {
        let waiting = lock(&outbox.waiting);
        let texts = waiting.messages.iter();
        texts.map(|(_, text)| text.to_string()).collect()
    }

    #[test]
    fn a_slow_reader_gets_the_newest_state() {
        let outbox = Outbox::default();
        for number in 0..PATIENT {
            outbox.push(Kind::State, number.to_string());
        }
        assert_eq!(texts(&outbox).len(), PATIENT);
        outbox.push(Kind::State, "newest".to_owned());
        assert_eq!(texts(&outbox), ["newest"]);
    }

    #[test]
    fn of_progress_only_the_newest_waits() {
        let outbox = Outbox::default();
        for text in ["1", "2", "3"] {
            outbox.push(Kind::Progress, text.to_owned());
        }
        outbox.push(Kind::Answer, "pong".to_owned());
        assert_eq!(texts(&outbox), ["3", "pong"]);
    }

    #[tokio::test]
    async fn who_does_not_read_is_left() {
        let outbox = Outbox::default();
        for number in 0..=MOST {
            outbox.push(Kind::Answer, number.to_string());
        }
        assert_eq!(outbox.next().await, None);
        let outbox = Outbox::default();
        let state = "x".repeat(300_000);
        let pushed = (0..MOST).take_while(|_| {
            outbox.push(Kind::Answer, state.clone());
            !lock(&outbox.waiting).closed
        });
        assert!((PATIENT..20).contains(&pushed.count()));
        assert_eq!(outbox.next().await, None);
    }

    #[tokio::test]
    async fn what_waits_is_sent_after_the_close() {
        let outbox = Outbox::default();
        outbox.push(Kind::Answer, "bye".to_owned());
        outbox.close();
        outbox.push(Kind::Answer, "late".to_owned());
        assert_eq!(outbox.next().await.as_deref(), Some("bye"));
        assert_eq!(outbox.next().await, None);
    }
}
