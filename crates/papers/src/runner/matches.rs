//! Games between agents.

use super::{Progress, RowError, Task, judge_claim, lines};
use crate::{
    data::{Compare, Figure, Seats, Settings, Verdict},
    estimate::{Estimate, fits, points_interval, verdict},
    likelihood::{self, LEAST, NO_CHANCE},
    result::{MatchIf, RowResult, rounded},
};
use papan_arena::{
    Conditions, Contest, ContestGame, DistinctCounts, DistinctGames, Openings, Seating, interval,
    tally::{CountedGame, Tally},
};
use papan_core::{Seat, key};
use serde_json::Value;

/// How many games the digest of a row is made from: a change of what its agents play shows in
/// few games, and these are the same whether or not more are played after them.
pub const FIRST_GAMES: usize = 16;

/// Plays the one game of a row and compares its final scores, or who won it.
pub(super) fn run_game(task: &Task, outcome: &mut RowResult) -> Result<(), RowError> {
    let contest = contest(&task.settings, task.seed, 1)?;
    let games = contest.play(1, task.stop, &mut |_| {})?;
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
            if let Some(kept) = &task.row.board {
                outcome.detail("kept_board", kept.as_str());
                if kept != board {
                    outcome.verdict = Some(verdict(false));
                }
            }
        }
    }
    Ok(())
}

/// Plays the games of a row and compares one figure of them.
pub(super) fn run(task: &Task, outcome: &mut RowResult) -> Result<(), RowError> {
    let games = play(task, &task.settings, task.seed)?;
    let figure = task.settings.figure.unwrap_or(Figure::Score);
    let sample = count(&games, task.settings.subject.unwrap_or(0), figure, outcome);
    outcome.detail("agents", task.agents()?);
    outcome.detail("game", task.game()?);
    if let Some(why) = &task.settings.repeats {
        outcome.detail("repeats", why.as_str());
    }
    if let (true, Some(first)) = (task.experiment.final_board, games.first()) {
        outcome.detail("board", board(first));
    }
    match (task.row.compare, figure) {
        (_, Figure::Board) => judge_board(task, &games, &sample, outcome),
        (Compare::Claim | Compare::Measure, _) => {
            let Some(&estimate) = outcome.figures.get(&figure) else {
                return Err(RowError::Other(format!("a match has no figure {figure:?}")));
            };
            judge_claim(task.row, estimate, outcome);
        }
        (_, Figure::Results) => judge_results(task, games.len(), outcome),
        (_, Figure::Steps) => judge_steps(&sample, outcome),
        _ => judge_value(figure, &sample, outcome),
    }
    Ok(())
}

/// Plays the games of a row, set up in this way.
pub(super) fn play(
    task: &Task,
    settings: &Settings,
    seed: u64,
) -> Result<Vec<ContestGame>, RowError> {
    let contest = contest(settings, seed, task.runner.games(settings))?;
    let mut watch = |_: &ContestGame| (task.progress)(Progress::Steps(1));
    let games = match task.players {
        Some(players) => contest.play_by(players, task.stop, &mut watch)?,
        None => contest.play(task.runner.threads, task.stop, &mut watch)?,
    };
    match task.stop.is_stopped() {
        true => Err(RowError::Stopped),
        false => Ok(games),
    }
}

fn contest(settings: &Settings, seed: u64, games: u64) -> Result<Contest, RowError> {
    let game = settings.game.clone();
    let game = game.ok_or_else(|| RowError::Other("no game".to_owned()))?;
    let agents = settings.agents.clone().unwrap_or_default();
    let openings = match settings.openings.as_deref() {
        Some(text) => match text.strip_prefix("line:") {
            Some(line) => lines::openings(&game, line, &agents, seed, games)?,
            None => text.parse()?,
        },
        None => Openings::Start,
    };
    Ok(Contest {
        event: String::new(),
        game,
        agents,
        games,
        seed,
        seating: match settings.seats {
            Some(Seats::Rotate) => Seating::Rotate,
            _ => Seating::Fixed,
        },
        openings,
        conditions: Conditions::NONE,
    })
}

/// Wins, losses and ties of an agent in some games.
pub(super) fn results<'a>(
    games: impl IntoIterator<Item = &'a ContestGame>,
    subject: usize,
) -> [u64; 3] {
    let mut tally = Tally::default();
    for played in games {
        let counted = CountedGame::new(&played.game, &played.agents);
        tally.add(&counted, played.seat_of(subject));
    }
    [tally.wins(), tally.losses(), tally.draws()]
}

/// The different ones of some games, and how many there are.
pub(super) fn different(games: &[ContestGame]) -> (Vec<&ContestGame>, DistinctCounts) {
    let mut distinct = DistinctGames::default();
    let different = games.iter().filter(|played| distinct.add(&played.game));
    (different.collect(), distinct.counts())
}

/// All figures of some games, seen by one agent: those of the different games, of which those
/// with one opening vary together. Returns what the figure that is compared is in each of them.
fn count(
    games: &[ContestGame],
    subject: usize,
    figure: Figure,
    outcome: &mut RowResult,
) -> Vec<f64> {
    let (different, counts) = different(games);
    outcome.detail("games", counts.games);
    outcome.detail("different_games", counts.different);
    outcome.detail("openings", counts.openings);
    if let Some(first) = games.get(..FIRST_GAMES) {
        let moves = first.iter().flat_map(|played| played.game.moves());
        let digest = moves
            .flat_map(str::bytes)
            .fold(0, |digest, byte| key::mix(digest, byte.into()));
        outcome.detail("first_games", format!("{digest:016x}"));
    }
    let sample = |value: &dyn Fn(&ContestGame) -> f64| {
        let numbers = different.iter();
        let numbers = numbers.map(|played| (played.game.opening_key(), value(played)));
        numbers.collect::<Vec<(u64, f64)>>()
    };
    let share = |value: &dyn Fn(&ContestGame) -> bool| {
        Estimate::share_of(&sample(&|played| f64::from(u8::from(value(played)))))
    };
    let lead = sample(&|played| match played.share_of(subject) {
        1.0 => 1.0,
        0.0 => -1.0,
        _ => 0.0,
    });
    let points = sample(&|played| played.game.scores[played.seat_of(subject)].into());
    let margin = sample(&|played| {
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| played.game.scores[seat]);
        (first - second).abs().into()
    });
    let best = sample(&|played| {
        let best = played.game.scores.as_slice().iter().max();
        best.copied().unwrap_or(0).into()
    });
    let steps = sample(&|played| {
        let nodes = played.game.nodes.get(played.seat_of(subject).index());
        nodes.copied().unwrap_or(0) as f64
    });
    outcome.figures.extend([
        (
            Figure::Wins,
            share(&|played| played.share_of(subject) == 1.0),
        ),
        (
            Figure::Ties,
            share(&|played| ![0.0, 1.0].contains(&played.share_of(subject))),
        ),
        (
            Figure::Losses,
            share(&|played| played.share_of(subject) == 0.0),
        ),
        (Figure::Lead, Estimate::mean_of(&lead)),
        (
            Figure::Score,
            Estimate::share_of(&sample(&|played| played.share_of(subject))),
        ),
        (Figure::Points, Estimate::mean_of(&points)),
        (Figure::Margin, Estimate::mean_of(&margin)),
        (Figure::Best, Estimate::mean_of(&best)),
        (Figure::Steps, Estimate::mean_of(&steps)),
        (
            Figure::Different,
            Estimate::share(counts.share(), counts.games),
        ),
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
    let shown = match figure {
        Figure::Best => best,
        Figure::Steps => steps,
        _ => points,
    };
    let shown: Vec<f64> = shown.into_iter().map(|(_, value)| value).collect();
    outcome.detail("deviation", rounded(interval::mean(&shown).deviation));
    outcome.points = shown.iter().map(|&value| value as i64).collect();
    if figure == Figure::Results {
        let [wins, losses, ties] = results(different, subject);
        outcome.detail("results", [wins, losses, ties].as_slice());
    }
    shown
}

/// Compares wins, losses and ties, all together.
fn judge_results(task: &Task, games: usize, outcome: &mut RowResult) {
    let published = task.row.results.clone().unwrap_or_default();
    let ours: Vec<u64> = outcome.details["results"]
        .as_array()
        .map(|counts| counts.iter().filter_map(Value::as_u64).collect())
        .unwrap_or_default();
    outcome.measured = rounded(outcome.figures[&Figure::Wins].value);
    let size: u64 = published.iter().sum();
    let share = |wins: u64| wins as f64 / size.max(1) as f64;
    let fitting = likelihood::fitting_wins(&published, &ours);
    outcome.interval = fitting.map(|(low, high)| (share(low), share(high)));
    outcome.match_if = Some(match outcome.interval {
        Some((low, high)) => MatchIf::Between(low, high),
        None => MatchIf::NoWins,
    });
    let likelihood = likelihood::same_results(&published, &ours);
    judge_likelihood(likelihood, games, outcome);
}

/// Compares the steps of some published games with ours as distributions.
fn judge_steps(sample: &[f64], outcome: &mut RowResult) {
    let published: Vec<f64> = outcome
        .published
        .as_array()
        .map(|steps| steps.iter().filter_map(Value::as_f64).collect())
        .unwrap_or_default();
    outcome.measured = rounded(interval::mean(sample).mean);
    outcome.interval = likelihood::middle(sample);
    let distance = likelihood::distance(&published, sample);
    outcome.detail("distance", rounded(distance));
    let most = likelihood::distance_at(LEAST, published.len(), sample.len());
    outcome.match_if = Some(MatchIf::DistanceUpTo(most));
    let likelihood = likelihood::same_distance(distance, published.len(), sample.len());
    judge_likelihood(likelihood, sample.len(), outcome);
}

/// Compares what was published of one game with ours: points by two deviations, and the best
/// score, which is no such bell, by how many of our games are as far out.
fn judge_value(figure: Figure, sample: &[f64], outcome: &mut RowResult) {
    let published = outcome.published.as_f64().unwrap_or(f64::NAN);
    let mean = interval::mean(sample);
    let likelihood = likelihood::as_far_out(published, sample);
    outcome.measured = rounded(mean.mean);
    if figure == Figure::Best {
        outcome.interval = likelihood::middle(sample);
        outcome.match_if = outcome
            .interval
            .map(|(low, high)| MatchIf::Between(low, high));
        judge_likelihood(likelihood, sample.len(), outcome);
        return;
    }
    let around = |deviations: f64| points_interval(mean.mean, deviations * mean.deviation);
    let (low, high) = around(1.0);
    outcome.interval = Some((low, high));
    outcome.match_if = Some(MatchIf::Between(low, high));
    outcome.likelihood = Some(likelihood);
    let is_clear = is_many(sample.len()) && fits(published, around(2.0)) == Verdict::Differs;
    outcome.decide(fits(published, (low, high)), is_clear);
}

/// A published sample that is too unlikely under our reading differs.
pub(super) fn judge_likelihood(likelihood: f64, games: usize, outcome: &mut RowResult) {
    outcome.likelihood = Some(likelihood);
    let exact = Estimate::exact(likelihood);
    outcome.figures.insert(Figure::Likelihood, exact);
    let is_clear = is_many(games) && likelihood < NO_CHANCE;
    outcome.decide(verdict(likelihood >= LEAST), is_clear);
}

/// A handful of games shows nothing clearly, whatever the formulas say.
fn is_many(games: usize) -> bool {
    games >= 10
}

/// How many games ended with the published board, and how ordinary its score would be.
fn judge_board(task: &Task, games: &[ContestGame], sample: &[f64], outcome: &mut RowResult) {
    let published = task.row.board.as_deref().unwrap_or_default();
    let found = games.iter().filter(|played| board(played) == published);
    let found = found.count();
    outcome.detail("published_board", published);
    if let Some(points) = outcome.published.as_f64() {
        let likelihood = likelihood::as_far_out(points, sample);
        outcome.detail("likelihood_of_score", rounded(likelihood));
    }
    outcome.measured = Value::String(format!("{found} of {} games", games.len()));
    outcome.match_if = Some(MatchIf::Above(0.0));
    // It came up less often than once in so many games and one more.
    outcome.likelihood = Some((found + 1) as f64 / (games.len() + 1) as f64);
    outcome.verdict = Some(verdict(found > 0));
}

/// What stands on the board when a game is over.
fn board(played: &ContestGame) -> &str {
    played.game.position.split(' ').next().unwrap_or_default()
}
