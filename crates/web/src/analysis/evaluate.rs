//! What a position is worth, better and better known.

use super::{
    desk::{Work, duration},
    message::{Evaluation, Tell},
};
use crate::{
    error::Answer,
    inspect::{GameLine, aside},
    thinkers::{Question, Reply, TIMES, Task, Want},
};
use papan_core::Seat;
use std::time::{Duration, Instant};

/// The time of the first values; each next time takes twice as long.
const FIRST: Duration = Duration::from_millis(200);

/// Evaluates a position and tells of it again and again.
pub(super) async fn evaluate(
    work: Work,
    asked: GameLine,
    seconds: f64,
    values: bool,
) -> Answer<()> {
    let time = duration(seconds, TIMES.1)?;
    let (asked, seat) = turn_at(asked).await?;
    let mut known = Evaluation {
        seat,
        done: seat.is_none(),
        ..Evaluation::default()
    };
    if known.done {
        work.tell(&Tell::Evaluation(known.clone()));
    }
    let begin = Instant::now();
    let mut slice = if values { FIRST } else { time };
    let mut spent = Duration::ZERO;
    let want = if values { Want::Both } else { Want::Move };
    while !known.done {
        // A last slice shorter than this one would see less.
        if time - spent < slice * 3 {
            slice = time - spent;
        }
        let question = Question::advice(&asked.game, asked.line(), 1, slice, want)?;
        let reply = work.think(question, |task| look(&work, task, &mut known));
        let reply = reply.await?;
        spent += slice;
        known.done = spent >= time || work.stop.is_stopped() || is_settled(&reply, slice);
        slice *= 2;
        if let Some(found) = reply.found {
            known.known = found.known;
        }
        known.known.seconds = begin.elapsed().as_secs_f64();
        known.values = reply.values.or(known.values);
        work.tell(&Tell::Evaluation(known.clone()));
    }
    Ok(())
}

/// Whose turn it is in a position.
async fn turn_at(asked: GameLine) -> Answer<(GameLine, Option<Seat>)> {
    aside(move || {
        let seat = asked.position()?.turn();
        Ok((asked, seat))
    })
    .await
}

/// Tells what is found while an agent thinks, where that is new.
fn look(work: &Work, task: &Task, known: &mut Evaluation) {
    let progress = task.progress();
    if progress.best.is_some() && progress.depth >= known.known.depth {
        known.known = progress;
        work.tell(&Tell::Evaluation(known.clone()));
    }
}

/// Whether more time would find nothing new: the value is proven, and there was time left.
fn is_settled(reply: &Reply, slice: Duration) -> bool {
    let found = reply.found.as_ref().map(|found| &found.known);
    found.is_some_and(|known| {
        known.worth.is_some_and(|worth| worth.exact) && known.seconds < slice.as_secs_f64() / 4.0
    })
}
