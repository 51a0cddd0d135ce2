//! Results of games as text: `B+12`, `W+4` and `0`, as SGF writes them.

use crate::{Othello, Position};
use papan_core::Record;

/// The result of a record: its tag, or else the margin of a game that has ended.
pub(super) fn of(game: &Othello, record: &Record, last: &Position) -> Option<String> {
    let by_discs = || last.is_over().then(|| text(f64::from(game.margin(last))));
    record.tag("result").map(str::to_owned).or_else(by_discs)
}

/// A result in its usual form. One without a margin (`B+R`, resigned) stays as it is;
/// one that is unknown (`?`) is empty.
pub(super) fn normal(result: &str) -> String {
    match (margin(result), result.trim()) {
        (Some(margin), _) => text(margin),
        (None, "?") => String::new(),
        (None, other) => other.to_owned(),
    }
}

/// How far black is ahead, to a hundredth (games with komi have fractions).
pub(super) fn margin(result: &str) -> Option<f64> {
    let result = result.trim();
    if result.eq_ignore_ascii_case("draw") {
        return Some(0.0);
    }
    let (sign, number) = match result.split_at_checked(2) {
        Some(("B+" | "b+", number)) => (1.0, number),
        Some(("W+" | "w+", number)) => (-1.0, number),
        _ => (1.0, result),
    };
    let margin = sign * number.parse::<f64>().ok()?;
    let believable = margin.abs() < 1000.0;
    believable.then(|| (margin * 100.0).round() / 100.0)
}

/// The text of a margin for black.
pub(super) fn text(margin: f64) -> String {
    match margin {
        _ if margin > 0.0 => format!("B+{margin}"),
        _ if margin < 0.0 => format!("W+{}", -margin),
        _ => "0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_has_one_form() {
        for (found, expected) in [
            ("+12.00", "B+12"),
            ("-3", "W+3"),
            ("b+2", "B+2"),
            (" W+64 ", "W+64"),
            ("+1.70", "B+1.7"),
            ("-0.001", "0"),
            ("Draw", "0"),
            ("B+R", "B+R"),
            ("B+inf", "B+inf"),
            ("NaN", "NaN"),
            ("é", "é"),
            ("?", ""),
        ] {
            assert_eq!(normal(found), expected);
            assert_eq!(normal(expected), expected);
        }
    }
}
