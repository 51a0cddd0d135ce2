//! Two players: what their games, and pairs of games from both sides of an opening, show.

use super::interval::{NORMAL_95, elo};
use super::sample::{Hypothesis, Sample};
use super::{ELO_LIMIT, ELO_PER_LOGIT, Estimate, normal};
use serde::{Deserialize, Serialize};

/// How a game ended for the first of two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WinDrawLoss {
    /// 0 points.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

/// The results of one player against another.
///
/// Two games of one opening, one from each side, belong together: what the opening gives to
/// one side it takes from the other, so that a pair varies less than two games apart. Where
/// at least half of the games came in pairs, all estimates are made from the pairs;
/// otherwise from single games.
///
/// ```
/// use papan_arena::statistics::{WinDrawLoss::*, PairTally};
///
/// let mut tally = PairTally::default();
/// tally.add_pair(Win, Draw);
/// tally.add_pair(Win, Loss);
/// tally.add_game(Win);
/// assert_eq!((tally.wins, tally.draws, tally.losses), (3, 1, 1));
/// assert_eq!(tally.pairs, [0, 0, 1, 1, 0]);
/// assert_eq!(tally.score(), 0.7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PairTally {
    /// Games won, those in pairs among them.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by the points they brought: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u64; 5],
    /// As how many independent pairs (or games, where these are no pairs) they count, when that
    /// is fewer than there are: games may repeat each other, and openings come several times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub independent: Option<u64>,
}

impl PairTally {
    /// Single games, none of them in a pair.
    pub fn of_games(wins: u64, draws: u64, losses: u64) -> PairTally {
        PairTally {
            wins,
            draws,
            losses,
            ..PairTally::default()
        }
    }

    /// Counts one game without a partner.
    pub fn add_game(&mut self, ending: WinDrawLoss) {
        match ending {
            WinDrawLoss::Loss => self.losses += 1,
            WinDrawLoss::Draw => self.draws += 1,
            WinDrawLoss::Win => self.wins += 1,
        }
    }

    /// Counts the two games of one opening, one from each side.
    pub fn add_pair(&mut self, one: WinDrawLoss, other: WinDrawLoss) {
        self.add_game(one);
        self.add_game(other);
        self.pairs[one as usize + other as usize] += 1;
    }

    /// The same results as the other player has them.
    pub fn turned(&self) -> PairTally {
        let [none, half, one, more, two] = self.pairs;
        PairTally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs: [two, more, one, half, none],
            independent: self.independent,
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// How many of them came in pairs.
    pub fn paired_games(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>()
    }

    /// Points a game, a draw counted as half a win; one half before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + 0.5 * self.draws as f64) / games as f64,
        }
    }

    /// Whether the estimates are made from pairs.
    pub fn is_paired(&self) -> bool {
        let paired = self.paired_games();
        paired > 0 && 2 * paired >= self.games()
    }

    pub(super) fn sample(&self) -> Sample {
        let sample = match self.is_paired() {
            true => Sample::new(&self.pairs, 2.0),
            false => Sample::new(&[self.losses, self.draws, self.wins], 1.0),
        };
        match self.independent {
            Some(size) => sample.resized(size),
            None => sample,
        }
    }

    /// Mean and variance of what the estimates are made from, as it was seen.
    fn seen(&self) -> (f64, f64) {
        let single = [self.losses, self.draws, self.wins];
        let counts: &[u64] = if self.is_paired() {
            &self.pairs
        } else {
            &single
        };
        let total = counts.iter().sum::<u64>();
        if total == 0 {
            return (0.5, 0.0);
        }
        let last = (counts.len() - 1) as f64;
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let each = counts.iter().enumerate();
            each.map(|(kind, &count)| count as f64 * value(kind as f64 / last))
                .sum::<f64>()
                / total as f64
        };
        let mean = mean_of(&|points| points);
        (mean, mean_of(&|points| (points - mean) * (points - mean)))
    }

    /// The expected score a game with its interval: all expectations from which the games are
    /// less than 1.96 standard errors away, where the error is the one that this expectation
    /// would bring. For wins and losses alone it is Wilson's interval; draws and pairs make
    /// it narrower. It is never empty: ten wins of ten leave 0.72 to 1, ten draws of ten
    /// 0.36 to 0.64.
    pub fn expectation(&self) -> Estimate {
        let (mean, _) = self.seen();
        if self.games() == 0 {
            return Estimate {
                value: mean,
                low: 0.0,
                high: 1.0,
            };
        }
        let sample = self.sample();
        let too_far = |expected: f64| {
            sample
                .errors_above(Hypothesis::Mean(expected))
                .is_none_or(|errors| errors.abs() > NORMAL_95)
        };
        Estimate {
            value: mean,
            low: edge(mean, 0.0, &too_far),
            high: edge(mean, 1.0, &too_far),
        }
    }

    /// The difference in Elo: the logistic of the expected score. Ends at
    /// [`ELO_LIMIT`], where all games were won.
    ///
    /// ```
    /// use papan_arena::statistics::PairTally;
    ///
    /// let elo = PairTally::of_games(136, 111, 96).elo();
    /// assert!((elo.value - 40.7).abs() < 0.1 && (elo.error() - 30.4).abs() < 0.5);
    /// let perfect = PairTally::of_games(10, 0, 0).elo();
    /// assert!((perfect.low - 166.0).abs() < 1.0 && perfect.high == 2400.0);
    /// ```
    pub fn elo(&self) -> Estimate {
        let expectation = self.expectation();
        let exact = |share: f64| match share {
            ..=0.0 => -ELO_LIMIT,
            1.0.. => ELO_LIMIT,
            _ => elo(share),
        };
        Estimate {
            value: exact(expectation.value),
            low: exact(expectation.low),
            high: exact(expectation.high),
        }
    }

    /// The difference in normalised Elo: how many standard deviations of one game the score
    /// is above one half, times 800 / ln 10. It says how many games it takes to see the
    /// difference, whatever the share of draws and the openings. The deviation is not known
    /// but estimated, and the interval takes this in. It ends at [`ELO_LIMIT`].
    pub fn normalised_elo(&self) -> Estimate {
        if self.games() == 0 {
            return Estimate::unknown();
        }
        let sample = self.sample();
        let (mean, variance) = self.seen();
        let bounded = if mean == 0.5 {
            0.0
        } else {
            bounded((mean - 0.5) / variance.sqrt())
        };
        let too_far = |bounded: f64| {
            sample
                .errors_above(Hypothesis::Deviations(unbounded(bounded)))
                .is_none_or(|errors| errors.abs() > NORMAL_95)
        };
        let elo = |bounded: f64| {
            let elo = to_normalised(unbounded(bounded), sample.games);
            elo.clamp(-ELO_LIMIT, ELO_LIMIT)
        };
        Estimate {
            value: elo(bounded),
            low: elo(edge(bounded, -1.0, &too_far)),
            high: elo(edge(bounded, 1.0, &too_far)),
        }
    }

    /// How likely the first player is the stronger one: the normal probability of the score's
    /// distance from one half in standard errors. The error is the one that two equal players
    /// would have, so that one game won says little, and ten of ten much.
    ///
    /// ```
    /// use papan_arena::statistics::PairTally;
    ///
    /// assert_eq!(PairTally::default().superiority(), 0.5);
    /// assert!((PairTally::of_games(76, 123, 89).superiority() - 0.155).abs() < 0.001);
    /// assert!((PairTally::of_games(10, 0, 0).superiority() - 0.999).abs() < 0.001);
    /// ```
    pub fn superiority(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        let errors = self.sample().errors_above(Hypothesis::Mean(0.5));
        errors.map_or(0.5, normal::cumulative)
    }
}

/// The last value on the way from `inside` to `end` that is not too far: `end` itself, if
/// nothing on the way is.
fn edge(inside: f64, end: f64, too_far: &dyn Fn(f64) -> bool) -> f64 {
    let (mut near, mut far) = (inside, None);
    // The steps go on to a billionth of the way.
    for _ in 0..30 {
        let middle = 0.5 * (near + far.unwrap_or(end));
        if too_far(middle) {
            far = Some(middle);
        } else {
            near = middle;
        }
    }
    far.map_or(end, |far| 0.5 * (near + far))
}

/// Deviations from one half on a scale from -1 to 1: twice the score above one half of a
/// player with wins and losses alone.
fn bounded(deviations: f64) -> f64 {
    if deviations.is_infinite() {
        return deviations.signum();
    }
    deviations / (1.0 + deviations * deviations).sqrt()
}

/// The inverse, which ends at the last score that has a finite Elo.
fn unbounded(bounded: f64) -> f64 {
    let bounded = bounded.clamp(-1.0 + 2e-6, 1.0 - 2e-6);
    bounded / (1.0 - bounded * bounded).sqrt()
}

/// Normalised Elo of a score `deviations` deviations above one half, the deviation being one
/// of the mean of `games` games.
fn to_normalised(deviations: f64, games: f64) -> f64 {
    let limited = unbounded(bounded(deviations));
    limited / games.sqrt() * 2.0 * ELO_PER_LOGIT
}
