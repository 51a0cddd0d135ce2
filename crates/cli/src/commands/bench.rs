//! `papan bench`

mod endgames;

use crate::output;
use anyhow::Result;
use clap::{Args, Subcommand};
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
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    work: Option<Work>,

    /// Write one JSON object: {"nodes", "seconds", "nodes_per_second", "parts"}
    #[arg(long)]
    json: bool,
}

/// Other work than the usual one.
#[derive(Subcommand)]
enum Work {
    Endgames(endgames::Arguments),
}

/// The searches of the games, which no clock may end: see [`Playable::SEARCHES`].
struct Searches;

impl games::Visitor for Searches {
    type Output = &'static [(&'static str, &'static str)];

    fn visit<G: Playable>(self, _: G) -> Self::Output {
        G::SEARCHES
    }
}

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
    if let Some(Work::Endgames(arguments)) = &arguments.work {
        return endgames::run(arguments);
    }
    let mut parts = Vec::new();
    // Together they take about a second on one core.
    for work in games::families().flat_map(|family| family.work) {
        let start = games::open(work.game)?.start();
        let perft = format!("perft {}", work.perft);
        parts.push(timed(work.game, perft, || start.perft(work.perft)));
        let playouts = format!("{} random games", work.playouts);
        let play = || start.playouts(1, 0..work.playouts).moves;
        parts.push(timed(work.game, playouts, play));
    }
    let searches = games::representatives().map(|name| games::visit(name, Searches));
    let searches: Vec<_> = searches.collect::<Result<_, _>>()?;
    for &(name, agent) in searches.into_iter().flatten() {
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
