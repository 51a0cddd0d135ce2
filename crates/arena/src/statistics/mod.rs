//! What results show, as pure mathematics: plain numbers in, plain numbers out. Nothing here
//! knows of games, files or agents. `docs/statistics.md` has the formulas and their sources.
//!
//! | item | what it answers |
//! |---|---|
//! | [`pairs`] | two players: Elo, normalised Elo, likelihood of superiority |
//! | [`sprt`] | two players: when the games played are enough to decide |
//! | [`pool`] | a pool, two to eight at a board: one rating each, the worth of each seat |
//! | [`agreement`] | whether several sources of results agree |
//! | [`seats`] | how much each seat is worth in first places, points and ranks |
//! | [`interval`] | how sure one may be of a share or a mean |
//! | [`normal`] | the distributions behind the intervals |
//!
//! Every interval is one at 95%.

pub mod agreement;
pub mod encounter;
pub mod interval;
pub mod normal;
pub mod pairs;
pub mod pool;
pub mod seats;
pub mod sprt;

mod choices;
mod cholesky;
mod clusters;
mod ratings;
mod sample;

pub use agreement::Agreement;
pub use encounter::{BadEncounter, Encounter};
pub use pairs::{PairTally, WinDrawLoss};
pub use ratings::{Ratings, Rung};
pub use sprt::{BadSprt, Sprt, SprtModel, SprtState, SprtStatus};

use serde::Serialize;

/// Elo for a factor of e in the odds: 400 / ln 10.
pub(crate) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// No estimate in Elo is further from 0 than this: it is what [`interval::elo`] makes of a
/// share of 0 or 1, where the mathematics says infinity.
pub const ELO_LIMIT: f64 = 2400.0;

/// A number that was estimated, with its interval at 95%: `low <= value <= high`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// An estimate that is off by `error` at most in 95% of cases, kept within
    /// [`ELO_LIMIT`].
    fn around(value: f64, error: f64) -> Estimate {
        let keep = |elo: f64| elo.clamp(-ELO_LIMIT, ELO_LIMIT);
        Estimate {
            value: keep(value),
            low: keep(value - error),
            high: keep(value + error),
        }
    }

    /// Nothing is known: 0, give or take [`ELO_LIMIT`].
    fn unknown() -> Estimate {
        Estimate::around(0.0, ELO_LIMIT)
    }

    /// The same as the other of two players has it.
    pub fn turned(self) -> Estimate {
        Estimate {
            value: -self.value,
            low: -self.high,
            high: -self.low,
        }
    }

    /// Whether the interval reaches into another.
    pub fn overlaps(&self, other: &Estimate) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// The half width of the interval, the number after the sign ±.
    ///
    /// ```
    /// use papan_arena::statistics::Estimate;
    ///
    /// let elo = Estimate { value: 12.0, low: 2.0, high: 24.0 };
    /// assert_eq!(elo.error(), 11.0);
    /// ```
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}
