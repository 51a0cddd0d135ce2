//! The charts of experiments, for the report and for the page.

use crate::{
    data::{Chart as Kind, Figure},
    result::{ExperimentResult, RowResult, distinct},
};
use papan_report::chart::{Bar, Bars, Chart, Grouped, Histogram, Scale};
use serde::Serialize;

/// What a chart of an experiment shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ChartSubject"))]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// Games won by the first named.
    Wins,
    /// The share of the points or first places.
    Share,
    /// Final points of the first named.
    Points,
    /// Nodes of searches.
    Nodes,
    /// The same on a logarithmic scale.
    NodesLogarithmic,
}

impl Subject {
    /// The name of the axis that the values stand on.
    pub fn axis(self) -> &'static str {
        match self {
            Subject::Wins => "games won by the first named",
            Subject::Share => "share of the points or first places",
            Subject::Points => "final points of the first named",
            Subject::Nodes => "nodes",
            Subject::NodesLogarithmic => "nodes, logarithmic",
        }
    }
}

/// A chart of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExperimentChart {
    /// What it shows.
    pub of: Subject,
    /// How many games it shows, where it counts games.
    pub games: usize,
    /// The chart itself, in English.
    #[cfg_attr(test, ts(type = "Report.Chart"))]
    pub chart: Chart,
}

/// The charts of an experiment that has any.
pub fn charts(result: &ExperimentResult) -> Vec<ExperimentChart> {
    match result.chart {
        None => Vec::new(),
        Some(Kind::Shares) => shares(result).into_iter().collect(),
        Some(Kind::Points) => points(result),
        Some(Kind::Nodes) => nodes(result, Scale::Linear).into_iter().collect(),
        Some(Kind::NodesLogarithmic) => nodes(result, Scale::Logarithmic).into_iter().collect(),
    }
}

fn shares(result: &ExperimentResult) -> Option<ExperimentChart> {
    let figure = result.rows.first().and_then(|row| row.figure);
    let of = match figure {
        Some(Figure::Results) => Subject::Wins,
        _ => Subject::Share,
    };
    let measured = || result.rows.iter().filter(|row| row.measured.is_number());
    measured().next()?;
    let mut bars = Bars::new(&result.title, of.axis());
    for row in measured() {
        let mut bar = Bar::new(&row.name, row.measured.as_f64().unwrap_or(0.0));
        if let Some((low, high)) = row.interval {
            bar = bar.interval(low, high);
        }
        // A diamond only where a number was published that is to be compared.
        if let Some(published) = row.published.as_f64() {
            bar = bar.published(published);
        }
        bars = bars.bar(bar);
    }
    if let Some(bound) = result
        .rows
        .iter()
        .find_map(|row| row.match_if.as_ref()?.bound())
    {
        bars = bars.reference(bound);
    }
    Some(ExperimentChart {
        of,
        games: 0,
        chart: Chart::Bars(bars),
    })
}

fn points(result: &ExperimentResult) -> Vec<ExperimentChart> {
    let rows = result.rows.iter().filter(|row| !row.points.is_empty());
    let histogram = |row: &RowResult| {
        let of = Subject::Points;
        let mut chart = Histogram::new(&row.name, of.axis(), row.points.iter().copied());
        if let Some(published) = row.published.as_f64() {
            chart = chart.published(published);
        }
        ExperimentChart {
            of,
            games: row.points.len(),
            chart: Chart::Histogram(chart),
        }
    };
    rows.map(histogram).collect()
}

/// For each group a bar of every series.
fn nodes(result: &ExperimentResult, scale: Scale) -> Option<ExperimentChart> {
    let rows = || result.rows.iter().filter(|row| row.place.group.is_some());
    let series = distinct(rows().flat_map(|row| [&row.place.published_series, &row.place.series]));
    let groups = distinct(rows().map(|row| &row.place.group));
    if groups.is_empty() {
        return None;
    }
    let value = |row: &RowResult, name: &str| match name {
        _ if row.place.series.as_deref() == Some(name) => row.measured.as_f64(),
        _ if row.place.published_series.as_deref() == Some(name) => row.published.as_f64(),
        _ => None,
    };
    let of = match scale {
        Scale::Linear => Subject::Nodes,
        Scale::Logarithmic => Subject::NodesLogarithmic,
    };
    let mut chart = Grouped::new(&result.title, of.axis(), series.iter().copied()).scale(scale);
    for group in groups {
        let values = series.iter().map(|name| {
            rows()
                .filter(|row| row.place.group.as_deref() == Some(group))
                .find_map(|row| value(row, name))
        });
        chart = chart.group(group, values.collect::<Vec<_>>());
    }
    Some(ExperimentChart {
        of,
        games: 0,
        chart: Chart::Grouped(chart),
    })
}
