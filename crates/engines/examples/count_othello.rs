//! Counts the nodes that solving takes, by the number of empty squares: what `expected_nodes` is
//! fitted to.
//!
//! ```text
//! cargo run --release -p papan-engines --example count_othello -- FIRST LAST GAMES
//! ```
//!
//! GAMES games of the engine with itself, a few hundred nodes for a move after ten random ones, are
//! stopped with FIRST to LAST empty squares, and each position on the way is solved. The median
//! counts: a few positions take ten times as long.

use papan_core::{Game, Random};
use papan_engines::othello::{Engine, Scoring, expected_nodes};
use papan_othello::{Othello, Position};
use papan_search::Limits;
use std::error::Error;

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Result<Vec<u32>, _> = std::env::args().skip(1).map(|text| text.parse()).collect();
    let [first, last, games] = numbers?[..] else {
        return Err("usage: count_othello FIRST LAST GAMES".into());
    };
    let othello = Othello::new();
    let mut engine = Engine::new(&othello, 1 << 21);
    let positions: Vec<Vec<Position>> = (0..games)
        .map(|game| positions(&othello, game, first))
        .collect();
    println!("empties  positions  median      mean        a tenth takes  expected");
    for empties in first..=last {
        let with =
            |position: &&Position| (position.own() | position.other()).count_ones() + empties == 64;
        let chosen = positions.iter().filter_map(|game| game.iter().find(with));
        let mut nodes: Vec<u64> = chosen
            .filter_map(|position| engine.solve(position, Scoring::Margin, &Limits::NONE))
            .map(|report| report.nodes)
            .collect();
        nodes.sort_unstable();
        let Some(&median) = nodes.get(nodes.len() / 2) else {
            continue;
        };
        println!(
            "{empties:>7}  {:>9}  {median:<10}  {:<10}  {:<13}  {}",
            nodes.len(),
            nodes.iter().sum::<u64>() / nodes.len() as u64,
            nodes[nodes.len() * 9 / 10],
            expected_nodes(empties)
        );
    }
    Ok(())
}

/// The positions of a game until so few squares are empty.
fn positions(othello: &Othello, game: u32, fewest: u32) -> Vec<Position> {
    let mut engine = Engine::new(othello, 1 << 10);
    let mut random = Random::for_item(3, game.into());
    let mut position = othello.start();
    let mut seen = Vec::new();
    while !position.is_over() {
        let discs = (position.own() | position.other()).count_ones();
        if discs + fewest > 64 {
            break;
        }
        seen.push(position);
        let moves = othello.legal_moves(&position);
        let played = match discs < 14 {
            true => moves[random.below(moves.len())],
            false => engine.think(&position, &Limits::nodes(300)).best,
        };
        othello.play(&mut position, played);
    }
    seen
}
