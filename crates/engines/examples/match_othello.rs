//! Two files of weights of Othello play against each other: which evaluation wins games, before
//! it is built into the program.
//!
//! ```text
//! cargo run --release -p papan-engines --example match_othello -- FIRST SECOND GAMES
//!     [--nodes N | --time MICROSECONDS] [--seed SEED] [--threads N]
//! ```
//!
//! FIRST and SECOND are files of weights, or `built-in`. Games come in pairs from the same opening of eight
//! to twelve random moves, each side once black. The share of FIRST is printed with its standard error over
//! pairs, with Elo, the mean margin, and the nodes and time a move of both.

use papan_core::{Game, Random};
use papan_engines::othello::{BoardEvaluation, Engine, Patterns, evaluate};
use papan_othello::{Move, Othello, Position};
use papan_search::Limits;
use std::{
    error::Error,
    fs,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Duration,
};

#[derive(Clone, Copy, Default)]
struct Spent {
    moves: u64,
    nodes: u64,
    seconds: f64,
}

fn engine(file: &str) -> Result<Engine, Box<dyn Error>> {
    let engine = Engine::new(&Othello::new(), 1 << 16);
    Ok(match file {
        "built-in" => engine,
        _ => engine.with_evaluation(BoardEvaluation::from_patterns(Patterns::read(&fs::read(
            file,
        )?)?)),
    })
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    let mut words = Vec::new();
    let mut limits = Limits::nodes(20_000);
    let mut seed = 1;
    let mut threads = thread::available_parallelism()?.get();
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut number = || -> Result<u64, Box<dyn Error>> {
            Ok(arguments.next().ok_or("a number is missing")?.parse()?)
        };
        match &word[..] {
            "--nodes" => limits = Limits::nodes(number()?),
            "--time" => limits = Limits::time(Duration::from_micros(number()?)),
            "--seed" => seed = number()?,
            "--threads" => threads = number()? as usize,
            _ => words.push(word),
        }
    }
    let [first, second, games] = &words[..] else {
        return Err(
            "usage: match_othello FIRST SECOND GAMES [--nodes N | --time MICROSECONDS] \
                    [--seed SEED] [--threads N]"
                .into(),
        );
    };
    let pairs = games.parse::<u64>()? / 2;
    let next = AtomicU64::new(0);
    engine(first)?;
    engine(second)?;
    let mut results: Vec<(f64, i32)> = Vec::new();
    let mut spent = [Spent::default(); 2];
    thread::scope(|scope| {
        let all: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut engines =
                        [first, second].map(|file| engine(file).expect("read before"));
                    let (mut results, mut spent) = (Vec::new(), [Spent::default(); 2]);
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= pairs {
                            return (results, spent);
                        }
                        let start = opening(seed, pair);
                        let margins = [0, 1].map(|black| {
                            let margin = play(&mut engines, start, black, &limits, &mut spent);
                            if black == 0 { margin } else { -margin }
                        });
                        let share = |margin: i32| (f64::from(margin.signum()) + 1.0) / 2.0;
                        let both = (share(margins[0]) + share(margins[1])) / 2.0;
                        results.push((both, margins[0] + margins[1]));
                    }
                })
            })
            .collect();
        for thread in all {
            let (part, by) = thread.join().expect("no panic");
            results.extend(part);
            for (all, one) in spent.iter_mut().zip(by) {
                all.moves += one.moves;
                all.nodes += one.nodes;
                all.seconds += one.seconds;
            }
        }
    });
    let count = results.len() as f64;
    let share = results.iter().map(|pair| pair.0).sum::<f64>() / count;
    let variance = results
        .iter()
        .map(|pair| (pair.0 - share).powi(2))
        .sum::<f64>()
        / count;
    let error = (variance / count).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share - 1.0).log10();
    let margin = results.iter().map(|pair| f64::from(pair.1)).sum::<f64>() / count / 2.0;
    println!(
        "{first} against {second}: {:.1}% +- {:.1} of {} games, {:+.0} Elo ({:+.0} to {:+.0}), margin {margin:+.2}",
        100.0 * share,
        100.0 * error,
        2 * results.len(),
        elo(share),
        elo(share - 1.96 * error),
        elo(share + 1.96 * error),
    );
    for (name, spent) in [first, second].into_iter().zip(spent) {
        println!(
            "  {name}: {:.0} nodes a move, {:.5} s a move, {:.2} M nodes/s",
            spent.nodes as f64 / spent.moves as f64,
            spent.seconds / spent.moves as f64,
            spent.nodes as f64 / spent.seconds / 1e6,
        );
    }
    Ok(())
}

/// A position after some random moves that is not yet decided.
fn opening(seed: u64, pair: u64) -> Position {
    let othello = Othello::new();
    let mut random = Random::for_item(seed, pair);
    loop {
        let mut position = othello.start();
        for _ in 0..8 + random.below(5) {
            let moves = othello.legal_moves(&position);
            if let Some(&played) = moves.get(random.below(moves.len().max(1))) {
                othello.play(&mut position, played);
            }
        }
        if !position.is_over() && evaluate(&othello, &position).abs() < 6 * 32 {
            return position;
        }
    }
}

/// The margin of black.
fn play(
    engines: &mut [Engine; 2],
    mut position: Position,
    black: usize,
    limits: &Limits,
    spent: &mut [Spent; 2],
) -> i32 {
    let othello = Othello::new();
    for engine in engines.iter_mut() {
        engine.forget();
    }
    while !position.is_over() {
        if position.mobility() == 0 {
            othello.play(&mut position, Move::PASS);
            continue;
        }
        let mover = position.mover().index() ^ black;
        let report = engines[mover].think(&position, limits);
        spent[mover].moves += 1;
        spent[mover].nodes += report.nodes;
        spent[mover].seconds += report.time.as_secs_f64();
        othello.play(&mut position, report.best);
    }
    let scores = othello.scores(&position);
    scores.difference(papan_core::Seat::FIRST)
}
