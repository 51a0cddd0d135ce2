//! Whether sources agree, against scipy 1.17.1:
//!
//! ```python
//! from scipy.stats import chi2, chi2_contingency
//! chi2_contingency([[50, 20, 30], [80, 10, 10]], correction=False)  # and so on; sums of several
//! chi2.sf(sum_of_statistics, sum_of_degrees)
//! ```
//!
//! The p-values of small tables are exact: all tables with the same sums were listed, each with its
//! hypergeometric probability.

use papan_arena::statistics::agreement::{Agreement, test};
use papan_core::Random;

fn found(tables: &[&[&[u64]]]) -> Agreement {
    let table = |rows: &&[&[u64]]| rows.iter().map(|row| row.to_vec()).collect();
    test(&tables.iter().map(table).collect::<Vec<_>>()).unwrap()
}

fn near(found: f64, known: f64, tolerance: f64) {
    assert!(
        (found - known).abs() <= tolerance,
        "{found} instead of {known}"
    );
}

const ONE: &[&[u64]] = &[&[50, 20, 30], &[80, 10, 10]];
const TWO: &[&[u64]] = &[&[33, 12, 41], &[28, 19, 39], &[40, 11, 30]];

#[test]
fn large_counts_have_the_distribution_of_chi_squared() {
    for (tables, chi_squared, degrees, p_value) in [
        (
            &[ONE][..],
            20.256_410_256_410_255,
            2,
            3.993_708_855_087_381e-5,
        ),
        (&[TWO], 6.597_334_632_565_016, 4, 0.158_759_902_045_304_85),
        (
            &[ONE, TWO],
            26.853_744_888_975_27,
            6,
            0.000_154_233_737_661_676_27,
        ),
    ] {
        let found = found(tables);
        near(found.chi_squared, chi_squared, 1e-12);
        assert_eq!((found.degrees, found.simulated), (degrees, false));
        near(found.p_value, p_value, 1e-14);
    }
    // Many meetings: chi2.sf(statistic, degrees) where e to the minus statistic is nothing.
    let many = vec![ONE; 200];
    let found = found(&many);
    assert_eq!(found.degrees, 400);
    assert!(found.p_value < 1e-200);
    // Odd degrees: chi2_contingency([[30, 20], [20, 30]], correction=False) is 4.0 and 0.0455002639.
    let odd = self::found(&[&[&[30, 20], &[20, 30]]]);
    near(odd.p_value, 0.045_500_263_896_358_4, 1e-14);
}

#[test]
fn small_counts_are_dealt_anew() {
    for (table, chi_squared, p_value) in [
        (
            &[&[3, 1, 2][..], &[0, 2, 5]],
            4.569_160_997_732_426,
            0.216_783_216_783,
        ),
        (
            &[&[6, 0, 1], &[1, 2, 4]],
            7.371_428_571_428_572,
            0.041_375_291_375,
        ),
    ] {
        let found = found(&[table]);
        near(found.chi_squared, chi_squared, 1e-12);
        assert!(found.simulated);
        // Three standard errors of 9,999 deals.
        let error = (p_value * (1.0 - p_value) / 9_999.0_f64).sqrt();
        near(found.p_value, p_value, 3.0 * error + 1e-4);
        // The same deals every time.
        assert_eq!(self::found(&[table]), found);
    }
}

#[test]
fn what_cannot_be_compared_is_left_out() {
    assert_eq!(test(&[]), None);
    // One source, or one result.
    assert_eq!(test(&[vec![vec![5, 6, 7], vec![0, 0, 0]]]), None);
    assert_eq!(test(&[vec![vec![5, 0], vec![6, 0]]]), None);
    let alone: &[&[u64]] = &[&[9, 0, 4], &[0, 0, 0]];
    assert_eq!(found(&[ONE, alone]), found(&[ONE]));
    // A result that nobody had is none.
    let empty: &[&[u64]] = &[&[50, 0, 20, 30], &[80, 0, 10, 10]];
    assert_eq!(found(&[empty]), found(&[ONE]));
}

/// Sources that are alike are called unlike about as often as the p-value says, with few games
/// in each of several meetings.
#[test]
fn alike_sources_are_rarely_called_unlike() {
    const TRIALS: usize = 200;
    let mut random = Random::new(5);
    let mut rejected = 0;
    for _ in 0..TRIALS {
        let mut tables = vec![vec![vec![0_u64; 3]; 3]; 4];
        for table in &mut tables {
            for row in table {
                for _ in 0..8 {
                    let result = [0, 0, 0, 1, 2, 2][random.below(6)];
                    row[result] += 1;
                }
            }
        }
        rejected += usize::from(test(&tables).unwrap().p_value <= 0.05);
    }
    // 5% of 200 are 10, give or take three standard errors of 3.1.
    assert!((1..=19).contains(&rejected), "{rejected}");
}
