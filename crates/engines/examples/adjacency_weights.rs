//! Fits the weights of the features of empty squares of Adjacency: SAMPLES NODES.
//!
//! `cargo run --release -p papan-engines --example adjacency_weights -- 5000 10000`
//!
//! For more and more empty squares, positions are searched with the weights of fewer, and new
//! weights fitted to the values. Prints the table for `weights.rs`, and to standard error the
//! deviation of the values and the error of the fit.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use papan_core::Random;
use papan_engines::adjacency::training::{FEATURES, Weights, sample};

/// Least squares with ridge regularisation.
fn solve(mut matrix: [[f64; FEATURES]; FEATURES], mut right: [f64; FEATURES]) -> [f64; FEATURES] {
    for (index, row) in matrix.iter_mut().enumerate() {
        row[index] += 1.0;
    }
    for pivot in 0..FEATURES {
        let row = matrix[pivot];
        for other in 0..FEATURES {
            if other != pivot {
                let factor = matrix[other][pivot] / row[pivot];
                for column in 0..FEATURES {
                    matrix[other][column] -= factor * row[column];
                }
                right[other] -= factor * right[pivot];
            }
        }
    }
    std::array::from_fn(|index| right[index] / matrix[index][index])
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| match arguments.next() {
        Some(text) => text.parse().expect("a number"),
        None => default,
    };
    let (samples, nodes) = (number(5_000), number(10_000));
    let mut weights: Weights = [[0; FEATURES]; 57];
    let mut random = Random::new(1);
    for empties in 1..=56 {
        let mut matrix = [[0.0; FEATURES]; FEATURES];
        let mut right = [0.0; FEATURES];
        let mut data = Vec::new();
        for _ in 0..samples {
            let Some(sample) = sample(empties, &weights, nodes, &mut random) else {
                continue;
            };
            let (counts, value) = (sample.counts.map(f64::from), f64::from(sample.value));
            data.push((counts, value));
            for (row, &left) in matrix.iter_mut().zip(&counts) {
                for (cell, &other) in row.iter_mut().zip(&counts) {
                    *cell += left * other;
                }
            }
            for (cell, &count) in right.iter_mut().zip(&counts) {
                *cell += count * value;
            }
        }
        let solution = solve(matrix, right);
        weights[empties as usize] = solution.map(|weight| weight.round() as i16);
        let variance = |center: f64| {
            let sum: f64 = data.iter().map(|(_, value)| (value - center).powi(2)).sum();
            (sum / data.len() as f64).sqrt() / 64.0
        };
        let mean = data.iter().map(|(_, value)| value).sum::<f64>() / data.len() as f64;
        let error: f64 = data
            .iter()
            .map(|(counts, value)| {
                let guess: f64 = counts.iter().zip(&solution).map(|(c, w)| c * w).sum();
                (value - guess).powi(2)
            })
            .sum();
        let error = (error / data.len() as f64).sqrt() / 64.0;
        eprintln!(
            "{empties}: mean {:.2} deviation {:.2} error {error:.2}",
            mean / 64.0,
            variance(mean)
        );
    }
    for row in weights {
        println!("    {row:?},");
    }
}
