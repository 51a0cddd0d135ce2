//! `papan tournament`

use crate::{
    arena::{Playing, sprt_text},
    input::{EnginesArguments, ledger_path},
    output, standings,
};
use anyhow::Result;
use clap::Args;
use papan_arena::{
    ledger::Ledger,
    standings::StandingsTable,
    tournament::{Program, SequentialTest, Shard, Tournament},
};
use serde::Serialize;
use std::path::PathBuf;

/// Play a tournament that a file describes, or resume it
///
/// Every finished game is in the ledger before it is counted. Kill the program at any moment
/// and run the same command again: it resumes where it was. More rounds or more agents may be
/// added to the file later; games that were played are never played again.
///
/// `papan tournament --example` writes a file to begin with; docs/tournaments.md explains
/// every word of it.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The tournament file
    #[arg(value_name = "FILE.toml", required_unless_present = "example")]
    file: Option<PathBuf>,

    /// Where games are kept; $PAPAN_LEDGER or a file in your data folder when not given
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,

    #[command(flatten)]
    playing: Playing,

    /// Play one of N equal parts, K from 1 to N, such as 3/16: each machine plays another one
    /// into a ledger of its own, and papan ledger merge puts them together
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    #[command(flatten)]
    engines: EnginesArguments,

    /// Say what would be played, and play nothing
    #[arg(long)]
    dry_run: bool,

    /// Write an example of a tournament file
    #[arg(long, exclusive = true)]
    example: bool,

    /// Write one JSON object: {"name", "total", "found", "played", "stopped", "sprt", "tables"};
    /// each of "tables" is what papan match --json has
    #[arg(long)]
    json: bool,
}

const EXAMPLE: &str = include_str!("../../../../tournaments/example.toml");

#[derive(Serialize)]
struct Answer<'a> {
    name: &'a str,
    total: u64,
    found: u64,
    played: u64,
    stopped: bool,
    sprt: Option<&'a SequentialTest>,
    tables: &'a [StandingsTable],
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.engines.read_if_named()?;
    let file = match &arguments.file {
        Some(file) if !arguments.example => Tournament::read(file)?,
        _ => return output::text(EXAMPLE),
    };
    let mut program = file.tournament.prepare()?;
    if let Some(shard) = arguments.shard {
        program = program.shard(shard)?;
    }
    if arguments.dry_run {
        return output::text(&plan(&program));
    }
    let path = ledger_path(arguments.ledger.as_ref())?;
    let mut ledger = Ledger::open(&path)?;
    let result = arguments
        .playing
        .play(&program, file.threads, Some(&mut ledger), &mut |_| {})?;
    let progress = &result.progress;
    let tables: Vec<StandingsTable> = progress.standings.iter().map(|game| game.table()).collect();
    if arguments.json {
        output::json(&Answer {
            name: &program.tournament().name,
            total: progress.total,
            found: progress.found,
            played: progress.played,
            stopped: result.stopped,
            sprt: progress.sprt.as_ref(),
            tables: &tables,
        })?;
        return result.end();
    }
    let mut text = format!(
        "{}: {} of {} games{}, {} of them played now; ledger {}\n",
        program.tournament().name,
        progress.found + progress.played,
        progress.total,
        arguments
            .shard
            .map_or(String::new(), |shard| format!(" of shard {shard}")),
        progress.played,
        path.display(),
    );
    if let Some(sprt) = &progress.sprt {
        text += &format!("{}\n", sprt_text(sprt));
    }
    text += &result.forfeits();
    for table in tables.iter().filter(|table| table.games > 0) {
        text += "\n";
        text += &standings::text_of(table, &program.tournament().openings);
    }
    if result.stopped {
        text += "\nstopped; the same command goes on from here\n";
    }
    output::text(&text)?;
    result.end()
}

/// What would be played.
fn plan(program: &Program) -> String {
    let tournament = program.tournament();
    let mut text = format!(
        "{}: {} games of {}, {} agents, openings {}, {}\n",
        tournament.name,
        program.total(),
        tournament.games.join(", "),
        tournament.agents.len(),
        tournament.openings,
        tournament.conditions,
    );
    if let Some(rounds) = program.repeats_after() {
        text += &format!(
            "note: after {rounds} rounds the openings begin anew, and agents without chance \
             repeat themselves\n"
        );
    }
    for note in program.notes() {
        text += &format!("note: {note}\n");
    }
    const SHOWN: usize = 10;
    for job in program.jobs().take(SHOWN) {
        let opening = job.opening.moves.join(" ");
        text += &format!(
            "{}  {}  round {}  {}  {opening}\n",
            &job.id().to_string()[..12],
            job.game,
            job.round + 1,
            job.agents.join(" - "),
        );
    }
    if program.total() > SHOWN as u64 {
        text += &format!("... and {} more\n", program.total() - SHOWN as u64);
    }
    text
}
