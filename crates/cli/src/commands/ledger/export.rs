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
use papan_report::{sheet::Sheet, tournament::entries_sheet};
use std::{collections::HashMap, ops::ControlFlow, path::PathBuf};

/// Write games into a file of another format
///
/// csv, jsonl (JSON Lines) and parquet are one row for each game with the same columns: agents,
/// labels, scores, ranks, seconds and nodes of each seat, the moves, how it ended, seed,
/// conditions, versions and the commit that Papan was built from. pgn is a text with all of
/// this for each game that papan convert reads back, of any game. Every other format is one of
/// the game itself (papan games lists them): lines and json for every game, wtb, ggf and sgf for
/// Othello, blksgf for Blokus and so on. Those but lines and pgn hold games of one kind; --game
/// chooses it. Rounds, seatings and seats count from 0 in all of them. parquet needs a Papan that was
/// built with it: cargo build --release --features parquet.
#[derive(Args)]
#[command(after_help = "Examples:
  papan ledger export --event \"spring cup\" --format csv --output cup.csv
  papan ledger export --event \"spring cup\" --output cup.jsonl
  papan ledger export --game othello --agent level:9 --format ggf
  papan ledger export --event \"spring cup\" --format pgn > cup.pgn")]
pub(super) struct Arguments {
    #[command(flatten)]
    which: Which,

    /// The format: csv, jsonl, parquet, pgn, lines, json or another one of the game; found by
    /// the end of the output's name when not given, else lines
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
        output::check_place(file, arguments.force)?;
    }
    let end = file.and_then(|file| file.extension());
    let end = end.map(|end| end.to_string_lossy().into_owned());
    let format = arguments.format.clone().or(end);
    let format = format.unwrap_or("lines".to_owned()).to_ascii_lowercase();
    let bytes = match format.as_str() {
        "csv" => sheet(&ledger, &filter)?.csv().into_bytes(),
        "jsonl" => sheet(&ledger, &filter)?.json_lines().into_bytes(),
        "parquet" => parquet(&ledger, &filter)?,
        format => file_of(&ledger, &filter, format)?,
    };
    match file {
        None => output::bytes(&bytes),
        Some(file) => output::file(file, &bytes, arguments.force),
    }
}

#[cfg(feature = "parquet")]
fn parquet(ledger: &Ledger, filter: &Filter) -> Result<Vec<u8>> {
    Ok(sheet(ledger, filter)?.parquet()?)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &Ledger, _: &Filter) -> Result<Vec<u8>> {
    mistake(
        "this Papan was built without Parquet: cargo build --release --features parquet makes one \
         with it; --format csv and --format jsonl have the same columns",
    )
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

/// A file in a format of the games: of one kind of game, or of any where a format tells the
/// kind with each game.
fn file_of(ledger: &Ledger, filter: &Filter, format: &str) -> Result<Vec<u8>> {
    let labels = labels(ledger)?;
    let mut by_game: Vec<(Box<dyn AnyGame>, Vec<Record>)> = Vec::new();
    each(ledger, filter, &mut |entry| {
        let finished = &entry.result;
        let name = &finished.job.game;
        // Games of one kind stand together.
        if by_game.last().is_none_or(|(game, _)| game.name() != *name) {
            by_game.push((papan_agents::games::open(name)?, Vec::new()));
        }
        if let Some((game, records)) = by_game.last_mut() {
            let label = |agent: &str| label(&labels, finished, agent);
            records.push(finished.record(&**game, &label));
        }
        Ok(())
    })?;
    match &by_game[..] {
        [] => return mistake("there are no such games in the ledger"),
        [_] => {}
        _ if ["lines", "pgn"].contains(&format) => {}
        [(first, _), (second, _), ..] => {
            return mistake(format!(
                "a {format} file holds games of one kind, and these are of {} and {}; choose \
                 one with --game, or write --format pgn, lines, csv or jsonl",
                first.name(),
                second.name()
            ));
        }
    }
    let mut bytes = Vec::new();
    for (game, records) in &by_game {
        bytes.extend(written(&**game, format, records)?);
    }
    Ok(bytes)
}

fn written(game: &dyn AnyGame, format: &str, records: &[Record]) -> Result<Vec<u8>> {
    let formats = game.formats();
    let is_format = formats.iter().any(|known| known.name == format);
    let by_end = formats.iter().find(|known| known.extension == format);
    let format = match by_end {
        Some(known) if !is_format => known.name,
        _ => format,
    };
    game.write(format, records).map_err(|error| match error {
        FormatError::Unknown { game, name, known } => {
            let known = format!("csv, jsonl, parquet, {known}");
            FormatError::Unknown { game, name, known }.into()
        }
        error => error.into(),
    })
}

/// One row for each game.
fn sheet(ledger: &Ledger, filter: &Filter) -> Result<Sheet> {
    let labels = labels(ledger)?;
    let mut games: Vec<Entry> = Vec::new();
    each(ledger, filter, &mut |entry| {
        games.push(entry);
        Ok(())
    })?;
    let named = games.iter().map(|entry| {
        let agents = entry.result.job.agents.iter();
        let names = agents.map(|agent| label(&labels, &entry.result, agent));
        (entry, names.collect())
    });
    Ok(entries_sheet(&named.collect::<Vec<_>>()))
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
