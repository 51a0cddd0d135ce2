//! Trains the weights of the pattern evaluation.
//!
//! ```text
//! cargo run --release -p papan-engines --example train_othello -- OUT DATA... [--lambda L] [--epochs N]
//! ```
//!
//! DATA are files of `play_othello`; OUT is the file that is written. A position is to be
//! worth what the engine found there, mixed with what the game came to from there on: each
//! later value counts `--lambda` (0.7) as much as the one before it, up to the next random
//! move, and an exact value counts alone.
//!
//! It goes many times through the positions in a shuffled order and moves the weights of each towards
//! what it is worth; the less often a pattern occurs the slower its weight moves, so that rare ones
//! stay near zero. One game in twenty is held out, and the error on these is printed.

#[path = "support/positions.rs"]
mod positions;

use papan_core::Random;
use papan_engines::othello::{
    Patterns,
    patterns::{KNOTS, UNIT, between_knots},
    shapes::{Layout, PLACES},
};
use positions::Judged;
use std::{error::Error, fs, time::Instant};

/// The learning rate in the first and in the last epoch.
const LEARNING_RATE: (f32, f32) = (12.0, 0.5);
/// The number of occurrences at which a pattern's weight learns at half the rate of a
/// common one's.
const HALF_RATE_COUNT: f32 = 60.0;
/// The largest part of an error that one weight takes over: together they must not overshoot.
const MAX_STEP: f32 = 0.004;

/// A position by its weights, and what it is worth to the side not to move.
struct Sample {
    weights: [u32; PLACES],
    discs: u8,
    worth: f32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = Vec::new();
    let (mut lambda, mut epochs) = (0.7, 25);
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        let mut value = || arguments.next().ok_or("a number is missing");
        match &word[..] {
            "--lambda" => lambda = value()?.parse()?,
            "--epochs" => epochs = value()?.parse()?,
            _ => words.push(word),
        }
    }
    let [out, data @ ..] = &words[..] else {
        return Err("usage: train_othello OUT DATA... [--lambda L] [--epochs N]".into());
    };
    let begin = Instant::now();
    let layout = Layout::get();
    let (mut samples, mut held_out) = (Vec::new(), Vec::new());
    let mut games = 0;
    for path in data {
        for game in positions::games(&fs::read(path)?) {
            let samples = match games % 20 {
                0 => &mut held_out,
                _ => &mut samples,
            };
            let worth = worth(&game, lambda);
            samples.extend(game.iter().zip(worth).map(|(position, worth)| {
                Sample {
                    weights: layout
                        .weights_of(&layout.readings(position.other, position.own))
                        .map(|weight| weight as u32),
                    discs: (position.own | position.other).count_ones() as u8,
                    worth: -worth,
                }
            }));
            games += 1;
        }
    }
    say(
        begin,
        &format!("{} positions of {games} games", samples.len()),
    );
    shuffle(&mut samples);
    let mut model = Model::new(layout, &samples);
    for epoch in 0..epochs {
        let part = epoch as f32 / (epochs - 1).max(1) as f32;
        let rate = LEARNING_RATE.0 * (LEARNING_RATE.1 / LEARNING_RATE.0).powf(part);
        let error = model.learn(&samples, rate);
        let held_out = model.error(&held_out, |_| true);
        say(
            begin,
            &format!(
                "epoch {}: error {error:.3} discs, held out {held_out:.3}",
                epoch + 1
            ),
        );
    }
    for empties in (4..=52).step_by(4) {
        let error = model.error(&held_out, |sample| sample.discs == 64 - empties);
        say(
            begin,
            &format!("{empties} empty: error {error:.3} discs on games held out"),
        );
    }
    let bytes = model.quantised();
    Patterns::read(&bytes)?;
    fs::write(out, &bytes)?;
    say(begin, &format!("{} bytes written", bytes.len()));
    Ok(())
}

#[allow(clippy::print_stdout)]
fn say(begin: Instant, text: &str) {
    println!("{:6.1} s: {text}", begin.elapsed().as_secs_f64());
}

/// What the positions of a game are worth to their sides to move, in discs.
fn worth(game: &[Judged], lambda: f32) -> Vec<f32> {
    let mut worth: Vec<f32> = game.iter().map(|position| position.value).collect();
    for at in (0..game.len().saturating_sub(1)).rev() {
        if game[at].is_exact || game[at].is_followed_by_chance {
            continue;
        }
        let later = match game[at].is_black == game[at + 1].is_black {
            true => worth[at + 1],
            false => -worth[at + 1],
        };
        worth[at] += lambda * (later - worth[at]);
    }
    worth
}

fn shuffle(samples: &mut [Sample]) {
    let mut random = Random::new(1);
    for place in (1..samples.len()).rev() {
        samples.swap(place, random.below(place + 1));
    }
}

/// A weight at every knot, and the part of an error that it takes over there at a learning
/// rate of one. Those of one pattern lie together.
#[derive(Clone, Copy, Default)]
struct Weight {
    value: [f32; KNOTS],
    pace: [f32; KNOTS],
}

struct Model {
    weights: Vec<Weight>,
    /// For each number of discs.
    constants: [f32; 65],
}

impl Model {
    fn new(layout: &Layout, samples: &[Sample]) -> Model {
        let mut weights = vec![Weight::default(); layout.weights()];
        for sample in samples {
            let (knot, part) = between_knots(sample.discs.into());
            for &weight in &sample.weights {
                let pace = &mut weights[weight as usize].pace;
                pace[knot] += 1.0 - part;
                pace[knot + 1] += part;
            }
        }
        for pace in weights.iter_mut().flat_map(|weight| &mut weight.pace) {
            *pace = 1.0 / (*pace + HALF_RATE_COUNT);
        }
        Model {
            weights,
            constants: [0.0; 65],
        }
    }

    fn value(&self, sample: &Sample, (knot, part): (usize, f32)) -> f32 {
        let (mut low, mut high) = (0.0, 0.0);
        for &weight in &sample.weights {
            let value = &self.weights[weight as usize].value;
            low += value[knot];
            high += value[knot + 1];
        }
        self.constants[usize::from(sample.discs)] + (1.0 - part) * low + part * high
    }

    /// One pass over all positions; the error on the way.
    fn learn(&mut self, samples: &[Sample], rate: f32) -> f32 {
        let mut squares = 0.0;
        for sample in samples {
            let (knot, part) = between_knots(sample.discs.into());
            let error = sample.worth - self.value(sample, (knot, part));
            squares += f64::from(error * error);
            self.constants[usize::from(sample.discs)] += 0.002 * error;
            for &weight in &sample.weights {
                let Weight { value, pace } = &mut self.weights[weight as usize];
                value[knot] += (1.0 - part) * error * (rate * pace[knot]).min(MAX_STEP);
                value[knot + 1] += part * error * (rate * pace[knot + 1]).min(MAX_STEP);
            }
        }
        (squares / samples.len() as f64).sqrt() as f32
    }

    /// The error on some positions, in discs.
    fn error(&self, samples: &[Sample], which: impl Fn(&Sample) -> bool) -> f32 {
        let (mut squares, mut count) = (0.0, 0);
        for sample in samples.iter().filter(|sample| which(sample)) {
            let error = sample.worth - self.value(sample, between_knots(sample.discs.into()));
            squares += f64::from(error * error);
            count += 1;
        }
        (squares / f64::from(count.max(1))).sqrt() as f32
    }

    /// The file of these weights.
    fn quantised(&self) -> Vec<u8> {
        let quantise = |weight: f32| (weight * UNIT as f32).round() as i16;
        let knots: Vec<Vec<i16>> = (0..KNOTS)
            .map(|knot| {
                let weights = self.weights.iter();
                weights.map(|weight| quantise(weight.value[knot])).collect()
            })
            .collect();
        Patterns::write(&self.constants.map(quantise), &knots)
    }
}
