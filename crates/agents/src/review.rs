//! The review of a game: what each move was worth, what would have been better, and why.
//!
//! A review thinks nothing itself. It asks for what is known of one position after the other and
//! judges moves from the answers, so that a server with many pages and the command line, which has
//! one agent, judge alike.

mod reasons;
#[cfg(test)]
mod tests;

use crate::{
    Playable,
    erased::{AnySession, Refusal},
    grades::{Grade, Loss, Thresholds},
    worth::{Scale, Worth},
};
use papan_core::{AnyGame, LineError, LineOfPlay, Reason, Scores, Seat, spec::SpecError};
use papan_search::{Limits, Value};
use std::sync::Arc;
use thiserror::Error;

/// What a review wants to know: the best move in the position at the end of a line, and where
/// `values` says so, what each move there is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// How the game came to the position.
    pub line: LineOfPlay,
    /// With more than two seats what is good for one says little about another, so that moves are
    /// compared in one position.
    pub values: bool,
}

/// What is known of a position in which somebody is to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Known {
    /// The seat to move.
    pub seat: Seat,
    /// The best move.
    pub best: String,
    /// What is expected to be played, the best move first.
    pub line: Vec<String>,
    /// What it is worth to the seat to move, where there is an opinion.
    pub worth: Option<Worth>,
    /// What the moves are worth, where that was asked for.
    pub values: Vec<(String, Worth)>,
}

/// A move that was played, judged. Worths are those of the seat that played it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// Its number in the game, from 0.
    pub ply: usize,
    /// Who played it.
    pub seat: Seat,
    /// The move.
    pub played: String,
    /// What the position after it is worth.
    pub worth: Option<Worth>,
    /// The best move.
    pub best: String,
    /// What the position before it was worth.
    pub best_worth: Option<Worth>,
    /// The best move and what is expected after it.
    pub line: Vec<String>,
    /// What is expected after the move that was played: the reply that punishes it comes first.
    pub reply: Vec<String>,
    /// What it gave away.
    pub loss: Loss,
    /// How good it was.
    pub grade: Grade,
    /// Facts that say why, where there are any; only for what is held against the move.
    pub reasons: Vec<Reason>,
}

/// Why a game cannot be reviewed.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ReviewError {
    /// There is no such game or agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The line of play cannot be played.
    #[error(transparent)]
    Line(#[from] LineError),
}

/// A game under review.
///
/// ```
/// use papan_agents::{erased::open_session, review::Review};
/// use papan_core::LineOfPlay;
/// use papan_search::Limits;
///
/// let line = LineOfPlay::moves(["d3", "c3", "c4"]);
/// let mut review = Review::open("othello", "patterns", &line).unwrap();
/// let mut session = open_session("othello", "patterns:depth=4", 1).unwrap();
/// let mut judged = Vec::new();
/// while let Some(question) = review.question() {
///     let known = papan_agents::review::ask(&mut *session, &question, &Limits::NONE).unwrap();
///     judged.extend(review.answer(known));
/// }
/// assert_eq!(judged.len(), 3);
/// assert_eq!(judged[2].played, "c4");
/// ```
pub struct Review {
    name: String,
    game: Arc<dyn AnyGame>,
    line: LineOfPlay,
    scale: Scale,
    thresholds: Thresholds,
    plies: Vec<Ply>,
    /// The scores, where the last move ended the game.
    ended: Option<Scores>,
    /// The ply of the position that is asked about next.
    next: usize,
    /// What is known of the position before that.
    before: Option<Known>,
    /// A move that seems to be a fault. Nothing is held against it before the best move has been
    /// looked at in the same way: from the position after it.
    suspect: Option<Judged>,
    /// Whether the last move is judged that nobody is asked about.
    is_finished: bool,
}

/// A move of the game.
struct Ply {
    seat: Seat,
    text: String,
    /// Whether there was another one.
    is_choice: bool,
}

struct Open<'a>(&'a str);

impl crate::games::Visitor for Open<'_> {
    type Output = Result<(Scale, Thresholds), SpecError>;
    fn visit<G: Playable>(self, game: G) -> Self::Output {
        Ok((Scale::of(&game, self.0)?, Thresholds::of(&game)))
    }
}

impl Review {
    /// Begins the review of a line of play by the values of an agent.
    pub fn open(game: &str, agent: &str, line: &LineOfPlay) -> Result<Review, ReviewError> {
        let (scale, thresholds) = crate::games::visit(game, Open(agent))??;
        let name = game.to_owned();
        let game: Arc<dyn AnyGame> = crate::games::open(game)?.into();
        let mut plies = Vec::with_capacity(line.moves.len());
        let last = game.replay(line, &mut |before, text, _| {
            plies.push(Ply {
                seat: before.turn().unwrap_or(Seat::FIRST),
                text: text.to_owned(),
                is_choice: before.moves().len() > 1,
            });
        })?;
        let ended = last.turn().is_none().then(|| last.scores());
        drop(last);
        let line = LineOfPlay {
            start: line.start.clone(),
            moves: plies.iter().map(|ply| ply.text.clone()).collect(),
        };
        Ok(Review {
            name,
            game,
            line,
            scale,
            thresholds,
            plies,
            ended,
            next: 0,
            before: None,
            suspect: None,
            is_finished: false,
        })
    }

    /// How points become chances in it.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    /// Begins with a later move, from 0: those before it are not judged.
    ///
    /// ```
    /// use papan_agents::review::Review;
    /// use papan_core::LineOfPlay;
    ///
    /// let line = LineOfPlay::moves(["d3", "c3", "c4"]);
    /// let mut review = Review::open("othello", "patterns", &line).unwrap();
    /// review.begin_at(2);
    /// assert_eq!(review.question().unwrap().line.moves, ["d3", "c3"]);
    /// ```
    pub fn begin_at(&mut self, ply: usize) {
        self.next = ply.min(self.plies.len().saturating_sub(1));
    }

    fn has_two_seats(&self) -> bool {
        self.game.seats() == 2
    }

    fn until(&self, ply: usize) -> LineOfPlay {
        LineOfPlay {
            start: self.line.start.clone(),
            moves: self.line.moves[..ply].to_vec(),
        }
    }

    /// Whether somebody can be asked what the position after the last move is worth.
    fn asks_after_last(&self) -> bool {
        self.has_two_seats() && self.ended.is_none()
    }

    /// What it wants to know next; nothing when all moves are judged.
    pub fn question(&self) -> Option<Question> {
        if let Some(suspect) = &self.suspect {
            return Some(Question {
                line: self.with(suspect.ply, &suspect.best),
                values: false,
            });
        }
        let plies = self.plies.len();
        let is_asked = self.next < plies || (self.next == plies && self.asks_after_last());
        (plies > 0 && is_asked).then(|| Question {
            line: self.until(self.next),
            values: !self.has_two_seats(),
        })
    }

    /// The game up to a ply with another move there.
    fn with(&self, ply: usize, played: &str) -> LineOfPlay {
        let mut line = self.until(ply);
        line.moves.push(played.to_owned());
        line
    }

    /// Takes the answer to the [question](Review::question), and returns the moves that it judges.
    pub fn answer(&mut self, known: Known) -> Vec<Judged> {
        let mut told = Vec::new();
        if let Some(suspect) = self.suspect.take() {
            told.push(self.explained(self.corrected(suspect, &known)));
        } else {
            self.next += 1;
            if let Some(before) = self.before.replace(known)
                && let Some(judged) = self.judged(self.next - 2, &before, self.before.as_ref())
            {
                told.extend(self.checked(judged));
            }
        }
        if self.question().is_none() && !self.asks_after_last() && !self.is_finished {
            self.is_finished = true;
            if let (Some(last), Some(before)) = (self.plies.len().checked_sub(1), &self.before)
                && let Some(judged) = self.judged(last, before, None)
            {
                told.extend(self.checked(judged));
            }
        }
        told
    }

    /// A move as it is told; nothing when something else is asked first.
    fn checked(&mut self, judged: Judged) -> Option<Judged> {
        let is_suspect = judged.grade.is_fault()
            && self.has_two_seats()
            && self
                .game
                .after(&self.with(judged.ply, &judged.best))
                .is_ok_and(|position| position.turn().is_some());
        if is_suspect {
            self.suspect = Some(judged);
            return None;
        }
        Some(self.explained(judged))
    }

    /// A worth that one seat sees, for another one of two.
    fn seen_by(seat: Seat, other: Seat, worth: Worth) -> Worth {
        match seat == other {
            true => worth,
            false => worth.opposite(),
        }
    }

    /// What a finished game is worth to a seat.
    fn result(&self, seat: Seat) -> Option<Worth> {
        let scores = self.ended.as_ref()?;
        Some(Worth {
            value: Value::points(scores.difference(seat)),
            exact: true,
            depth: 0,
        })
    }

    /// What is lost between two worths of one seat.
    fn loss(&self, best: Worth, worth: Worth) -> Loss {
        let points = match (best.value, worth.value) {
            (Value::Points(best), Value::Points(worth)) => Some(best.number() - worth.number()),
            _ => None,
        };
        // An estimate and a proven value are no chances of one kind, but points of one.
        let is_mixed = best.exact != worth.exact && points.is_some();
        let chance = |worth: Worth| self.scale.chance(worth.value, worth.exact && !is_mixed);
        Loss {
            points: points.map(|points| points.max(0.0)),
            chance: (chance(best) - chance(worth)).max(0.0),
        }
    }

    /// A move by what was found before it and after it.
    fn judged(&self, ply: usize, before: &Known, after: Option<&Known>) -> Option<Judged> {
        let Ply {
            seat,
            text: played,
            is_choice,
        } = self.plies.get(ply)?;
        let of = |text: &str| {
            let mut values = before.values.iter();
            values
                .find(|(known, _)| known == text)
                .map(|&(_, worth)| worth)
        };
        let (worth, best_worth) = match self.has_two_seats() {
            true => {
                let after = match after {
                    Some(after) => {
                        let worth = after.worth;
                        worth.map(|worth| Review::seen_by(*seat, after.seat, worth))
                    }
                    None => self.result(*seat),
                };
                (after, before.worth)
            }
            // Where a move has no value, nothing is held against it.
            false => (of(played), of(&before.best).or(before.worth)),
        };
        let same = before.best == *played;
        let loss = match (worth, best_worth) {
            (Some(worth), Some(best)) if !same && *is_choice => self.loss(best, worth),
            _ => Loss::NONE,
        };
        // What was played and turned out no worse was the best.
        let is_better = loss.chance <= 0.0 && loss.points.unwrap_or(0.0) <= 0.0;
        let is_best = same || !is_choice || (is_better && worth.is_some());
        let reply = after.map(|known| known.line.clone()).unwrap_or_default();
        let (best, line) = match is_best && !same {
            true => {
                let own = [played.clone()].into_iter().chain(reply.iter().cloned());
                (played.clone(), own.collect())
            }
            false => (before.best.clone(), before.line.clone()),
        };
        Some(Judged {
            ply,
            seat: *seat,
            played: played.clone(),
            worth,
            best,
            best_worth,
            line,
            reply,
            loss,
            grade: match is_best {
                true => Grade::Best,
                false => self.thresholds.grade(&loss),
            },
            reasons: Vec::new(),
        })
    }

    /// A suspect with what the best move turned out to be worth, where that is less.
    fn corrected(&self, mut judged: Judged, after_best: &Known) -> Judged {
        let seen = after_best.worth;
        let seen = seen.map(|worth| Review::seen_by(judged.seat, after_best.seat, worth));
        if let (Some(seen), Some(worth)) = (seen, judged.worth) {
            let loss = self.loss(seen, worth);
            judged.loss = Loss {
                points: judged.loss.points.map(|points| match loss.points {
                    Some(found) => points.min(found),
                    None => points,
                }),
                chance: judged.loss.chance.min(loss.chance),
            };
            judged.grade = self.thresholds.grade(&judged.loss);
        }
        // The line as it looks from there, where that is longer.
        if after_best.line.len() + 1 > judged.line.len() {
            let best = [judged.best.clone()].into_iter();
            judged.line = best.chain(after_best.line.iter().cloned()).collect();
        }
        judged
    }

    /// With the facts that speak against it.
    fn explained(&self, mut judged: Judged) -> Judged {
        if judged.grade.is_fault() {
            let own = [&judged.played].into_iter().chain(&judged.reply);
            let own: Vec<&str> = own.map(String::as_str).collect();
            let better: Vec<&str> = judged.line.iter().map(String::as_str).collect();
            // Lines that cannot be played say nothing.
            let found = reasons::reasons(&self.name, &self.until(judged.ply), &own, &better);
            judged.reasons = found.unwrap_or_default();
        }
        judged
    }
}

/// Asks an agent what a review wants to know.
pub fn ask(
    session: &mut dyn AnySession,
    question: &Question,
    limits: &Limits,
) -> Result<Known, Refusal> {
    let worth = |value, exact, depth| Worth {
        value,
        exact,
        depth,
    };
    let part = if question.values { 2 } else { 1 };
    let half = Limits {
        time: limits.time.map(|time| time / part),
        ..limits.clone()
    };
    let thought = session.think(&question.line, &half)?;
    let mut known = Known {
        seat: thought.seat,
        worth: thought
            .value
            .map(|value| worth(value, thought.exact, thought.depth)),
        best: thought.best,
        line: thought.principal_variation,
        values: Vec::new(),
    };
    // An agent that has only one move may play it without an opinion.
    if question.values || known.worth.is_none() {
        let values = session.values(&question.line, &half)?.into_iter();
        let values = values.map(|valued| {
            let depth = valued.depth;
            (valued.played, worth(valued.value, valued.exact, depth))
        });
        known.values = values.collect();
        if known.worth.is_none() {
            let mut values = known.values.iter();
            let own = values.find(|(played, _)| *played == known.best);
            known.worth = own.map(|&(_, worth)| worth);
        }
    }
    Ok(known)
}
