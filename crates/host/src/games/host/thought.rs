//! The thinking of the agent that is to move.

use super::Host;
use crate::{
    error::Answer,
    games::{message::Told, room::Player},
    runtime::Instant,
    sockets::{Kind, tell},
    thinkers::{Found, Part, Question, Reply, Task, Want},
};
use papan_core::{Seat, key};
use serde_json::value::{RawValue, to_raw_value};
use std::{future::pending, sync::Arc, time::Duration};

/// How often it is told how far the thinking is.
const TELL: Duration = Duration::from_millis(250);
/// How long an agent thinks for a move when nobody has said how long.
const USUAL: Duration = Duration::from_secs(5);
/// How long until the thinkers are asked again after they refused.
const AGAIN: Duration = Duration::from_millis(500);

/// The agent that is to move.
pub(super) struct Thought {
    pub(super) seat: Seat,
    pub(super) began: Instant,
    /// Not before this does it move, however fast it is.
    not_before: Instant,
    tell_next: Instant,
    stage: Stage,
}

enum Stage {
    Thinking(Task),
    Found(Found),
}

impl Thought {
    pub(super) fn task(&mut self) -> Option<&mut Task> {
        match &mut self.stage {
            Stage::Thinking(task) => Some(task),
            Stage::Found(_) => None,
        }
    }
}

/// Waits for the answer of a task, for ever when there is none.
pub(super) async fn reply_to(task: Option<&mut Task>) -> Answer<Reply> {
    match task {
        Some(task) => task.answer().await,
        None => pending().await,
    }
}

impl Host {
    /// Lets the agent that is to move think, or nobody.
    pub(super) fn prepare_thought(&mut self) {
        let agent = match (self.room.turn(), self.room.mover()) {
            (Some(seat), Some(Player::Agent { agent, time })) if !self.room.must_pass() => {
                Some((seat, agent.clone(), *time))
            }
            _ => None,
        };
        let Some((seat, agent, time)) = agent.filter(|_| self.is_going()) else {
            // Nobody waits to ask again; a moment that has passed would wake us for ever.
            return self.forget_thought();
        };
        let now = Instant::now();
        if self.thought.is_some() || self.retry.is_some_and(|retry| now < retry) {
            return;
        }
        // Another one for each game, and always the same: moves taken back and made again are
        // answered as before.
        let mixed = |seed, byte: u8| key::mix(seed, byte.into());
        let question = Question {
            game: self.room.game.name(),
            line: self.room.line(),
            agent,
            part: Part::Player(seat),
            seed: self.id.bytes().fold(0, mixed),
            time: Some(time.map_or(USUAL, Duration::from_secs_f64)),
            clock: self.room.clock_now(now),
            want: Want::MOVE,
        };
        match self.rooms.thinkers.ask(self.asker(), question) {
            Ok(task) => {
                self.retry = None;
                let pace = Duration::from_secs_f64(self.room.pace);
                self.thought = Some(Thought {
                    seat,
                    began: now,
                    // Only between moves of agents: a person need not wait for an answer.
                    not_before: self.last_agent_move().map_or(now, |moved| moved + pace),
                    tell_next: now + TELL,
                    stage: Stage::Thinking(task),
                });
            }
            // The queue is full; it will be shorter soon.
            Err(_) => self.retry = Some(now + AGAIN),
        }
    }

    /// When the last move was made, if an agent made it.
    fn last_agent_move(&self) -> Option<Instant> {
        let seat = self.room.seat_of(self.room.ply.checked_sub(1)?)?;
        let person = self.room.seats[seat.index()].is_person();
        self.moved.filter(|_| !person)
    }

    pub(super) async fn take_thought(&mut self, reply: Answer<Reply>) {
        match reply.map(|reply| reply.found) {
            Ok(Some(found)) => {
                if let Some(thought) = &mut self.thought {
                    thought.stage = Stage::Found(found);
                }
            }
            Ok(None) => self.thought = None,
            Err(error) => self.halt(error),
        }
    }

    /// The move of the agent, once it is time for it.
    pub(super) fn ready_move(&mut self) -> Option<(String, Option<Box<RawValue>>)> {
        let thought = self.thought.as_ref()?;
        let Stage::Found(found) = &thought.stage else {
            return None;
        };
        if !self.step && Instant::now() < thought.not_before {
            return None;
        }
        let worth = found
            .known
            .worth
            .and_then(|worth| to_raw_value(&worth).ok());
        Some((found.best.clone(), worth))
    }

    /// When there is something to do for the thinking.
    pub(super) fn thought_wakes(&self) -> Option<Instant> {
        self.thought.as_ref().map(|thought| match &thought.stage {
            Stage::Thinking(_) => thought.tell_next,
            Stage::Found(_) => thought.not_before,
        })
    }

    /// Tells how far the thinking is, now and then.
    pub(super) fn tell_progress(&mut self) {
        let now = Instant::now();
        let ply = self.room.ply;
        let Some(thought) = &mut self.thought else {
            return;
        };
        let Stage::Thinking(task) = &thought.stage else {
            return;
        };
        if now < thought.tell_next {
            return;
        }
        thought.tell_next = now + TELL;
        let told = Told::Thinking {
            seat: thought.seat,
            ply,
            progress: task.progress(),
        };
        let text: Arc<str> = tell(None, &told).into();
        for member in self.members.values() {
            if member.role.is_some() {
                member.outbox.push(Kind::Progress, text.clone());
            }
        }
    }

    /// The position is another one: nothing of what is being thought is of use.
    pub(super) fn forget_thought(&mut self) {
        self.thought = None;
        self.retry = None;
    }

    /// The agent plays the best it has found.
    pub(super) fn stop(&mut self) {
        if let Some(thought) = &mut self.thought {
            thought.not_before = Instant::now();
            if let Stage::Thinking(task) = &thought.stage {
                task.stop();
            }
        }
    }
}
