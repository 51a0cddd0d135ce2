//! Papers, experiments and outcomes as the page reads them.

use super::Runs;
use papan_papers::{
    Experiment, ExperimentResult, Paper, RowResult,
    charts::charts,
    data::{Compare, Kind, Row},
};
use serde_json::{Value, json};

/// A paper in the list: what it is, and how its verdicts stand.
pub(super) fn brief(paper: &Paper, runs: &Runs) -> Value {
    let rows = || {
        let experiments = paper.experiments.iter();
        experiments.flat_map(|experiment| &experiment.rows)
    };
    let expected = |word: &str| rows().filter(|row| says(row.expected, word)).count();
    json!({
        "paper": paper.name,
        "title": paper.title,
        "authors": paper.authors,
        "year": paper.year,
        "summary": paper.summary,
        "experiments": paper.experiments.len(),
        "rows": rows().count(),
        "match": expected("match"),
        "differs": expected("differs"),
        "people": rows().filter(|row| row.compare == Compare::NeedsPeople).count(),
        "done": paper
            .experiments
            .iter()
            .filter(|experiment| runs.outcome(&key(paper, experiment)).is_some())
            .count(),
    })
}

fn says(verdict: Option<papan_papers::data::Verdict>, word: &str) -> bool {
    serde_json::to_value(verdict).is_ok_and(|verdict| verdict == word)
}

/// A paper with all its experiments, and what came out of them last.
pub(super) fn whole(paper: &Paper, runs: &Runs) -> Value {
    let experiment = |experiment: &Experiment| {
        let key = key(paper, experiment);
        json!({
            "id": experiment.id,
            "title": experiment.title,
            "about": experiment.about,
            "kind": experiment.kind,
            "game": experiment.common.game,
            "games": experiment.common.games,
            "seed": experiment.seed,
            "runs": experiment.kind != Kind::People,
            "rows": experiment
                .rows
                .iter()
                .map(|row| expected(experiment, row))
                .collect::<Vec<_>>(),
            "outcome": runs.outcome(&key),
            "run": runs.current(&key),
        })
    };
    let mut shown = brief(paper, runs);
    shown["experiments"] = paper.experiments.iter().map(experiment).collect();
    shown
}

/// What an experiment is kept under.
pub(super) fn key(paper: &Paper, experiment: &Experiment) -> String {
    format!("{}/{}", paper.name, experiment.id)
}

/// A row before it is run.
fn expected(experiment: &Experiment, row: &Row) -> Value {
    let row = RowResult::before(experiment, row);
    json!({
        "name": row.name,
        "compare": row.compare,
        "published": row.published_words(),
        "expected": row.expected,
        "note": row.note,
    })
}

/// What came out of an experiment, in words and as data for its chart.
pub(super) fn outcome(outcome: &ExperimentResult, at: &str) -> Value {
    json!({
        "at": at,
        "seconds": outcome.seconds,
        "rows": outcome.rows.iter().map(measured).collect::<Vec<_>>(),
        "charts": charts(outcome),
    })
}

fn measured(row: &RowResult) -> Value {
    json!({
        "name": row.name,
        "compare": row.compare,
        "published": row.published_words(),
        "measured": row.measured_words(),
        "interval": row.interval_words(),
        "expected": row.expected,
        "verdict": row.verdict,
        "as_expected": row.as_expected(),
        "note": row.note,
    })
}
