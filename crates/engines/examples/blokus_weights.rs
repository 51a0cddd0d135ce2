//! Learns the weights of the features of a placement from searches: GAME GAMES NODES.
//!
//! `cargo run --release -p papan-engines --example blokus_weights -- blokus-duo 200 2000`
//!
//! Plays games of self-play by the explorer, a few random plies first, notes the visits of
//! each move, and fits the weights so that the softmax of the logits comes as near to the
//! shares of visits as it can. Prints the table for `weights.rs`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use papan_blokus::{Blokus, Large, Piece, Small};
use papan_core::{Game, Random};
use papan_engines::blokus::{COUNTS, Explorer, ExplorerSettings, FEATURES, PHASES, PriorContext};
use papan_search::Limits;

/// A training sample: the placements of a position with counts, piece and share of the
/// visits.
type Sample = Vec<([f64; COUNTS], usize, f64)>;

fn collect<const WORDS: usize>(
    game: &Blokus<WORDS>,
    games: u64,
    nodes: u64,
    samples: &mut [Vec<Sample>],
) {
    let mut explorer = Explorer::new(ExplorerSettings {
        endgame_placements: 0,
        ..ExplorerSettings::default()
    });
    let mut moves = Vec::new();
    for number in 0..games {
        let mut random = Random::for_item(9, number);
        let mut position = game.start();
        let random_plies = random.below(2 * game.rules().colours() + 1);
        let mut ply = 0;
        while let Some(colour) = position.colour() {
            if ply < random_plies {
                moves.clear();
                game.moves_with(&position, colour, Piece::of_size(5), &mut moves);
                game.play(&mut position, moves[random.below(moves.len())]);
                ply += 1;
                continue;
            }
            let report = explorer.search(game, &position, &Limits::nodes(nodes), &mut random);
            let total: u32 = explorer.visits().map(|(_, visits)| visits).sum();
            let view = PriorContext::new(game, &position, colour);
            if total > 0 {
                let sample = explorer.visits().map(|(played, visits)| {
                    let (counts, piece) = view.counts(game, played);
                    let share = f64::from(visits) / f64::from(total);
                    (counts.map(f64::from), piece.index(), share)
                });
                samples[view.phase()].push(sample.collect());
            }
            game.play(&mut position, report.best);
            ply += 1;
        }
    }
}

/// The weights that fit the samples best, by gradient descent; and their loss.
fn fit(samples: &[Sample]) -> ([f64; FEATURES], f64) {
    // Where nothing is known, small pieces are worth less.
    let mut usual = [0.0; FEATURES];
    for piece in Piece::all() {
        usual[COUNTS + piece.index()] = 0.3 * (f64::from(piece.size()) - 5.0);
    }
    let mut weights = usual;
    let (mut first, mut second) = ([0.0; FEATURES], [0.0; FEATURES]);
    let mut loss = 0.0;
    let mut logits = Vec::new();
    for step in 1..=300 {
        let mut gradient = [0.0; FEATURES];
        loss = 0.0;
        for sample in samples {
            logits.clear();
            logits.extend(sample.iter().map(|(counts, piece, _)| {
                let counted: f64 = counts.iter().zip(&weights).map(|(c, w)| c * w).sum();
                counted + weights[COUNTS + piece]
            }));
            let most = logits.iter().copied().fold(f64::MIN, f64::max);
            let total: f64 = logits.iter().map(|logit| (logit - most).exp()).sum();
            for ((counts, piece, share), logit) in sample.iter().zip(&logits) {
                let expected = (logit - most).exp() / total;
                loss -= share * expected.max(1e-12).ln();
                let error = expected - share;
                for (sum, count) in gradient.iter_mut().zip(counts) {
                    *sum += error * count;
                }
                gradient[COUNTS + piece] += error;
            }
        }
        loss /= samples.len() as f64;
        for at in 0..FEATURES {
            let pull = 0.001 * (weights[at] - usual[at]);
            let slope = gradient[at] / samples.len() as f64 + pull;
            first[at] = 0.9 * first[at] + 0.1 * slope;
            second[at] = 0.99 * second[at] + 0.01 * slope * slope;
            let unbiased = first[at] / (1.0 - 0.9_f64.powi(step));
            let spread = second[at] / (1.0 - 0.99_f64.powi(step));
            weights[at] -= 0.05 * unbiased / (spread.sqrt() + 1e-8);
        }
    }
    (weights, loss)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, games, nodes] = &words[..] else {
        eprintln!("GAME GAMES NODES");
        std::process::exit(2);
    };
    let (games, nodes) = (games.parse().unwrap(), nodes.parse().unwrap());
    let mut samples = vec![Vec::new(); PHASES];
    match Small::named(name) {
        Ok(game) => collect(&game, games, nodes, &mut samples),
        Err(_) => collect(&Large::named(name).unwrap(), games, nodes, &mut samples),
    }
    println!("    [");
    for samples in &samples {
        let (weights, loss) = fit(samples);
        eprintln!("{} positions, loss {loss:.3}", samples.len());
        let texts: Vec<String> = weights
            .iter()
            .map(|weight| format!("{weight:.3}"))
            .collect();
        println!("        [{}],", texts.join(", "));
    }
    println!("    ],");
}
