//! `papan tournament`

use crate::{
    arena::{
        Playing, interval, mean_score, rating, repeated, seat_text, short, sprt_text, unscored,
    },
    input::ledger_path,
    output,
};
use anyhow::Result;
use clap::Args;
use papan_arena::{
    ledger::Ledger,
    standings::StandingsTable,
    tournament::{Program, SequentialTest, Tournament},
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
    let file = match &arguments.file {
        Some(file) if !arguments.example => Tournament::read(file)?,
        _ => return output::text(EXAMPLE),
    };
    let program = file.tournament.prepare()?;
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
        "{}: {} of {} games, {} of them played now; ledger {}\n",
        program.tournament().name,
        progress.found + progress.played,
        progress.total,
        progress.played,
        path.display(),
    );
    if let Some(sprt) = &progress.sprt {
        text += &format!("{}\n", sprt_text(sprt));
    }
    text += &result.forfeits();
    for table in tables.iter().filter(|table| table.games > 0) {
        text += "\n";
        text += &table_text(table);
        text += &repeated(table.games, table.different);
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

/// A table for a terminal.
pub(crate) fn table_text(table: &StandingsTable) -> String {
    const WIDEST: usize = 40;
    let ladder = table.ladder();
    let labels = ladder.iter().map(|(_, agent)| short(&agent.label, WIDEST));
    let labels: Vec<String> = labels.collect();
    let width = labels.iter().map(|label| label.chars().count()).max();
    let width = width.unwrap_or(0).max("agent".len());
    let mut text = format!(
        "{}: {} games\n{:>3}  {:<width$}  {:>12}  {:>6}  {:>5}  {:>6}  {:>6}  {:>6}  {:>6}  {:>8}  {:>5}  {:>8}\n",
        table.game,
        table.games,
        "#",
        "agent",
        "Elo",
        "better",
        "games",
        "first",
        "shared",
        "behind",
        "share",
        "score",
        "rank",
        "s/move",
    );
    for ((_, agent), label) in ladder.iter().zip(&labels) {
        let tally = &agent.tally;
        let elo = agent.rating.as_ref().map_or("-".to_owned(), rating);
        let better = agent
            .superiority
            .map_or("-".to_owned(), |chance| format!("{:.0}%", 100.0 * chance));
        let forfeits = match tally.forfeits() {
            0 => String::new(),
            count => format!("  {count} forfeited"),
        };
        text += &format!(
            "{:>3}  {label:<width$}  {elo:>12}  {better:>6}  {:>5}  {:>6}  {:>6}  {:>6}  {:>5.1}%  {:>8}  {:>5.2}  {:>8.4}{forfeits}\n",
            agent.place,
            tally.games(),
            tally.wins(),
            tally.draws(),
            tally.losses(),
            100.0 * tally.share(),
            mean_score(tally),
            tally.mean_rank(),
            tally.mean_seconds().unwrap_or(0.0),
        );
    }
    text += &unscored(table);
    if table.groups > 1 {
        text += &format!(
            "the agents fall into {} groups that have not met: ratings compare only within one\n",
            table.groups
        );
    }
    if let Some(first) = &table.first_move {
        text += &format!("moving first is worth {} Elo\n", rating(first));
    }
    for seat in &table.seats {
        let (tally, (low, high)) = (&seat.tally, seat.interval);
        let elo = seat.rating.as_ref();
        let elo = elo.map_or(String::new(), |elo| format!(", worth {} Elo", rating(elo)));
        text += &format!(
            "{}: first in {:.1}% ({:.1}%..{:.1}%), mean score {}, mean rank {:.2}{elo}\n",
            seat_text(seat),
            100.0 * tally.share(),
            100.0 * low,
            100.0 * high,
            mean_score(tally),
            tally.mean_rank(),
        );
    }
    if let [pair] = &table.pairs[..]
        && let (Some(elo), Some(normalised), Some(superiority)) =
            (&pair.elo, &pair.normalised_elo, pair.superiority)
    {
        text += &format!(
            "Elo {}, normalised {}, better with {:.1}%; pairs of games by points 0, ½, 1, 1½, 2: {:?}\n",
            interval(elo),
            interval(normalised),
            100.0 * superiority,
            pair.tally.pairs,
        );
    }
    text
}
