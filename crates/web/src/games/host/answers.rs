//! What a person can ask about the position: what a move would do, a hint, what moves are
//! worth.

use super::{
    Host,
    thought::{Hint, Values},
};
use crate::{
    error::{Answer, ApiError},
    games::{
        message::Told,
        room::{Player, over},
    },
    inspect::Previewed,
    sockets::{Kind, tell, tell_error},
    thinkers::{Reply, Want},
};
use axum::extract::ws::Utf8Bytes;
use serde_json::Number;
use std::time::Duration;

/// How long a hint may take in seconds: at least, usually, at most.
const HINT: (f64, f64, f64) = (0.05, 1.0, 10.0);
/// How long the values are thought about, first and then once more.
const VALUES: [Duration; 2] = [Duration::from_millis(150), Duration::from_millis(1_500)];

impl Host {
    /// What a move would do, or why it is not allowed.
    pub(super) fn preview(
        &self,
        socket: u64,
        id: Option<&Number>,
        played: &str,
        ply: usize,
    ) -> Answer<()> {
        self.check_ply(ply)?;
        let result = match self.room.turn() {
            None => Err(over()),
            Some(_) => self.room.position.preview(played).map_err(ApiError::from),
        };
        let previewed = Previewed::of(played, result);
        let told = Told::Preview { ply, previewed };
        self.tell(socket, tell(id, &told));
        Ok(())
    }

    pub(super) fn ask_hint(
        &mut self,
        socket: u64,
        id: Option<&Number>,
        seconds: Option<f64>,
    ) -> Answer<()> {
        if self.room.turn().is_none() {
            return Err(over());
        }
        if self.hint.is_some() {
            let text = "a hint is being thought about already";
            return Err(ApiError::bad("thinking", text));
        }
        let (least, usual, most) = HINT;
        let seconds = seconds.unwrap_or(usual);
        if !(least..=most).contains(&seconds) {
            let text = format!("a hint takes from {least} to {most} seconds");
            let error = ApiError::bad("time", text);
            return Err(error.with("least", least).with("most", most));
        }
        let question = self.question(Duration::from_secs_f64(seconds), Want::Move)?;
        self.hint = Some(Hint {
            task: self.rooms.thinkers.ask(self.owner, question)?,
            socket,
            id: id.cloned(),
        });
        Ok(())
    }

    pub(super) fn take_hint(&mut self, reply: Answer<Reply>) {
        let Some(Hint { socket, id, .. }) = self.hint.take() else {
            return;
        };
        let id = id.as_ref();
        let text = match reply.map(|reply| reply.found) {
            Ok(Some(found)) => {
                let told = Told::Hint {
                    ply: self.room.ply,
                    seat: found.seat,
                    best: found.best,
                    worth: found.known.worth,
                    line: found.known.line,
                };
                tell(id, &told)
            }
            Ok(None) => tell_error(id, ApiError::internal("there was no answer")),
            Err(error) => tell_error(id, error),
        };
        self.tell(socket, text);
    }

    pub(super) fn want_values(&mut self, socket: u64, id: Option<&Number>, on: bool) -> Answer<()> {
        let Some(member) = self.members.get_mut(&socket) else {
            return Ok(());
        };
        member.values = on;
        if id.is_some() {
            self.show(socket, id)?;
        }
        if on && let Some(Values::Known(text)) = &self.values {
            self.tell(socket, text.clone());
        }
        Ok(())
    }

    /// Lets the judge think about the values of the moves, if they are wanted and not known.
    pub(super) fn prepare_values(&mut self) {
        let wanted = self.members.values().any(|member| member.values);
        let quiet = match self.room.mover() {
            None => false,
            Some(Player::Person) => true,
            Some(Player::Agent { .. }) => self.room.paused && !self.step,
        };
        if !wanted || !quiet {
            self.values = None;
        } else if self.values.is_none() && !self.room.must_pass() {
            self.ask_values(false);
        }
    }

    fn ask_values(&mut self, last: bool) {
        let time = VALUES[usize::from(last)];
        let question = self.question(time, Want::Values);
        let asked = question.and_then(|question| self.rooms.thinkers.ask(self.owner, question));
        // Where the queue is full there are no values; the next position asks again.
        self.values = asked.ok().map(|task| Values::Thinking { task, last });
    }

    pub(super) fn take_values(&mut self, reply: Answer<Reply>) {
        let last = match &self.values {
            Some(Values::Thinking { last, .. }) => *last,
            _ => true,
        };
        let known = reply.ok().and_then(|reply| reply.values);
        let done = last || known.is_none();
        let told = Told::Values {
            ply: self.room.ply,
            seat: self.room.turn(),
            values: known.unwrap_or_default(),
            done,
        };
        let text: Utf8Bytes = tell(None, &told).into();
        for member in self.members.values().filter(|member| member.values) {
            member.outbox.push(Kind::Answer, text.clone());
        }
        match done {
            true => self.values = Some(Values::Known(text)),
            false => self.ask_values(true),
        }
    }

    /// The position is another one: nothing of what is being thought is of use.
    pub(super) fn forget_thoughts(&mut self) {
        self.thought = None;
        self.values = None;
        self.retry = None;
        if let Some(hint) = self.hint.take() {
            let error = ApiError::bad("stale", "the game went on before the hint was found");
            self.tell(hint.socket, tell_error(hint.id.as_ref(), error));
        }
    }
}
