//! How numbers and times are written in a spec.

use std::time::Duration;

/// A number in thousandths, from `0.5`, `-2` or `1/2`.
pub(super) fn thousandths(text: &str) -> Option<i64> {
    if let Some((above, below)) = text.split_once('/') {
        let (above, below): (i32, i32) = (above.trim().parse().ok()?, below.trim().parse().ok()?);
        let number = 1000 * i64::from(above);
        return (below > 0).then(|| number / i64::from(below));
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let negative = whole.starts_with('-');
    let whole: i32 = whole.parse().ok()?;
    if part.len() > 3 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part: i64 = format!("{part:0<3}").parse().ok()?;
    Some(1000 * i64::from(whole) + if negative { -part } else { part })
}

/// The shortest text of a number in thousandths.
pub(super) fn decimal(thousandths: i64) -> String {
    let (sign, size) = (if thousandths < 0 { "-" } else { "" }, thousandths.abs());
    let text = format!("{sign}{}.{:03}", size / 1000, size % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A time in milliseconds, from `250ms`, `5s` or `0.5s`.
pub(super) fn milliseconds(text: &str) -> Option<u32> {
    let text = text.to_ascii_lowercase();
    match text.strip_suffix("ms") {
        Some(number) => number.trim().parse().ok(),
        None => u32::try_from(thousandths(text.strip_suffix('s')?.trim())?).ok(),
    }
}

/// The shortest text of a time.
pub(super) fn time(milliseconds: u32) -> String {
    match milliseconds % 1000 {
        0 => format!("{}s", milliseconds / 1000),
        _ => format!("{milliseconds}ms"),
    }
}

/// A time such as `250ms` or `1.5s`.
///
/// ```
/// use papan_core::spec::{parse_time, time_text};
///
/// let time = parse_time("1.5s").unwrap();
/// assert_eq!(time.as_millis(), 1500);
/// assert_eq!(time_text(time), "1500ms");
/// assert_eq!(parse_time("soon"), None);
/// ```
pub fn parse_time(text: &str) -> Option<Duration> {
    milliseconds(text.trim()).map(|time| Duration::from_millis(time.into()))
}

/// The shortest text of a time, in whole milliseconds.
pub fn time_text(duration: Duration) -> String {
    time(u32::try_from(duration.as_millis()).unwrap_or(u32::MAX))
}
