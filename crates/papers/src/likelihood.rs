//! How likely what was published is, if our reading is the paper's: the probability of a sample
//! that is at least as far from ours. What has less than [`LEAST`] differs.

/// What is less likely than this differs.
pub const LEAST: f64 = 0.05;

/// What is less likely than this is no chance even among many rows: it is beyond twice the
/// deviations of [`LEAST`].
pub(crate) const NO_CHANCE: f64 = 1e-4;

/// How likely two samples of some kinds of results are to differ as much as these, if both come
/// from the same distribution: Fisher's exact test, in which the splits of all results into two
/// samples of these sizes are ordered by their likelihood ratio. For two kinds in samples of one
/// size it is the usual test of two shares.
///
/// ```
/// use papan_papers::likelihood::same_results;
///
/// // 15 of 21 games won, and 12 of 21.
/// assert!((same_results(&[15, 6], &[12, 9]) - 0.520).abs() < 0.001);
/// // Wins, losses and ties of 100 games, and of many.
/// assert!(same_results(&[61, 35, 4], &[2654, 2135, 211]) > 0.2);
/// assert!(same_results(&[86, 13, 1], &[4712, 238, 50]) < 0.01);
/// ```
pub fn same_results(published: &[u64], ours: &[u64]) -> f64 {
    Splits::new(published, ours).likelihood(published)
}

/// From how many to how many wins the published sample could have had to be no less likely than
/// [`LEAST`], with as many games and as many results of the other kinds but losses; `None` when
/// no number of wins would do.
///
/// ```
/// use papan_papers::likelihood::fitting_wins;
///
/// let (low, high) = fitting_wins(&[61, 35, 4], &[2654, 2135, 211]).unwrap();
/// assert!((41..=45).contains(&low) && (61..=65).contains(&high));
/// ```
pub fn fitting_wins(published: &[u64], ours: &[u64]) -> Option<(u64, u64)> {
    let [wins, losses, rest @ ..] = published else {
        return None;
    };
    let free = wins + losses;
    let fits = |&wins: &u64| {
        let other: Vec<u64> = [wins, free - wins]
            .into_iter()
            .chain(rest.to_vec())
            .collect();
        same_results(&other, ours) >= LEAST
    };
    let mut fitting = (0..=free).filter(fits);
    let low = fitting.next()?;
    Some((low, fitting.next_back().unwrap_or(low)))
}

/// All ways to split some results into two samples.
struct Splits {
    /// How many results there are of each kind.
    kinds: Vec<u64>,
    /// The logarithms of factorials.
    factorials: Vec<f64>,
}

impl Splits {
    fn new(one: &[u64], other: &[u64]) -> Splits {
        let kinds: Vec<u64> = one
            .iter()
            .zip(other)
            .map(|(one, other)| one + other)
            .collect();
        let mut sum = 0.0;
        let logarithm = |n: u64| {
            sum += (n.max(1) as f64).ln();
            sum
        };
        let all: u64 = kinds.iter().sum();
        let factorials = (0..=all).map(logarithm).collect();
        Splits { kinds, factorials }
    }

    /// How likely a split is that speaks as clearly against one distribution as this one.
    fn likelihood(&self, first: &[u64]) -> f64 {
        let size: u64 = first.iter().sum();
        let clear = self.ratio(first);
        let all: u64 = self.kinds.iter().sum();
        let ways = self.ways(all, size);
        let mut split = vec![0; self.kinds.len()];
        let mut sum = 0.0;
        self.each(&mut split, 0, size, &mut |split| {
            // Rounding must not leave out the split itself.
            if self.ratio(split) >= clear - 1e-9 {
                let parts = self.kinds.iter().zip(split);
                let logarithm: f64 = parts.map(|(&kind, &part)| self.ways(kind, part)).sum();
                sum += (logarithm - ways).exp();
            }
        });
        sum.min(1.0)
    }

    /// Hands over every split whose first sample has `left` more results from a kind on.
    fn each(&self, split: &mut [u64], kind: usize, left: u64, visit: &mut dyn FnMut(&[u64])) {
        let Some(&most) = self.kinds.get(kind) else {
            return;
        };
        if kind + 1 == self.kinds.len() {
            if left <= most {
                split[kind] = left;
                visit(split);
            }
            return;
        }
        for part in 0..=most.min(left) {
            split[kind] = part;
            self.each(split, kind + 1, left - part, visit);
        }
    }

    /// The logarithm of the likelihood ratio, but for what all splits have in common.
    fn ratio(&self, first: &[u64]) -> f64 {
        let part = |n: u64| n as f64 * (n.max(1) as f64).ln();
        let parts = self.kinds.iter().zip(first);
        parts.map(|(&kind, &n)| part(n) + part(kind - n)).sum()
    }

    /// The logarithm of how many ways there are to choose some of `all`.
    fn ways(&self, all: u64, some: u64) -> f64 {
        let factorial = |n: u64| self.factorials[n as usize];
        factorial(all) - factorial(some) - factorial(all - some)
    }
}

/// How likely several independent samples together are, by their likelihoods: Fisher's method.
///
/// ```
/// use papan_papers::likelihood::together;
///
/// assert!((together(&[0.3]) - 0.3).abs() < 1e-12);
/// assert!((together(&[0.05, 0.05]) - 0.0175).abs() < 0.0001);
/// ```
pub fn together(likelihoods: &[f64]) -> f64 {
    // Twice this sum has the chi-square distribution with two degrees for each of them, whose
    // tail is that of a Poisson distribution.
    let half: f64 = likelihoods
        .iter()
        .map(|p| -p.max(f64::MIN_POSITIVE).ln())
        .sum();
    let mut term = (-half).exp();
    let mut tail = 0.0;
    for index in 0..likelihoods.len() {
        tail += term;
        term *= half / (index + 1) as f64;
    }
    tail.min(1.0)
}

/// How likely a single value is that is at least as far out as this one in a sample, on its side
/// of it, twice for the two sides. It is never 0: the value itself counts as one of the sample.
///
/// ```
/// use papan_papers::likelihood::as_far_out;
///
/// let sample: Vec<f64> = (0..999).map(f64::from).collect();
/// assert_eq!(as_far_out(0.0, &sample), 0.004);
/// assert_eq!(as_far_out(500.0, &sample), 1.0);
/// ```
pub fn as_far_out(value: f64, sample: &[f64]) -> f64 {
    let below = sample.iter().filter(|&&other| other <= value).count();
    let above = sample.iter().filter(|&&other| other >= value).count();
    let share = (below.min(above) + 1) as f64 / (sample.len() + 1) as f64;
    (2.0 * share).min(1.0)
}

/// Where 95% of a sample lie, as many below as above.
pub fn middle(sample: &[f64]) -> Option<(f64, f64)> {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let at = |share: f64| sorted[(share * last as f64).round() as usize];
    Some((at(0.025), at(0.975)))
}

/// The greatest distance between the distributions of two samples: Kolmogorov's and Smirnov's.
///
/// ```
/// use papan_papers::likelihood::distance;
///
/// assert_eq!(distance(&[1.0, 2.0], &[3.0, 4.0]), 1.0);
/// assert_eq!(distance(&[1.0, 3.0], &[1.0, 3.0]), 0.0);
/// ```
pub fn distance(one: &[f64], other: &[f64]) -> f64 {
    let below = |sample: &[f64], value: f64| {
        let count = sample.iter().filter(|&&other| other <= value).count();
        count as f64 / sample.len().max(1) as f64
    };
    let values = one.iter().chain(other);
    let apart = values.map(|&value| (below(one, value) - below(other, value)).abs());
    apart.fold(0.0, f64::max)
}

/// How likely two samples of these sizes from one distribution are so far apart: Kolmogorov's
/// distribution with the correction of Stephens (1970), good from four values on.
///
/// ```
/// use papan_papers::likelihood::{distance_at, same_distance};
///
/// assert!((same_distance(0.483, 7, 1_000_000) - 0.05).abs() < 0.005);
/// assert!((distance_at(0.05, 7, 1_000_000) - 0.483).abs() < 0.005);
/// ```
pub fn same_distance(distance: f64, one: usize, other: usize) -> f64 {
    let [one, other] = [one.max(1) as f64, other.max(1) as f64];
    let root = (one * other / (one + other)).sqrt();
    let scaled = (root + 0.12 + 0.11 / root) * distance;
    // Near 0 the series does not settle, and everything is likely.
    if scaled < 0.2 {
        return 1.0;
    }
    let term = |index: i32| {
        let sign = if index % 2 == 1 { 2.0 } else { -2.0 };
        sign * (-2.0 * f64::from(index * index) * scaled * scaled).exp()
    };
    (1..100).map(term).sum::<f64>().clamp(0.0, 1.0)
}

/// The distance that has a likelihood: greater ones have a smaller one.
pub fn distance_at(likelihood: f64, one: usize, other: usize) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let half = 0.5 * (low + high);
        match same_distance(half, one, other) > likelihood {
            true => low = half,
            false => high = half,
        }
    }
    high
}
