//! What a position is worth, better and better known.

use super::{
    desk::{Work, duration},
    knowledge,
    message::{Evaluation, Tell},
};
use crate::{
    error::Answer,
    inspect::GameLine,
    runtime::{Instant, aside},
    thinkers::{Question, Reply, TIMES, Task, ValuedLine, Want},
    value::Scale,
};
use papan_agents::{erased::book, games::analysis_agent};
use papan_core::Seat;
use std::time::Duration;

/// The time of the first values and lines; each next time takes twice as long.
const FIRST: Duration = Duration::from_millis(200);

/// Evaluates a position and tells of it again and again, beginning with what is known of it.
pub(super) async fn evaluate(work: Work, asked: GameLine, seconds: f64, want: Want) -> Answer<()> {
    let time = duration(seconds, TIMES.1)?;
    work.ready(&asked.game).await;
    let (asked, seat, book, moves) = look_up(asked).await?;
    let place = knowledge::place(&asked);
    let mut known = Evaluation {
        seat,
        book,
        done: seat.is_none(),
        ..Evaluation::default()
    };
    if let Some((before, looked)) = work.knowledge.of(&place) {
        let has_lines = want.lines == 1 || before.lines.len() >= want.lines.min(moves);
        let has_values = !want.values || before.values.is_some();
        let book = known.book;
        known = Evaluation { book, ..before };
        known.done = looked >= time && has_lines && has_values;
        keep_wanted(&mut known, want);
        work.tell(&Tell::Evaluation(known.clone()));
    } else if known.done {
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
        let is_settled = is_settled(&reply, slice);
        let done = spent >= time || work.stop.is_stopped() || is_settled;
        slice *= 2;
        let mut found = Evaluation {
            seat,
            known: reply.found.map_or(known.known, |found| found.known),
            values: reply.values,
            lines: reply.lines,
            book: known.book,
            done,
        };
        found.known.seconds = begin.elapsed().as_secs_f64();
        // What is proven needs no more time, and who was stopped had less than was given.
        let looked = match is_settled {
            true => TIMES.1,
            false => spent.min(begin.elapsed()),
        };
        known = work.knowledge.learn(&place, found, looked);
        keep_wanted(&mut known, want);
        known.done = done;
        work.tell(&Tell::Evaluation(known.clone()));
    }
    Ok(())
}

/// Leaves away what nobody asked for.
fn keep_wanted(known: &mut Evaluation, want: Want) {
    if !want.values {
        known.values = None;
    }
    known
        .lines
        .truncate(if want.lines > 1 { want.lines } else { 0 });
}

/// Whose turn it is in a position, what the opening book says of it, and how many moves there are.
async fn look_up(asked: GameLine) -> Answer<(GameLine, Option<Seat>, Vec<ValuedLine>, usize)> {
    aside(move || {
        let position = asked.position()?;
        let (seat, moves) = (position.turn(), position.moves().len());
        let scale = Scale::of(&asked.game, analysis_agent(&asked.game)?)?;
        // The game and its moves were read just now.
        let book = book(&asked.game, &asked.line()).unwrap_or_default();
        let shown = book.into_iter().map(|line| ValuedLine::of(line, scale));
        let shown = shown.collect();
        Ok((asked, seat, shown, moves))
    })
    .await
}

/// Tells what is found while an agent thinks, where that is new.
fn look(work: &Work, task: &Task, known: &mut Evaluation) {
    let progress = task.progress();
    if progress.best.is_some() && knowledge::is_deeper(&progress, &known.known) {
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
