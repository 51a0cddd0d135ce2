//! Games between agents.

use super::{Progress, RowError, Task, judge_claim};
use crate::{
    data::{Compare, Figure, Seats, Verdict},
    estimate::{Estimate, fits, points_interval, share_interval, verdict, wide_share_interval},
    result::{RowResult, rounded},
};
use papan_arena::{
    Conditions, Contest, ContestGame, Openings, Seating, interval,
    tally::{CountedGame, Tally},
};
use papan_core::Seat;
use serde_json::Value;

/// Plays the one game of a row and compares its final scores, or who won it.
pub(super) fn run_game(task: &Task, outcome: &mut RowResult) -> Result<(), RowError> {
    let games = contest(task, 1)?.play(1, task.stop, &mut |_| {})?;
    let Some(played) = games.first() else {
        return Err(RowError::Stopped);
    };
    let scores = played.game.scores.as_slice();
    outcome.measured = scores.into();
    let shown: Vec<String> = scores.iter().map(|score| score.to_string()).collect();
    outcome.detail(
        "score",
        shown.join(if scores.len() == 2 { "-" } else { ", " }),
    );
    outcome.detail("moves", played.game.plies.len());
    let board = board(played);
    if task.experiment.final_board {
        outcome.detail("board", board);
    }
    match task.row.compare {
        // The claim is always that the subject wins.
        Compare::Claim => {
            let subject = played.seat_of(task.settings.subject.unwrap_or(0));
            outcome.verdict = Some(verdict(played.game.outcome.winner() == Some(subject)));
        }
        _ => {
            task.judge_exactly(outcome);
            if let Some(published) = &task.row.board {
                let same = published == board;
                outcome.detail("published_board", published.as_str());
                if !same {
                    outcome.verdict = Some(verdict(false));
                }
            }
        }
    }
    Ok(())
}

/// Plays the games of a row and compares one figure of them.
pub(super) fn run(task: &Task, outcome: &mut RowResult) -> Result<(), RowError> {
    let contest = contest(task, task.runner.games(&task.settings))?;
    let games = contest.play(task.runner.threads, task.stop, &mut |_| {
        (task.progress)(Progress::Steps(1));
    })?;
    if task.stop.is_stopped() {
        return Err(RowError::Stopped);
    }
    let subject = task.settings.subject.unwrap_or(0);
    count(&games, subject, outcome);
    outcome.detail("games", games.len());
    outcome.detail("agents", contest.agents.as_slice());
    outcome.detail("game", contest.game.as_str());
    if let (true, Some(first)) = (task.experiment.final_board, games.first()) {
        outcome.detail("board", board(first));
    }
    let figure = task.settings.figure.unwrap_or(Figure::Score);
    if figure == Figure::Board {
        judge_board(task, &games, outcome);
        return Ok(());
    }
    let Some(&estimate) = outcome.figures.get(&figure) else {
        return Err(RowError::Other(format!("a match has no figure {figure:?}")));
    };
    if task.row.compare == Compare::Claim {
        judge_claim(task.row, estimate, outcome);
        return Ok(());
    }
    let published = outcome.published.as_f64().unwrap_or(f64::NAN);
    let number = games.len() as u64;
    let (bounds, wide) = match figure {
        Figure::Points => {
            let sample: Vec<f64> = outcome.points.iter().map(|&points| points as f64).collect();
            let deviation = interval::mean(&sample).deviation;
            let around = |deviation| points_interval(estimate.value, deviation);
            (around(deviation), around(2.0 * deviation))
        }
        _ => {
            let sample = task.row.results.iter().flatten().sum();
            (
                share_interval(estimate.value, number, sample),
                wide_share_interval(estimate.value, number, sample),
            )
        }
    };
    outcome.measured = rounded(estimate.value);
    outcome.interval = Some(bounds);
    // A handful of games shows nothing clearly, whatever the formulas say.
    let is_clear = number >= 10 && fits(published, wide) == Verdict::Differs;
    outcome.decide(fits(published, bounds), is_clear);
    Ok(())
}

fn contest(task: &Task, games: u64) -> Result<Contest, RowError> {
    let settings = &task.settings;
    Ok(Contest {
        event: String::new(),
        game: task.game()?.to_owned(),
        agents: task.agents()?.to_vec(),
        games,
        seed: task.seed,
        seating: match settings.seats {
            Some(Seats::Rotate) => Seating::Rotate,
            _ => Seating::Fixed,
        },
        openings: match &settings.openings {
            Some(text) => text.parse()?,
            None => Openings::Start,
        },
        conditions: Conditions::NONE,
    })
}

/// All figures of some games, seen by one agent.
fn count(games: &[ContestGame], subject: usize, outcome: &mut RowResult) {
    let mut tally = Tally::default();
    for played in games {
        let counted = CountedGame::new(&played.game, &played.agents);
        tally.add(&counted, played.seat_of(subject));
    }
    let sample =
        |value: &dyn Fn(&ContestGame) -> f64| games.iter().map(value).collect::<Vec<f64>>();
    let share = |part: u64| {
        let number = tally.games();
        Estimate::share(part as f64 / number.max(1) as f64, number)
    };
    let lead = sample(&|played| match played.share_of(subject) {
        1.0 => 1.0,
        0.0 => -1.0,
        _ => 0.0,
    });
    let scored = games.iter().filter(|played| played.game.is_scored());
    let points: Vec<f64> = scored
        .map(|played| played.game.scores[played.seat_of(subject)].into())
        .collect();
    let margin = sample(&|played| {
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| played.game.scores[seat]);
        (first - second).abs().into()
    });
    outcome.points = points.iter().map(|&points| points as i64).collect();
    outcome.figures.extend([
        (Figure::Wins, share(tally.wins())),
        (Figure::Ties, share(tally.draws())),
        (Figure::Losses, share(tally.losses())),
        (Figure::Lead, Estimate::mean(&lead)),
        (Figure::Score, Estimate::share(tally.share(), tally.games())),
        (Figure::Points, Estimate::mean(&points)),
        (Figure::Margin, Estimate::mean(&margin)),
    ]);
    for (name, figure) in [
        ("wins", Figure::Wins),
        ("losses", Figure::Losses),
        ("ties", Figure::Ties),
        ("score", Figure::Score),
        ("mean", Figure::Points),
    ] {
        let value = rounded(outcome.figures[&figure].value);
        outcome.detail(name, value);
    }
    outcome.detail("deviation", rounded(interval::mean(&points).deviation));
}

/// How many games ended with the published board.
fn judge_board(task: &Task, games: &[ContestGame], outcome: &mut RowResult) {
    let published = task.row.board.as_deref().unwrap_or_default();
    let found = games.iter().filter(|played| board(played) == published);
    let found = found.count();
    outcome.detail("published_board", published);
    outcome.measured = Value::String(format!("{found} of {} games", games.len()));
    outcome.verdict = Some(verdict(found > 0));
}

/// What stands on the board when a game is over.
fn board(played: &ContestGame) -> &str {
    played.game.position.split(' ').next().unwrap_or_default()
}
