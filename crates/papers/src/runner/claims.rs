//! Statements about the rows of other experiments.

use super::{RowError, Task, judge_claim};
use crate::{
    data::{Figure, Verdict, split},
    estimate::Estimate,
    likelihood,
    result::{ExperimentResult, RowResult},
};

/// Judges a statement about numbers that other rows have.
pub(super) fn run<'a>(
    task: &Task,
    earlier: impl Iterator<Item = &'a ExperimentResult>,
    result: &mut RowResult,
) -> Result<(), RowError> {
    let figure = task.settings.figure.unwrap_or(Figure::Wins);
    let earlier: Vec<&ExperimentResult> = earlier.collect();
    let total = |list: &Option<Vec<String>>| {
        let Some(list) = list else { return Ok(None) };
        let found = list
            .iter()
            .map(|reference| find(&earlier, reference, figure));
        let found = found.collect::<Result<Vec<Estimate>, RowError>>()?;
        Ok::<_, RowError>(Some(match figure {
            Figure::Likelihood => {
                let each: Vec<f64> = found.iter().map(|each| each.value).collect();
                Estimate::exact(likelihood::together(&each))
            }
            _ => Estimate::sum(&found),
        }))
    };
    let lists = [&task.row.of, &task.row.less, &task.row.per];
    let mut named = lists.into_iter().flatten().flatten();
    result.is_short =
        named.any(|reference| row(&earlier, reference).is_some_and(|row| row.is_short));
    let mut estimate = total(&task.row.of)?.unwrap_or(Estimate::exact(0.0));
    if let Some(other) = total(&task.row.less)? {
        estimate = estimate.less(other);
    }
    if let Some(other) = total(&task.row.per)? {
        estimate = estimate.per(other);
        result.detail("ratio", true);
    }
    judge_claim(task.row, estimate, result);
    Ok(())
}

fn row<'a>(earlier: &[&'a ExperimentResult], reference: &str) -> Option<&'a RowResult> {
    let (id, name) = split(reference)?;
    let experiment = earlier.iter().find(|result| result.experiment == id)?;
    experiment.rows.iter().find(|row| row.name == name)
}

fn find(
    earlier: &[&ExperimentResult],
    reference: &str,
    figure: Figure,
) -> Result<Estimate, RowError> {
    let found = row(earlier, reference).and_then(|row| match figure {
        Figure::Matches => {
            let matches = row.verdict == Some(Verdict::Match);
            Some(Estimate::exact(f64::from(u8::from(matches))))
        }
        _ => row.figures.get(&figure).copied(),
    });
    found.ok_or_else(|| RowError::Other(format!("{reference} has no figure {figure:?}")))
}
