//! How fast the searches are on one core, beside what was asked of them:
//! `cargo bench -p papan-benches --bench search`
#![allow(clippy::print_stdout)]

use papan_adjacency::Adjacency;
use papan_benches::{best_rate, grouped};
use papan_blokus::Small;
use papan_core::{Game, Random, Seat};
use papan_othello::Othello;
use papan_search::{
    Algorithm, ByEvaluation, Limits, MonteCarlo, Report, ScoreDifference, Ties, TranspositionTable,
    TwoSeatSearch,
};
use std::hint::black_box;

fn main() {
    println!(
        "{:<46} {:>15} {:>15}",
        "work, one core", "a second", "at least"
    );
    let row = |work: &str, rate: f64, floor: f64| {
        let mark = if rate < floor { "  BELOW" } else { "" };
        println!(
            "{work:<46} {:>15} {:>15}{mark}",
            grouped(rate),
            grouped(floor)
        );
    };
    let adjacency = Adjacency::new(28, Seat::FIRST);
    row(
        "Adjacency alpha-beta to depth 5, nodes",
        best_rate(|| plain(&adjacency, 5).nodes),
        150e6,
    );
    let othello = Othello::new();
    row(
        "Othello alpha-beta to depth 9, nodes",
        best_rate(|| plain(&othello, 9).nodes),
        60e6,
    );
    let duo = Small::named("blokus-duo").expect("a game of the catalogue");
    let mut monte_carlo = MonteCarlo::default();
    let simulations = best_rate(|| {
        let limits = Limits::nodes(2_000);
        let report = monte_carlo.run(&duo, &duo.start(), &limits, &mut Random::new(1));
        black_box(report).nodes
    });
    row("Blokus Duo MCTS, simulated games", simulations, 20e3);
    println!();
    compare("Adjacency, depth 6", &adjacency, 6);
    compare("Othello, depth 10", &othello, 10);
}

/// Alpha-beta by the score, without move ordering and transposition table.
fn plain<G: Game>(game: &G, depth: u32) -> Report<G::Move> {
    let mut search = TwoSeatSearch::new(&ScoreDifference);
    black_box(search.run(
        game,
        &game.start(),
        &Limits::depth(depth),
        &mut Random::new(1),
    ))
}

/// The nodes of NegaScout with move ordering and transposition table, beside plain
/// alpha-beta.
fn compare<G: Game>(work: &str, game: &G, depth: u32) {
    let plain = plain(game, depth);
    let mut table = TranspositionTable::with_megabytes(64);
    let mut search = TwoSeatSearch {
        algorithm: Algorithm::NegaScout,
        order: &ByEvaluation(ScoreDifference),
        table: Some(&mut table),
        deepen: true,
        evaluation: &ScoreDifference,
        ties: Ties::First,
        aspiration: None,
    };
    let scout = search.run(
        game,
        &game.start(),
        &Limits::depth(depth),
        &mut Random::new(1),
    );
    println!(
        "{work}: alpha-beta {} nodes in {:.3} s, NegaScout with order and table {} nodes in {:.3} s: {:.1} times fewer",
        plain.nodes,
        plain.time.as_secs_f64(),
        scout.nodes,
        scout.time.as_secs_f64(),
        plain.nodes as f64 / scout.nodes as f64
    );
}
