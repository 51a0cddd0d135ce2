//! Games or pairs of games by the points they brought, and the distribution nearest to such a
//! sample under a hypothesis. Intervals and the sequential test both rest on it.

/// A sample of games (three kinds of result) or of pairs of games (five).
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    points: [f64; 5],
    shares: [f64; 5],
    kinds: usize,
    /// How many games or pairs there are.
    pub(super) size: f64,
    /// How many games make one of them.
    pub(super) games: f64,
}

/// A kind of result that never came counts as seen so often: it must stay possible, or a
/// player who won every game could not be told from one who cannot lose. The value is
/// the one of fishtest.
const UNSEEN: f64 = 1e-3;

/// What a hypothesis asks of a distribution.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hypothesis {
    /// The mean of the points.
    Mean(f64),
    /// The mean is this number of standard deviations above one half.
    Deviations(f64),
}

impl Sample {
    /// A sample from counts by points, fewest first: three of games or five of pairs.
    pub(super) fn new(counts: &[u64], games: f64) -> Sample {
        let kinds = counts.len();
        let mut sample = Sample {
            points: [0.0; 5],
            shares: [0.0; 5],
            kinds,
            size: counts.iter().sum::<u64>() as f64,
            games,
        };
        let mut total = 0.0;
        for (kind, &count) in counts.iter().enumerate() {
            sample.points[kind] = kind as f64 / (kinds - 1) as f64;
            sample.shares[kind] = (count as f64).max(UNSEEN);
            total += sample.shares[kind];
        }
        sample.shares.iter_mut().for_each(|share| *share /= total);
        sample
    }

    /// The same shares in fewer observations.
    pub(super) fn resized(self, size: u64) -> Sample {
        Sample {
            size: self.size.min(size as f64),
            ..self
        }
    }

    /// The distribution under which the sample is likeliest, among those that fulfil the
    /// hypothesis, with the direction in which it can be left: how much each kind of result
    /// speaks for more than the hypothesis says.
    fn nearest(&self, hypothesis: Hypothesis) -> Option<Nearest> {
        match hypothesis {
            Hypothesis::Mean(mean) => {
                let direction = self.points.map(|points| points - mean);
                self.tilted(direction)
            }
            Hypothesis::Deviations(deviations) => self.nearest_by_deviations(deviations),
        }
    }

    /// So many deviations above one half means that the mean above one half is `bounded` times
    /// the root of the mean square around one half. That is not linear in the distribution; with
    /// the root replaced by its tangent somewhere it is (Van den Bergh), and the right place is
    /// the root that the solution has itself. It is found by going from each solution's
    /// root to the next, from the sample's own on, so that of several the one near the
    /// sample is found; or else between two bounds.
    fn nearest_by_deviations(&self, deviations: f64) -> Option<Nearest> {
        let bounded = deviations / (1.0 + deviations * deviations).sqrt();
        let at = |root: f64| {
            let nearest = self.tilted(self.points.map(|points| {
                let above = points - 0.5;
                above - bounded * (root * root + above * above) / (2.0 * root)
            }))?;
            let found = self.root_of_squares(&nearest.shares);
            Some((nearest, found))
        };
        let mut root = self.root_of_squares(&self.shares);
        for _ in 0..30 {
            let Some((nearest, found)) = at(root) else {
                break;
            };
            if (found - root).abs() < 1e-10 {
                return Some(nearest);
            }
            root = found;
        }
        // At the least root for which there is a solution, all results are the best (or the
        // worst) one, whose root is 1/2; and no root is greater than that.
        let mut low = 0.5 * bounded.abs() / (1.0 + (1.0 - bounded * bounded).sqrt());
        let mut high = 0.5;
        while high - low > 1e-12 {
            let middle = 0.5 * (low + high);
            match at(middle) {
                Some((_, found)) if found < middle => high = middle,
                _ => low = middle,
            }
        }
        at(high).map(|(nearest, _)| nearest)
    }

    /// The root of the mean square of the points around one half.
    fn root_of_squares(&self, shares: &[f64; 5]) -> f64 {
        let squares = |kind: usize| shares[kind] * (self.points[kind] - 0.5).powi(2);
        (0..self.kinds).map(squares).sum::<f64>().sqrt()
    }

    /// The likeliest distribution in which `direction` has the mean 0 (Van den Bergh, by
    /// Lagrange's multiplier): `share / (1 + multiplier * direction)`. The multiplier is the
    /// root of a falling function between two poles: Newton's steps, halved into the
    /// bracket where they would leave it.
    fn tilted(&self, direction: [f64; 5]) -> Option<Nearest> {
        let used = &direction[..self.kinds];
        let least = used.iter().copied().fold(f64::INFINITY, f64::min);
        let most = used.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let mut multiplier = 0.0;
        for _ in 0..200 {
            let (mut value, mut slope) = (0.0, 0.0);
            for (&share, &direction) in self.shares.iter().zip(used) {
                let part = direction / (1.0 + multiplier * direction);
                value += share * part;
                slope -= share * part * part;
            }
            if value > 0.0 {
                low = multiplier;
            } else {
                high = multiplier;
            }
            let step = multiplier - value / slope;
            let next = if step > low && step < high {
                step
            } else {
                0.5 * (low + high)
            };
            let moved = (next - multiplier).abs();
            multiplier = next;
            if moved <= 1e-13 * (1.0 + multiplier.abs()) {
                break;
            }
        }
        let mut shares = [0.0; 5];
        for kind in 0..self.kinds {
            shares[kind] = self.shares[kind] / (1.0 + multiplier * direction[kind]);
        }
        Some(Nearest { shares, direction })
    }

    /// How many standard errors the sample is above the hypothesis: Rao's score test. The
    /// error is the one under the hypothesis, so that it is never 0, however lopsided the
    /// sample. `None` where no distribution fulfils the hypothesis.
    pub(super) fn errors_above(&self, hypothesis: Hypothesis) -> Option<f64> {
        let nearest = self.nearest(hypothesis)?;
        let (mut seen, mut variance) = (0.0, 0.0);
        for kind in 0..self.kinds {
            let direction = nearest.direction[kind];
            seen += self.shares[kind] * direction;
            variance += nearest.shares[kind] * direction * direction;
        }
        let errors = seen / (variance / self.size).sqrt();
        errors.is_finite().then_some(errors)
    }

    /// The logarithm of how much likelier the sample is under `one` than under `zero`, each
    /// at its best. 0 where either is impossible, which decides nothing.
    pub(super) fn log_likelihood_ratio(&self, zero: Hypothesis, one: Hypothesis) -> f64 {
        let (Some(zero), Some(one)) = (self.nearest(zero), self.nearest(one)) else {
            return 0.0;
        };
        let each = (0..self.kinds)
            .map(|kind| self.shares[kind] * (one.shares[kind] / zero.shares[kind]).ln());
        self.size * each.sum::<f64>()
    }
}

#[derive(Clone, Copy, Debug)]
struct Nearest {
    shares: [f64; 5],
    direction: [f64; 5],
}
