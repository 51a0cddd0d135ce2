//! The sequential test keeps its error rates.

use crate::simulation::Match;
use papan_arena::statistics::{PairTally, Sprt, SprtModel, SprtStatus};
use papan_core::Random;

/// How often the test accepts the higher hypothesis in 1,000 runs, and the pairs it takes.
fn accepted(test: &Sprt, game: Match, seed: u64) -> (f64, f64) {
    let (mut accepted, mut pairs) = (0, 0_u64);
    for run in 0..1000 {
        let mut random = Random::for_item(seed, run);
        let mut tally = PairTally::default();
        loop {
            let [one, other] = game.pair(&mut random);
            tally.add_pair(one, other);
            pairs += 1;
            match test.state(&tally).status {
                SprtStatus::Running => {}
                SprtStatus::AcceptH0 => break,
                SprtStatus::AcceptH1 => {
                    accepted += 1;
                    break;
                }
            }
        }
    }
    (f64::from(accepted) / 1000.0, pairs as f64 / 1000.0)
}

const GAME: Match = Match {
    elo: 0.0,
    first_move: 60.0,
    draws: 0.5,
    together: 0.6,
};

/// The game whose normalised difference is so much.
fn of_normalised(elo: f64) -> Match {
    let (mut low, mut high) = (-400.0, 400.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if (Match {
            elo: middle,
            ..GAME
        })
        .truth()
        .1 < elo
        {
            low = middle;
        } else {
            high = middle;
        }
    }
    Match { elo: low, ..GAME }
}

/// The game whose score from both sides is that of `elo` Elo.
fn of_logistic(elo: f64) -> Match {
    let (mut low, mut high) = (-400.0, 400.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if (Match {
            elo: middle,
            ..GAME
        })
        .truth()
        .0 < crate::simulation::expected(elo)
        {
            low = middle;
        } else {
            high = middle;
        }
    }
    Match { elo: low, ..GAME }
}

/// The rates allowed are 0.05 and 0.1; three standard errors of 1,000 runs are 0.021 and 0.028.
fn check(test: &Sprt, null: Match, alternative: Match) {
    let (wrongly, pairs) = accepted(test, null, 1);
    assert!((0.015..0.071).contains(&wrongly), "alpha {wrongly}");
    assert!((20.0..2000.0).contains(&pairs), "{pairs} pairs");
    let (rightly, pairs) = accepted(test, alternative, 2);
    let missed = 1.0 - rightly;
    assert!((0.04..0.128).contains(&missed), "beta {missed}");
    assert!((20.0..2000.0).contains(&pairs), "{pairs} pairs");
}

#[test]
fn error_rates_by_logistic_elo() {
    let test = Sprt::new(0.0, 40.0, 0.05, 0.1, SprtModel::Logistic).unwrap();
    check(&test, of_logistic(0.0), of_logistic(40.0));
}

#[test]
fn error_rates_by_normalised_elo() {
    let test = Sprt::new(-10.0, 40.0, 0.05, 0.1, SprtModel::Normalised).unwrap();
    check(&test, of_normalised(-10.0), of_normalised(40.0));
}

#[test]
fn error_rates_of_single_games() {
    let test = Sprt::new(0.0, 60.0, 0.05, 0.1, SprtModel::Logistic).unwrap();
    for (elo, wanted) in [(0.0, 0.0..0.071), (60.0, 0.872..1.0)] {
        let game = Match {
            elo,
            first_move: 0.0,
            together: 0.0,
            ..GAME
        };
        let mut ones = 0;
        for run in 0..1000 {
            let mut random = Random::for_item(5, run);
            let mut tally = PairTally::default();
            let status = loop {
                tally.add_game(game.sides(&mut random)[0]);
                let status = test.state(&tally).status;
                if status != SprtStatus::Running {
                    break status;
                }
            };
            ones += u32::from(status == SprtStatus::AcceptH1);
        }
        let share = f64::from(ones) / 1000.0;
        assert!(wanted.contains(&share), "{share} at {elo}");
    }
}
