//! Games that vary together.

use super::Encounter;
use super::interval::Mean;
use super::normal::student_95;

/// Games, or numbers that were seen in them, in groups that are independent of each other.
pub(super) struct Clusters<'a, T = Encounter> {
    games: Vec<&'a T>,
    ends: Vec<usize>,
}

/// What has an opening.
pub(super) trait Opened {
    /// A number for the opening.
    fn opening(&self) -> u64;
}

impl Opened for Encounter {
    fn opening(&self) -> u64 {
        self.opening
    }
}

impl Opened for (u64, f64) {
    fn opening(&self) -> u64 {
        self.0
    }
}

impl<'a, T: Opened> Clusters<'a, T> {
    /// The games by opening. One opening alone would leave nothing to compare: then each game
    /// is a group of its own.
    pub(super) fn new(mut games: Vec<&'a T>) -> Clusters<'a, T> {
        games.sort_by_key(|game| game.opening());
        let mut ends: Vec<usize> = (1..games.len())
            .filter(|&next| games[next - 1].opening() != games[next].opening())
            .collect();
        if ends.is_empty() {
            ends = (1..games.len()).collect();
        }
        ends.push(games.len());
        Clusters { games, ends }
    }

    /// All games.
    pub(super) fn games(&self) -> &[&'a T] {
        &self.games
    }

    /// How many groups there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The groups.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[&'a T]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.games[start..end])
    }

    /// What a variance that was seen in the groups is multiplied by, because their mean was
    /// seen too and not known.
    pub(super) fn correction(&self) -> f64 {
        let groups = self.len() as f64;
        groups / (groups - 1.0).max(1.0)
    }

    /// How many standard errors make an interval.
    pub(super) fn critical(&self) -> f64 {
        student_95(self.len() as u64 - 1)
    }

    /// The means of `kinds` kinds of numbers, with intervals that take the numbers of a group
    /// to vary together. `each` hands over the numbers of a game with their kinds.
    pub(super) fn means(
        &self,
        kinds: usize,
        each: impl Fn(&T, &mut dyn FnMut(usize, f64)),
    ) -> Vec<ClusterMean> {
        let mut means = vec![ClusterMean::default(); kinds];
        for game in &self.games {
            each(game, &mut |kind, value| {
                means[kind].mean.mean += value;
                means[kind].count += 1;
            });
        }
        for mean in &mut means {
            mean.mean.mean /= mean.count.max(1) as f64;
        }
        let mut off = vec![0.0; kinds];
        let mut touched = Vec::new();
        for group in self.iter() {
            for game in group {
                each(game, &mut |kind, value| {
                    let distance = value - means[kind].mean.mean;
                    off[kind] += distance;
                    means[kind].mean.deviation += distance * distance;
                    touched.push(kind);
                });
            }
            // A kind that comes twice is 0 the second time.
            for kind in touched.drain(..) {
                means[kind].error += off[kind] * off[kind];
                off[kind] = 0.0;
            }
        }
        for ClusterMean { count, error, mean } in &mut means {
            let n = (*count).max(1) as f64;
            *error = (self.correction() * *error).sqrt() / n;
            mean.deviation = (mean.deviation / (n - 1.0).max(1.0)).sqrt();
            let reach = self.critical() * *error;
            mean.interval = (mean.mean - reach, mean.mean + reach);
        }
        means
    }
}

/// See [`Clusters::means`].
#[derive(Clone, Copy)]
pub(super) struct ClusterMean {
    /// How many numbers there were.
    pub(super) count: u64,
    /// The standard error of the mean.
    pub(super) error: f64,
    /// The mean.
    pub(super) mean: Mean,
}

impl Default for ClusterMean {
    fn default() -> ClusterMean {
        ClusterMean {
            count: 0,
            error: 0.0,
            mean: Mean {
                mean: 0.0,
                deviation: 0.0,
                interval: (0.0, 0.0),
            },
        }
    }
}
