//! What a position is worth, better and better known.

use super::{
    desk::{BETWEEN, Work, duration},
    message::{Evaluation, Tell},
};
use crate::{
    error::Answer,
    inspect::{GameLine, aside},
    thinkers::{Part, Progress, Question, Reply, TIMES, Want},
};
use papan_agents::games::analysis_agent;
use papan_core::Seat;
use std::time::{Duration, Instant};
use tokio::time;

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
        id: work.id,
        seat,
        ..Evaluation::default()
    };
    if seat.is_none() {
        known.done = true;
        work.tell(Tell::Evaluation(known)).await;
        return Ok(());
    }
    let agent = analysis_agent(&asked.game)?;
    let begin = Instant::now();
    let mut slice = if values { FIRST } else { time };
    let mut spent = Duration::ZERO;
    while !known.done {
        // A last slice shorter than this one would see less.
        if time - spent < slice * 3 {
            slice = time - spent;
        }
        let question = Question {
            game: asked.game.clone(),
            line: asked.line.clone(),
            agent: agent.to_owned(),
            part: Part::Adviser,
            seed: 1,
            time: Some(slice),
            clock: None,
            want: if values { Want::Both } else { Want::Move },
        };
        let Some(mut reply) = listen(&work, question.clone(), &mut known).await? else {
            return Ok(());
        };
        work.complete(question, &mut reply).await?;
        let quick = is_settled(&reply, slice);
        learn(&mut known, reply, begin);
        spent += slice;
        slice *= 2;
        known.done = spent >= time || work.stop.is_stopped() || quick;
        if !work.tell(Tell::Evaluation(known.clone())).await {
            return Ok(());
        }
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

/// Waits for an answer, and tells what is found until then where that is new. Nothing when
/// the page is gone.
async fn listen(work: &Work, question: Question, known: &mut Evaluation) -> Answer<Option<Reply>> {
    let mut task = work.ask(question).await?;
    let mut ticks = time::interval(BETWEEN);
    ticks.tick().await;
    loop {
        tokio::select! {
            reply = task.answer() => return reply.map(Some),
            _ = ticks.tick() => {
                if work.stop.is_stopped() {
                    task.stop.stop();
                }
                let progress = task.progress();
                if progress.best.is_none() || progress.depth < known.depth {
                    continue;
                }
                follow(known, progress);
                if !work.tell(Tell::Evaluation(known.clone())).await {
                    return Ok(None);
                }
            }
        }
    }
}

fn follow(known: &mut Evaluation, progress: Progress) {
    known.worth = progress.worth;
    known.best = progress.best;
    known.line = progress.line;
    known.depth = progress.depth;
    known.nodes = progress.nodes;
    known.seconds = progress.seconds;
}

fn learn(known: &mut Evaluation, reply: Reply, begin: Instant) {
    if let Some(found) = reply.found {
        known.worth = found.worth;
        known.best = Some(found.best);
        known.line = found.line;
        known.depth = found.depth;
        known.nodes = found.nodes;
    }
    known.seconds = begin.elapsed().as_secs_f64();
    if reply.values.is_some() {
        known.values = reply.values;
    }
}

/// Whether more time would find nothing new: the value is proven, and there was time left.
fn is_settled(reply: &Reply, slice: Duration) -> bool {
    reply.found.as_ref().is_some_and(|found| {
        found.worth.is_some_and(|worth| worth.exact) && found.seconds < slice.as_secs_f64() / 4.0
    })
}
