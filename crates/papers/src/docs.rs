//! The tables in the documents, from one run.
//!
//! A document has a place for the table of an experiment between two comments:
//!
//! ```text
//! <!-- papan papers: othello-negamax/choice -->
//! <!-- end -->
//! ```
//!
//! `papan papers run --docs docs/papers --force` fills all of them from what it has just measured, which
//! it keeps beside them in [`RESULTS`]. A test compares the three with each other: documents,
//! results, and the data that the results are of.

use crate::{ExperimentResult, table::columns};
use thiserror::Error;

/// The file beside the documents that holds the run that they are made from.
pub const RESULTS: &str = "results.json";

const BEGIN: &str = "<!-- papan papers: ";
const END: &str = "<!-- end -->";

/// What is wrong with a document.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DocsError {
    /// There is no such experiment, or it was not run.
    #[error("there is no experiment {0} among the results")]
    Unknown(String),
    /// A table without an end.
    #[error("after '{BEGIN}{0} -->' there is no '{END}'")]
    Open(String),
}

/// A document with its tables as the results have them.
///
/// ```
/// use papan_papers::{Runner, data, docs, select};
///
/// let papers = data::all().unwrap();
/// let chosen = select::named(&papers, &["othello-negamax/choice"]).unwrap();
/// let results = Runner::default().run(&chosen, &|_| {}).unwrap();
/// let text = "Before.\n<!-- papan papers: othello-negamax/choice -->\n<!-- end -->\nAfter.\n";
/// let filled = docs::filled(text, &results).unwrap();
/// assert!(filled.contains("| white's answer at one ply |") && filled.ends_with("After.\n"));
/// assert_eq!(docs::filled(&filled, &results).unwrap(), filled);
/// ```
pub fn filled(text: &str, results: &[ExperimentResult]) -> Result<String, DocsError> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (name, after) = after
            .split_once(" -->")
            .ok_or_else(|| DocsError::Open(String::new()))?;
        let (_, after) = after
            .split_once(END)
            .ok_or_else(|| DocsError::Open(name.to_owned()))?;
        let result = results
            .iter()
            .find(|result| format!("{}/{}", result.paper, result.experiment) == name)
            .ok_or_else(|| DocsError::Unknown(name.to_owned()))?;
        filled += &format!("{before}{BEGIN}{name} -->\n{}{END}", table(result));
        rest = after;
    }
    Ok(filled + rest)
}

/// The results as [`RESULTS`] holds them: JSON with a line for each row, so that a change shows
/// which rows it is about.
pub fn kept(results: &[ExperimentResult]) -> Result<String, serde_json::Error> {
    let mut text = String::from("[\n");
    for (index, result) in results.iter().enumerate() {
        let head = ExperimentResult {
            rows: Vec::new(),
            ..result.clone()
        };
        let head = serde_json::to_string(&head)?;
        text += head.trim_end_matches("]}");
        for (index, row) in result.rows.iter().enumerate() {
            text += if index == 0 { "\n" } else { ",\n" };
            text += &serde_json::to_string(row)?;
        }
        text += if index + 1 == results.len() {
            "\n]}\n"
        } else {
            "\n]},\n"
        };
    }
    Ok(text + "]\n")
}

/// The table of an experiment in Markdown.
fn table(result: &ExperimentResult) -> String {
    let columns = columns(&result.rows);
    let line = |name: &str, cells: Vec<String>, verdict: &str| {
        let cells = cells
            .iter()
            .map(|cell| format!(" {} |", cell.replace('|', "\\|")));
        format!("| {name} |{} {verdict} |\n", cells.collect::<String>())
    };
    let headings = columns.iter().map(|column| column.heading.to_owned());
    let mut text = line("", headings.collect(), "verdict");
    text += &format!("|{}\n", "---|".repeat(columns.len() + 2));
    for row in &result.rows {
        let cells = columns.iter().map(|column| (column.words)(row));
        text += &line(&row.name, cells.collect(), row.verdict_words());
    }
    text
}
