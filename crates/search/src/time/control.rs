//! What a game gives its players.

use papan_core::{shortened, spec};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, time::Duration};
use thiserror::Error;

/// What each seat is given to think with: time for the whole game, more with every move, and
/// behind that, where there are any, periods in which a number of moves is to be made. A time
/// for each move is a period of one move.
///
/// ```
/// use papan_search::TimeControl;
///
/// let control: TimeControl = "60s+500ms".parse().unwrap();
/// assert_eq!(control.to_string(), "60s+500ms");
/// assert_eq!("60s".parse::<TimeControl>().unwrap().increment.as_millis(), 0);
/// assert!("60".parse::<TimeControl>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// What each seat has at first.
    #[serde(with = "milliseconds")]
    pub base: Duration,
    /// What it is given with every move.
    #[serde(with = "milliseconds")]
    pub increment: Duration,
    /// What follows when `base` is spent. Only programs that ask an engine set it: it is not
    /// stored.
    #[serde(skip)]
    pub period: Option<Period>,
}

/// Time for a number of moves, given again when they are made. What is left of it then is
/// lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// The time.
    pub time: Duration,
    /// The moves to be made in it, from 1.
    pub moves: u32,
}

impl TimeControl {
    /// Time for the whole game, and more with every move.
    pub const fn new(base: Duration, increment: Duration) -> TimeControl {
        TimeControl {
            base,
            increment,
            period: None,
        }
    }

    /// The same time for every move.
    pub const fn per_move(time: Duration) -> TimeControl {
        TimeControl {
            base: Duration::ZERO,
            increment: Duration::ZERO,
            period: Some(Period { time, moves: 1 }),
        }
    }
}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        let (base, increment) = match text.split_once('+') {
            Some((base, increment)) => (base, spec::parse_time(increment)),
            None => (text, Some(Duration::ZERO)),
        };
        let base = spec::parse_time(base).filter(|base| !base.is_zero());
        match (base, increment) {
            (Some(base), Some(increment)) => Ok(TimeControl::new(base, increment)),
            _ => Err(BadTimeControl(text.to_owned())),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&spec::time_text(self.base))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", spec::time_text(self.increment))?;
        }
        match self.period {
            None => Ok(()),
            Some(Period { time, moves }) => {
                write!(f, ", then {} for {moves} moves", spec::time_text(time))
            }
        }
    }
}

/// A text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{}' is not possible; write BASE or BASE+INCREMENT, such as 60s or 60s+500ms", shortened(.0)
)]
pub struct BadTimeControl(String);

/// Times as whole milliseconds.
mod milliseconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(
        time: &Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        (time.as_millis() as u64).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Duration, D::Error> {
        Ok(Duration::from_millis(u64::deserialize(deserializer)?))
    }
}
