//! The sequential probability ratio test: play until the games decide between two
//! hypotheses about the difference in Elo.

use super::sample::Hypothesis;
use super::{ELO_PER_LOGIT, PairTally};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A test of "the first player is `elo0` better" against "`elo1` better".
///
/// ```
/// use papan_arena::statistics::{Sprt, SprtModel, SprtStatus, PairTally};
///
/// let test = Sprt::new(0.0, 20.0, 0.05, 0.05, SprtModel::Logistic).unwrap();
/// let state = test.state(&PairTally::of_games(300, 300, 200));
/// assert_eq!(state.status, SprtStatus::AcceptH1);
/// assert!(state.llr > state.upper && (state.upper - 2.944).abs() < 0.001);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: SprtModel,
}

/// What the Elo of the hypotheses mean.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SprtModel {
    /// [`PairTally::elo`]: the expected score.
    #[default]
    Logistic,
    /// [`PairTally::normalised_elo`]: the expected score in deviations of one game. The number of
    /// games that a test takes then hardly depends on the share of draws.
    Normalised,
}

/// What a test has decided so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SprtStatus {
    /// More games are needed.
    Running,
    /// The difference is `elo0` or less.
    AcceptH0,
    /// The difference is `elo1` or more.
    AcceptH1,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SprtState {
    /// What it has decided.
    pub status: SprtStatus,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// The test accepts `elo0` when the ratio is here or lower.
    pub lower: f64,
    /// The test accepts `elo1` when the ratio is here or higher.
    pub upper: f64,
}

/// Why a test cannot be made.
#[derive(Clone, PartialEq, Debug)]
pub enum BadSprt {
    /// `elo0` is not below `elo1`, or one of them is not a number within the limit.
    Elo(f64, f64),
    /// An error rate, by name, is not between 0 and one half.
    Rate(&'static str, f64),
}

impl fmt::Display for BadSprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSprt::Elo(elo0, elo1) => write!(
                f,
                "a sequential test needs elo0 below elo1, both between -1000 and 1000, not \
                 elo0 {elo0} and elo1 {elo1}"
            ),
            BadSprt::Rate(name, value) => write!(
                f,
                "{name} is how often a sequential test may be wrong: more than 0 and less than \
                 0.5, not {value}"
            ),
        }
    }
}

impl std::error::Error for BadSprt {}

impl Sprt {
    /// A test that accepts `elo1` with a probability of at most about `alpha` where `elo0` is
    /// the truth, and `elo0` with at most about `beta` where `elo1` is.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: SprtModel,
    ) -> Result<Sprt, BadSprt> {
        let allowed = -1000.0..=1000.0;
        if !(elo0 < elo1 && allowed.contains(&elo0) && allowed.contains(&elo1)) {
            return Err(BadSprt::Elo(elo0, elo1));
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(BadSprt::Rate(name, rate));
            }
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// The chances of accepting the wrong one: alpha when the first is true, beta when the
    /// second is.
    pub fn error_rates(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// What the hypotheses are measured in.
    pub fn model(&self) -> SprtModel {
        self.model
    }

    /// The two hypotheses in Elo.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Wald's bounds of the logarithm of the likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The logarithm of how much likelier the games are when the first player is `elo1`
    /// better than when it is `elo0` better, each with the distribution of results that suits
    /// the games best.
    pub fn llr(&self, tally: &PairTally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        let sample = tally.sample();
        let hypothesis = |elo: f64| match self.model {
            SprtModel::Logistic => Hypothesis::Mean(1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())),
            SprtModel::Normalised => {
                Hypothesis::Deviations(elo / (2.0 * ELO_PER_LOGIT) * sample.games.sqrt())
            }
        };
        sample.log_likelihood_ratio(hypothesis(self.elo0), hypothesis(self.elo1))
    }

    /// What the games decide.
    pub fn state(&self, tally: &PairTally) -> SprtState {
        let llr = self.llr(tally);
        let (lower, upper) = self.bounds();
        let status = if llr >= upper {
            SprtStatus::AcceptH1
        } else if llr <= lower {
            SprtStatus::AcceptH0
        } else {
            SprtStatus::Running
        };
        SprtState {
            status,
            llr,
            lower,
            upper,
        }
    }
}
