//! What needs no agent: the standing in a position, and two published counts.

use super::{RowError, Task, judge_claim};
use crate::{estimate::Estimate, likelihood::same_results, result::RowResult};
use papan_agents::games;
use serde_json::json;

/// The points of the first two seats in a position, and how far they are apart.
pub(super) fn run(task: &Task, result: &mut RowResult) -> Result<(), RowError> {
    let named = task.row.position.as_deref().unwrap_or_default();
    let text = task.experiment.positions.get(named);
    let position = games::open(task.game()?)?.position(text.map_or(named, String::as_str))?;
    let scores = position.scores();
    let [first, second] = [scores.as_slice()[0], scores.as_slice()[1]];
    result.measured = json!({
        "first": first,
        "second": second,
        "difference": first - second,
    });
    result.detail("position", position.text());
    task.judge_exactly(result);
    Ok(())
}

/// How likely two published counts are to differ so much by chance.
pub(super) fn run_counts(task: &Task, result: &mut RowResult) {
    let [one, other] = [&task.row.results, &task.row.against];
    let counts = |counts: &Option<Vec<u64>>| counts.clone().unwrap_or_default();
    let likelihood = same_results(&counts(one), &counts(other));
    result.detail("published_against", counts(other));
    judge_claim(task.row, Estimate::exact(likelihood), result);
    result.likelihood = Some(likelihood);
}
