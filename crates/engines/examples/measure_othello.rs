//! How far the evaluation of Othello is from exact values, by the number of empty squares.
//!
//! ```text
//! cargo run --release -p papan-engines --example measure_othello -- DATA... [--weights FILE]
//! ```
//!
//! DATA are files of `judge_othello` or `play_othello`; only positions with exact values
//! count. The error is that of the evaluation itself and of a search of one ply: the root of the
//! mean of its square, and its mean (bias), in discs for the side to move.

#[path = "support/positions.rs"]
mod positions;

use papan_core::{Game, Seat};
use papan_engines::othello::{BoardEvaluation, Patterns, patterns::UNIT};
use papan_othello::Othello;
use std::{collections::BTreeMap, error::Error, fs};

#[derive(Default)]
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
    let othello = Othello::new();
    let mut evaluation = BoardEvaluation::of(&othello);
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        match &word[..] {
            "--weights" => {
                let file = arguments.next().ok_or("a file is missing")?;
                evaluation = BoardEvaluation::from_patterns(Patterns::read(&fs::read(file)?)?);
            }
            _ => files.push(word),
        }
    }
    let mut by_empties: BTreeMap<u32, [Errors; 2]> = BTreeMap::new();
    for file in files {
        for judged in positions::games(&fs::read(file)?).into_iter().flatten() {
            let position = othello.position(judged.own, judged.other, Seat::FIRST);
            let Some(position) = position.filter(|_| judged.is_exact) else {
                continue;
            };
            let disc = f64::from(UNIT);
            let still = f64::from(evaluation.evaluate(&othello, &position)) / disc;
            let after = |played| {
                let after = othello.after(&position, played);
                let value = f64::from(evaluation.evaluate(&othello, &after)) / disc;
                match after.mover() == position.mover() {
                    true => value,
                    false => -value,
                }
            };
            let moves = othello.legal_moves(&position).into_iter();
            let one_ply = moves.map(after).fold(f64::NEG_INFINITY, f64::max);
            let empties = 64 - (judged.own | judged.other).count_ones();
            let errors = by_empties.entry(empties).or_default();
            errors[0].add(still - f64::from(judged.value));
            errors[1].add(one_ply - f64::from(judged.value));
        }
    }
    println!("| empty | positions | error | bias | one ply: error | bias |");
    println!("|---|---|---|---|---|---|");
    for (empties, [still, one_ply]) in by_empties {
        println!(
            "| {empties} | {} | {} | {} |",
            still.count,
            still.text(),
            one_ply.text()
        );
    }
    Ok(())
}
