//! Values that others have published. Those of fastchess are from its own tests
//! (`app/tests/elo_test.cpp` and `sprt_test.cpp`, MIT licence).

use papan_arena::statistics::normal::{cumulative, student_95};
use papan_arena::statistics::{PairTally, Sprt, SprtModel};

/// A tally of pairs: lost both, lost and drawn, one point, won and drawn, won both. A point is
/// counted as two draws; the estimates do not care.
pub(crate) fn of_pairs(pairs: [u64; 5]) -> PairTally {
    let [ll, ld, middle, wd, ww] = pairs;
    PairTally {
        wins: wd + 2 * ww,
        draws: ld + 2 * middle + wd,
        losses: ld + 2 * ll,
        pairs,
        ..PairTally::default()
    }
}

fn near(found: f64, published: f64, tolerance: f64) {
    assert!(
        (found - published).abs() <= tolerance,
        "{found} instead of {published}"
    );
}

/// The published errors of normalised Elo take the deviation as known; ours are wider by what
/// it costs to estimate it, which grows with the square of the difference.
#[test]
fn elo_of_single_games() {
    let tally = PairTally::of_games(76, 123, 89);
    near(tally.normalised_elo().value, -20.76, 0.01);
    near(tally.normalised_elo().error(), 40.13, 0.4);
    near(tally.superiority(), 0.1553, 0.001);

    let tally = PairTally::of_games(136, 111, 96);
    near(tally.elo().value, 40.70, 0.01);
    near(tally.elo().error(), 30.43, 0.3);
    near(tally.normalised_elo().value, 49.77, 0.01);
    near(tally.normalised_elo().error(), 36.77, 0.02 * 36.77);
    near(tally.superiority(), 0.9960, 0.001);

    // The published error is 34.48.
    let tally = PairTally::of_games(34, 0, 356);
    near(tally.normalised_elo().value, -508.44, 0.01);
    assert!(tally.normalised_elo().error() > 80.0);
}

#[test]
fn elo_of_pairs() {
    let tally = of_pairs([34, 54, 63, 64, 75]);
    near(tally.elo().value, 55.58, 0.01);
    near(tally.elo().error(), 27.65, 0.3);
    near(tally.normalised_elo().value, 57.94, 0.01);
    near(tally.normalised_elo().error(), 28.28, 0.04 * 28.28);

    let tally = of_pairs([332, 433, 498, 333, 334]);
    near(tally.elo().value, -8.64, 0.01);
    near(tally.elo().error(), 10.33, 0.1);
    near(tally.normalised_elo().value, -9.17, 0.01);
    near(tally.normalised_elo().error(), 10.96, 0.1);
    near(tally.superiority(), 0.0505, 0.001);

    let tally = of_pairs([7895, 8757, 5685, 568, 9999]);
    near(tally.elo().value, -21.04, 0.01);
    near(tally.elo().error(), 2.95, 0.03);
    near(tally.normalised_elo().value, -19.01, 0.01);
    near(tally.normalised_elo().error(), 2.65, 0.02 * 2.65);
}

#[test]
fn normalised_elo_by_hand() {
    // Score 0.6, variance of a game (30 * 0.16 + 60 * 0.01 + 10 * 0.36) / 100 = 0.09.
    let single = PairTally::of_games(30, 60, 10);
    near(single.normalised_elo().value, 0.1 / 0.3 * 347.4356, 1e-3);
    // 60 pairs with a mean of 0.5 and 40 of 0.75: score 0.6.
    let pairs = of_pairs([0, 0, 60, 40, 0]);
    let variance: f64 = 0.6 * 0.1_f64.powi(2) + 0.4 * 0.15_f64.powi(2);
    near(pairs.score(), 0.6, 1e-12);
    let expected = 0.1 / (2.0 * variance).sqrt() * 347.4356;
    near(pairs.normalised_elo().value, expected, 1e-3);
}

#[test]
fn llr() {
    let check = |model, elo0, elo1, tally: PairTally, published: f64| {
        let test = Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap();
        // Published to two decimals, by an iteration that ends a little earlier.
        near(test.llr(&tally), published, 0.01 * published.abs().max(1.0));
    };
    use SprtModel::{Logistic, Normalised};
    let games = |wins, losses, draws| PairTally::of_games(wins, draws, losses);
    check(Normalised, 0.0, 2.0, games(36433, 36027, 68692), 0.92);
    check(Normalised, -1.75, 0.25, games(10871, 10650, 20431), 2.30);
    check(Normalised, 0.0, 10.0, games(4250, 0, 0), 120.56);
    check(Logistic, 0.5, 2.5, games(21404, 21184, 40708), -1.57);
    check(Logistic, 0.0, 2.0, games(57433, 57030, 106_593), -2.59);

    let pairs = of_pairs;
    check(
        Normalised,
        0.0,
        2.0,
        pairs([365, 16618, 36229, 16974, 390]),
        2.25,
    );
    check(
        Normalised,
        -1.75,
        0.25,
        pairs([127, 4883, 10712, 5150, 104]),
        3.01,
    );
    check(Normalised, 0.0, 5.0, pairs([0, 0, 0, 0, 5550]), 111.82);
    check(
        Logistic,
        0.5,
        2.5,
        pairs([223, 9863, 21279, 10037, 246]),
        -3.07,
    );
    check(
        Logistic,
        0.0,
        2.0,
        pairs([871, 26175, 55983, 26678, 821]),
        -4.98,
    );
}

#[test]
fn distributions() {
    // Abramowitz and Stegun, tables 26.1 and 26.10.
    for (x, probability) in [
        (0.5, 0.691_462_461_274_013),
        (1.0, 0.841_344_746_068_543),
        (2.0, 0.977_249_868_051_821),
        (3.0, 0.998_650_101_968_370),
    ] {
        near(cumulative(x), probability, 1e-14);
        near(cumulative(-x), 1.0 - probability, 1e-14);
    }
    assert_eq!((cumulative(40.0), cumulative(-40.0)), (1.0, 0.0));
    for (freedom, quantile) in [
        (3, 3.182),
        (4, 2.776),
        (10, 2.228),
        (60, 2.000),
        (120, 1.980),
    ] {
        near(student_95(freedom), quantile, 0.01);
    }
}
