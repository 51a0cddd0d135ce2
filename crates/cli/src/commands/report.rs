//! `papan report`

use crate::{
    input::{ledger_path, mistake},
    output,
};
use anyhow::Result;
use clap::{Args, ValueEnum};
use papan_arena::ledger::{EventSummary, Ledger};
use papan_report::tournament::{NOTE, games_sheet, page, report, standings_sheet};
use std::path::PathBuf;

/// Make a page of a tournament or match in the ledger
///
/// One self-contained file: ratings with their intervals, the cross table, what seats are
/// worth, scores, lengths, times, and every game to play through. Papan writes the same as
/// JSON or CSV for other programs.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The tournament or match; not needed when the ledger has only one (papan ledger list
    /// names them)
    event: Option<String>,

    /// The ledger; $PAPAN_LEDGER or a file in your data folder when not given
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,

    /// What to write: the page, everything as JSON, or one line for each game or agent
    #[arg(long, value_enum, default_value_t = Format::Html)]
    format: Format,

    /// Where to; standard output when not given, except for the page, which then gets the
    /// name of the event
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace the file when it is there
    #[arg(long)]
    force: bool,

    /// Count games together that different versions of an agent have played. Without this
    /// there is no report of them
    #[arg(long)]
    mix: bool,

    /// How many games of the page can be played through
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    replays: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Html,
    Json,
    GamesCsv,
    StandingsCsv,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let path = ledger_path(arguments.ledger.as_ref())?;
    let ledger = Ledger::read(&path)?;
    let event = choose(&ledger, arguments.event.as_deref())?;
    let place = match (&arguments.output, arguments.format) {
        (Some(place), _) => Some(place.clone()),
        (None, Format::Html) => Some(file_name(&event.name).into()),
        (None, _) => None,
    };
    if let Some(place) = &place {
        output::check_place(place, arguments.force)?;
    }
    let bar = output::spinner();
    bar.set_message(format!("reading {} games", event.count));
    let report = report(&ledger, &event, arguments.replays, arguments.mix);
    bar.finish_and_clear();
    let report = report?;
    for fact in report.facts.iter().filter(|fact| fact.name == NOTE) {
        output::note(&format!("note: {}", fact.value));
    }
    let text = match arguments.format {
        Format::Html => page(&report)?.html(),
        Format::Json => serde_json::to_string(&report)? + "\n",
        Format::GamesCsv => games_sheet(&report).csv(),
        Format::StandingsCsv => standings_sheet(&report).csv(),
    };
    match place {
        None => output::bytes(text.as_bytes()),
        Some(place) => {
            output::file(&place, text.as_bytes(), arguments.force)?;
            output::text(&format!(
                "{}: {} games of '{}'",
                place.display(),
                event.count,
                event.name
            ))
        }
    }
}

/// The event that someone named, or the only one.
pub(crate) fn choose(ledger: &Ledger, name: Option<&str>) -> Result<EventSummary> {
    let mut events = ledger.events()?;
    let names: Vec<String> = events.iter().map(|event| event.name.clone()).collect();
    let known = match names.is_empty() {
        true => "it is empty".to_owned(),
        false => format!("it has: {}", names.join("; ")),
    };
    match name {
        Some(name) => match events.iter().position(|event| event.name == name) {
            Some(index) => Ok(events.swap_remove(index)),
            None => mistake(format!("the ledger has no event '{name}'; {known}")),
        },
        None => match (events.pop(), events.is_empty()) {
            (Some(event), true) => Ok(event),
            _ => mistake(format!("say which event of the ledger; {known}")),
        },
    }
}

/// A name for the page of an event that every system allows.
fn file_name(event: &str) -> String {
    let safe = |character: char| match character.is_alphanumeric() || "-_.".contains(character) {
        true => character,
        false => '-',
    };
    const LONGEST: usize = 60;
    let name: String = event.chars().map(safe).take(LONGEST).collect();
    match name.trim_matches(['-', '.']) {
        "" => "report.html".to_owned(),
        name => format!("{name}.html"),
    }
}
