//! `papan games`

use crate::output;
use anyhow::Result;
use clap::Args;
use papan_agents::games;
use papan_core::{formats::FormatInfo, spec::Parameter};
use serde::Serialize;

/// List the games with their parameters, players and file formats
///
/// Parameters follow the name of a game behind a colon, separated by commas:
/// adjacency:rounds=16, congklak:holes=5,seeds=3.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Only these games
    #[arg(value_name = "GAME")]
    games: Vec<String>,

    /// Write one JSON object: {"games": [{"name", "summary", "players", "parameters", "formats"}]}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    summary: &'static str,
    players: usize,
    parameters: &'static [Parameter],
    formats: Vec<FormatInfo>,
}

#[derive(Serialize)]
struct Listing {
    games: Vec<Listed>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut listing = Listing { games: Vec::new() };
    for name in &arguments.games {
        games::open(name)?;
    }
    for entry in games::all() {
        let base = |name: &String| {
            let name = name.split(':').next().unwrap_or_default();
            name.trim().eq_ignore_ascii_case(entry.name)
        };
        if !arguments.games.is_empty() && !arguments.games.iter().any(base) {
            continue;
        }
        let game = games::open(entry.name)?;
        listing.games.push(Listed {
            name: entry.name,
            summary: entry.summary,
            players: game.seats(),
            parameters: entry.parameters,
            formats: game.formats(),
        });
    }
    match arguments.json {
        true => output::json(&listing),
        false => output::text(&drawn(&listing)),
    }
}

fn drawn(listing: &Listing) -> String {
    let mut text = String::new();
    for (index, game) in listing.games.iter().enumerate() {
        text += &format!(
            "{}  ({} players)\n    {}\n",
            game.name, game.players, game.summary
        );
        let before = &listing.games[..index];
        match before.iter().find(|known| same_parameters(known, game)) {
            Some(known) => text += &differences(known, game),
            None => text += &details(game),
        }
        text.push('\n');
    }
    text
}

fn details(game: &Listed) -> String {
    let mut text = String::new();
    for parameter in game.parameters {
        text += &format!(
            "      {}={}\n          {} (default {})\n",
            parameter.name, parameter.kind, parameter.summary, parameter.default
        );
    }
    let formats: Vec<&str> = game.formats.iter().map(|format| format.name).collect();
    text + &format!("      formats: {}\n", formats.join(", "))
}

fn same_parameters(left: &Listed, right: &Listed) -> bool {
    let kinds =
        |game: &Listed| -> Vec<_> { game.parameters.iter().map(|p| (p.name, p.kind)).collect() };
    kinds(left) == kinds(right)
}

/// A preset: the same parameters with other values.
fn differences(known: &Listed, game: &Listed) -> String {
    let pairs = known.parameters.iter().zip(game.parameters);
    let changed: Vec<String> = pairs
        .filter(|(theirs, ours)| theirs.default != ours.default)
        .map(|(_, ours)| format!("{}={}", ours.name, ours.default))
        .collect();
    match changed.is_empty() {
        true => format!("      as {}\n", known.name),
        false => format!("      as {}:{}\n", known.name, changed.join(",")),
    }
}
