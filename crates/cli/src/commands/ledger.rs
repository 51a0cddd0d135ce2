//! `papan ledger`

mod export;
mod list;
mod merge;
mod remove;
mod show;

use crate::{
    exit::Exit,
    input::{Mistake, ledger_path, mistake},
    output,
};
use anyhow::Result;
use clap::{Args, Subcommand};
use papan_arena::{
    Ledger,
    ledger::{EventSummary, Filter},
};
use serde_json::json;
use std::{collections::BTreeSet, path::PathBuf, thread};

/// Look at the games that were kept: list, show, export, verify, remove, merge
///
/// A ledger is one SQLite file. Tournaments write every finished game into it before they
/// count it; reading is possible meanwhile.
#[derive(Args)]
#[command(after_help = "Examples:
  papan ledger list
  papan ledger list --event \"spring cup\" --agent level:5
  papan ledger show 5533d8c9
  papan ledger show --event \"spring cup\"
  papan ledger export --event \"spring cup\" --format csv --output cup.csv
  papan ledger export --game othello --format sgf > games.sgf
  papan ledger verify
  papan ledger remove --event \"spring cup\" --forfeits --dry-run
  papan ledger merge cup.db part1.db part2.db

The ledger is that of --ledger FILE, else that which the variable PAPAN_LEDGER names, else
papan/ledger.db in the folder for the user's data (~/.local/share on Linux).")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    List(list::Arguments),
    Show(show::Arguments),
    Export(export::Arguments),
    Verify(Verify),
    Remove(remove::Arguments),
    Merge(merge::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.action {
        Action::List(arguments) => list::run(arguments),
        Action::Show(arguments) => show::run(arguments),
        Action::Export(arguments) => export::run(arguments),
        Action::Verify(arguments) => verify(arguments),
        Action::Remove(arguments) => remove::run(arguments),
        Action::Merge(arguments) => merge::run(arguments),
    }
}

/// The ledger that is meant.
#[derive(Args)]
struct File {
    /// The ledger; that of PAPAN_LEDGER or the user's own when not given
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
}

impl File {
    fn read(&self) -> Result<Ledger> {
        Ok(Ledger::read(&ledger_path(self.ledger.as_ref())?)?)
    }
}

/// The games that are meant.
#[derive(Args)]
struct Which {
    #[command(flatten)]
    file: File,

    /// Only games of this event; "" are those that belong to none
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// Only games of this game with its parameters
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Only games of this agent, named as it was or by its label
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
}

impl Which {
    /// The ledger, to be read, and the filter.
    fn open(&self) -> Result<(Ledger, Filter)> {
        let ledger = self.file.read()?;
        let filter = self.filter(&ledger)?;
        Ok((ledger, filter))
    }

    /// The filter. A name that is not in the ledger is a mistake.
    fn filter(&self, ledger: &Ledger) -> Result<Filter> {
        let filter = Filter {
            event: self.event.clone(),
            game: self.game.clone(),
            agent: self.agent.clone(),
        };
        if filter == Filter::default() {
            return Ok(filter);
        }
        let events = ledger.events()?;
        if let Some(name) = &self.event {
            known_event(&events, name)?;
        }
        if let Some(name) = &self.game {
            let stored = || events.iter().flat_map(|event| &event.games);
            if !stored().any(|game| game == name) {
                papan_agents::games::open(name)?;
            }
        }
        if let Some(name) = &self.agent {
            let names = || {
                let labels = |event: &'_ EventSummary| -> Vec<String> {
                    let labels = event.labels.iter().map(|(_, label)| label);
                    labels.chain(&event.agents).cloned().collect()
                };
                events.iter().flat_map(labels).collect::<BTreeSet<String>>()
            };
            if !names().contains(name) {
                return unknown("agent", name, names().iter());
            }
        }
        Ok(filter)
    }
}

/// A name that is no event of the ledger is a mistake.
fn known_event(events: &[EventSummary], name: &str) -> Result<()> {
    match events.iter().any(|event| event.name == name) {
        true => Ok(()),
        false => unknown("event", name, events.iter().map(|event| &event.name)),
    }
}

fn unknown<'a, T>(kind: &str, name: &str, known: impl Iterator<Item = &'a String>) -> Result<T> {
    let known: Vec<String> = known.map(|name| format!("'{name}'")).collect();
    let known = match known.is_empty() {
        true => "none".to_owned(),
        false => known.join(", "),
    };
    mistake(format!(
        "there is no {kind} '{name}' in the ledger; it has: {known}"
    ))
}

/// What games without an event are listed under.
fn event_name(name: &str) -> &str {
    match name {
        "" => "(no name)",
        name => name,
    }
}

/// Replay every game through the rules and check everything that follows from it
///
/// The id must be that of the job; game, agents, opening and moves must be legal; turns,
/// last position, scores, ranks and ending must be those that come out. Other programs are
/// not started. SQLite checks the file itself. Ends with 1 when something is wrong.
#[derive(Args)]
struct Verify {
    #[command(flatten)]
    which: Which,

    /// The number of games at the same time; as many as there are cores when not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Write one JSON object: {"ledger", "games", "problems": [{"id", "text"}]}
    #[arg(long)]
    json: bool,
}

fn verify(arguments: &Verify) -> Result<()> {
    let (ledger, filter) = arguments.which.open()?;
    let games = ledger.count(&filter)?;
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    let threads = arguments.threads.map_or(cores, |threads| threads as usize);
    let bar = output::bar(games);
    let found = ledger.verify(&filter, threads, &mut |done| bar.set_position(done));
    bar.finish_and_clear();
    let problems = found?;
    let path = ledger.path().display();
    if arguments.json {
        output::json(&json!({
            "ledger": path.to_string(),
            "games": games,
            "problems": problems,
        }))?;
    } else {
        let mut text = String::new();
        for problem in &problems {
            let place = problem.id.map_or("file".to_owned(), |id| id.to_string());
            text += &format!("{place}: {}\n", problem.text);
        }
        if problems.is_empty() {
            text = format!("{games} games verified, all as they should be: {path}");
        }
        output::text(&text)?;
    }
    match problems.len() {
        0 => Ok(()),
        1 => Exit::Rejected.end(format!("one problem in the ledger {path}")),
        count => Exit::Rejected.end(format!("{count} problems in the ledger {path}")),
    }
}

/// The id that a text is the beginning of.
fn one_id(ledger: &Ledger, text: &str) -> Result<papan_arena::GameId> {
    const SHOWN: usize = 4;
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) || text.len() > 32 {
        let problem = "is no id: ids are up to 32 hexadecimal digits, and the first few are enough";
        return Err(Mistake(format!("'{text}' {problem}")).into());
    }
    match ledger.find(text, SHOWN + 1)?[..] {
        [] => mistake(format!(
            "there is no game {text} in {}; papan ledger list --event NAME lists those of an event",
            ledger.path().display()
        )),
        [id] => Ok(id),
        ref several => {
            let mut ids: Vec<String> = several
                .iter()
                .take(SHOWN)
                .map(|id| id.to_string())
                .collect();
            if several.len() > SHOWN {
                ids.push("...".to_owned());
            }
            mistake(format!(
                "several games begin with {text}: {}",
                ids.join(", ")
            ))
        }
    }
}
