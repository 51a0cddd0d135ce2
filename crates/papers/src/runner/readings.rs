//! Readings of a paper whose code is lost: a search for those that give what was published.

use super::{Progress, RowError, Task};
use crate::{
    data::Compare,
    estimate::verdict,
    result::{RowResult, rounded},
};
use papan_agents::blokus::readings::{BothScores, Listing, Match, Reading, distance};
use papan_arena::interval::wilson;
use papan_core::{Random, key};
use std::{
    panic::resume_unwind,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

/// A reading and how far it is from what was published.
struct Tried {
    reading: Reading,
    scores: BothScores,
    distance: i64,
}

/// The first row searches all readings for the nearest; the others ask how often wrong ones
/// come as near.
pub(super) fn run(
    task: &Task,
    first: Option<&RowResult>,
    outcome: &mut RowResult,
) -> Result<(), RowError> {
    let published = first.map_or(&outcome.published, |first| &first.published);
    let published: BothScores = serde_json::from_value(published.clone())
        .map_err(|_| RowError::Other("published must be eight scores".to_owned()))?;
    match (task.row.compare, first) {
        (Compare::Exact, None) => nearest(task, &published, outcome),
        (Compare::Claim, Some(first)) => as_near(task, &published, first, outcome),
        _ => Err(RowError::Other(
            "the first of some readings is exact, the others are claims".to_owned(),
        )),
    }
}

/// Tries the readings and compares the nearest with what was published, number by number.
fn nearest(task: &Task, published: &BothScores, outcome: &mut RowResult) -> Result<(), RowError> {
    let count = task.runner.games(&task.settings).min(Reading::COUNT);
    // Fewer than all are spread over all: the step has no factor in common with their number.
    let tried = each(task, published, count, |number| {
        Reading::nth(number * STEP % Reading::COUNT)
    })?;
    let Some(best) = tried.iter().min_by_key(|tried| tried.distance) else {
        return Err(RowError::Stopped);
    };
    let pairs = best.scores.iter().zip(published);
    let equal = pairs
        .filter(|(score, published)| score == published)
        .count();
    outcome.measured = best.scores.as_slice().into();
    outcome.detail("readings", count);
    outcome.detail("reading", best.reading.to_string());
    outcome.detail("distance", best.distance);
    outcome.detail("equal", equal);
    task.judge_exactly(outcome);
    Ok(())
}

/// How many readings with listings drawn by chance come as near as the nearest one.
fn as_near(
    task: &Task,
    published: &BothScores,
    first: &RowResult,
    outcome: &mut RowResult,
) -> Result<(), RowError> {
    let detail = |name: &str| first.details.get(name).and_then(serde_json::Value::as_i64);
    let (Some(limit), Some(tried)) = (detail("distance"), detail("readings")) else {
        return Err(RowError::Other("there is no nearest reading".to_owned()));
    };
    let count = task.runner.games(&task.settings);
    let wrong = each(task, published, count, |number| {
        let mut random = Random::for_item(task.seed, number);
        let reading = Reading::nth(random.below(Reading::COUNT as usize) as u64);
        Reading {
            listing: Listing::Random(key::mix(task.seed, number)),
            ..reading
        }
    })?;
    let near = wrong.iter().filter(|wrong| wrong.distance <= limit).count();
    let share = near as f64 / wrong.len().max(1) as f64;
    let (low, high) = wilson(share, count);
    let [expected, low, high] = [share, low, high].map(|share| share * tried as f64);
    outcome.measured = rounded(expected);
    outcome.interval = Some((low, high));
    outcome.detail("readings", count);
    outcome.detail("as_near", near);
    outcome.detail("distance", limit);
    let holds = task.row.below.is_none_or(|bound| high < bound)
        && task.row.above.is_none_or(|bound| low > bound);
    outcome.decide(verdict(holds), false);
    Ok(())
}

/// A prime that is no factor of the number of readings.
const STEP: u64 = 7919;

/// Plays the games of some readings, on all threads.
fn each(
    task: &Task,
    published: &BothScores,
    count: u64,
    reading: impl Fn(u64) -> Reading + Sync,
) -> Result<Vec<Tried>, RowError> {
    let next = AtomicU64::new(0);
    let work = || {
        let table = Match::new();
        let mut tried = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count || task.stop.is_stopped() {
                return tried;
            }
            let reading = reading(number);
            let scores = table.scores(&reading);
            let distance = distance(&scores, published);
            tried.push((
                number,
                Tried {
                    reading,
                    scores,
                    distance,
                },
            ));
            (task.progress)(Progress::Steps(1));
        }
    };
    let mut tried = thread::scope(|scope| {
        // Fewer threads find the same, only later.
        let threads: Vec<_> = (1..task.runner.threads)
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut tried: Vec<(u64, Tried)> = work();
        for thread in threads {
            tried.extend(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        tried
    });
    if task.stop.is_stopped() {
        return Err(RowError::Stopped);
    }
    // The same whatever the number of threads.
    tried.sort_by_key(|(number, _)| *number);
    Ok(tried.into_iter().map(|(_, tried)| tried).collect())
}
