//! What the page may ask, and what it is told.

use crate::{
    inspect::{GameLine, Previewed},
    thinkers::{Progress, Valued, ValuedLine},
    value::{PositionValue, Scale},
};
use papan_agents::{grades::Grade, review, worth::Worth};
use papan_core::{Reason, Seat};
use serde::{Deserialize, Serialize};

/// What the page asks, each under a number of its own.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "AnalysisMessage"))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Ask {
    Evaluate {
        #[serde(flatten)]
        asked: GameLine,
        seconds: f64,
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        values: bool,
        /// How many of the best moves with their lines, up to five.
        #[serde(default = "one_line")]
        #[cfg_attr(test, ts(as = "Option<usize>", optional))]
        lines: usize,
    },
    Review {
        #[serde(flatten)]
        asked: GameLine,
        seconds: f64,
        /// The first move that is judged, from 0.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<usize>", optional))]
        from: usize,
    },
    Preview {
        #[serde(flatten)]
        asked: GameLine,
        #[serde(rename = "move")]
        played: String,
    },
    Stop,
}

fn one_line() -> usize {
    1
}

/// What the page is told.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "AnalysisTold"))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Tell {
    Evaluation(Evaluation),
    Reviewed(Judged),
    /// All moves of a game are judged.
    Done,
    Preview(Previewed),
}

/// What is known of a position. Worths are those of the seat to move; in a finished game
/// there is none, and nothing to say.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Evaluation {
    #[cfg_attr(test, ts(as = "Option<usize>"))]
    pub(super) seat: Option<Seat>,
    #[serde(flatten)]
    pub(super) known: Progress,
    pub(super) values: Option<Vec<Valued>>,
    /// The best moves with their lines, the best first; empty where only one was asked for, and
    /// until they are known.
    pub(super) lines: Vec<ValuedLine>,
    /// What the opening book says of the position, the best move first; empty where it is in none.
    pub(super) book: Vec<ValuedLine>,
    pub(super) done: bool,
}

impl Evaluation {
    /// Lets all that is told say the same: the best move is worth what the position is worth, a move
    /// that has a line what the line is worth, and no move is worth more than the best one. Values of
    /// single moves are found less deep than the best move, so that they give way; but what is
    /// proven does not.
    pub(super) fn agree(&mut self) {
        self.agree_in_lines();
        let (Some(values), Some(mut worth)) = (&mut self.values, self.known.worth) else {
            return;
        };
        for line in &self.lines {
            let mut same = values.iter_mut();
            if let Some(valued) = same.find(|valued| valued.played == line.valued.played) {
                valued.worth = line.valued.worth;
            }
        }
        let proven = values
            .iter()
            .filter(|valued| valued.worth.exact && !worth.exact);
        let proven = proven.max_by(|one, other| one.worth.compare(&other.worth));
        if let Some(better) = proven.filter(|valued| valued.worth.compare(&worth).is_gt())
            && self.lines.is_empty()
        {
            worth = better.worth;
            self.known.worth = Some(worth);
            self.known.best = Some(better.played.clone());
            self.known.line = vec![better.played.clone()];
        }
        for valued in values {
            let is_best = self.known.best.as_ref() == Some(&valued.played);
            if is_best || valued.worth.compare(&worth).is_gt() {
                valued.worth = worth;
            }
        }
    }

    /// The first line is that of the best move, which may have been looked at deeper than the others.
    fn agree_in_lines(&mut self) {
        let (Some(worth), Some(best)) = (self.known.worth, &self.known.best) else {
            return;
        };
        if self.lines.is_empty() {
            return;
        }
        let mut same = self.lines.iter();
        let known = same.position(|line| line.valued.played == *best);
        let mut first = match known {
            Some(place) => self.lines.remove(place),
            None => {
                self.lines.pop();
                ValuedLine {
                    valued: Valued {
                        played: best.clone(),
                        worth,
                    },
                    line: vec![best.clone()],
                    depth: self.known.depth,
                }
            }
        };
        if self.known.line.first() == Some(best) && self.known.line.len() > first.line.len() {
            first.line.clone_from(&self.known.line);
        }
        (first.valued.worth, first.depth) = (worth, first.depth.max(self.known.depth));
        for line in &mut self.lines {
            if line.valued.worth.compare(&worth).is_gt() {
                line.valued.worth = worth;
            }
        }
        self.lines.insert(0, first);
    }
}

/// A move that was played, judged. Worths are those of the seat that played it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Judged {
    pub(super) ply: usize,
    #[cfg_attr(test, ts(as = "usize"))]
    pub(super) seat: Seat,
    #[serde(rename = "move")]
    pub(super) played: String,
    /// What the position after the move is worth.
    pub(super) worth: Option<PositionValue>,
    pub(super) best: String,
    /// What the position before the move was worth.
    pub(super) best_worth: Option<PositionValue>,
    /// How many plies ahead was looked before the move.
    pub(super) depth: u32,
    /// The best move and what is expected after it.
    pub(super) line: Vec<String>,
    /// What is expected after the move that was played, the punishing reply first.
    pub(super) reply: Vec<String>,
    /// The chance that the move gave away.
    pub(super) loss: f64,
    /// The points that it gave away; null where they are not counted.
    pub(super) points: Option<f64>,
    #[cfg_attr(test, ts(type = "Agents.Grade"))]
    pub(super) grade: Grade,
    /// The facts that speak against the move, what matters most first.
    #[cfg_attr(test, ts(type = "Array<Core.Reason>"))]
    pub(super) reasons: Vec<Reason>,
}

impl Judged {
    pub(super) fn of(judged: review::Judged, scale: Scale) -> Judged {
        let value = |worth: Option<Worth>| worth.map(|worth| scale.worth(worth));
        Judged {
            ply: judged.ply,
            seat: judged.seat,
            played: judged.played,
            worth: value(judged.worth),
            best: judged.best,
            best_worth: value(judged.best_worth),
            depth: judged.best_worth.map_or(0, |worth| worth.depth),
            line: judged.line,
            reply: judged.reply,
            loss: judged.loss.chance,
            points: judged.loss.points,
            grade: judged.grade,
            reasons: judged.reasons,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_search::Value;

    fn worth(points: i32, exact: bool) -> PositionValue {
        let agent = "patterns";
        Scale::of("othello", agent)
            .unwrap()
            .value(Value::points(points), exact)
    }

    fn valued(played: &str, worth: PositionValue) -> Valued {
        Valued {
            played: played.to_owned(),
            worth,
        }
    }

    fn agreed(best: PositionValue, values: Vec<Valued>) -> Evaluation {
        let mut evaluation = Evaluation {
            values: Some(values),
            ..Evaluation::default()
        };
        evaluation.known.best = Some("d3".to_owned());
        evaluation.known.worth = Some(best);
        evaluation.agree();
        evaluation
    }

    #[test]
    fn one_position_has_one_value() {
        let values = vec![
            valued("c4", worth(5, false)),
            valued("d3", worth(1, false)),
            valued("f5", worth(-2, false)),
        ];
        let told = agreed(worth(3, false), values);
        let points: Vec<PositionValue> = told
            .values
            .unwrap()
            .iter()
            .map(|valued| valued.worth)
            .collect();
        assert_eq!(points, [worth(3, false), worth(3, false), worth(-2, false)]);
    }

    #[test]
    fn what_is_proven_does_not_give_way() {
        let values = vec![valued("c4", worth(8, true)), valued("d3", worth(1, false))];
        let told = agreed(worth(3, false), values);
        assert_eq!(
            (told.known.best.as_deref(), told.known.worth),
            (Some("c4"), Some(worth(8, true)))
        );
        assert_eq!(told.values.unwrap()[0].worth, worth(8, true));
    }
}
