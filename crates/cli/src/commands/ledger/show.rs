//! `papan ledger show`

use super::{File, event_name, known_event, one_id};
use crate::{input::mistake, output};
use anyhow::{Context, Result};
use clap::Args;
use papan_arena::{
    Ledger,
    ledger::{Entry, PutAside, WorkerGames},
};
use papan_core::{AnyGame, Seat};
use serde::Serialize;
use serde_json::json;

/// Show everything about one game, or who played the games of an event
///
/// Of a game: who played from which seat, under which conditions, every move with the time it
/// took and what its player thought of the position, the last board, why the game ended, which
/// worker played it and which one confirmed it. Of an event: how many games each worker played,
/// how many of them were confirmed by others, and which workers were put aside, with the reason.
#[derive(Args)]
pub(super) struct Arguments {
    /// The id of the game, or its first digits
    #[arg(required_unless_present = "event", conflicts_with = "event")]
    id: Option<String>,

    /// Show who played the games of this event; "" are those that belong to none
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    #[command(flatten)]
    file: File,

    /// Write one JSON object: {"id", "finished_at", "job": {"event", "game", "agents", "round",
    /// "seating", "opening", "seed", "conditions"}, "plies": [{"move", "seat", "seconds",
    /// "value"}], "nodes", "position", "scores", "outcome", "ending", "errors", "titles",
    /// "version", "worker", "confirmed_by", "timed", "board"}; moves of the opening have no seat,
    /// and there is no worker where this machine played. Rounds, seatings and seats count from 0.
    /// With --event {"event", "games", "workers": [{"worker", "games", "confirmed", "timed",
    /// "confirmed_for_others"}], "put_aside": [{"worker", "reason", "at"}]}; the worker null is
    /// this machine
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    entry: &'a Entry,
    board: serde_json::Value,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let ledger = arguments.file.read()?;
    if let Some(event) = &arguments.event {
        return show_event(&ledger, event, arguments.json);
    }
    let id = one_id(&ledger, arguments.id.as_deref().unwrap_or_default())?;
    let Some(entry) = ledger.game(id)? else {
        return mistake(format!("there is no game {id}"));
    };
    let game = papan_agents::games::open(&entry.result.job.game)?;
    let last = game
        .position(&entry.result.position)
        .with_context(|| format!("the last position of game {id}"))?;
    if arguments.json {
        return output::json(&Shown {
            entry: &entry,
            board: last.view().board,
        });
    }
    let mut text = head(&entry, &*game);
    text += &moves(&entry, &*game);
    text += &format!("\n{}\n", last.draw().trim_end());
    output::text(&text)
}

fn show_event(ledger: &Ledger, event: &str, json: bool) -> Result<()> {
    known_event(&ledger.events()?, event)?;
    let workers = ledger.workers(event)?;
    let put_aside = ledger.put_aside_in(event)?;
    let games: u64 = workers.iter().map(|worker| worker.games).sum();
    if json {
        return output::json(&json!({
            "event": event,
            "games": games,
            "workers": workers,
            "put_aside": put_aside,
        }));
    }
    let row = |worker: &WorkerGames| {
        vec![
            worker_name(worker.worker.as_deref()).to_owned(),
            worker.games.to_string(),
            worker.confirmed.to_string(),
            worker.timed.to_string(),
            worker.confirmed_for_others.to_string(),
        ]
    };
    let heads = ["worker", "games", "confirmed", "timed", "confirmed others"];
    let rows: Vec<Vec<String>> = workers.iter().map(row).collect();
    let name = event_name(event);
    let mut text = format!(
        "event {name}, {games} games\n\n{}",
        output::table(&heads, &rows)
    );
    for PutAside { worker, reason, at } in &put_aside {
        text += &format!("put aside {at}: {worker}: {reason}\n");
    }
    output::text(&text)
}

fn worker_name(worker: Option<&str>) -> &str {
    worker.unwrap_or("(this machine)")
}

fn head(entry: &Entry, game: &dyn AnyGame) -> String {
    let finished = &entry.result;
    let job = &finished.job;
    let mut text = format!(
        "id          {}\nevent       {}, round {}, seating {}\ngame        {}\n",
        entry.id,
        event_name(&job.event),
        // A ledger that was tampered with may say anything.
        job.round.saturating_add(1),
        job.seating.saturating_add(1),
        job.game
    );
    for (index, agent) in job.agents.iter().enumerate().take(finished.scores.seats()) {
        let seat = Seat::new(index);
        let title = finished.titles.get(index).cloned().flatten();
        let title = title.map_or(String::new(), |title| format!(" ({title})"));
        let rank = finished.outcome.ranks().get(index).copied().unwrap_or(0);
        text += &format!(
            "seat {}      {}: {agent}{title}, rank {rank}, score {}, {:.3} s, {} nodes\n",
            index + 1,
            game.seat_name(seat),
            finished.scores[seat],
            finished.time_of(seat).0.as_secs_f64(),
            finished.nodes.get(index).copied().unwrap_or(0),
        );
    }
    text += &format!("conditions  {}\nseed        {}\n", job.conditions, job.seed);
    if let Some(start) = &job.opening.start {
        text += &format!("start       {start}\n");
    }
    text += &format!("ending      {}\n", finished.ending);
    if let Some(errors) = &finished.errors {
        text += "its standard error:\n";
        text.extend(errors.lines().map(|line| format!("    {line}\n")));
    }
    let (version, at) = (&finished.version, entry.finished_at);
    text += &format!("finished    {at}, Papan {version}");
    if let Some(build) = &finished.build {
        text += &format!(" ({build})");
    }
    text.push('\n');
    text += &format!("worker      {}", worker_name(finished.worker.as_deref()));
    if let Some(other) = &finished.confirmed_by {
        text += &format!(", confirmed by {other}");
    }
    if finished.timed {
        text += "; the clock had a say";
    }
    text += "\n\n";
    text
}

/// Each move with its seat, time and value.
fn moves(entry: &Entry, game: &dyn AnyGame) -> String {
    let finished = &entry.result;
    let width = finished.moves().map(|text| text.chars().count()).max();
    let width = width.unwrap_or(0);
    // Who moved in the opening is known only to the rules; a move that they do not know ends
    // what they can tell.
    let mut seats = Vec::new();
    let start = finished.job.opening.start.as_deref();
    let _ = game.walk(start, &mut finished.moves(), &mut |position, _, _| {
        seats.extend(position.turn());
    });
    let mut text = String::new();
    for (index, ply) in finished.plies.iter().enumerate() {
        let seat = seats.get(index).copied().or(ply.seat);
        let seat = seat.map_or("?".to_owned(), |seat| game.seat_name(seat));
        let note = match ply.is_opening() {
            true => "opening".to_owned(),
            false => {
                let seconds = ply.time.unwrap_or_default().as_secs_f64();
                let value = ply.value.map_or(String::new(), |value| value.to_string());
                format!("{:>12}  {value:>8}", format!("{seconds:.6} s"))
            }
        };
        let line = format!("{:>3}. {seat} {:<width$}  {note}", index + 1, ply.text);
        text += line.trim_end();
        text.push('\n');
    }
    text
}
