//! What a ledger shows: the page of `papan report`, and its charts alone.

use crate::errors::PapanError;
use papan_arena::ledger::Ledger;
use papan_report::tournament::{self, Tournament};
use pyo3::prelude::*;
use std::{fmt::Display, path::PathBuf};

fn failed(problem: impl Display) -> PyErr {
    PapanError::new_err(problem.to_string())
}

/// The report of an event in a ledger, in which some agents are called otherwise than the ledger
/// says.
fn report(
    ledger: PathBuf,
    event: &str,
    labels: Vec<(String, String)>,
    replays: usize,
) -> PyResult<Tournament> {
    let ledger = Ledger::read(&ledger).map_err(failed)?;
    let events = ledger.events().map_err(failed)?;
    let names: Vec<String> = events.iter().map(|event| event.name.clone()).collect();
    let found = events.into_iter().find(|found| found.name == event);
    let mut found = found.ok_or_else(|| {
        failed(format!(
            "the ledger has no event {event:?}; it has: {}",
            names.join("; ")
        ))
    })?;
    if !labels.is_empty() {
        found.labels = labels;
    }
    // Versions of agents that are of our own making are not told apart.
    tournament::report(&ledger, &found, replays, true).map_err(failed)
}

/// The page of an event in a ledger. ``labels`` are pairs of an agent and what it is called.
#[pyfunction]
pub(crate) fn report_page(
    py: Python<'_>,
    ledger: PathBuf,
    event: &str,
    labels: Vec<(String, String)>,
    replays: usize,
) -> PyResult<String> {
    py.detach(|| {
        let report = report(ledger, event, labels, replays)?;
        Ok(tournament::page(&report).map_err(failed)?.html())
    })
}

/// The charts of that page: for each the game, the section, the SVG and the line under it.
#[pyfunction]
pub(crate) fn report_charts(
    py: Python<'_>,
    ledger: PathBuf,
    event: &str,
    labels: Vec<(String, String)>,
) -> PyResult<Vec<(String, String, String, String)>> {
    py.detach(|| {
        let report = report(ledger, event, labels, 0)?;
        let charts = report.reports.iter().flat_map(|report| {
            let figures = tournament::figures(report).into_iter();
            figures.map(|figure| {
                let game = report.table.game.clone();
                let svg = figure.chart.to_string();
                (game, figure.section, svg, figure.caption)
            })
        });
        Ok(charts.collect())
    })
}
