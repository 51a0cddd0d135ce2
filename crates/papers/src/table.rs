//! The columns of a table of results, the same in the terminal, on the page and in the documents.

use crate::{RowResult, result::MatchIf};

/// A column: its heading, and what stands in it.
#[derive(Clone, Copy)]
pub struct Column {
    /// The heading.
    pub heading: &'static str,
    /// What a row has in it.
    pub words: fn(&RowResult) -> String,
}

/// The columns between the name of a row and its verdict; those without anything in them are
/// left out.
pub fn columns(rows: &[RowResult]) -> Vec<Column> {
    let column = |heading, words| Column { heading, words };
    let mut columns = vec![
        column("in the paper", |row| {
            row.source.clone().unwrap_or_else(|| "ours".to_owned())
        }),
        column("published", RowResult::published_words),
        column("ours", RowResult::measured_words),
        column("interval", interval),
        column("match or true if", RowResult::match_if_words),
        column("likelihood", RowResult::likelihood_words),
        column("games", RowResult::games_words),
    ];
    columns.retain(|column| rows.iter().any(|row| !(column.words)(row).is_empty()));
    columns
}

/// The interval, where it is not what a match asks for.
fn interval(row: &RowResult) -> String {
    match row.match_if {
        Some(MatchIf::Between(..)) => String::new(),
        _ => row.interval_words(),
    }
}
