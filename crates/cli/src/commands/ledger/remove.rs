//! `papan ledger remove`

use super::{Which, one_id};
use crate::{
    input::{ledger_path, mistake},
    output,
};
use anyhow::Result;
use clap::Args;
use papan_arena::{GameId, Ledger};
use serde_json::json;
use std::collections::HashSet;

/// Remove games, such as the forfeits of an engine that was not there
///
/// Whatever is removed is played again when its match or tournament is resumed. Look at what
/// it would be with --dry-run first: what is removed is gone.
#[derive(Args)]
pub(super) struct Arguments {
    /// Only the games with these ids, or the first digits of ids
    #[arg(value_name = "ID")]
    ids: Vec<String>,

    #[command(flatten)]
    which: Which,

    /// Only games that someone forfeited by a fault; giving a game up is none
    #[arg(long)]
    forfeits: bool,

    /// Say which games these are, and remove nothing
    #[arg(long)]
    dry_run: bool,

    /// Write one JSON object: {"ledger", "removed", "games": [...]}; "removed" is 0 with
    /// --dry-run
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let which = &arguments.which;
    let named = [&which.event, &which.game, &which.agent];
    if arguments.ids.is_empty() && !arguments.forfeits && named.iter().all(|name| name.is_none()) {
        return mistake(
            "say which games: by ids, --event, --game, --agent or --forfeits; all of them \
             together narrow it down",
        );
    }
    let path = ledger_path(which.file.ledger.as_ref())?;
    let reader = Ledger::read(&path)?;
    let filter = which.filter(&reader)?;
    let mut chosen: Vec<GameId> = match arguments.forfeits {
        true => reader.forfeits(&filter, &|_| true)?,
        // Also games that cannot be read: removing them is how one mends that.
        false => reader.ids(&filter)?,
    };
    if !arguments.ids.is_empty() {
        let texts = arguments.ids.iter();
        let ids: HashSet<GameId> = texts
            .map(|text| one_id(&reader, text))
            .collect::<Result<_>>()?;
        chosen.retain(|id| ids.contains(id));
    }
    drop(reader);
    let removed = match arguments.dry_run {
        true => 0,
        false => Ledger::open(&path)?.remove(&chosen)?,
    };
    if arguments.json {
        let ledger = path.display().to_string();
        return output::json(&json!({"ledger": ledger, "removed": removed, "games": chosen}));
    }
    const SHOWN: usize = 10;
    let shown = chosen.iter().take(SHOWN).map(|id| format!("{id}\n"));
    let mut text: String = shown.collect();
    if chosen.len() > SHOWN {
        text += &format!("and {} more\n", chosen.len() - SHOWN);
    }
    output::text(&match arguments.dry_run {
        true => format!("{text}{} games would be removed", chosen.len()),
        false => format!("{removed} games removed from {}", path.display()),
    })
}
