//! What came of the attack: for people, for programs and for the documentation.

use crate::ground::Failure;
use serde_json::{Value, json};
use std::{fs, path::Path, time::Duration};

/// How many failures of a case are shown to people.
const SHOWN: usize = 3;

/// What came of one case.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) tried: u64,
    pub(crate) failures: Vec<Failure>,
    /// Why it was not tried.
    pub(crate) not_tried: Option<String>,
    pub(crate) time: Duration,
}

impl Row {
    fn survived(&self) -> u64 {
        self.tried.saturating_sub(self.failures.len() as u64)
    }

    fn verdict(&self) -> &'static str {
        match (&self.not_tried, self.failures.is_empty()) {
            (_, false) => "FAILED",
            (Some(_), _) => "not tried",
            (None, true) => "survived",
        }
    }
}

/// The first line of a text, if need be shortened.
pub(crate) fn one_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    match line.char_indices().nth(500) {
        Some((end, _)) => format!("{} ...", &line[..end]),
        None => line.to_owned(),
    }
}

/// Everything that was tried in one go.
pub(crate) struct Table {
    pub(crate) rows: Vec<Row>,
    pub(crate) seed: u64,
    pub(crate) time: Duration,
    /// What the attacked program says of itself.
    pub(crate) version: String,
}

impl Table {
    pub(crate) fn failed(&self) -> bool {
        self.rows.iter().any(|row| !row.failures.is_empty())
    }

    fn sum(&self) -> String {
        let sum = |number: fn(&Row) -> u64| self.rows.iter().map(number).sum::<u64>();
        let not_tried = self.rows.iter().filter(|row| row.not_tried.is_some());
        format!(
            "{} cases: tried {}, survived {}, failed {}, not tried {} cases; {:.1} minutes, seed {}",
            self.rows.len(),
            sum(|row| row.tried),
            sum(Row::survived),
            sum(|row| row.failures.len() as u64),
            not_tried.count(),
            self.time.as_secs_f64() / 60.0,
            self.seed,
        )
    }

    /// For people at a terminal.
    pub(crate) fn text(&self) -> String {
        let names = self.rows.iter().map(|row| row.name.len());
        let wide = names.max().unwrap_or(0);
        let mut text = format!(
            "{:wide$}  {:>8}  {:>8}  {:>6}  {:>7}  verdict\n",
            "case", "tried", "survived", "failed", "seconds"
        );
        for row in &self.rows {
            text += &format!(
                "{:wide$}  {:>8}  {:>8}  {:>6}  {:>7.1}  {}\n",
                row.name,
                row.tried,
                row.survived(),
                row.failures.len(),
                row.time.as_secs_f64(),
                row.verdict()
            );
        }
        for row in &self.rows {
            if let Some(reason) = &row.not_tried {
                text += &format!("\n{} was not tried: {reason}", row.name);
            }
            for failure in row.failures.iter().take(SHOWN) {
                text += &format!(
                    "\n{} FAILED: {}\n  trial:  {}\n  repeat: cargo xtask attack --only {} --seed {} \
                     --round {}",
                    row.name,
                    one_line(&failure.problem),
                    one_line(&failure.trial),
                    row.name,
                    self.seed,
                    failure.round
                );
            }
            if row.failures.len() > SHOWN {
                let more = row.failures.len() - SHOWN;
                text += &format!("\n{} FAILED {more} times more (--json has all)", row.name);
            }
        }
        format!("{}\n\n{}\n", text.trim_end(), self.sum())
    }

    /// For programs.
    pub(crate) fn json(&self) -> Value {
        let row = |row: &Row| {
            let failure = |failure: &Failure| {
                json!({
                    "problem": failure.problem,
                    "trial": failure.trial,
                    "round": failure.round,
                })
            };
            json!({
                "case": row.name,
                "about": row.about,
                "tried": row.tried,
                "survived": row.survived(),
                "failed": row.failures.len(),
                "failures": row.failures.iter().map(failure).collect::<Vec<_>>(),
                "not_tried": row.not_tried,
                "seconds": row.time.as_secs_f64(),
            })
        };
        json!({
            "program": self.version,
            "seed": self.seed,
            "seconds": self.time.as_secs_f64(),
            "failed": self.failed(),
            "cases": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }

    /// For the documentation.
    pub(crate) fn markdown(&self) -> String {
        let mut text = format!(
            "`{}`: {}.\n\n| case | what is tried | tried | survived | failed |\n|---|---|---|---|---|\n",
            self.version,
            self.sum()
        );
        for row in &self.rows {
            let failed = match &row.not_tried {
                Some(reason) if row.failures.is_empty() => format!("not tried: {reason}"),
                _ => row.failures.len().to_string(),
            };
            text += &format!(
                "| `{}` | {} | {} | {} | {failed} |\n",
                row.name,
                row.about,
                row.tried,
                row.survived()
            );
        }
        text
    }
}

/// Puts a table between its two marks in a page of the documentation.
pub(crate) fn write_into(page: &Path, table: &str) -> Result<(), String> {
    let told = |error: String| format!("{}: {error}", page.display());
    let text = fs::read_to_string(page).map_err(|error| told(error.to_string()))?;
    let filled = filled(&text, table).map_err(told)?;
    fs::write(page, filled).map_err(|error| told(error.to_string()))
}

const BEGIN: &str = "<!-- attack -->";
const END: &str = "<!-- end of attack -->";

fn filled(page: &str, table: &str) -> Result<String, String> {
    let (before, rest) = page
        .split_once(BEGIN)
        .ok_or_else(|| format!("no mark {BEGIN}"))?;
    let (_, behind) = rest
        .split_once(END)
        .ok_or_else(|| format!("no mark {END} behind {BEGIN}"))?;
    Ok(format!(
        "{before}{BEGIN}\n{}\n{END}{behind}",
        table.trim_end()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let row = |name, failures, not_tried: Option<&str>| Row {
            name,
            about: "tries something",
            tried: if not_tried.is_some() { 0 } else { 7 },
            failures,
            not_tried: not_tried.map(str::to_owned),
            time: Duration::from_millis(1500),
        };
        let failure = Failure {
            problem: "it panicked".to_owned(),
            trial: "papan show".to_owned(),
            round: 3,
        };
        Table {
            rows: vec![
                row("good", Vec::new(), None),
                row("bad", vec![failure], None),
                row("impossible", Vec::new(), Some("needs root")),
            ],
            seed: 5,
            time: Duration::from_secs(90),
            version: "papan 0.1.0".to_owned(),
        }
    }

    #[test]
    fn one_table_says_everything() {
        let text = table().text();
        for words in [
            "bad                7         6       1      1.5  FAILED",
            "impossible         0         0       0      1.5  not tried",
            "impossible was not tried: needs root",
            "bad FAILED: it panicked",
            "cargo xtask attack --only bad --seed 5 --round 3",
            "3 cases: tried 14, survived 13, failed 1, not tried 1 cases; 1.5 minutes, seed 5",
        ] {
            assert!(text.contains(words), "{words}\n{text}");
        }
        assert!(table().failed());
        let json = table().json();
        assert_eq!(json["cases"][1]["failures"][0]["round"], 3);
        assert_eq!(json["cases"][2]["not_tried"], "needs root");
    }

    #[test]
    fn the_table_goes_between_its_marks() {
        let page = format!("before\n{BEGIN}\nold\n{END}\nbehind\n");
        let filled = filled(&page, "new").expect("both marks are there");
        assert_eq!(filled, format!("before\n{BEGIN}\nnew\n{END}\nbehind\n"));
        assert!(super::filled("nothing", "new").is_err());
        assert!(
            table()
                .markdown()
                .contains("| `bad` | tries something | 7 | 6 | 1 |")
        );
    }
}
