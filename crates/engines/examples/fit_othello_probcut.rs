//! Measures how far a shallow search is from a deeper one, and writes what ProbCut makes of it.
//!
//! ```text
//! cargo run --release -p papan-engines --example fit_othello_probcut -- DATA [POSITIONS]
//! ```
//!
//! DATA is a file of `play_othello`; of its positions with 12 to 52 empty squares POSITIONS (1,500) are
//! searched to every depth up to nine without selective cuts. The logarithm of the standard deviation
//! between two depths of the same parity is fitted as a constant plus so much for each empty square,
//! each ply of the deeper and each of the shallower search, and written to `src/othello/deviation.rs`. To
//! be run again when the patterns change.

#[path = "support/least_squares.rs"]
mod least_squares;
#[path = "support/positions.rs"]
mod positions;

use least_squares::least_squares;
use papan_core::Seat;
use papan_engines::othello::Engine;
use papan_othello::Othello;
use papan_search::{Limits, Value};
use std::{collections::BTreeMap, error::Error, fs, path::Path};

const DEEPEST: u32 = 9;

/// Nobody needs to know how sure a decided game is, in discs.
const DECIDED: f64 = 40.0;

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, rest @ ..] = &arguments[..] else {
        return Err("usage: fit_othello_probcut DATA [POSITIONS]".into());
    };
    let count = rest.first().map_or(Ok(1_500), |text| text.parse())?;
    let othello = Othello::new();
    let mut engine = Engine::new(&othello, 1 << 18).full_width();
    let empties = |own: u64, other: u64| 64 - (own | other).count_ones();
    let all: Vec<_> = positions::games(&fs::read(file)?)
        .into_iter()
        .flatten()
        .filter(|judged| (12..=52).contains(&empties(judged.own, judged.other)))
        .collect();
    // By tens of empty squares and both depths: how many, and the sum of squares.
    let mut sums: BTreeMap<(u32, u32, u32), (f64, f64)> = BTreeMap::new();
    for judged in all.iter().step_by((all.len() / count).max(1)) {
        let Some(position) = othello.position(judged.own, judged.other, Seat::FIRST) else {
            continue;
        };
        let empties = empties(judged.own, judged.other);
        let values: Vec<f64> = (1..=DEEPEST)
            .map(|depth| {
                let report = engine.think(&position, &Limits::depth(depth));
                report.value.map_or(0.0, Value::number)
            })
            .collect();
        if values.iter().any(|value| value.abs() > DECIDED) {
            continue;
        }
        for deep in 3..=values.len() {
            for shallow in (1..deep).filter(|shallow| (deep - shallow) % 2 == 0) {
                let error = values[deep - 1] - values[shallow - 1];
                let sum = sums
                    .entry((empties / 10, deep as u32, shallow as u32))
                    .or_default();
                sum.0 += 1.0;
                sum.1 += error * error;
            }
        }
    }
    let mut rows = Vec::new();
    for ((tens, deep, shallow), (count, squares)) in sums {
        let deviation = (squares / count).sqrt();
        println!(
            "{tens}5 empty, {deep} plies, {shallow} plies: {deviation:.2} ({count} positions)"
        );
        let factors = [
            1.0,
            10.0 * f64::from(tens) + 4.5,
            deep.into(),
            shallow.into(),
        ];
        rows.push((factors, deviation.ln(), count));
    }
    let [constant, by_square, by_deep, by_shallow] = least_squares(&rows);
    let text = format!(
        "//! How far a shallow search is from a deeper one.\n\
         //!\n\
         //! Written by `cargo run --release -p papan-engines --example fit_othello_probcut`.\n\
         \n\
         /// The logarithm of the standard deviation in discs: a constant, and what each empty square, each\n\
         /// ply of the deeper search and each of the shallower one add to it.\n\
         pub(super) const LOG_DEVIATION: [f64; 4] = \
         [{constant:.4}, {by_square:.4}, {by_deep:.4}, {by_shallow:.4}];\n"
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/othello/deviation.rs");
    fs::write(&path, text)?;
    println!("written to {}", path.display());
    Ok(())
}
