//! Reading the arguments of commands, and saying what is wrong with them.

use std::{
    fmt::{Display, Write},
    time::Duration,
};

/// Adds a value to a reply.
pub(super) fn push(text: &mut String, value: impl Display) {
    // Writing to a text does not fail.
    let _ = write!(text, "{value}");
}

/// A move that cannot be played.
pub(super) fn illegal(why: impl Display) -> String {
    format!("illegal move: {why}")
}

/// Arguments that are none of a command's.
pub(super) fn expected(form: &str) -> String {
    format!("syntax error: expected {form}")
}

/// A number with or without decimals.
pub(super) fn number(text: &str, form: &str) -> Result<f64, String> {
    let number = text
        .trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| expected(form))
}

/// The first `COUNT` words; more are ignored.
pub(super) fn words<'a, const COUNT: usize>(
    text: &'a str,
    form: &str,
) -> Result<[&'a str; COUNT], String> {
    let mut words = text.split_whitespace();
    let found: [Option<&str>; COUNT] = std::array::from_fn(|_| words.next());
    match found.iter().all(Option::is_some) {
        true => Ok(found.map(Option::unwrap_or_default)),
        false => Err(expected(form)),
    }
}

/// Some thirty years: who has more time has no use for it.
pub(super) const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// A time that may be less than a second; what was overdrawn is nothing.
pub(super) fn seconds(text: &str, form: &str) -> Result<Duration, String> {
    let seconds = number(text, form)?.clamp(0.0, LONGEST.as_secs_f64());
    Duration::try_from_secs_f64(seconds).map_err(|_| expected(form))
}
