//! `papan ledger export`

use super::Which;
use crate::{input::mistake, output};
use anyhow::Result;
use clap::Args;
use papan_arena::{
    GameResult, Ledger,
    ledger::{Entry, Filter},
};
use papan_core::{AnyGame, FormatError, Record};
use papan_report::tournament::entries_csv;
use std::{collections::HashMap, ops::ControlFlow, path::PathBuf};

/// Write games into a file of another format
///
/// csv is one row for each game, with columns for each seat: agents, labels, scores, ranks,
/// seconds and nodes; rounds, seatings and seats count from 1. Every other format is one of the game itself (papan games lists them): lines and
/// json for every game, wtb, ggf and sgf for Othello, blksgf for Blokus and so on. Those but
/// lines hold games of one kind; --game chooses it.
#[derive(Args)]
#[command(after_help = "Examples:
  papan ledger export --event \"spring cup\" --format csv --output cup.csv
  papan ledger export --game othello --agent level:9 --format ggf
  papan ledger export --event \"spring cup\" --format json | jq '.[].tags.result'")]
pub(super) struct Arguments {
    #[command(flatten)]
    which: Which,

    /// The format: csv, lines, json or another one of the game; found by the end of the
    /// output's name when not given, else lines
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,

    /// The file to write; standard output when it is missing or -
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace the output file if it is there
    #[arg(long)]
    force: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let (ledger, filter) = arguments.which.open()?;
    let file = arguments
        .output
        .as_deref()
        .filter(|path| path.as_os_str() != "-");
    if let Some(file) = file {
        output::check_place(file)?;
    }
    let end = file.and_then(|file| file.extension());
    let end = end.map(|end| end.to_string_lossy().into_owned());
    let format = arguments.format.clone().or(end);
    let format = format.unwrap_or("lines".to_owned()).to_ascii_lowercase();
    let bytes = match format.as_str() {
        "csv" => csv(&ledger, &filter)?.into_bytes(),
        "lines" => lines(&ledger, &filter)?,
        format => file_of(&ledger, &filter, format)?,
    };
    match file {
        None => output::bytes(&bytes),
        Some(file) => output::file(file, &bytes, arguments.force),
    }
}

/// Calls `take` with each game; its error ends the walk.
fn each(ledger: &Ledger, filter: &Filter, take: &mut dyn FnMut(Entry) -> Result<()>) -> Result<()> {
    let mut result = Ok(());
    ledger.each(filter, &mut |entry| match take(entry) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            result = Err(error);
            ControlFlow::Break(())
        }
    })?;
    result
}

/// One line a game, which needs no memory of the games before.
fn lines(ledger: &Ledger, filter: &Filter) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut last: Option<(String, Box<dyn papan_core::AnyGame>)> = None;
    each(ledger, filter, &mut |entry| {
        let name = entry.result.job.game.clone();
        let game = match last.take().filter(|(known, _)| *known == name) {
            Some((_, game)) => game,
            None => papan_agents::games::open(&name)?,
        };
        let record = entry.result.record(&*game, &|agent| agent.to_owned());
        bytes.extend(game.write("lines", &[record])?);
        last = Some((name, game));
        Ok(())
    })?;
    Ok(bytes)
}

/// A file in a format of the game.
fn file_of(ledger: &Ledger, filter: &Filter, format: &str) -> Result<Vec<u8>> {
    let mut records: Vec<Record> = Vec::new();
    let labels = labels(ledger)?;
    let mut opened: Option<Box<dyn AnyGame>> = None;
    each(ledger, filter, &mut |entry| {
        let finished = &entry.result;
        let game = match opened.take() {
            Some(game) => game,
            None => papan_agents::games::open(&finished.job.game)?,
        };
        let record = finished.record(&*game, &|agent| label(&labels, finished, agent));
        opened = Some(game);
        if let Some(first) = records.first()
            && first.game != record.game
        {
            return mistake(format!(
                "a {format} file holds games of one kind, and these are of {} and {}; choose \
                 one with --game, or write --format lines or csv",
                first.game, record.game
            ));
        }
        records.push(record);
        Ok(())
    })?;
    let Some(game) = opened else {
        return mistake("there are no such games in the ledger");
    };
    let formats = game.formats();
    let is_format = formats.iter().any(|known| known.name == format);
    let by_end = formats.iter().find(|known| known.extension == format);
    let format = match by_end {
        Some(known) if !is_format => known.name,
        _ => format,
    };
    game.write(format, &records).map_err(|error| match error {
        FormatError::Unknown { game, name, known } => {
            let known = format!("csv, {known}");
            FormatError::Unknown { game, name, known }.into()
        }
        error => error.into(),
    })
}

/// One row for each game.
fn csv(ledger: &Ledger, filter: &Filter) -> Result<String> {
    let labels = labels(ledger)?;
    let mut games: Vec<Entry> = Vec::new();
    each(ledger, filter, &mut |entry| {
        games.push(entry);
        Ok(())
    })?;
    Ok(entries_csv(games.iter().map(|entry| {
        let agents = entry.result.job.agents.iter();
        let names = agents.map(|agent| label(&labels, &entry.result, agent));
        (entry, names.collect())
    })))
}

/// What agents are called in each event.
type Labels = HashMap<(String, String), String>;

fn labels(ledger: &Ledger) -> Result<Labels> {
    let mut labels = HashMap::new();
    for event in ledger.events()? {
        let of_event = event.labels.into_iter();
        labels.extend(of_event.map(|(agent, label)| ((event.name.clone(), agent), label)));
    }
    Ok(labels)
}

fn label(labels: &Labels, game: &GameResult, agent: &str) -> String {
    let key = (game.job.event.clone(), agent.to_owned());
    labels.get(&key).cloned().unwrap_or(key.1)
}
