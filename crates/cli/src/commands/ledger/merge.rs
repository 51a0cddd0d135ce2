//! `papan ledger merge`

use crate::{exit::Exit, input::mistake, output};
use anyhow::{Context, Result};
use clap::Args;
use papan_arena::{
    Ledger, LedgerError,
    ledger::{Filter, Merged, MergedPart},
};
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Put ledgers together, such as those of the shards of a tournament
///
/// Adds the games of all parts to ALL, all of them or none; the parts stay as they are. The same
/// games are kept once, so that merging again changes nothing. Different games under one id, and
/// events of one name with different settings, are refused with what differs, and nothing is
/// changed; where the clock had a say in a game, or another program played, two may differ: the
/// first stays, and the others are counted. Workers that a part has put aside are put aside, and
/// what nobody else confirmed of theirs is left out. Ends with 1 when games differ.
#[derive(Args)]
#[command(after_help = "Examples:
  papan ledger merge cup.db part1.db part2.db part3.db
  papan ledger merge cup.db shards/*.db --json")]
pub(super) struct Arguments {
    /// The ledger that gets all games; made when it is not there
    #[arg(value_name = "ALL")]
    all: PathBuf,

    /// The ledgers whose games are added
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,

    /// Write one JSON object: {"ledger", "games", "removed", "parts": [{"ledger", "games", "added",
    /// "equal", "different", "not_believed"}]}; "games" of the whole is how many there are now
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { all, parts, .. } = arguments;
    // Before anything is made: all parts must be there and be ledgers.
    let mut games = 0;
    for part in parts {
        let ledger = Ledger::read(part)?;
        if all.canonicalize().is_ok_and(|all| all == ledger.path()) {
            return mistake(format!(
                "{} is what the others are merged into, and one of them as well; name it once",
                part.display()
            ));
        }
        games += ledger.count(&Filter::default())?;
    }
    let is_new = !all.exists();
    let bar = output::bar(games);
    let merged = Ledger::open(all)
        .and_then(|mut ledger| ledger.merge(parts, &mut |done| bar.set_position(done)));
    bar.finish_and_clear();
    if merged.is_err() && is_new && all.exists() {
        fs::remove_file(all).with_context(|| format!("cannot remove {}", all.display()))?;
    }
    let merged = match merged {
        Err(error @ LedgerError::Different { .. }) => return Exit::Rejected.end(error.to_string()),
        merged => merged?,
    };
    if arguments.json {
        return output::json(&json!({
            "ledger": all,
            "games": merged.games,
            "removed": merged.removed,
            "parts": merged.parts,
        }));
    }
    output::text(&text(all, &merged))
}

fn text(all: &Path, merged: &Merged) -> String {
    let row = |part: &MergedPart| {
        let counts = [
            part.games,
            part.added,
            part.equal,
            part.different,
            part.not_believed,
        ];
        let name = part.ledger.display().to_string();
        [name]
            .into_iter()
            .chain(counts.map(|count| count.to_string()))
            .collect()
    };
    let rows: Vec<Vec<String>> = merged.parts.iter().map(row).collect();
    let heads = [
        "part",
        "games",
        "added",
        "equal",
        "different",
        "not believed",
    ];
    let mut text = output::table(&heads, &rows);
    let sum = |of: fn(&MergedPart) -> u64| merged.parts.iter().map(of).sum::<u64>();
    let (added, different) = (sum(|part| part.added), sum(|part| part.different));
    text += &format!(
        "\n{}: {} games, {added} of them new\n",
        all.display(),
        merged.games
    );
    if different > 0 {
        text += &format!(
            "{different} games came out otherwise where the clock had a say or another program \
             played; the first of each stays\n"
        );
    }
    let not_believed = merged.removed + sum(|part| part.not_believed);
    if not_believed > 0 {
        text += &format!(
            "{not_believed} games of workers that were put aside do not count; papan ledger show \
             --event NAME says why\n"
        );
    }
    text
}
