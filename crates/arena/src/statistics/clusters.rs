//! Games that vary together.

use super::interval::Mean;
use super::normal::student_95;

/// Games, or numbers that were seen in them, in groups that are independent of each other. It
/// holds their places in whatever they are kept in, in four bytes each: there are never more than
/// [`MOST_GAMES`](crate::tournament::MOST_GAMES).
pub(super) struct Clusters {
    games: Vec<u32>,
    ends: Vec<u32>,
}

impl Clusters {
    /// The games by opening, which `opening` gives for each of the `count`. One opening alone
    /// would leave nothing to compare: then each game is a group of its own.
    pub(super) fn new(count: usize, opening: impl Fn(usize) -> u64) -> Clusters {
        let mut games: Vec<u32> = (0..count as u32).collect();
        let opening = |game: u32| opening(game as usize);
        games.sort_unstable_by_key(|&game| (opening(game), game));
        let mut ends: Vec<u32> = (1..count as u32)
            .filter(|&next| {
                let [before, after] = [next - 1, next].map(|place| games[place as usize]);
                opening(before) != opening(after)
            })
            .collect();
        if ends.is_empty() {
            ends = (1..count as u32).collect();
        }
        ends.push(count as u32);
        Clusters { games, ends }
    }

    /// All games, group after group.
    pub(super) fn games(&self) -> impl Iterator<Item = usize> {
        self.games.iter().map(|&game| game as usize)
    }

    /// How many groups there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The groups.
    pub(super) fn iter(&self) -> impl Iterator<Item = impl Iterator<Item = usize>> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| {
            let group = &self.games[start as usize..end as usize];
            group.iter().map(|&game| game as usize)
        })
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
        each: impl Fn(usize, &mut dyn FnMut(usize, f64)),
    ) -> Vec<ClusterMean> {
        let mut means = vec![ClusterMean::default(); kinds];
        for game in self.games() {
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
