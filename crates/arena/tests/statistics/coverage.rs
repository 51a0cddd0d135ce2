//! Intervals at 95% hold the truth in 93 to 97 of 100 simulations.

use crate::simulation::{Match, encounter, expected, ranking, uniform};
use papan_arena::interval::elo;
use papan_arena::statistics::{Encounter, Estimate, PairTally, pool, seats};
use papan_core::Random;

const RUNS: u64 = 2000;

fn holds(estimate: Estimate, truth: f64) -> bool {
    estimate.low <= truth && truth <= estimate.high
}

/// Simulates and counts how often each of some intervals holds its truth.
fn check(what: &str, runs: u64, simulate: impl Fn(&mut Random) -> Vec<bool>) {
    let mut held: Vec<u64> = Vec::new();
    for run in 0..runs {
        let results = simulate(&mut Random::for_item(2024, run));
        held.resize(results.len(), 0);
        for (held, result) in held.iter_mut().zip(results) {
            *held += u64::from(result);
        }
    }
    for (number, held) in held.iter().enumerate() {
        let share = *held as f64 / runs as f64;
        assert!(
            (0.93..=0.97).contains(&share),
            "{what}: interval {number} held {share}"
        );
    }
}

#[test]
fn of_single_games() {
    for (elo_difference, draws, games) in [(0.0, 0.6, 100), (30.0, 0.3, 400), (250.0, 0.2, 300)] {
        let game = Match {
            elo: elo_difference,
            first_move: 0.0,
            draws,
            together: 0.0,
        };
        let mean = expected(elo_difference);
        let draw = draws * 2.0 * (1.0 - mean);
        let variance = mean - draw / 4.0 - mean * mean;
        let normalised = (mean - 0.5) / variance.sqrt() * 800.0 / 10_f64.ln();
        check(&format!("{elo_difference} Elo"), RUNS, |random| {
            let mut tally = PairTally::default();
            for _ in 0..games {
                tally.add_game(game.sides(random)[0]);
            }
            vec![
                holds(tally.elo(), elo_difference),
                holds(tally.normalised_elo(), normalised),
            ]
        });
    }
}

#[test]
fn of_pairs() {
    for (difference, together, pairs) in [(0.0, 0.7, 200), (20.0, 0.4, 100), (200.0, 0.8, 150)] {
        let game = Match {
            elo: difference,
            first_move: 80.0,
            draws: 0.4,
            together,
        };
        let (mean, normalised) = game.truth();
        check(&format!("{difference} Elo in pairs"), RUNS, |random| {
            let tally = game.pairs(pairs, random);
            vec![
                holds(tally.elo(), elo(mean)),
                holds(tally.normalised_elo(), normalised),
            ]
        });
    }
}

/// Where nearly every pair is one win each, the interval is too wide rather than too narrow.
#[test]
fn of_pairs_that_hardly_differ() {
    let game = Match {
        elo: 0.0,
        first_move: 80.0,
        draws: 0.4,
        together: 0.9,
    };
    let held = (0..RUNS).filter(|&run| {
        let tally = game.pairs(50, &mut Random::for_item(7, run));
        holds(tally.elo(), 0.0)
    });
    let share = held.count() as f64 / RUNS as f64;
    assert!(share > 0.99, "{share}");
}

#[test]
fn of_ratings() {
    let truth = [150.0, 40.0, -20.0, -170.0];
    let first_move = 50.0;
    // Each pairing has 40 openings, played from both sides; all pairings have the same ones.
    check("Bradley and Terry", RUNS, |random| {
        let mut games = Vec::new();
        for opening in 0..40 {
            for one in 0..truth.len() {
                for other in 0..one {
                    let game = Match {
                        elo: truth[one] - truth[other],
                        first_move,
                        draws: 0.5,
                        together: 0.8,
                    };
                    let [there, back] = game.sides(random);
                    games.push(encounter(one, other, there, opening));
                    games.push(encounter(other, one, back, opening));
                }
            }
        }
        let fit = pool::fit(truth.len(), &games).unwrap();
        let mut results = vec![
            holds(fit.first_move().unwrap(), first_move),
            holds(fit.ratings.difference(0, 3).unwrap(), truth[0] - truth[3]),
        ];
        results.extend((0..truth.len()).map(|k| holds(fit.ratings.ratings[k], truth[k])));
        results
    });
}

#[test]
fn of_strengths() {
    let truth = [120.0, 30.0, -10.0, -40.0, -100.0];
    let advantages = [40.0, 10.0, -50.0];
    check("Plackett and Luce", RUNS, |random| {
        let mut games = Vec::new();
        for opening in 0..60 {
            // Three of five players, each in each seat once, some of them with the same luck.
            let start = random.below(truth.len());
            let three: Vec<usize> = (0..3).map(|k| (start + k * (1 + start % 2)) % 5).collect();
            let shared: Vec<f64> = (0..3).map(|_| uniform(random)).collect();
            for turn in 0..3 {
                let players: Vec<usize> = (0..3).map(|k| three[(k + turn) % 3]).collect();
                let own: Vec<f64> = (0..3).map(|_| uniform(random)).collect();
                let luck = if uniform(random) < 0.6 { &shared } else { &own };
                let strengths: Vec<f64> =
                    (0..3).map(|k| truth[players[k]] + advantages[k]).collect();
                games.push(Encounter {
                    ranks: ranking(&strengths, luck),
                    players,
                    scores: vec![0; 3],
                    opening,
                });
            }
        }
        let fit = pool::fit(truth.len(), &games).unwrap();
        let strengths = (0..5).map(|k| holds(fit.ratings.ratings[k], truth[k]));
        let seats = (0..3).map(|k| holds(fit.seats[k], advantages[k]));
        strengths.chain(seats).collect()
    });
}

#[test]
fn of_seats() {
    // Equal players in three seats: the chance of the first place is the share of the force.
    let advantages = [80.0, 0.0, -80.0];
    let force: Vec<f64> = advantages
        .iter()
        .map(|elo| 10_f64.powf(elo / 400.0))
        .collect();
    let total: f64 = force.iter().sum();
    check("seats", RUNS, |random| {
        let mut games = Vec::new();
        for opening in 0..60 {
            let shared: Vec<f64> = (0..3).map(|_| uniform(random)).collect();
            for turn in 0..3 {
                let own: Vec<f64> = (0..3).map(|_| uniform(random)).collect();
                let luck = if uniform(random) < 0.5 { &shared } else { &own };
                let ranks = ranking(&advantages, luck);
                games.push(Encounter {
                    scores: ranks.iter().map(|&rank| i32::from(rank == 1)).collect(),
                    ranks,
                    players: (0..3).map(|k| (k + turn) % 3).collect(),
                    opening,
                });
            }
        }
        let by_seat = seats::advantages(&games).unwrap();
        let each = by_seat.iter().zip(&force);
        each.flat_map(|(seat, force)| {
            let truth = force / total;
            let (low, high) = seat.score.interval;
            [holds(seat.first, truth), low <= truth && truth <= high]
        })
        .collect()
    });
}
