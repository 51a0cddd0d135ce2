//! What a position is worth, better and better known.

use super::{
    desk::{Work, duration},
    message::{Evaluation, Tell},
};
use crate::{
    error::Answer,
    inspect::{GameLine, aside},
    thinkers::{Question, Reply, TIMES, Task, ValuedLine, Want},
    value::Scale,
};
use papan_agents::{erased::book, games::analysis_agent};
use papan_core::Seat;
use std::time::{Duration, Instant};

/// The time of the first values and lines; each next time takes twice as long.
const FIRST: Duration = Duration::from_millis(200);

/// Evaluates a position and tells of it again and again.
pub(super) async fn evaluate(work: Work, asked: GameLine, seconds: f64, want: Want) -> Answer<()> {
    let time = duration(seconds, TIMES.1)?;
    let (asked, seat, book) = look_up(asked).await?;
    let mut known = Evaluation {
        seat,
        book,
        done: seat.is_none(),
        ..Evaluation::default()
    };
    if known.done {
        work.tell(&Tell::Evaluation(known.clone()));
    }
    let begin = Instant::now();
    let mut slice = if want == Want::MOVE { time } else { FIRST };
    let mut spent = Duration::ZERO;
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
        known.lines = reply.lines;
        work.tell(&Tell::Evaluation(known.clone()));
    }
    Ok(())
}

/// Whose turn it is in a position, and what the opening book says of it.
async fn look_up(asked: GameLine) -> Answer<(GameLine, Option<Seat>, Vec<ValuedLine>)> {
    aside(move || {
        let seat = asked.position()?.turn();
        let scale = Scale::of(&asked.game, analysis_agent(&asked.game)?)?;
        // The game and its moves were read just now.
        let book = book(&asked.game, &asked.line()).unwrap_or_default();
        let shown = book.into_iter().map(|line| ValuedLine::of(line, scale));
        let shown = shown.collect();
        Ok((asked, seat, shown))
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

/// Whether more time would find nothing new: all that is told is proven, and there was time left.
fn is_settled(reply: &Reply, slice: Duration) -> bool {
    let found = reply.found.as_ref().map(|found| &found.known);
    found.is_some_and(|known| {
        let values = reply.values.iter().flatten();
        let lines = reply.lines.iter().map(|line| &line.valued);
        known.worth.is_some_and(|worth| worth.exact)
            && values.chain(lines).all(|valued| valued.worth.exact)
            && known.seconds < slice.as_secs_f64() / 4.0
    })
}
