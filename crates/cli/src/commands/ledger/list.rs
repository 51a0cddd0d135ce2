//! `papan ledger list`

use super::{Which, event_name};
use crate::output;
use anyhow::Result;
use clap::Args;
use papan_arena::{
    Ledger,
    ledger::{EventSummary, Filter, GameLine, Moment},
};
use serde_json::json;
use std::ops::ControlFlow;

/// List the events, or the games of one event
///
/// Without --event: each event with its number of games, dates, games and agents. With it:
/// its games with the beginning of their ids, round, agents in the order of seats, scores,
/// why they ended, plies and seconds of thinking.
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    which: Which,

    /// The most lines
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Write one JSON object: {"ledger", "count", "events": [{"name", "count", "games", "agents",
    /// "labels", "begun_at", "first_at", "last_at", "settings", "source"}]}, or with --event
    /// {"ledger", "count", "games": [{"id", "event", "game", "round", "seating", "agents", "scores",
    /// "ranks", "ending", "plies", "seconds", "finished_at"}]}; rounds and seatings count from 0
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let (ledger, filter) = arguments.which.open()?;
    let limit = arguments.limit.unwrap_or(u64::MAX);
    match filter.event {
        None => list_events(&ledger, &filter, limit, arguments.json),
        Some(_) => list_games(&ledger, &filter, limit, arguments.json),
    }
}

fn list_events(ledger: &Ledger, filter: &Filter, limit: u64, json: bool) -> Result<()> {
    let mut events = ledger.events()?;
    if *filter != Filter::default() {
        for event in &mut events {
            event.count = ledger.count(&Filter {
                event: Some(event.name.clone()),
                ..filter.clone()
            })?;
        }
        events.retain(|event| event.count > 0);
    }
    let count = events.len() as u64;
    events.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    if json {
        let path = ledger.path().display().to_string();
        return output::json(&json!({"ledger": path, "count": count, "events": events}));
    }
    let rows = events.iter().map(event_row);
    let heads = ["event", "games", "first", "last", "game", "agents"];
    output::text(&listed(&heads, rows, count, "events"))
}

fn event_row(event: &EventSummary) -> Vec<String> {
    let day = |moment: Option<Moment>| moment.map_or("-".to_owned(), Moment::day);
    vec![
        event_name(&event.name).to_owned(),
        event.count.to_string(),
        day(event.first_at),
        day(event.last_at),
        event.games.join(", "),
        event.agents.join(", "),
    ]
}

fn game_row(line: &GameLine) -> Vec<String> {
    let numbers = |numbers: Vec<String>| numbers.join("-");
    vec![
        line.id.to_string()[..8].to_owned(),
        line.round.saturating_add(1).to_string(),
        line.game.clone(),
        line.agents.join(" - "),
        numbers(line.scores.as_slice().iter().map(i32::to_string).collect()),
        numbers(line.ranks.iter().map(u8::to_string).collect()),
        line.ending.to_owned(),
        line.plies.to_string(),
        format!("{:.3}", line.seconds),
    ]
}

fn list_games(ledger: &Ledger, filter: &Filter, limit: u64, json: bool) -> Result<()> {
    let count = ledger.count(filter)?;
    let mut lines = Vec::new();
    if limit > 0 {
        ledger.each(filter, &mut |entry| {
            lines.push(GameLine::from(&entry));
            match (lines.len() as u64) < limit {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
    }
    if json {
        let path = ledger.path().display().to_string();
        return output::json(&json!({"ledger": path, "count": count, "games": lines}));
    }
    let heads = [
        "id", "round", "game", "agents", "score", "ranks", "ending", "plies", "seconds",
    ];
    output::text(&listed(&heads, lines.iter().map(game_row), count, "games"))
}

/// A table, and how much of it is not shown.
fn listed(
    heads: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
    count: u64,
    things: &str,
) -> String {
    let rows: Vec<Vec<String>> = rows.collect();
    let more = count.saturating_sub(rows.len() as u64);
    let text = output::table(heads, &rows);
    match more {
        0 => text,
        more => format!("{text}and {more} {things} more\n"),
    }
}
