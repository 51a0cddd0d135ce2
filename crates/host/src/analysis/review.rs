//! A whole game, move by move: what each was worth, what would have been best, and why.

use super::{
    desk::{Work, duration},
    knowledge::Place,
    message::{Evaluation, Judged, Tell},
};
use crate::{
    error::{Answer, ApiError},
    inspect::GameLine,
    runtime::aside,
    thinkers::{Question, Reply, Want},
    value::{PositionValue, Scale},
};
use papan_agents::{
    games::analysis_agent,
    review::{Known, Review, ReviewError},
    worth::Worth,
};
use std::time::Duration;

/// The most time for one position, and for all moves together.
const MOST: (Duration, Duration) = (Duration::from_secs(10), Duration::from_secs(600));

/// Judges each move of a game from a ply on.
pub(super) async fn review(work: Work, asked: GameLine, seconds: f64, from: usize) -> Answer<()> {
    let time = duration(seconds, MOST.0)?;
    let game = asked.game.clone();
    let (mut review, scale) = aside(move || {
        asked.open()?;
        let agent = analysis_agent(&asked.game)?;
        let mut review = Review::open(&asked.game, agent, &asked.line()).map_err(refused)?;
        review.begin_at(from);
        Ok((review, Scale::of(&asked.game, agent)?))
    })
    .await?;
    let time = time.min(MOST.1 / review.plies().max(1) as u32);
    while let Some(question) = review.question().filter(|_| !work.stop.is_stopped()) {
        let found = found(&work, (game.clone(), question.line), question.values, time).await?;
        let Some(known) = known(found) else {
            let text = format!("nothing was found for a position of {game}");
            return Err(ApiError::internal(text));
        };
        // The facts are looked up besides, since that takes a while with large boards.
        let (taken, judged) = aside(move || {
            let judged = review.answer(known);
            Ok((review, judged))
        })
        .await?;
        review = taken;
        for judged in judged {
            work.tell(&Tell::Reviewed(Judged::of(judged, scale)));
        }
    }
    work.tell(&Tell::Done);
    Ok(())
}

/// What is known of a position that was looked at for long enough, now or before.
async fn found(work: &Work, place: Place, values: bool, time: Duration) -> Answer<Evaluation> {
    if let Some((known, looked)) = work.knowledge.of(&place)
        && looked >= time
        && (known.values.is_some() || !values)
    {
        return Ok(known);
    }
    let want = if values { Want::BOTH } else { Want::MOVE };
    let (game, line) = &place;
    let question = Question::advice(game, line.clone(), 1, time, want)?;
    let Reply { found, values, .. } = work.think(question, |_| {}).await?;
    let Some(found) = found else {
        return Ok(Evaluation::default());
    };
    let found = Evaluation {
        seat: Some(found.seat),
        known: found.known,
        values,
        ..Evaluation::default()
    };
    let looked = match work.stop.is_stopped() {
        true => Duration::ZERO,
        false => time,
    };
    Ok(work.knowledge.learn(&place, found, looked))
}

/// The same as a review takes it.
fn known(found: Evaluation) -> Option<Known> {
    let depth = found.known.depth;
    let worth = |value: PositionValue| Worth {
        value: value.counted(),
        exact: value.exact,
        depth,
    };
    let values = found.values.unwrap_or_default().into_iter();
    Some(Known {
        seat: found.seat?,
        best: found.known.best?,
        line: found.known.line,
        worth: found.known.worth.map(worth),
        values: values
            .map(|valued| (valued.played, worth(valued.worth)))
            .collect(),
    })
}

/// What cannot be reviewed, as the page is told.
fn refused(error: ReviewError) -> ApiError {
    match error {
        ReviewError::Spec(error) => error.into(),
        ReviewError::Line(error) => error.into(),
    }
}
