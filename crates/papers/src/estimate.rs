//! What was measured, how sure it is, and when a published value fits it.

use crate::data::Verdict;
use papan_arena::interval::{NORMAL_95, independent, wilson};

/// A number with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Its standard error; 0 for what is known exactly.
    pub error: f64,
    /// For a share of games, as how many independent ones they count.
    pub games: Option<u64>,
}

impl Estimate {
    /// What is known exactly.
    pub fn exact(value: f64) -> Estimate {
        Estimate {
            value,
            error: 0.0,
            games: None,
        }
    }

    /// A share that was seen in some games.
    pub fn share(share: f64, games: u64) -> Estimate {
        let (low, high) = wilson(share, games);
        Estimate {
            value: share,
            // Wilson's, since the plain error would be 0 for shares of 0 and 1.
            error: (high - low) / (2.0 * NORMAL_95),
            games: Some(games),
        }
    }

    /// The share that some games have on average. Each is given with the number of its
    /// opening: those of one opening vary together.
    pub fn share_of(games: &[(u64, f64)]) -> Estimate {
        Estimate::share(mean(games).mean, independent(games).round() as u64)
    }

    /// The mean of what was seen in some games, in the same way.
    ///
    /// ```
    /// use papan_papers::estimate::Estimate;
    ///
    /// let apart: Vec<(u64, f64)> = (0..100).map(|n| (n, (n % 2) as f64)).collect();
    /// let alike: Vec<(u64, f64)> = (0..100).map(|n| (n % 4, (n % 2) as f64)).collect();
    /// assert!(Estimate::mean_of(&alike).error > 4.0 * Estimate::mean_of(&apart).error);
    /// ```
    pub fn mean_of(games: &[(u64, f64)]) -> Estimate {
        let mean = mean(games);
        Estimate {
            value: mean.mean,
            error: mean.deviation / independent(games).max(1.0).sqrt(),
            games: None,
        }
    }

    /// The interval at 95%: Wilson's for a share, else by the normal distribution.
    pub fn interval(&self) -> (f64, f64) {
        match self.games {
            Some(games) => wilson(self.value, games),
            None => {
                let width = NORMAL_95 * self.error;
                (self.value - width, self.value + width)
            }
        }
    }

    /// The sum of independent numbers.
    pub fn sum(parts: &[Estimate]) -> Estimate {
        if let [only] = parts {
            return *only;
        }
        Estimate {
            value: parts.iter().map(|part| part.value).sum(),
            error: parts
                .iter()
                .map(|part| part.error.powi(2))
                .sum::<f64>()
                .sqrt(),
            games: None,
        }
    }

    /// The difference of independent numbers.
    pub fn less(self, other: Estimate) -> Estimate {
        Estimate {
            value: self.value - other.value,
            error: self.error.hypot(other.error),
            games: None,
        }
    }

    /// The quotient of independent numbers, its error to first order.
    ///
    /// ```
    /// use papan_papers::estimate::Estimate;
    ///
    /// // Nothing was seen in 20 games; that does not make it known exactly.
    /// let none = Estimate::share(0.0, 20).per(Estimate::share(0.5, 20));
    /// assert!(none.value == 0.0 && none.error > 0.0);
    /// ```
    pub fn per(self, other: Estimate) -> Estimate {
        let value = self.value / other.value;
        Estimate {
            value,
            error: (self.error / other.value).hypot(value * other.error / other.value),
            games: None,
        }
    }

    /// Whether the number is clearly within bounds, its whole interval being there.
    ///
    /// ```
    /// use papan_papers::estimate::Estimate;
    ///
    /// assert!(Estimate::share(0.60, 1000).is_within(Some(0.5), None));
    /// assert!(!Estimate::share(0.52, 1000).is_within(Some(0.5), None)); // may be chance
    /// ```
    pub fn is_within(&self, above: Option<f64>, below: Option<f64>) -> bool {
        let (low, high) = self.interval();
        above.is_none_or(|bound| low > bound) && below.is_none_or(|bound| high < bound)
    }

    /// Whether even an interval of twice the width is wholly on one side of the bounds. A
    /// run has many rows, of which at 95% some would be beyond their bounds by chance.
    pub fn is_clear(&self, above: Option<f64>, below: Option<f64>) -> bool {
        let (low, high) = match self.games {
            // A quarter of the games is twice the deviations, for Wilson's interval too.
            Some(games) => wilson(self.value, games / 4),
            None => {
                let width = 2.0 * NORMAL_95 * self.error;
                (self.value - width, self.value + width)
            }
        };
        let is_within =
            above.is_none_or(|bound| low > bound) && below.is_none_or(|bound| high < bound);
        let is_beyond =
            above.is_some_and(|bound| high < bound) || below.is_some_and(|bound| low > bound);
        is_within || is_beyond
    }
}

/// The interval for the points of one published game: two deviations of ours to either side.
///
/// ```
/// use papan_papers::estimate::points_interval;
///
/// assert_eq!(points_interval(24.0, 2.0), (20.0, 28.0));
/// ```
pub fn points_interval(mean: f64, deviation: f64) -> (f64, f64) {
    (mean - 2.0 * deviation, mean + 2.0 * deviation)
}

/// The mean of what was seen in some games, leaving their openings aside.
fn mean(games: &[(u64, f64)]) -> papan_arena::interval::Mean {
    let values: Vec<f64> = games.iter().map(|&(_, value)| value).collect();
    papan_arena::interval::mean(&values)
}

/// Whether a published value is in an interval.
pub fn fits(published: f64, (low, high): (f64, f64)) -> Verdict {
    verdict((low..=high).contains(&published))
}

/// A match when something holds.
pub fn verdict(holds: bool) -> Verdict {
    match holds {
        true => Verdict::Match,
        false => Verdict::Differs,
    }
}
