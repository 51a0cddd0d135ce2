//! Measures how far shallow searches are from the exact value, and writes what the endgame
//! search makes of it.
//!
//! ```text
//! cargo run --release -p papan-engines --example fit_othello_errors [POSITIONS]
//! ```
//!
//! Plays games between shallow searches from random openings, takes a position of each, solves
//! it, and compares the exact value with those of searches to every small depth. The logarithm
//! of the standard deviation is fitted as a constant plus so much for each empty square and for
//! each ply, and written to `src/othello/errors.rs`. To be run again when the patterns change.

#[path = "support/least_squares.rs"]
mod least_squares;

use least_squares::least_squares;
use papan_core::{Game, Random};
use papan_engines::othello::{Engine, Scoring};
use papan_othello::{Othello, Position};
use papan_search::{Limits, Value};
use std::{error::Error, path::Path};

/// The numbers of empty squares that positions are taken with.
const EMPTIES: [u32; 5] = [12, 14, 16, 18, 20];

/// The plies of the deepest search that is compared.
const MOST_PLIES: u32 = 8;

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    let count = match std::env::args().nth(1) {
        None => 400,
        Some(text) => text.parse()?,
    };
    let othello = Othello::new();
    let mut engine = Engine::new(&othello, 1 << 18);
    let points = |value: Option<Value>| value.map(Value::number).ok_or("no value");
    let mut rows = Vec::new();
    println!("standard deviation in discs, by empty squares (down) and plies (1 to {MOST_PLIES})");
    for empties in EMPTIES {
        let mut squares = [0.0; MOST_PLIES as usize];
        for item in 0..count {
            let position = position(&othello, &mut engine, empties, item);
            let exact = engine
                .solve(&position, Scoring::Margin, &Limits::NONE)
                .ok_or("stopped")?;
            let exact = points(exact.value)?;
            for plies in 1..=MOST_PLIES {
                let shallow = points(engine.think(&position, &Limits::depth(plies)).value)?;
                squares[plies as usize - 1] += (exact - shallow).powi(2);
            }
        }
        print!("{empties:2}");
        for (plies, squares) in (1..).zip(squares) {
            let deviation = (squares / count as f64).sqrt();
            print!(" {deviation:5.2}");
            rows.push(([1.0, empties.into(), plies.into()], deviation.ln(), 1.0));
        }
        println!();
    }
    let fitted = least_squares(&rows);
    let text = format!(
        "//! How far a shallow search of the patterns is from the exact value.\n\
         //!\n\
         //! Written by `cargo run --release -p papan-engines --example fit_othello_errors`.\n\
         \n\
         /// The logarithm of the standard deviation in discs: a constant, and what each empty square\n\
         /// and each ply of the shallow search add to it.\n\
         pub(super) const LOG_DEVIATION: [f64; 3] = [{:.3}, {:.4}, {:.4}];\n",
        fitted[0], fitted[1], fitted[2]
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/othello/errors.rs");
    std::fs::write(&path, text)?;
    println!("{fitted:.4?} written to {}", path.display());
    Ok(())
}

/// A position with so many empty squares of a game that began at random.
fn position(game: &Othello, engine: &mut Engine, empties: u32, item: u64) -> Position {
    for attempt in 0.. {
        let mut random = Random::for_item(empties.into(), item << 8 | attempt);
        let mut position = game.start();
        while !position.is_over() {
            let empty = (game.squares() & !(position.own() | position.other())).count_ones();
            if empty == empties {
                return position;
            }
            let moves = game.legal_moves(&position);
            // One move in six is drawn later too: strong play alone repeats itself.
            let played = match empty > 48 || random.below(6) == 0 {
                true => moves[random.below(moves.len())],
                false => engine.think(&position, &Limits::depth(2)).best,
            };
            game.play(&mut position, played);
        }
    }
    unreachable!("some game gets there")
}
