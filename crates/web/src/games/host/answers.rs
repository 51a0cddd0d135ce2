//! What a person can ask about the position: what a move would do, a hint, what moves are
//! worth.

use super::{
    Host,
    thought::{Hint, Values},
};
use crate::{
    error::{Answer, ApiError},
    games::{
        message::{tell, tell_error},
        outbox::Kind,
        room::{Player, over},
    },
    thinkers::{Found, Reply, Valued, Want},
    value::PositionValue,
};
use axum::extract::ws::Utf8Bytes;
use papan_agents::games::analysis_agent;
use papan_core::{Effects, Seat};
use serde::Serialize;
use serde_json::Number;
use std::time::Duration;

/// How long a hint may take in seconds: at least, usually, at most.
const HINT: (f64, f64, f64) = (0.05, 1.0, 10.0);
/// How long the values are thought about, first and then once more.
const VALUES: [Duration; 2] = [Duration::from_millis(150), Duration::from_millis(1_500)];

/// What a move would do, or why it is not allowed.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Preview"))]
pub(crate) struct PreviewTold<'a> {
    #[serde(rename = "move")]
    played: &'a str,
    ply: usize,
    #[cfg_attr(test, ts(type = "Core.Effects | null"))]
    effects: Option<Effects>,
    error: Option<ApiError>,
}

/// A good move.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Hint"))]
pub(crate) struct HintTold {
    ply: usize,
    #[cfg_attr(test, ts(as = "usize"))]
    seat: Seat,
    #[serde(rename = "move")]
    best: String,
    worth: Option<PositionValue>,
    line: Vec<String>,
}

/// What the moves are worth to the seat to move.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Values"))]
pub(crate) struct ValuesTold {
    ply: usize,
    #[cfg_attr(test, ts(as = "Option<usize>"))]
    seat: Option<Seat>,
    values: Vec<Valued>,
    done: bool,
}

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
        let (played, effects, error) = match result {
            Ok((written, effects)) => (written, Some(effects), None),
            Err(error) => (played.to_owned(), None, Some(error)),
        };
        let told = PreviewTold {
            played: &played,
            ply,
            effects,
            error,
        };
        self.tell(socket, tell("preview", id, &told));
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
        let agent = analysis_agent(&self.room.game.name())?;
        let question = self.question(agent, Duration::from_secs_f64(seconds), Want::Move);
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
                let Found {
                    seat,
                    best,
                    worth,
                    line,
                    ..
                } = found;
                let told = HintTold {
                    ply: self.room.ply,
                    seat,
                    best,
                    worth,
                    line,
                };
                tell("hint", id, &told)
            }
            Ok(None) => tell_error(id, &ApiError::internal("there was no answer")),
            Err(error) => tell_error(id, &error),
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
        let asked = analysis_agent(&self.room.game.name())
            .map_err(ApiError::from)
            .map(|agent| self.question(agent, time, Want::Values))
            .and_then(|question| self.rooms.thinkers.ask(self.owner, question));
        // Where the queue is full there are no values; the next position asks again.
        self.values = asked.ok().map(|task| Values::Thinking { task, last });
    }

    pub(super) fn take_values(&mut self, reply: Answer<Reply>) {
        let last = match &self.values {
            Some(Values::Thinking { last, .. }) => *last,
            _ => true,
        };
        let (Ok(Reply { values, .. }), Some(seat)) = (reply, self.room.turn()) else {
            self.values = Some(Values::Known(self.no_values()));
            return;
        };
        let told = ValuesTold {
            ply: self.room.ply,
            seat: Some(seat),
            values: values.unwrap_or_default(),
            done: last,
        };
        let text: Utf8Bytes = tell("values", None, &told).into();
        self.tell_values(&text);
        match last {
            true => self.values = Some(Values::Known(text)),
            false => self.ask_values(true),
        }
    }

    fn no_values(&self) -> Utf8Bytes {
        let told = ValuesTold {
            ply: self.room.ply,
            seat: self.room.turn(),
            values: Vec::new(),
            done: true,
        };
        tell("values", None, &told).into()
    }

    fn tell_values(&self, text: &Utf8Bytes) {
        for member in self.members.values().filter(|member| member.values) {
            member.outbox.push(Kind::Answer, text.clone());
        }
    }

    /// The position is another one: nothing of what is being thought is of use.
    pub(super) fn forget_thoughts(&mut self) {
        self.thought = None;
        self.values = None;
        self.retry = None;
        if let Some(hint) = self.hint.take() {
            let error = ApiError::bad("stale", "the game went on before the hint was found");
            self.tell(hint.socket, tell_error(hint.id.as_ref(), &error));
        }
    }
}
