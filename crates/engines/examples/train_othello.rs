//! Trains the weights of the pattern evaluation.
//!
//! ```text
//! cargo run --release -p papan-engines --example train_othello -- FOLDER OUT [SEED]
//! ```
//!
//! FOLDER holds the games of the WTHOR base as `.wtb` files; OUT is the file that is
//! written. For each stage of the game it goes many times through the positions in a
//! shuffled order and moves the weights of each towards the result of its game; the less
//! often a pattern occurs the slower its weight moves, so that rare ones stay near zero.
//! Where the base knows what perfect play would have given, that is the result, and from
//! twelve empty squares on the game is solved: what the players then lost is no fault of
//! the position. One game in twenty is held out, and the error on these is printed.

use papan_core::{Random, formats::find_format};
use papan_engines::othello::{
    Engine, Patterns, Scoring,
    patterns::{STAGES, UNIT, stage},
    shapes::{Layout, PLACES},
};
use papan_othello::{Move, Othello, Position};
use papan_search::{Limits, Value};
use std::{error::Error, fs, path::Path, time::Instant};

/// The number of passes over the positions of a stage.
const EPOCHS: usize = 25;
/// The learning rate in the first and in the last epoch.
const LEARNING_RATE: (f32, f32) = (12.0, 0.5);
/// The number of occurrences at which a pattern's weight learns at half the rate of a
/// common one's.
const HALF_RATE_COUNT: f32 = 60.0;
/// The largest part of an error that one weight takes over: together they must not overshoot.
const MAX_STEP: f32 = 0.005;
/// The number of plies after the theoretical score was found for which it is believed.
const THEORY_PLIES: i32 = 4;
/// The number of empty squares from which the result of best play counts and not that of
/// the players.
const SOLVED_EMPTIES: i32 = 12;
/// A stage also learns from positions with up to this many discs more or less.
const OVERLAP: u32 = 2;

/// A training sample: a position from the view of the side not to move, and its result.
struct Sample {
    waiting: u64,
    moving: u64,
    result: i8,
    held_out: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, out, rest @ ..] = &arguments[..] else {
        return Err("usage: train_othello FOLDER OUT [SEED]".into());
    };
    let seed = rest.first().map_or(Ok(1), |text| text.parse())?;
    let begin = Instant::now();
    let samples = read(Path::new(folder), &mut Random::new(seed))?;
    say(begin, &format!("{} positions read", samples.len()));

    let layout = Layout::get();
    let mut constants = [0; 65];
    let mut stages = Vec::new();
    for index in 0..STAGES {
        let part: Vec<&Sample> = samples
            .iter()
            .filter(|sample| near(sample, index))
            .collect();
        let trained = train(layout, &part);
        for discs in (0..65).filter(|&discs| stage(discs as u32) == index) {
            constants[discs] = quantised(trained.constants[discs], i16::MAX.into()) as i16;
        }
        let quantise = |&weight: &f32| quantised(weight, 127) as i8;
        let bytes: Vec<i8> = trained.weights.iter().map(quantise).collect();
        say(
            begin,
            &format!(
                "stage {index}: {} positions, error {:.3} discs, held out {:.3}, {} of {} weights used",
                part.len(),
                trained.error,
                trained.held_out_error,
                bytes.iter().filter(|&&weight| weight != 0).count(),
                bytes.len()
            ),
        );
        stages.push(bytes);
    }
    let bytes = Patterns::write(&constants, &stages);
    Patterns::read(&bytes)?;
    fs::write(out, &bytes)?;
    say(begin, &format!("{} bytes written", bytes.len()));
    Ok(())
}

#[allow(clippy::print_stdout)]
fn say(begin: Instant, text: &str) {
    println!("{:6.1} s: {text}", begin.elapsed().as_secs_f64());
}

fn read(folder: &Path, random: &mut Random) -> Result<Vec<Sample>, Box<dyn Error>> {
    let othello = Othello::new();
    let wthor = find_format(&othello, "wthor")?;
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "wtb"));
    paths.sort();
    let mut samples = Vec::new();
    let mut engine = Engine::new(&othello, 1 << 14);
    for path in paths {
        for record in wthor.read(&othello, &fs::read(&path)?)? {
            let number = |tag| record.tag(tag).and_then(|text| text.parse::<i32>().ok());
            let replayed = record.replay(&othello)?;
            let (Some(score), true) = (number("black-score"), replayed.last.is_over()) else {
                continue;
            };
            // The base knows what perfect play would have given from some point on.
            let perfect = number("theoretical-score").unwrap_or(score);
            let known = number("theoretical-depth").unwrap_or(0);
            let end = solved(&mut engine, &replayed.played).unwrap_or(2 * score - 64);
            let held_out = random.below(20) == 0;
            for (position, _) in &replayed.played {
                let discs = (position.own() | position.other()).count_ones() as i32;
                // The first moves are the same in most games.
                if position.mobility() == 0 || discs < 12 && random.below(4) != 0 {
                    continue;
                }
                let margin = match 64 - discs {
                    empties if empties >= known - THEORY_PLIES => 2 * perfect - 64,
                    empties if empties >= SOLVED_EMPTIES => end,
                    _ => 2 * score - 64,
                };
                let result = match position.mover().index() {
                    0 => -margin,
                    _ => margin,
                };
                samples.push(Sample {
                    waiting: position.other(),
                    moving: position.own(),
                    result: result as i8,
                    held_out,
                });
            }
        }
    }
    for place in (1..samples.len()).rev() {
        samples.swap(place, random.below(place + 1));
    }
    Ok(samples)
}

/// The margin for black with best play from the last [`SOLVED_EMPTIES`] empty squares on.
fn solved(engine: &mut Engine, played: &[(Position, Move)]) -> Option<i32> {
    let empties = |position: &Position| 64 - (position.own() | position.other()).count_ones();
    let at_the_end = |position: &&Position| {
        empties(position) as i32 == SOLVED_EMPTIES && position.mobility() != 0
    };
    let position = played
        .iter()
        .map(|(position, _)| position)
        .find(at_the_end)?;
    match engine
        .solve(position, Scoring::Margin, &Limits::NONE)?
        .value?
    {
        Value::Points(value) if position.mover().index() == 0 => Some(value),
        Value::Points(value) => Some(-value),
        Value::Share(_) => None,
    }
}

fn near(sample: &Sample, index: usize) -> bool {
    let discs = (sample.waiting | sample.moving).count_ones();
    stage(discs + OVERLAP) >= index && stage(discs.saturating_sub(OVERLAP)) <= index
}

struct Trained {
    constants: [f32; 65],
    weights: Vec<f32>,
    error: f32,
    held_out_error: f32,
}

/// A weight, and the part of an error that it takes over at a learning rate of one.
#[derive(Clone, Copy, Default)]
struct Weight {
    value: f32,
    pace: f32,
}

/// The samples are in a random order already.
fn train(layout: &Layout, samples: &[&Sample]) -> Trained {
    // The weights of the places, and behind them one for each number of discs.
    let first_constant = layout.weights();
    let used = |sample: &&Sample| -> [u32; PLACES + 1] {
        let readings = layout.readings(sample.waiting, sample.moving);
        let weights = layout.weights_of(&readings);
        let discs = (sample.waiting | sample.moving).count_ones() as usize;
        std::array::from_fn(|at| match at {
            PLACES => (first_constant + discs) as u32,
            _ => weights[at] as u32,
        })
    };
    let used: Vec<[u32; PLACES + 1]> = samples.iter().map(used).collect();
    let mut weights = vec![Weight::default(); first_constant + 65];
    let learned = || {
        samples
            .iter()
            .zip(&used)
            .filter(|(sample, _)| !sample.held_out)
    };
    for (_, used) in learned() {
        for &weight in used {
            weights[weight as usize].pace += 1.0;
        }
    }
    for weight in &mut weights {
        weight.pace = 1.0 / (weight.pace + HALF_RATE_COUNT);
    }
    let error = |weights: &[Weight], sample: &Sample, used: &[u32; PLACES + 1]| -> f32 {
        let sum: f32 = used
            .iter()
            .map(|&weight| weights[weight as usize].value)
            .sum();
        f32::from(sample.result) - sum
    };
    let mut squares = 0.0;
    let mut count = 0;
    for epoch in 0..EPOCHS {
        let part = epoch as f32 / (EPOCHS - 1) as f32;
        let rate = LEARNING_RATE.0 * (LEARNING_RATE.1 / LEARNING_RATE.0).powf(part);
        (squares, count) = (0.0, 0);
        for (sample, used) in learned() {
            let error = error(&weights, sample, used);
            squares += f64::from(error * error);
            count += 1;
            for &weight in used {
                let weight = &mut weights[weight as usize];
                weight.value += error * (rate * weight.pace).min(MAX_STEP);
            }
        }
    }
    let mut held_out = (0.0, 0);
    for (sample, used) in samples
        .iter()
        .zip(&used)
        .filter(|(sample, _)| sample.held_out)
    {
        held_out.0 += f64::from(error(&weights, sample, used)).powi(2);
        held_out.1 += 1;
    }
    let mean = |squares: f64, count: i32| (squares / f64::from(count.max(1))).sqrt() as f32;
    let values: Vec<f32> = weights.iter().map(|weight| weight.value).collect();
    Trained {
        constants: std::array::from_fn(|discs| values[first_constant + discs]),
        weights: values[..first_constant].to_vec(),
        error: mean(squares, count),
        held_out_error: mean(held_out.0, held_out.1),
    }
}

fn quantised(weight: f32, most: i32) -> i32 {
    ((weight * UNIT as f32).round() as i32).clamp(-most, most)
}
