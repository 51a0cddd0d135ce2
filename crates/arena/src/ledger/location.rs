//! Where the ledger is when nobody says so, and when things happened.

use papan_core::files;
use serde::{Serialize, Serializer};
use std::{env, fmt, path::PathBuf};
use web_time::{SystemTime, UNIX_EPOCH};

/// The ledger that is used when none is named: what `PAPAN_LEDGER` says, else `ledger.db` in
/// [Papan's folder](files::data_folder) among the user's data, where the system has one.
pub fn default_path() -> Option<PathBuf> {
    let named = env::var_os("PAPAN_LEDGER").filter(|value| !value.is_empty());
    match named {
        Some(named) => Some(named.into()),
        None => files::data_folder().map(|folder| folder.join("ledger.db")),
    }
}

/// A moment, in milliseconds since 1970 began. Written as `2026-03-01T12:30:00Z`.
///
/// ```
/// use papan_arena::ledger::Moment;
///
/// assert_eq!(Moment(951_782_400_000).to_string(), "2000-02-29T00:00:00Z");
/// assert_eq!(Moment(-1).to_string(), "1969-12-31T23:59:59Z");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment(pub i64);

impl Moment {
    /// This moment.
    pub fn now() -> Moment {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Moment(since.map_or(0, |since| since.as_millis() as i64))
    }

    /// The day alone: `2026-03-01`.
    pub fn day(self) -> String {
        let (year, month, day) = date(self.0.div_euclid(MILLISECONDS));
        format!("{year:04}-{month:02}-{day:02}")
    }
}

const MILLISECONDS: i64 = 24 * 60 * 60 * 1_000;

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.rem_euclid(MILLISECONDS) / 1_000;
        let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        write!(f, "{}T{hour:02}:{minute:02}:{second:02}Z", self.day())
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Year, month and day of a number of days since 1970 began.
fn date(days: i64) -> (i64, i64, i64) {
    // Years are counted from March, so that the day that some have more is their last; the
    // calendar repeats itself after 400 years, which have 146,097 days.
    const CYCLE: i64 = 146_097;
    const FROM_MARCH_OF_YEAR_0: i64 = 719_468;
    let days = days.saturating_add(FROM_MARCH_OF_YEAR_0);
    let (cycle, day) = (days.div_euclid(CYCLE), days.rem_euclid(CYCLE));
    let year = (day - day / 1_460 + day / 36_524 - day / (CYCLE - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // From March on, five months have 153 days, twice over.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let year = 400 * cycle + year;
    match month {
        0..=9 => (year, month + 3, day),
        _ => (year + 1, month - 9, day),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_each_other() {
        let lengths = |year: i64| {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let february = if leap { 29 } else { 28 };
            [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        };
        let mut number = 0;
        for year in 1970..2110 {
            for (month, length) in (1..).zip(lengths(year)) {
                for day in 1..=length {
                    assert_eq!(date(number), (year, month, day));
                    number += 1;
                }
            }
        }
    }
}
