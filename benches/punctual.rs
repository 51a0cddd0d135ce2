//! Whether agents keep their time limit when twice as many of them think as there are
//! cores: `cargo bench -p papan-benches --bench punctual [GAME...]`
#![allow(clippy::print_stdout)]

use papan_agents::{Playable, agents, games};
use papan_arena::{Conditions, Contest, Openings};
use papan_search::Stop;
use std::{env, thread, time::Duration};

/// What every move is held to. How much later a move comes does not depend on it.
const LIMIT: Duration = Duration::from_millis(60);

/// How much later than the limit is still in time.
const GRACE: Duration = Duration::from_millis(50);

/// Those that would think longer than the limit if they could.
const TIRELESS: [&str; 8] = [
    "minimax:depth=none",
    "negamax:depth=none",
    "alphabeta:depth=none",
    "negascout",
    "mcts",
    "maxn:depth=none",
    "paranoid:depth=none",
    "level:9",
];

struct Own;

impl games::Visitor for Own {
    type Output = (usize, Vec<&'static str>);

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let names = G::AGENTS.iter().map(|agent| agent.info.entry.name);
        (game.seats(), names.collect())
    }
}

fn main() {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    println!(
        "{} games at once on {cores} cores, {LIMIT:?} a move",
        2 * cores
    );
    println!(
        "{:<44} {:>7} {:>9} {:>9}",
        "game and agent", "moves", "in time", "latest"
    );
    let asked: Vec<String> = env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    for game in games::families().map(|family| family.presets[0]) {
        if !asked.is_empty() && !asked.iter().any(|name| name == game) {
            continue;
        }
        let (seats, own) = games::visit(game, Own).expect("a game of the catalogue");
        let generic = TIRELESS.into_iter().filter(|text| {
            let mut named = agents::generic().filter(|info| info.entry.is_named(text));
            named.any(|info| info.needs.allow(seats))
        });
        for agent in generic.chain(own) {
            report(game, agent, seats, 2 * cores);
        }
    }
}

fn report(game: &str, agent: &str, seats: usize, threads: usize) {
    let contest = Contest {
        openings: Openings::Random(2),
        conditions: Conditions {
            time: Some(LIMIT),
            // Late moves are counted here, not punished.
            grace: Some(Duration::from_secs(60)),
            ..Conditions::NONE
        },
        ..Contest::new(game, &vec![agent; seats], threads as u64)
    };
    let games = contest
        .play(threads, &Stop::new(), &mut |_| {})
        .expect("a contest that can be played");
    let mut times: Vec<Duration> = games
        .iter()
        .flat_map(|game| game.game.plies.iter().filter_map(|ply| ply.time))
        .collect();
    times.sort();
    let in_time = times.iter().filter(|time| **time <= LIMIT + GRACE).count();
    let share = 100.0 * in_time as f64 / times.len().max(1) as f64;
    let latest = times
        .last()
        .copied()
        .unwrap_or_default()
        .saturating_sub(LIMIT);
    let mark = if share < 99.0 { "  LATE" } else { "" };
    println!(
        "{:<44} {:>7} {share:>8.1}% {:>6} ms{mark}",
        format!("{game} {agent}"),
        times.len(),
        latest.as_millis()
    );
}
