//! How far the evaluation of Othello is from exact values, by the number of empty squares.
//!
//! ```text
//! cargo run --release -p papan-engines --example measure_othello -- DATA... [--weights FILE] [--plies N,N...]
//! ```
//!
//! DATA are files of `judge_othello` or `play_othello`; only positions with exact values
//! count. The error is that of the evaluation itself (0 plies) and of searches of so many plies
//! (0,1): the root of the mean of its square, and its mean (bias), in discs for the side to move.

#[path = "support/positions.rs"]
mod positions;

use papan_core::Seat;
use papan_engines::othello::{BoardEvaluation, Engine, Patterns, patterns::UNIT};
use papan_othello::Othello;
use papan_search::Limits;
use std::{collections::BTreeMap, error::Error, fs};

#[derive(Clone, Copy, Default)]
struct Errors {
    count: u32,
    sum: f64,
    squares: f64,
}

impl Errors {
    fn add(&mut self, error: f64) {
        self.count += 1;
        self.sum += error;
        self.squares += error * error;
    }

    fn text(&self) -> String {
        let count = f64::from(self.count);
        format!(
            "{:.2} | {:+.2}",
            (self.squares / count).sqrt(),
            self.sum / count
        )
    }
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    let mut plies = vec![0, 1];
    let othello = Othello::new();
    let mut evaluation = BoardEvaluation::of(&othello);
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut next = || arguments.next().ok_or("a word is missing");
        match &word[..] {
            "--weights" => {
                evaluation = BoardEvaluation::from_patterns(Patterns::read(&fs::read(next()?)?)?);
            }
            "--plies" => {
                let numbers: Result<Vec<u32>, _> = next()?.split(',').map(str::parse).collect();
                plies = numbers?;
            }
            _ => files.push(word),
        }
    }
    let mut engine = Engine::new(&othello, 1 << 16).with_evaluation(evaluation);
    let mut by_empties: BTreeMap<u32, Vec<Errors>> = BTreeMap::new();
    for file in files {
        for judged in positions::games(&fs::read(file)?).into_iter().flatten() {
            let position = othello.position(judged.own, judged.other, Seat::FIRST);
            let Some(position) = position.filter(|_| judged.is_exact) else {
                continue;
            };
            let empties = 64 - (judged.own | judged.other).count_ones();
            let errors = by_empties
                .entry(empties)
                .or_insert_with(|| vec![Errors::default(); plies.len()]);
            for (errors, &plies) in errors.iter_mut().zip(&plies) {
                let value = match plies {
                    0 => f64::from(evaluation.evaluate(&othello, &position)) / f64::from(UNIT),
                    _ => {
                        let found = engine.think(&position, &Limits::depth(plies));
                        found.value.map_or(0.0, |value| value.number())
                    }
                };
                errors.add(value - f64::from(judged.value));
            }
        }
    }
    let columns = |cell: &dyn Fn(&u32) -> String| plies.iter().map(cell).collect::<String>();
    println!(
        "| empty | positions |{}",
        columns(&|plies| format!(" {plies} plies: error | bias |"))
    );
    println!("|---|---|{}", columns(&|_| "---|---|".to_owned()));
    for (empties, errors) in by_empties {
        let count = errors.first().map_or(0, |errors| errors.count);
        let texts: String = errors
            .iter()
            .map(|errors| format!(" {} |", errors.text()))
            .collect();
        println!("| {empties} | {count} |{texts}");
    }
    Ok(())
}
