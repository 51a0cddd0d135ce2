//! A whole game, move by move: what each was worth, what would have been best.

use super::{
    desk::{Work, duration},
    message::{Grade, Judged, Tell},
};
use crate::{
    error::Answer,
    inspect::{GameLine, aside},
    thinkers::{Found, Question, Reply, Valued, Want},
    value::{PositionValue, Scale},
};
use papan_agents::games::analysis_agent;
use papan_core::{Scores, Seat};
use papan_search::Value;
use std::time::Duration;

/// The most time for one move, and for all of them together.
const MOST: (Duration, Duration) = (Duration::from_secs(10), Duration::from_secs(600));

/// A game to be reviewed.
struct Game {
    asked: GameLine,
    scale: Scale,
    seats: usize,
    /// Who moved, the move as the game writes it, and how many others there were.
    plies: Vec<(Seat, String, usize)>,
    /// The scores, where the last move ended the game.
    ended: Option<Scores>,
}

impl Game {
    fn open(asked: GameLine) -> Answer<Game> {
        let game = asked.open()?;
        let mut plies = Vec::with_capacity(asked.moves.len());
        let last = game.replay(&asked.line(), &mut |before, text, _| {
            let others = before.moves().len().saturating_sub(1);
            let seat = before.turn().unwrap_or(Seat::FIRST);
            plies.push((seat, text.to_owned(), others));
        })?;
        Ok(Game {
            scale: Scale::of(&asked.game, analysis_agent(&asked.game)?)?,
            seats: game.seats(),
            ended: last.turn().is_none().then(|| last.scores()),
            asked,
            plies,
        })
    }

    /// The question about the position before a ply. With more than two seats what is good
    /// for one says little about another, so that moves are compared in one position.
    fn question(&self, ply: usize, time: Duration) -> Answer<Question> {
        let line = self.asked.until(ply);
        let want = if self.seats == 2 {
            Want::MOVE
        } else {
            Want::BOTH
        };
        Ok(Question::advice(&self.asked.game, line, 1, time, want)?)
    }

    /// What a finished game is worth to a seat.
    fn result(&self, seat: Seat) -> Option<PositionValue> {
        let scores = self.ended.as_ref()?;
        let margin = Value::points(scores.difference(seat));
        Some(self.scale.value(margin, true))
    }
}

/// Judges each move of a game.
pub(super) async fn review(work: Work, asked: GameLine, seconds: f64) -> Answer<()> {
    let time = duration(seconds, MOST.0)?;
    let game = aside(move || Game::open(asked)).await?;
    let time = time.min(MOST.1 / game.plies.len().max(1) as u32);
    let mut before: Option<Reply> = None;
    for ply in 0..=game.plies.len() {
        if work.stop.is_stopped() {
            break;
        }
        // The position after the last move says what that was worth.
        let is_over = ply == game.plies.len() && game.ended.is_some();
        let is_needed = ply < game.plies.len() || game.seats == 2;
        let here = match !is_over && is_needed {
            true => Some(work.think(game.question(ply, time)?, |_| {}).await?),
            false => None,
        };
        if let (Some(before), Some(last)) = (&before, ply.checked_sub(1))
            && let Some(judged) = game.judged(last, before, here.as_ref())
        {
            work.tell(&Tell::Reviewed(judged));
        }
        before = here;
    }
    work.tell(&Tell::Done);
    Ok(())
}

impl Game {
    /// A move by what was found before it and after it.
    fn judged(&self, ply: usize, before: &Reply, after: Option<&Reply>) -> Option<Judged> {
        let (seat, played, others) = &self.plies[ply];
        let found = before.found.as_ref()?;
        let (worth, mut best, best_worth) = match self.seats {
            2 => {
                let after = match after.and_then(|reply| reply.found.as_ref()) {
                    Some(next) => next.known.worth.map(|worth| match next.seat == *seat {
                        true => worth,
                        false => worth.opposite(),
                    }),
                    None => self.result(*seat),
                };
                // The best move itself is worth what was found for it.
                let same = *played == found.best;
                let own = if same {
                    found.known.worth.or(after)
                } else {
                    after
                };
                (own, found.best.clone(), found.known.worth)
            }
            _ => compare(played, found, before.values.as_deref().unwrap_or_default()),
        };
        // What was played and turned out better was the best.
        let mut best_worth = best_worth.or(worth);
        let mut line = found.known.line.clone();
        // Where a worth is not known, nothing is held against the move.
        let mut loss = match (worth, best_worth) {
            (Some(worth), Some(best)) => best.chance - worth.chance,
            _ => 0.0,
        };
        if loss <= 0.0 && best != *played && worth.is_some() {
            (best, best_worth) = (played.clone(), worth);
            line = vec![played.clone()];
        }
        let is_best = best == *played || *others == 0;
        if is_best {
            loss = 0.0;
        }
        Some(Judged {
            ply,
            seat: *seat,
            played: played.clone(),
            worth,
            best,
            best_worth,
            line,
            loss,
            grade: if is_best {
                Grade::Best
            } else {
                Grade::of(loss)
            },
        })
    }
}

/// The played move and the best one among values of one position.
fn compare(
    played: &str,
    found: &Found,
    values: &[Valued],
) -> (Option<PositionValue>, String, Option<PositionValue>) {
    let of = |text: &str| values.iter().find(|valued| valued.played == text);
    let worth = of(played).map(|valued| valued.worth);
    let best = of(&found.best).map(|valued| valued.worth);
    (
        worth.or(found.known.worth),
        found.best.clone(),
        best.or(found.known.worth),
    )
}
