//! Searches positions to a depth and says how many nodes and how much time that takes: to see what a
//! change of the midgame search is worth.
//!
//! ```text
//! cargo run --release -p papan-engines --example search_othello -- DATA POSITIONS DEPTH [THREADS]
//! ```
//!
//! DATA is a file of `play_othello`; its positions with 22 to 50 empty squares are taken. The last number
//! is the sum of squared differences from what the file says of them.

#[path = "support/positions.rs"]
mod positions;

use papan_core::Seat;
use papan_engines::othello::Engine;
use papan_othello::Othello;
use papan_search::Limits;
use std::{error::Error, fs};

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, count, depth, rest @ ..] = &arguments[..] else {
        return Err("usage: search_othello DATA POSITIONS DEPTH [THREADS]".into());
    };
    let count: usize = count.parse()?;
    let threads = rest.first().map_or(Ok(1), |text| text.parse())?;
    let othello = Othello::new();
    let mut engine = Engine::new(&othello, 1 << 20).with_threads(threads);
    let all: Vec<_> = positions::games(&fs::read(file)?)
        .into_iter()
        .flatten()
        .filter(|judged| (22..=50).contains(&(64 - (judged.own | judged.other).count_ones())))
        .collect();
    let (mut nodes, mut seconds, mut squares) = (0, 0.0, 0.0);
    for judged in all.iter().step_by((all.len() / count).max(1)) {
        let Some(position) = othello.position(judged.own, judged.other, Seat::FIRST) else {
            continue;
        };
        let report = engine.think(&position, &Limits::depth(depth.parse()?));
        nodes += report.nodes;
        seconds += report.time.as_secs_f64();
        let value = report.value.map_or(0.0, |value| value.number());
        squares += (value - f64::from(judged.value)).powi(2);
    }
    println!(
        "{nodes} nodes, {seconds:.2} s, {:.0} nodes/s, {squares:.0}",
        nodes as f64 / seconds
    );
    Ok(())
}
