//! Solves endgames and says how long it takes.
//!
//! ```text
//! cargo run --release -p papan-engines --example solve_othello -- FILE [FIRST [COUNT]]
//! cargo run --release -p papan-engines --example solve_othello -- SIZE EMPTIES COUNT
//! ```
//!
//! The first form takes the problems of an OBF file and compares the values with those in
//! it; the second takes positions of random games on a board of SIZE by SIZE squares.

use papan_core::{Game, Notation, Random, formats::find_format};
use papan_engines::othello::{Engine, Scoring};
use papan_othello::{Othello, Position};
use papan_search::{Limits, Value};
use std::error::Error;

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: usize| match arguments.get(at) {
        None => Ok(usual),
        Some(text) => text.parse(),
    };
    let Some(first) = arguments.first() else {
        return Err("usage: solve_othello FILE [FIRST [COUNT]] or SIZE EMPTIES COUNT".into());
    };
    let (othello, positions) = match first.parse() {
        Ok(size @ (4 | 6 | 8)) => {
            let othello = Othello::with_size(size);
            let positions = random_positions(&othello, number(1, 12)? as u32, number(2, 10)?);
            (othello, positions)
        }
        _ => {
            let othello = Othello::new();
            let file = std::fs::read(first)?;
            let mut positions = Vec::new();
            for problem in find_format(&othello, "obf")?.read(&othello, &file)? {
                let value = problem.values.first().map(|(_, value)| *value);
                positions.push((problem.first_position(&othello)?, value));
            }
            let positions = positions.into_iter().skip(number(1, 0)?);
            (othello, positions.take(number(2, usize::MAX)?).collect())
        }
    };
    let threads = std::env::var("THREADS").map_or(Ok(1), |text| text.parse())?;
    let mut engine = Engine::new(&othello, 1 << 22).with_threads(threads);
    let (mut nodes, mut seconds, mut processor) = (0, 0.0, 0.0);
    for (position, expected) in positions {
        let empties = (othello.squares() & !(position.own() | position.other())).count_ones();
        let begin = processor_seconds();
        let report = engine
            .solve(&position, Scoring::Margin, &Limits::NONE)
            .ok_or("stopped")?;
        let Some(Value::Points(value)) = report.value else {
            return Err("no value".into());
        };
        let time = report.time.as_secs_f64();
        let taken = processor_seconds() - begin;
        println!(
            "{empties} empty: {value:+} by {}, {} nodes, {time:.3} s, {taken:.3} s of CPU",
            othello.move_text(&position, report.best),
            report.nodes
        );
        if expected.is_some_and(|expected| expected != value) {
            return Err(format!("expected was {expected:?}").into());
        }
        nodes += report.nodes;
        seconds += time;
        processor += taken;
    }
    let speed = nodes as f64 / processor / 1e6;
    println!("{nodes} nodes in {seconds:.2} s, {processor:.2} s of CPU, {speed:.1} M/s");
    Ok(())
}

fn random_positions(game: &Othello, empties: u32, count: usize) -> Vec<(Position, Option<i32>)> {
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for item in 0..4 * count as u64 {
        let mut random = Random::for_item(1, item);
        let mut position = game.start();
        while !position.is_over() && positions.len() < count {
            let discs = position.own() | position.other();
            if (game.squares() & !discs).count_ones() == empties {
                positions.push((position, None));
                break;
            }
            moves.clear();
            game.moves(&position, &mut moves);
            game.play(&mut position, moves[random.below(moves.len())]);
        }
    }
    positions
}

/// The time that all threads of this process have worked.
#[cfg(unix)]
fn processor_seconds() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Elsewhere the clock on the wall has to do.
#[cfg(not(unix))]
fn processor_seconds() -> f64 {
    use std::{sync::LazyLock, time::Instant};
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed().as_secs_f64()
}
