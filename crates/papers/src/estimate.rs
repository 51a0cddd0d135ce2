//! What was measured, how sure it is, and when a published value fits it.

use crate::data::Verdict;
use papan_arena::interval::{NORMAL_95, wilson};

/// A number with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Its standard error; 0 for what is known exactly.
    pub error: f64,
    /// For a share of games, how many there were.
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

    /// The mean of a sample.
    pub fn mean(sample: &[f64]) -> Estimate {
        let mean = papan_arena::interval::mean(sample);
        Estimate {
            value: mean.mean,
            error: mean.deviation / (sample.len().max(1) as f64).sqrt(),
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

/// The interval in which a share of `sample` games falls with a probability of 95%, when
/// ours is a share of `games` games. Both samples vary. As in Wilson's interval, how much
/// they vary is not taken from our share alone but from both samples put together, which
/// is honest for shares of 0 and 1 too.
///
/// ```
/// use papan_papers::estimate::share_interval;
///
/// let (low, high) = share_interval(0.5, 10_000, 100);
/// assert!((low - 0.4015).abs() < 0.001 && (high - 0.5985).abs() < 0.001);
/// // Who won 20 of 20 games may well win 95 of 100.
/// let (low, high) = share_interval(1.0, 20, 100);
/// assert!((low - 0.8344).abs() < 0.001 && high == 1.0);
/// ```
pub fn share_interval(share: f64, games: u64, sample: u64) -> (f64, f64) {
    share_interval_at(NORMAL_95, share, games, sample)
}

/// The same within twice the deviations, for what must not happen by chance in any of many
/// rows.
pub(crate) fn wide_share_interval(share: f64, games: u64, sample: u64) -> (f64, f64) {
    share_interval_at(2.0 * NORMAL_95, share, games, sample)
}

fn share_interval_at(deviations: f64, share: f64, games: u64, sample: u64) -> (f64, f64) {
    let [ours, theirs] = [games.max(1) as f64, sample.max(1) as f64];
    // The ends are the shares x with (share - x)^2 = scale * all * (1 - all), where `all`
    // is the share in both samples together: known + weight * x.
    let scale = deviations * deviations * (1.0 / ours + 1.0 / theirs);
    let weight = theirs / (ours + theirs);
    let known = share * (1.0 - weight);
    let square = 1.0 + scale * weight * weight;
    let half = share + scale * weight * (0.5 - known);
    let rest = share * share - scale * known * (1.0 - known);
    let root = (half * half - square * rest).max(0.0).sqrt();
    // Our own share always fits, also where rounding would leave out a share of 0 or 1.
    (
        ((half - root) / square).max(0.0).min(share),
        ((half + root) / square).min(1.0).max(share),
    )
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
