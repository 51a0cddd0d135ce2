//! `papan ledger export`

use super::Which;
use crate::{input::mistake, output};
use anyhow::Result;
use clap::Args;
use papan_arena::{
    Ending, Ledger,
    ledger::{Entry, Filter},
};
use papan_core::{AnyGame, FormatError, MAX_SEATS, Record, Seat};
use std::{collections::HashMap, ops::ControlFlow, path::PathBuf};

/// Write games into a file of another format
///
/// csv is one row for each game, with a column for each seat: agents, scores, ranks, seconds
/// and nodes. Every other format is one of the game itself (papan games lists them): lines and
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
    let mut labels: HashMap<(String, String), String> = HashMap::new();
    for event in ledger.events()? {
        let of_event = event.labels.into_iter();
        labels.extend(of_event.map(|(agent, label)| ((event.name.clone(), agent), label)));
    }
    let mut opened: Option<Box<dyn AnyGame>> = None;
    each(ledger, filter, &mut |entry| {
        let finished = &entry.result;
        let game = match opened.take() {
            Some(game) => game,
            None => papan_agents::games::open(&finished.job.game)?,
        };
        let record = finished.record(&*game, &|agent| {
            let key = (finished.job.event.clone(), agent.to_owned());
            labels.get(&key).cloned().unwrap_or(key.1)
        });
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

fn csv(ledger: &Ledger, filter: &Filter) -> Result<String> {
    let mut rows = Vec::new();
    let mut seats = 2;
    each(ledger, filter, &mut |entry| {
        seats = seats.max(entry.result.scores.seats());
        rows.push(row(&entry));
        Ok(())
    })?;
    let mut text = String::new();
    let mut line = |cells: Vec<Cell>| {
        let cells = cells
            .into_iter()
            .filter(|cell| cell.seat.is_none_or(|seat| seat < seats));
        let cells: Vec<String> = cells.map(|cell| quoted(&cell.text)).collect();
        text += &cells.join(",");
        text.push('\n');
    };
    line(heads());
    rows.into_iter().for_each(line);
    Ok(text)
}

/// A cell of a table; those of seats that no game has are left out.
struct Cell {
    seat: Option<usize>,
    text: String,
}

fn cell(text: impl ToString) -> Cell {
    Cell {
        seat: None,
        text: text.to_string(),
    }
}

/// What is there for each seat, in the order of columns.
const OF_SEATS: [&str; 5] = ["agent", "score", "rank", "seconds", "nodes"];

fn heads() -> Vec<Cell> {
    let mut heads: Vec<Cell> = ["id", "event", "game", "round", "seating"].map(cell).into();
    for what in OF_SEATS {
        heads.extend((0..MAX_SEATS).map(|seat| Cell {
            seat: Some(seat),
            text: format!("{what}_{seat}"),
        }));
    }
    let rest = [
        "ending",
        "ending_seat",
        "fault",
        "reason",
        "margin",
        "plies",
        "seed",
        "conditions",
        "start",
        "opening",
        "moves",
        "position",
        "version",
        "finished_at",
    ];
    heads.extend(rest.map(cell));
    heads
}

fn row(entry: &Entry) -> Vec<Cell> {
    let game = &entry.result;
    let job = &game.job;
    let mut row = vec![
        cell(entry.id),
        cell(&job.event),
        cell(&job.game),
        cell(job.round),
        cell(job.seating),
    ];
    let text = |what: &str, index: usize| -> Option<String> {
        if index >= game.scores.seats() {
            return None;
        }
        let seat = Seat::new(index);
        Some(match what {
            "agent" => job.agents.get(index)?.clone(),
            "score" => game.scores[seat].to_string(),
            "rank" => game.outcome.ranks().get(index)?.to_string(),
            "seconds" => format!("{:.6}", game.time_of(seat).as_secs_f64()),
            _ => game.nodes.get(index)?.to_string(),
        })
    };
    for what in OF_SEATS {
        row.extend((0..MAX_SEATS).map(|seat| Cell {
            seat: Some(seat),
            text: text(what, seat).unwrap_or_default(),
        }));
    }
    let nothing = String::new;
    let (seat, fault, reason, margin) = match &game.ending {
        Ending::Over => (nothing(), nothing(), "", nothing()),
        Ending::Solved { margin } => (nothing(), nothing(), "", margin.to_string()),
        Ending::Agreed { seat } => (seat.to_string(), nothing(), "", nothing()),
        Ending::Forfeit {
            seat,
            fault,
            reason,
        } => (
            seat.to_string(),
            fault.to_string(),
            reason.as_str(),
            nothing(),
        ),
    };
    row.extend([
        cell(game.ending.kind()),
        cell(seat),
        cell(fault),
        cell(reason),
        cell(margin),
        cell(game.moves.len()),
        cell(job.seed),
        cell(&job.conditions),
        cell(job.opening.start.as_deref().unwrap_or("")),
        cell(job.opening.moves.join(" ")),
        cell(game.moves.join(" ")),
        cell(&game.position),
        cell(&game.version),
        cell(entry.finished_at),
    ]);
    row
}

fn quoted(text: &str) -> String {
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
