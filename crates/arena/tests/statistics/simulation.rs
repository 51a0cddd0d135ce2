//! Games with known expectations.

use papan_arena::statistics::{Encounter, PairTally, WinDrawLoss};
use papan_core::Random;

/// A number between 0 and 1, neither of them.
pub(crate) fn uniform(random: &mut Random) -> f64 {
    ((random.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// The score that a difference in Elo makes one expect.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Games in which a share of what the weaker side can expect comes as draws. The mean score
/// is exactly the one asked for, whatever the draws and the correlation.
#[derive(Clone, Copy)]
pub(crate) struct Match {
    /// The difference in Elo.
    pub(crate) elo: f64,
    /// What the first move is worth in Elo.
    pub(crate) first_move: f64,
    /// How much of the weaker side's points are draws.
    pub(crate) draws: f64,
    /// How often the second game of a pair follows the luck of the opening in the first.
    pub(crate) together: f64,
}

impl Match {
    /// How a game ends for the side that moves first, given its luck from 0 (good) to 1.
    fn ending(&self, elo: f64, luck: f64) -> WinDrawLoss {
        let mean = expected(elo);
        let draw = self.draws * 2.0 * mean.min(1.0 - mean);
        if luck < mean - draw / 2.0 {
            WinDrawLoss::Win
        } else if luck < mean + draw / 2.0 {
            WinDrawLoss::Draw
        } else {
            WinDrawLoss::Loss
        }
    }

    /// The two games of an opening, each for the side that moves first: the first player in
    /// the first game, the second in the second.
    pub(crate) fn sides(&self, random: &mut Random) -> [WinDrawLoss; 2] {
        let luck = uniform(random);
        let other = match uniform(random) < self.together {
            true => luck,
            false => uniform(random),
        };
        [
            self.ending(self.first_move + self.elo, luck),
            self.ending(self.first_move - self.elo, other),
        ]
    }

    /// The two games of an opening for the first player.
    pub(crate) fn pair(&self, random: &mut Random) -> [WinDrawLoss; 2] {
        let [one, other] = self.sides(random);
        [one, turned(other)]
    }

    /// A tally of pairs.
    pub(crate) fn pairs(&self, pairs: u64, random: &mut Random) -> PairTally {
        let mut tally = PairTally::default();
        for _ in 0..pairs {
            let [one, other] = self.pair(random);
            tally.add_pair(one, other);
        }
        tally
    }

    /// The probabilities of a pair to bring 0, 1/2, 1, 3/2 and 2 points.
    pub(crate) fn pentanomial(&self) -> [f64; 5] {
        let mut shares = [0.0; 5];
        // The endings change only at these values of luck; each piece between is uniform.
        let mut cuts = vec![0.0, 1.0];
        for elo in [self.first_move + self.elo, self.first_move - self.elo] {
            let mean = expected(elo);
            let draw = self.draws * 2.0 * mean.min(1.0 - mean);
            cuts.extend([mean - draw / 2.0, mean + draw / 2.0]);
        }
        cuts.sort_by(f64::total_cmp);
        let pieces: Vec<(f64, f64)> = cuts
            .windows(2)
            .map(|cut| ((cut[0] + cut[1]) / 2.0, cut[1] - cut[0]))
            .collect();
        let one = |luck| self.ending(self.first_move + self.elo, luck) as usize;
        let other = |luck| turned(self.ending(self.first_move - self.elo, luck)) as usize;
        for &(luck, width) in &pieces {
            shares[one(luck) + other(luck)] += self.together * width;
            for &(luck_of_other, width_of_other) in &pieces {
                shares[one(luck) + other(luck_of_other)] +=
                    (1.0 - self.together) * width * width_of_other;
            }
        }
        shares
    }

    /// Mean score a game and normalised Elo.
    pub(crate) fn truth(&self) -> (f64, f64) {
        let shares = self.pentanomial();
        let each = || shares.iter().enumerate();
        let mean: f64 = each().map(|(k, share)| share * k as f64 / 4.0).sum();
        let variance: f64 = each()
            .map(|(k, share)| share * (k as f64 / 4.0 - mean).powi(2))
            .sum();
        let normalised = (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / 10_f64.ln();
        (mean, normalised)
    }
}

/// The same game for the other side.
pub(crate) fn turned(ending: WinDrawLoss) -> WinDrawLoss {
    match ending {
        WinDrawLoss::Loss => WinDrawLoss::Win,
        WinDrawLoss::Draw => WinDrawLoss::Draw,
        WinDrawLoss::Win => WinDrawLoss::Loss,
    }
}

/// A game of two as an encounter.
pub(crate) fn encounter(
    first: usize,
    second: usize,
    ending: WinDrawLoss,
    opening: u64,
) -> Encounter {
    Encounter {
        players: vec![first, second],
        ranks: match ending {
            WinDrawLoss::Win => vec![1, 2],
            WinDrawLoss::Draw => vec![1, 1],
            WinDrawLoss::Loss => vec![2, 1],
        },
        scores: vec![ending as i32, 2 - ending as i32],
        opening,
    }
}

/// A ranking by Plackett and Luce's model: every seat draws a number from Gumbel's distribution
/// around its strength in Elo, and the highest is first.
pub(crate) fn ranking(strengths: &[f64], luck: &[f64]) -> Vec<u8> {
    let height = |seat: usize| strengths[seat] * 10_f64.ln() / 400.0 - (-luck[seat].ln()).ln();
    (0..strengths.len())
        .map(|seat| {
            let above = (0..strengths.len()).filter(|&other| height(other) > height(seat));
            above.count() as u8 + 1
        })
        .collect()
}
