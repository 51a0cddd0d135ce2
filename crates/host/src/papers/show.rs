//! Papers, experiments and outcomes as the page reads them.

use super::Runs;
use papan_agents::games::family_of;
use papan_papers::{
    Experiment, ExperimentResult, Paper, RowResult,
    charts::{ExperimentChart, charts},
    data::{Compare, Kind, Verdict},
};
use serde::Serialize;
use serde_json::Value;

/// A paper: what it is, and how its verdicts stand. In the list it has the number of its
/// experiments, on its own page all of them.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Paper"))]
pub(crate) struct PaperShown<'a, Experiments> {
    paper: &'a str,
    title: &'a str,
    /// The language of its title.
    language: &'a str,
    authors: &'a [String],
    year: Option<u32>,
    summary: &'a str,
    /// The family of the game that it is about.
    family: Option<&'static str>,
    experiments: Experiments,
    rows: usize,
    #[serde(rename = "match")]
    matching: usize,
    differs: usize,
    /// The rows that people would have to play for.
    people: usize,
    /// The experiments that were run.
    done: usize,
}

/// An experiment, and what came out of it last.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Experiment"))]
pub(crate) struct ExperimentShown<'a> {
    id: &'a str,
    title: &'a str,
    about: &'a str,
    #[cfg_attr(test, ts(as = "String"))]
    kind: Kind,
    game: Option<&'a str>,
    games: Option<u64>,
    seed: u64,
    /// Whether it can be run without people.
    runs: bool,
    rows: Vec<RowShown>,
    #[cfg_attr(test, ts(as = "Option<OutcomeShown>"))]
    outcome: Option<Value>,
    /// The number of a run that is not over.
    run: Option<u64>,
}

/// What came out of an experiment.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ExperimentOutcome"))]
pub(crate) struct OutcomeShown {
    at: String,
    seconds: f64,
    rows: Vec<RowShown>,
    #[cfg_attr(test, ts(type = "Papers.ExperimentChart[]"))]
    charts: Vec<ExperimentChart>,
}

/// Something that is compared; numbers are words as people read them.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PaperRow"))]
pub(crate) struct RowShown {
    name: String,
    #[cfg_attr(test, ts(type = "Papers.Compare"))]
    compare: Compare,
    /// Where in the paper it stands; null for a claim of our own.
    source: Option<String>,
    published: String,
    #[cfg_attr(test, ts(type = "Papers.Verdict | null"))]
    expected: Option<Verdict>,
    note: String,
    /// What was measured; left out, as what follows, before it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    measured: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    interval: Option<String>,
    /// What the published value, or ours where it is a claim, would have to be for a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    match_if: Option<String>,
    /// How likely what was published is, if our reading is the paper's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    likelihood: Option<String>,
    /// How many games it rests on, and how many of them are different.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    games: Option<String>,
    #[cfg_attr(test, ts(type = "Papers.Verdict | null"))]
    verdict: Option<Verdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    as_expected: Option<bool>,
}

/// A paper in the list.
pub(super) fn brief<'a>(paper: &'a Paper, runs: &Runs) -> PaperShown<'a, usize> {
    shown(paper, runs, paper.experiments.len())
}

/// A paper with all its experiments.
pub(super) fn whole<'a>(paper: &'a Paper, runs: &Runs) -> PaperShown<'a, Vec<ExperimentShown<'a>>> {
    let experiment = |experiment: &'a Experiment| {
        let key = key(paper, experiment);
        ExperimentShown {
            id: &experiment.id,
            title: &experiment.title,
            about: &experiment.about,
            kind: experiment.kind,
            game: experiment.common.game.as_deref(),
            games: experiment.common.games,
            seed: experiment.seed,
            runs: experiment.kind != Kind::People,
            rows: (experiment.rows.iter())
                .map(|row| shown_row(&RowResult::before(experiment, row), false))
                .collect(),
            outcome: runs.outcome(&key),
            run: runs.current(&key),
        }
    };
    shown(
        paper,
        runs,
        paper.experiments.iter().map(experiment).collect(),
    )
}

fn shown<'a, Experiments>(
    paper: &'a Paper,
    runs: &Runs,
    experiments: Experiments,
) -> PaperShown<'a, Experiments> {
    let rows = || {
        paper
            .experiments
            .iter()
            .flat_map(|experiment| &experiment.rows)
    };
    let expected = |verdict| rows().filter(|row| row.expected == Some(verdict)).count();
    let run = |experiment: &&Experiment| runs.outcome(&key(paper, experiment)).is_some();
    PaperShown {
        paper: &paper.name,
        title: &paper.title,
        language: &paper.language,
        authors: &paper.authors,
        year: paper.year,
        summary: &paper.summary,
        family: family(paper),
        experiments,
        rows: rows().count(),
        matching: expected(Verdict::Match),
        differs: expected(Verdict::Differs),
        people: rows()
            .filter(|row| row.compare == Compare::NeedsPeople)
            .count(),
        done: paper.experiments.iter().filter(run).count(),
    }
}

/// The family of the first game that a paper names.
fn family(paper: &Paper) -> Option<&'static str> {
    let of_rows =
        |experiment: &Experiment| experiment.rows.iter().find_map(|row| row.own.game.clone());
    let game = paper.experiments.iter().find_map(|experiment| {
        experiment
            .common
            .game
            .clone()
            .or_else(|| of_rows(experiment))
    });
    family_of(&game?).ok().map(|family| family.name)
}

/// What an experiment is kept under.
pub(super) fn key(paper: &Paper, experiment: &Experiment) -> String {
    format!("{}/{}", paper.name, experiment.id)
}

/// What came out of an experiment, in words and as data for its chart.
pub(super) fn outcome(result: &ExperimentResult, at: &str) -> OutcomeShown {
    OutcomeShown {
        at: at.to_owned(),
        seconds: result.seconds,
        rows: (result.rows.iter())
            .map(|row| shown_row(row, true))
            .collect(),
        charts: charts(result),
    }
}

/// A row, with what was measured where it was run.
fn shown_row(row: &RowResult, is_run: bool) -> RowShown {
    RowShown {
        name: row.name.clone(),
        compare: row.compare,
        source: row.source.clone(),
        published: row.published_words(),
        expected: row.expected,
        note: row.note.clone(),
        measured: is_run.then(|| row.measured_words()),
        interval: is_run.then(|| row.interval_words()),
        match_if: is_run.then(|| row.match_if_words()),
        likelihood: is_run.then(|| row.likelihood_words()),
        games: is_run.then(|| row.games_words()),
        verdict: row.verdict.filter(|_| is_run),
        as_expected: is_run.then(|| row.as_expected()),
    }
}
