//! The chart of an experiment as numbers; the page draws it.

use papan_papers::{
    ExperimentResult, RowResult,
    data::{Chart, Figure},
    result::distinct,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The chart of an experiment that has one.
pub(super) fn of(outcome: &ExperimentResult) -> Value {
    match outcome.chart {
        None => Value::Null,
        Some(Chart::Shares) => shares(outcome),
        Some(Chart::Points) => points(outcome),
        Some(Chart::Nodes) => nodes(outcome, false),
        Some(Chart::NodesLogarithmic) => nodes(outcome, true),
    }
}

/// Shares of games with intervals and what was published.
fn shares(outcome: &ExperimentResult) -> Value {
    let wins = outcome.rows.first().and_then(|row| row.figure) == Some(Figure::Wins);
    let rows = outcome.rows.iter().filter(|row| row.measured.is_number());
    let bar = |row: &RowResult| {
        json!({
            "name": row.name,
            "value": row.measured,
            "interval": row.interval,
            "published": row.published.as_f64(),
        })
    };
    json!({
        "kind": "shares",
        "of": if wins { "wins" } else { "share" },
        "bars": rows.map(bar).collect::<Vec<_>>(),
        "bound": outcome.rows.iter().find_map(|row| row.bound),
    })
}

/// How often each final score came up.
fn points(outcome: &ExperimentResult) -> Value {
    let rows = outcome.rows.iter().filter(|row| !row.points.is_empty());
    let histogram = |row: &RowResult| {
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for &points in &row.points {
            *counts.entry(points).or_default() += 1;
        }
        json!({
            "name": row.name,
            "published": row.published.as_f64(),
            "games": row.points.len(),
            "counts": counts.into_iter().collect::<Vec<_>>(),
        })
    };
    json!({ "kind": "points", "histograms": rows.map(histogram).collect::<Vec<_>>() })
}

/// Steps or nodes: for each group a bar of every series.
fn nodes(outcome: &ExperimentResult, logarithmic: bool) -> Value {
    let rows = || outcome.rows.iter().filter(|row| row.place.group.is_some());
    let series = distinct(rows().flat_map(|row| [&row.place.series, &row.place.published_series]));
    let value = |row: &RowResult, name: &str| match name {
        _ if row.place.series.as_deref() == Some(name) => row.measured.as_f64(),
        _ if row.place.published_series.as_deref() == Some(name) => row.published.as_f64(),
        _ => None,
    };
    let values = |group: &str| -> Vec<Option<f64>> {
        let in_group = || rows().filter(|row| row.place.group.as_deref() == Some(group));
        let bar = |name: &&str| in_group().find_map(|row| value(row, name));
        series.iter().map(bar).collect()
    };
    let groups = distinct(rows().map(|row| &row.place.group));
    let group = |name: &str| json!({ "name": name, "values": values(name) });
    json!({
        "kind": "nodes",
        "logarithmic": logarithmic,
        "series": series,
        "groups": groups.iter().map(|name| group(name)).collect::<Vec<_>>(),
    })
}
