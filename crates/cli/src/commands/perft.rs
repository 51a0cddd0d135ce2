//! `papan perft`

use crate::{input::PositionArguments, output};
use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use std::time::Instant;

/// Count the move sequences of a length, the proof of a rules engine
///
/// A pass is a ply. The last ply is counted, not played; nothing is hashed and no
/// symmetry is used. A game that ends earlier counts nothing, except in 8x8 Othello,
/// where the published counts include it.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    at: PositionArguments,

    /// The depth in plies
    // Behind the game, which the flattened arguments take first.
    #[arg(index = 2)]
    depth: u32,

    /// Show the count of each legal move (divide)
    #[arg(long)]
    divide: bool,

    /// Write one JSON object: {"game", "depth", "nodes", "seconds"}, and "divide" if asked for
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Map<String, Value>>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let (game, position) = arguments.at.open()?;
    let depth = arguments.depth;
    let begin = Instant::now();
    let bar = output::spinner();
    // Move by move, so that one sees how far it is.
    let mut parts = position.divide(depth, &mut |done, of, nodes| {
        bar.set_message(format!("{done} of {of} first moves, {nodes} nodes"));
    });
    let nodes = match parts.is_empty() {
        true => position.perft(depth),
        false => parts.iter().map(|(_, nodes)| nodes).sum(),
    };
    bar.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();
    if !arguments.divide {
        parts.clear();
    }
    if arguments.json {
        return output::json(&Report {
            game: game.name(),
            depth,
            nodes,
            seconds,
            divide: arguments.divide.then(|| {
                let parts = parts.into_iter();
                parts.map(|(text, nodes)| (text, nodes.into())).collect()
            }),
        });
    }
    let mut text = String::new();
    for (first, nodes) in parts {
        text += &format!("{first}: {nodes}\n");
    }
    let rate = nodes as f64 / seconds.max(1e-9);
    output::text(&format!(
        "{text}{nodes} nodes, {seconds:.3} s, {rate:.0} nodes/s"
    ))
}
