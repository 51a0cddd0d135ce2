//! How well a value of a parameter fits what was published.

use super::{RowError, Task, matches};
use crate::{
    data::split,
    likelihood::{LEAST, same_results, together},
    result::{MatchIf, RowResult, rounded},
};
use papan_arena::DistinctCounts;
use papan_core::key;
use serde_json::{Map, Value};

/// Plays the rows that a row names with other agents, and asks how likely what was published of
/// all of them is.
pub(super) fn run(task: &Task, result: &mut RowResult) -> Result<(), RowError> {
    let [from, to] = task.row.replace.clone().unwrap_or_default();
    let mut likelihoods = Vec::new();
    let mut shown = Map::new();
    let mut all = DistinctCounts::default();
    for (index, reference) in task.row.of.iter().flatten().enumerate() {
        let Some((experiment, row)) = split(reference).and_then(|(id, name)| {
            let mut experiments = task.paper.experiments.iter();
            let experiment = experiments.find(|experiment| experiment.id == id)?;
            let row = experiment.rows.iter().find(|row| row.name == name)?;
            Some((experiment, row))
        }) else {
            return Err(RowError::Other(format!("there is no row {reference}")));
        };
        let mut settings = task.settings.or(&row.settings(experiment));
        for agent in settings.agents.iter_mut().flatten() {
            *agent = agent.replace(&from, &to);
        }
        let games = matches::play(task, &settings, key::mix(task.seed, index as u64))?;
        let (different, counts) = matches::different(&games);
        all.games += counts.games;
        all.different += counts.different;
        let ours = matches::results(different, settings.subject.unwrap_or(0));
        let published = row.results.clone().unwrap_or_default();
        likelihoods.push(same_results(&published, &ours));
        shown.insert(row.name.clone(), ours.as_slice().into());
    }
    let likelihood = together(&likelihoods);
    result.measured = rounded(likelihood);
    result.match_if = Some(MatchIf::Above(LEAST));
    result.detail("games", all.games);
    result.detail("different_games", all.different);
    result.detail("results", Value::Object(shown));
    let each: Vec<Value> = likelihoods.iter().map(|&each| rounded(each)).collect();
    result.detail("likelihoods", each);
    matches::judge_likelihood(
        likelihood,
        task.runner.games(&task.settings) as usize,
        result,
    );
    Ok(())
}
