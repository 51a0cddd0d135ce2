//! How sure one may be of a share that was seen in a sample.

use super::clusters::Clusters;
use serde::Serialize;

/// The standard normal deviation that 95% of cases stay within.
pub const NORMAL_95: f64 = 1.959_964;

/// Wilson's interval at 95% for a share that was seen in `games` independent games. Shares
/// of 0 and 1 get an honest width too. A draw counted as half a win makes the share vary
/// less than this assumes, so that the interval is rather too wide than too narrow.
///
/// ```
/// let (low, high) = papan_arena::interval::wilson(0.61, 100);
/// assert!((low - 0.512).abs() < 0.001 && (high - 0.700).abs() < 0.001);
/// assert!(papan_arena::interval::wilson(1.0, 100).0 > 0.96);
/// ```
pub fn wilson(share: f64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let n = games as f64;
    let squared = NORMAL_95 * NORMAL_95;
    let centre = share + squared / (2.0 * n);
    let spread = NORMAL_95 * (share * (1.0 - share) / n + squared / (4.0 * n * n)).sqrt();
    let scale = 1.0 + squared / n;
    (
        ((centre - spread) / scale).max(0.0),
        ((centre + spread) / scale).min(1.0),
    )
}

/// The mean of a sample with its deviation and the interval at 95% of the mean.
///
/// ```
/// let mean = papan_arena::interval::mean(&[1.0, 2.0, 3.0, 4.0]);
/// assert_eq!(mean.mean, 2.5);
/// assert!((mean.deviation - 1.291).abs() < 0.001);
/// ```
pub fn mean(sample: &[f64]) -> Mean {
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n.max(1.0);
    let squares: f64 = sample.iter().map(|value| (value - mean).powi(2)).sum();
    let deviation = (squares / (n - 1.0).max(1.0)).sqrt();
    let error = NORMAL_95 * deviation / n.max(1.0).sqrt();
    Mean {
        mean,
        deviation,
        interval: (mean - error, mean + error),
    }
}

/// See [`mean()`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of one value.
    pub deviation: f64,
    /// The interval at 95% of the mean, by the normal distribution.
    pub interval: (f64, f64),
}

/// As how many independent values some count of which those of one opening vary together: an
/// interval that is made from this many is as wide as these values ask for. Each is given with
/// the number of its opening. They are as many as they are where no opening comes twice, or where
/// there is one opening alone: then all that follows holds for that one.
///
/// With `G` openings, it is the variance of a value by the square of the error of their mean,
/// in which the values of an opening are added up before they are squared, and by how much
/// wider Student's t with `G - 1` degrees is than the normal distribution; never more than
/// there are values. Where all values are the same, it is `G`.
///
/// ```
/// use papan_arena::interval::independent;
///
/// let apart: Vec<(u64, f64)> = (0..100).map(|n| (n, (n % 2) as f64)).collect();
/// assert_eq!(independent(&apart), 100.0);
/// // The same result in all games of an opening.
/// let alike: Vec<(u64, f64)> = (0..10_000).map(|n| (n % 100, (n % 2) as f64)).collect();
/// assert!((95.0..100.0).contains(&independent(&alike)));
/// ```
pub fn independent(values: &[(u64, f64)]) -> f64 {
    independent_of(values.len(), |place| values[place])
}

/// [`independent`] of values that are kept in some other form.
pub(crate) fn independent_of(values: usize, value: impl Fn(usize) -> (u64, f64)) -> f64 {
    let clusters = Clusters::new(values, |place| value(place).0);
    let (groups, count) = (clusters.len() as f64, values as f64);
    if groups >= count {
        return count;
    }
    let mean = clusters.means(1, |place, add| add(0, value(place).1))[0];
    if mean.error == 0.0 {
        return if mean.mean.deviation == 0.0 {
            groups
        } else {
            count
        };
    }
    let wider = clusters.critical() / NORMAL_95;
    let variance = mean.mean.deviation.powi(2);
    (variance / (wider * mean.error).powi(2)).clamp(1.0, count)
}

/// The difference in Elo that an expected share means.
///
/// ```
/// assert_eq!(papan_arena::interval::elo(0.5), 0.0);
/// assert!((papan_arena::interval::elo(0.585) - 60.0).abs() < 1.0);
/// ```
pub fn elo(share: f64) -> f64 {
    let share = share.clamp(1e-6, 1.0 - 1e-6);
    400.0 * (share / (1.0 - share)).log10()
}
