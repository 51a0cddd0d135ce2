//! Whether several sources of results agree: Pearson's test of homogeneity (K. Pearson, 1900).

use super::normal::cumulative;
use papan_core::Random;
use serde::Serialize;
use std::fmt;

/// What a test says about the differences between some sources of results.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Agreement {
    /// Pearson's sum of (seen - expected)² / expected over all tables.
    pub chi_squared: f64,
    /// Its degrees of freedom.
    pub degrees: u64,
    /// How often sources that are all alike differ as much or more.
    pub p_value: f64,
    /// Whether the p-value was found by dealing the results out anew, because some expected
    /// counts are too small for the distribution of chi-squared.
    pub simulated: bool,
}

impl Agreement {
    /// Whether sources that are all alike would differ so much less than once in a hundred
    /// times.
    pub fn is_doubtful(&self) -> bool {
        self.p_value < 0.01
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let freedom = match self.degrees {
            1 => "degree of freedom",
            _ => "degrees of freedom",
        };
        let Agreement {
            chi_squared,
            degrees,
            p_value,
            ..
        } = self;
        write!(f, "chi-squared {chi_squared:.2} with {degrees} {freedom}, ")?;
        match *p_value < 0.0001 {
            true => write!(f, "p < 0.0001")?,
            false => write!(f, "p = {p_value:.4}")?,
        }
        match self.simulated {
            true => write!(f, " (by random deals, because some counts are small)"),
            false => Ok(()),
        }
    }
}

/// Results of games that are all alike but for their source: a row of counts for each source, a
/// column for each result.
pub type Counts = Vec<Vec<u64>>;

/// Expected counts below this are too small for the distribution (W. G. Cochran, 1954).
const SMALL: f64 = 5.0;

/// The most deals; with them a p-value of 5% is known to half a percent.
const DEALS: u64 = 9_999;

/// The most results that are dealt in all: a second or two.
const MOST_WORK: u64 = 50_000_000;

/// Tests whether the sources agree in each of some tables; `None` where no table has two
/// sources and two results. The p-value is that of chi-squared, or where an expected count is
/// below 5 the share of 9,999 random deals of the same results to the same sources that differ as
/// much (fewer deals where there are very many results), with the same deals every time.
///
/// ```
/// use papan_arena::statistics::agreement::test;
///
/// // Wins, draws and losses at two machines.
/// let alike = test(&[vec![vec![50, 20, 30], vec![55, 15, 30]]]).unwrap();
/// assert!(alike.p_value > 0.5);
/// let unlike = test(&[vec![vec![50, 20, 30], vec![80, 10, 10]]]).unwrap();
/// assert!(unlike.p_value < 0.001);
/// ```
pub fn test(tables: &[Counts]) -> Option<Agreement> {
    let tables: Vec<Counts> = tables.iter().filter_map(compared).collect();
    if tables.is_empty() {
        return None;
    }
    let degrees = |table: &Counts| (table.len() as u64 - 1) * (table[0].len() as u64 - 1);
    let degrees = tables.iter().map(degrees).sum();
    let margins: Vec<Margins> = tables.iter().map(Margins::of).collect();
    let statistic = |tables: &[Counts]| -> f64 {
        let each = tables.iter().zip(&margins);
        each.map(|(table, margins)| margins.chi_squared(table))
            .sum()
    };
    let chi_squared = statistic(&tables);
    let simulated = margins.iter().any(|margins| margins.least() < SMALL);
    let p_value = match simulated {
        false => survival(chi_squared, degrees),
        true => {
            let results: u64 = margins.iter().map(|margins| margins.total).sum();
            let deals = DEALS.min(MOST_WORK / results).max(99);
            let mut random = Random::new(1);
            let mut dealt = tables.clone();
            let as_much = (0..deals)
                .filter(|_| {
                    for (table, margins) in dealt.iter_mut().zip(&margins) {
                        margins.deal(table, &mut random);
                    }
                    // Equal deals may differ by rounding.
                    statistic(&dealt) >= chi_squared * (1.0 - 1e-9)
                })
                .count();
            (as_much + 1) as f64 / (deals + 1) as f64
        }
    };
    Some(Agreement {
        chi_squared,
        degrees,
        p_value,
        simulated,
    })
}

/// A table without sources that have no results and results that no source has; `None` where
/// nothing is left to compare.
fn compared(table: &Counts) -> Option<Counts> {
    let rows: Vec<&Vec<u64>> = table
        .iter()
        .filter(|row| row.iter().any(|&count| count > 0))
        .collect();
    let width = rows.iter().map(|row| row.len()).max()?;
    let count = |row: &Vec<u64>, column: usize| row.get(column).copied().unwrap_or(0);
    let columns: Vec<usize> = (0..width)
        .filter(|&column| rows.iter().any(|row| count(row, column) > 0))
        .collect();
    let kept = rows
        .iter()
        .map(|row| columns.iter().map(|&column| count(row, column)).collect());
    (rows.len() > 1 && columns.len() > 1).then(|| kept.collect())
}

/// The sums of a table.
struct Margins {
    rows: Vec<u64>,
    columns: Vec<u64>,
    total: u64,
}

impl Margins {
    fn of(table: &Counts) -> Margins {
        let rows: Vec<u64> = table.iter().map(|row| row.iter().sum()).collect();
        let column = |index: usize| table.iter().map(|row| row[index]).sum();
        Margins {
            total: rows.iter().sum(),
            rows,
            columns: (0..table[0].len()).map(column).collect(),
        }
    }

    fn expected(&self, row: usize, column: usize) -> f64 {
        self.rows[row] as f64 * self.columns[column] as f64 / self.total as f64
    }

    /// The least expected count.
    fn least(&self) -> f64 {
        let least = |counts: &[u64]| counts.iter().copied().min().unwrap_or(0) as f64;
        least(&self.rows) * least(&self.columns) / self.total as f64
    }

    fn chi_squared(&self, table: &Counts) -> f64 {
        let mut sum = 0.0;
        for (row, counts) in table.iter().enumerate() {
            for (column, &count) in counts.iter().enumerate() {
                let expected = self.expected(row, column);
                sum += (count as f64 - expected).powi(2) / expected;
            }
        }
        sum
    }

    /// Fills a table at random, so that it has these sums.
    fn deal(&self, table: &mut Counts, random: &mut Random) {
        let mut left = self.columns.clone();
        let mut total = self.total as usize;
        for (row, size) in table.iter_mut().zip(&self.rows) {
            row.fill(0);
            for _ in 0..*size {
                let mut drawn = random.below(total) as u64;
                let mut column = 0;
                while drawn >= left[column] {
                    drawn -= left[column];
                    column += 1;
                }
                left[column] -= 1;
                row[column] += 1;
                total -= 1;
            }
        }
    }
}

/// How likely a chi-squared variable with these degrees of freedom is at least `x`: the finite
/// sums for whole degrees (Abramowitz and Stegun 26.4.4 and 26.4.5), in logarithms.
fn survival(x: f64, degrees: u64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let half = x / 2.0;
    // Even degrees: sum of e^-h h^i / i! from i = 0; odd ones: of e^-h h^(i - 1/2) / Γ(i + 1/2)
    // from i = 1, where Γ(3/2) is half the root of π, after the part of the normal distribution.
    let (mut sum, mut logarithm, mut divisor, terms) = match degrees % 2 {
        0 => (0.0, -half, 0.0_f64, degrees / 2),
        _ => {
            let gamma = std::f64::consts::PI.sqrt() / 2.0;
            let first = -half + half.ln() / 2.0 - gamma.ln();
            (2.0 * cumulative(-x.sqrt()), first, 0.5, degrees / 2)
        }
    };
    for _ in 0..terms {
        sum += logarithm.exp();
        divisor += 1.0;
        logarithm += half.ln() - divisor.ln();
    }
    sum.clamp(0.0, 1.0)
}
