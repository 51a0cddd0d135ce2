//! `papan bench`

use crate::output;
use anyhow::Result;
use clap::Args;
use papan_agents::{Playable, agents, games};
use papan_search::Limits;
use serde::Serialize;
use std::time::Instant;

/// Do a fixed amount of work in all games and count it
///
/// The number of nodes depends only on the rules, the order of moves, the random numbers
/// and the nodes that searches visit: a change of the program that changes it has changed
/// one of them. Nodes per second compare machines and builds.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Write one JSON object: {"nodes", "seconds", "nodes_per_second", "parts"}
    #[arg(long)]
    json: bool,
}

/// The work: a perft of some depth and some random games of the series 1, in each game.
/// Together they take about a second on one core.
const WORK: [(&str, u32, u64); 11] = [
    ("othello", 10, 60_000),
    ("othello:size=6", 10, 60_000),
    ("blokus-duo", 3, 6_000),
    ("blokus-paper-duo", 3, 6_000),
    ("blokus-classic", 3, 1_000),
    ("blokus-classic-2", 3, 500),
    ("blokus-classic-3", 3, 500),
    ("congklak", 8, 120_000),
    ("congklak-paper", 8, 120_000),
    ("kalah", 9, 120_000),
    ("adjacency", 4, 250_000),
];

/// Searches of a fixed depth from the start; no clock may end them.
const SEARCHES: [(&str, &str); 10] = [
    ("othello", "alphabeta:depth=9,time=3600s"),
    ("othello", "negascout:depth=10,time=3600s"),
    ("othello", "patterns:depth=12,time=3600s"),
    ("blokus-duo", "negascout:depth=2,time=3600s"),
    ("blokus-classic", "paranoid:depth=1,time=3600s"),
    ("congklak", "negascout:depth=8,time=3600s"),
    ("congklak", "planner:depth=4,time=3600s"),
    ("kalah", "alphabeta:depth=9,time=3600s"),
    ("adjacency", "alphabeta:depth=5,time=3600s"),
    ("adjacency", "stable:depth=7,time=3600s"),
];

/// Lets an agent choose the first move of a game, and counts its nodes.
struct Think(&'static str);

impl games::Visitor for Think {
    type Output = Result<u64>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let mut agent = agents::open(&game, self.0, 1)?;
        agent.begin(&game, 1);
        Ok(agent.think(&game, &game.start(), &Limits::NONE)?.nodes)
    }
}

#[derive(Serialize)]
struct Part {
    game: String,
    work: String,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Report {
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    parts: Vec<Part>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut parts = Vec::new();
    for (name, depth, count) in WORK {
        let game = games::open(name)?;
        let start = game.start();
        parts.push(timed(name, format!("perft {depth}"), || start.perft(depth)));
        let work = format!("{count} random games");
        parts.push(timed(name, work, || start.playouts(1, 0..count).moves));
    }
    for (name, agent) in SEARCHES {
        let mut found = Ok(Ok(0));
        let work = agent.replace(",time=3600s", "");
        parts.push(timed(name, work, || {
            found = games::visit(name, Think(agent));
            found
                .as_ref()
                .map_or(0, |nodes| *nodes.as_ref().unwrap_or(&0))
        }));
        found??;
    }
    let nodes = parts.iter().map(|part| part.nodes).sum();
    let seconds = parts.iter().map(|part| part.seconds).sum();
    let report = Report {
        nodes,
        seconds,
        nodes_per_second: nodes as f64 / seconds,
        parts,
    };
    if arguments.json {
        return output::json(&report);
    }
    let mut text = String::new();
    for part in &report.parts {
        let rate = part.nodes as f64 / part.seconds / 1e6;
        text += &format!(
            "{:<18} {:<24} {:>10} nodes {rate:>9.1} million/s\n",
            part.game, part.work, part.nodes
        );
    }
    output::text(&format!(
        "{text}{nodes} nodes, {:.0} nodes/s",
        report.nodes_per_second
    ))
}

fn timed(game: &str, work: String, count: impl FnOnce() -> u64) -> Part {
    let begin = Instant::now();
    let nodes = count();
    let seconds = begin.elapsed().as_secs_f64();
    Part {
        game: game.to_owned(),
        work,
        nodes,
        seconds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_in_the_workload() {
        for entry in games::all() {
            let name = games::open(entry.name).unwrap().name();
            assert!(WORK.iter().any(|(known, ..)| *known == name), "{name}");
        }
    }
}
