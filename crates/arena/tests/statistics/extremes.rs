//! Tiny and lopsided results.

use crate::published::of_pairs;
use papan_arena::statistics::{BadSprt, Estimate, PairTally, Sprt, SprtModel, SprtStatus};
use papan_core::Random;

fn sound(estimate: Estimate, what: &str) {
    let Estimate { value, low, high } = estimate;
    assert!(
        value.is_finite() && low.is_finite() && high.is_finite(),
        "{what}: {estimate:?}"
    );
    assert!(low <= value && value <= high, "{what}: {estimate:?}");
    assert!(low < high, "{what}: {estimate:?}");
}

#[test]
fn every_tally_has_sound_estimates() {
    let mut random = Random::new(11);
    let count = |random: &mut Random| match random.below(3) {
        0 => 0,
        1 => random.below(4) as u64,
        _ => random.below(400) as u64,
    };
    for _ in 0..600 {
        let counts: [u64; 5] = std::array::from_fn(|_| count(&mut random));
        for tally in [
            of_pairs(counts),
            PairTally::of_games(counts[0], counts[1], counts[2]),
        ] {
            let what = format!("{tally:?}");
            sound(tally.expectation(), &what);
            sound(tally.elo(), &what);
            sound(tally.normalised_elo(), &what);
            assert!((0.0..=1.0).contains(&tally.superiority()), "{what}");
            for model in [SprtModel::Logistic, SprtModel::Normalised] {
                let test = Sprt::new(-5.0, 5.0, 0.05, 0.05, model).unwrap();
                let llr = test.llr(&tally);
                assert!(llr.is_finite(), "{what}: {llr}");
                // Symmetric hypotheses: the sign follows the score.
                let above = tally.expectation().value - 0.5;
                assert!(llr * above >= -1e-6, "{what}: {llr} at {above}");
            }
        }
    }
}

#[test]
fn few_games_have_wide_intervals() {
    let nothing = PairTally::default();
    assert_eq!(
        nothing.elo(),
        Estimate {
            value: 0.0,
            low: -2400.0,
            high: 2400.0
        }
    );
    assert_eq!(nothing.superiority(), 0.5);
    // Wins and losses alone: Wilson's interval.
    for (wins, losses) in [(10, 0), (1, 0), (7, 3), (600, 400)] {
        let found = PairTally::of_games(wins, 0, losses).expectation();
        let games = wins + losses;
        let (low, high) = papan_arena::interval::wilson(wins as f64 / games as f64, games);
        // An unseen draw counts a thousandth of a game.
        assert!((found.low - low).abs() < 1e-3 && (found.high - high).abs() < 1e-3);
    }
    // All draws: half as wide as the interval of a share of 0 on each side.
    let draws = PairTally::of_games(0, 10, 0).expectation();
    let (_, high) = papan_arena::interval::wilson(0.0, 10);
    assert!((draws.high - 0.5 - high / 2.0).abs() < 1e-3, "{draws:?}");
    assert!((draws.low + draws.high - 1.0).abs() < 1e-6);
    // Turning the players around turns the estimates around.
    let one = of_pairs([3, 0, 9, 20, 11]);
    let other = one.turned();
    assert_eq!(other, of_pairs([11, 20, 9, 0, 3]));
    assert!((one.elo().low + other.elo().high).abs() < 1e-6);
    assert!((one.normalised_elo().low + other.normalised_elo().high).abs() < 1e-4);
    assert!((one.superiority() + other.superiority() - 1.0).abs() < 1e-12);
}

#[test]
fn lopsided_results_end_the_test() {
    for model in [SprtModel::Logistic, SprtModel::Normalised] {
        let test = Sprt::new(0.0, 10.0, 0.05, 0.05, model).unwrap();
        let end = |result: fn(u64) -> PairTally| {
            let last = (1..6000).find(|&n| test.state(&result(n)).status != SprtStatus::Running);
            let last = last.expect("the test ends");
            (test.state(&result(last)).status, last)
        };
        let (status, pairs) = end(|n| of_pairs([0, 0, 0, 0, n]));
        assert!(status == SprtStatus::AcceptH1 && pairs < 250, "{pairs}");
        let (status, pairs) = end(|n| of_pairs([n, 0, 0, 0, 0]));
        assert!(status == SprtStatus::AcceptH0 && pairs < 250, "{pairs}");
        let (status, games) = end(|n| PairTally::of_games(n, 0, 0));
        assert!(status == SprtStatus::AcceptH1 && games < 250, "{games}");
        // Every draw makes a game vary less, so that the same normalised Elo are fewer points.
        let (status, games) = end(|n| PairTally::of_games(0, n, 0));
        assert!(status == SprtStatus::AcceptH0 && games < 5000, "{games}");
    }
}

#[test]
fn impossible_tests_are_refused() {
    let new = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, SprtModel::Logistic);
    assert_eq!(new(5.0, 5.0, 0.05, 0.05), Err(BadSprt::Elo(5.0, 5.0)));
    assert!(new(f64::NAN, 5.0, 0.05, 0.05).is_err());
    assert!(new(0.0, f64::INFINITY, 0.05, 0.05).is_err());
    assert_eq!(new(0.0, 5.0, 0.5, 0.05), Err(BadSprt::Rate("alpha", 0.5)));
    let error = new(0.0, 5.0, 0.05, 0.0).unwrap_err().to_string();
    assert!(
        error.contains("beta") && error.contains("less than 0.5"),
        "{error}"
    );
}
