//! `papan papers`

use crate::{elsewhere::Elsewhere, exit::Exit, interrupt, output};
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use papan_arena::Players;
use papan_core::files::{self, MOST_FOR_SETTINGS};
use papan_papers::{
    ExperimentResult, Paper, RowResult, Runner,
    data::{self, Compare, Verdict},
    docs, page,
    runner::{Progress, RunError},
    select, table,
};
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Run the experiments of five papers again and judge what they published
///
/// Without a command, lists the papers and their experiments.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// Write one JSON list: [{"name", "title", "authors", "year", "summary", "experiments"}]
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    Run(RunArguments),
}

/// Run experiments and put published numbers, ours and the verdict side by side
///
/// The same seed gives the same numbers, whatever the number of threads; only times differ.
/// A verdict other than the expected one ends the program with exit code 1. Fewer games than
/// an experiment says may leave a verdict undecided, which does not.
#[derive(Args)]
#[command(after_help = "Examples:
  papan papers run
  papan papers run othello-negamax congklak-negascout/steps
  papan papers run blokus-duo-greedy --games 10000 --report duo.html")]
struct RunArguments {
    /// Papers, or experiments as paper/experiment; everything when there is none
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    /// The number of games of each match, instead of the one of each experiment
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Seed of everything random, instead of the one of each experiment
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// The number of games at the same time; as many as there are cores when not given
    #[arg(long, value_name = "T", conflicts_with = "on", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Write one JSON list: [{"paper", "experiment", "rows": [{"name", "source", "published",
    /// "measured", "interval", "match_if", "likelihood", "games", "different_games", "expected",
    /// "verdict", "note"}]}]
    #[arg(long)]
    json: bool,

    /// Write a report with charts, one page that needs nothing else
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,

    /// Write the tables of the documents in this folder from this run, and keep the run beside
    /// them as results.json; everything is run as the data says
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["names", "games", "seed"])]
    docs: Option<PathBuf>,

    /// Replace the report, or the documents, that are there
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    elsewhere: Elsewhere,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let papers = data::all()?;
    match &arguments.command {
        None => list(&papers, arguments.json),
        Some(Command::Run(arguments)) => run_all(&papers, arguments),
    }
}

fn list(papers: &[Paper], as_json: bool) -> Result<()> {
    if as_json {
        let listed: Vec<_> = papers.iter().map(listing).collect();
        return output::json(&listed);
    }
    let mut text = String::new();
    for paper in papers {
        text += &format!("{}\n", paper.name);
        let mut source = vec![paper.title.clone()];
        source.extend(paper.authors.iter().cloned());
        source.extend(paper.year.map(|year| year.to_string()));
        text += &paragraph(&source.join(", "), 4);
        text += &paragraph(&paper.summary, 4);
        for experiment in &paper.experiments {
            let rows = experiment.rows.len();
            text += &format!(
                "      {:<18} {} ({rows})\n",
                experiment.id, experiment.title
            );
        }
        text.push('\n');
    }
    output::text(&format!("{text}papan papers run [NAME...] runs them."))
}

fn listing(paper: &Paper) -> serde_json::Value {
    let experiment = |experiment: &papan_papers::Experiment| {
        json!({
            "id": experiment.id,
            "title": experiment.title,
            "about": experiment.about,
            "kind": experiment.kind,
            "game": experiment.common.game,
            "games": experiment.common.games,
            "seed": experiment.seed,
            "rows": experiment.rows.iter().map(|row| json!({
                "name": row.name,
                "compare": row.compare,
                "source": row.settings(experiment).source,
                "published": row.published,
                "above": row.above,
                "below": row.below,
                "expected": row.expected,
                "note": row.reason,
            })).collect::<Vec<_>>(),
        })
    };
    json!({
        "name": paper.name,
        "title": paper.title,
        "authors": paper.authors,
        "year": paper.year,
        "summary": paper.summary,
        "experiments": paper.experiments.iter().map(experiment).collect::<Vec<_>>(),
    })
}

fn run_all(papers: &[Paper], arguments: &RunArguments) -> Result<()> {
    let names: Vec<&str> = arguments.names.iter().map(String::as_str).collect();
    let chosen = select::named(papers, &names)?;
    // Better known before the games than after them.
    if let Some(path) = &arguments.report {
        output::check_place(path, arguments.force)?;
    }
    let documents = match &arguments.docs {
        Some(folder) => documents(folder, arguments.force)?,
        None => Vec::new(),
    };
    let mut runner = Runner {
        games: arguments.games,
        seed: arguments.seed,
        ..Runner::default()
    };
    if let Some(threads) = arguments.threads {
        runner.threads = threads as usize;
    }
    let bar = output::bar(runner.steps(&chosen));
    let stop = interrupt::stop_then_end()?;
    let coordinator = arguments.elsewhere.coordinator(None, &stop)?;
    let players = coordinator.as_ref().map(|players| players as &dyn Players);
    let results = runner.run_by(&chosen, players, &stop, &|event| match event {
        Progress::Begin(chosen) => {
            bar.set_message(format!("| {}/{}", chosen.paper.name, chosen.experiment.id));
        }
        Progress::Steps(count) => bar.inc(count),
    });
    bar.finish_and_clear();
    if results.as_ref().is_err_and(RunError::is_stopped) {
        return Exit::Interrupted.end("");
    }
    let results = results?;
    if let Some(path) = &arguments.report {
        let html = page::report(papers, &results).html();
        output::file(path, html.as_bytes(), arguments.force)?;
    }
    match arguments.json {
        true => output::json(&results)?,
        false => output::text(&tables(&results))?,
    }
    judge(&results)?;
    if let Some(folder) = &arguments.docs {
        write_documents(folder, &documents, &results, arguments.force)?;
    }
    Ok(())
}

/// The documents of a folder with their texts.
fn documents(folder: &Path, force: bool) -> Result<Vec<(PathBuf, String)>> {
    let mut found = Vec::new();
    let files = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for file in files {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            output::check_place(&path, force)?;
            let text = files::read_text(&path, MOST_FOR_SETTINGS)?;
            found.push((path, text));
        }
    }
    output::check_place(&folder.join(docs::RESULTS), force)?;
    Ok(found)
}

fn write_documents(
    folder: &Path,
    documents: &[(PathBuf, String)],
    results: &[ExperimentResult],
    force: bool,
) -> Result<()> {
    for (path, text) in documents {
        let filled = docs::filled(text, results).with_context(|| path.display().to_string())?;
        output::file(path, filled.as_bytes(), force)?;
    }
    let kept = docs::kept(results)?;
    output::file(&folder.join(docs::RESULTS), kept.as_bytes(), force)
}

/// Fails when a verdict is not the expected one.
fn judge(results: &[ExperimentResult]) -> Result<()> {
    let unexpected: Vec<String> = results.iter().flat_map(unexpected_rows).collect();
    match unexpected.is_empty() {
        true => Ok(()),
        false => Exit::Rejected.end(format!(
            "not the expected verdict: {}",
            unexpected.join("; ")
        )),
    }
}

fn unexpected_rows(result: &ExperimentResult) -> impl Iterator<Item = String> {
    let rows = result.rows.iter().filter(|row| !row.as_expected());
    rows.map(|row| format!("{}/{}, {}", result.paper, result.experiment, row.name))
}

fn tables(results: &[ExperimentResult]) -> String {
    let mut text = String::new();
    for result in results {
        text += &format!("{}/{}: {}\n", result.paper, result.experiment, result.title);
        text += &paragraph(&result.about, 2);
        text += &table(&result.rows);
        text += &notes(&result.rows);
        text.push('\n');
    }
    let rows = || results.iter().flat_map(|result| &result.rows);
    let count = |verdict| rows().filter(|row| row.verdict == verdict).count();
    let people = rows().filter(|row| row.compare == Compare::NeedsPeople);
    let expected = match rows().all(RowResult::as_expected) {
        true => "all as expected",
        false => "NOT all as expected",
    };
    text + &format!(
        "{} rows: {} match or are true, {} differ or are false, {}{} need people; {expected}",
        rows().count(),
        count(Some(Verdict::Match)),
        count(Some(Verdict::Differs)),
        match count(Some(Verdict::Undecided)) {
            0 => String::new(),
            open => format!("{open} had too few games, "),
        },
        people.count(),
    )
}

fn table(rows: &[RowResult]) -> String {
    let columns = table::columns(rows);
    let headings = columns.iter().map(|column| column.heading.to_owned());
    let mut lines: Vec<Vec<String>> = vec![headings.collect()];
    lines[0].insert(0, String::new());
    lines[0].push("verdict".to_owned());
    for row in rows {
        let unexpected = if row.as_expected() { "" } else { " (!)" };
        let mut line = vec![row.name.clone()];
        line.extend(columns.iter().map(|column| (column.words)(row)));
        line.push(format!("{}{unexpected}", row.verdict_words()));
        lines.push(line);
    }
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns.len() + 2).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let mut shown = String::new();
        for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            match column {
                0 | 1 => shown += &format!("  {cell:<width$}"),
                _ if column == widths.len() - 1 => shown += &format!("  {cell:<width$}"),
                _ => shown += &format!("  {cell:>width$}"),
            }
        }
        text += shown.trim_end();
        text.push('\n');
    }
    text
}

/// Why rows differ, each reason once.
fn notes(rows: &[RowResult]) -> String {
    let mut text = String::new();
    let mut told: Vec<&str> = Vec::new();
    for row in rows {
        let is_told = told.contains(&row.note.as_str());
        let differs = row.verdict == Some(Verdict::Differs) || !row.as_expected();
        if row.compare == Compare::NeedsPeople || !differs || is_told {
            continue;
        }
        let same = rows.iter().filter(|other| other.note == row.note).count();
        let name = match same {
            1 => row.name.clone(),
            _ => format!("{} and others", row.name),
        };
        text += &paragraph(&format!("{name}: {}", row.note), 2);
        told.push(&row.note);
    }
    text
}

/// A text broken into lines that begin with some blanks.
fn paragraph(text: &str, indent: usize) -> String {
    const WIDTH: usize = 96;
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && indent + line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines += &format!("{:indent$}{line}\n", "");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &format!("{:indent$}{line}\n", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unexpected_verdict_is_an_error() {
        let papers = data::all().expect("the files are right");
        let chosen = select::named(&papers, &["othello-negamax/choice"]).expect("it is there");
        let mut results = Runner::default().run(&chosen, &|_| {}).expect("it runs");
        assert!(judge(&results).is_ok());
        results[0].rows[0].verdict = Some(Verdict::Differs);
        let error = judge(&results).expect_err("a match was expected");
        assert!(error.to_string().contains("othello-negamax/choice, white"));
        assert!(tables(&results).contains("differs (!)"));
        results[0].rows[0].verdict = Some(Verdict::Undecided);
        assert!(judge(&results).is_ok());
    }
}
