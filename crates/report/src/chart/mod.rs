//! Charts as inline SVG.
//!
//! Colours are told apart by people who see few of them, and never say anything alone:
//! every series is named, every bar has its number and a tooltip. The style of a
//! [`Page`](crate::Page) colours them; without it they are black, and still whole.

mod axis;
mod bars;
mod canvas;
mod dots;
mod grouped;
mod histogram;
mod lines;
mod spread;

pub use axis::Scale;
pub use bars::{Bar, Bars};
pub use dots::{Dot, Dots};
pub use grouped::Grouped;
pub use histogram::Histogram;
pub use lines::{Line, Lines};
pub use spread::{Quartiles, Spread};

/// A number as short as it can be read: `12,345`, `3.14`, `0.057`.
///
/// ```
/// use papan_report::chart::number;
///
/// assert_eq!(number(12345.0), "12,345");
/// assert_eq!(number(-3.14159), "-3.14");
/// assert_eq!(number(0.5), "0.5");
/// assert_eq!(number(0.05712), "0.0571");
/// ```
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "none".to_owned();
    }
    let places = match value.abs() {
        0.0 => 0,
        size if size >= 100.0 || value.fract() == 0.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        size => (2 - size.log10().floor() as i32).clamp(0, 12) as usize,
    };
    let text = format!("{:.places$}", value.abs());
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let part = part.trim_end_matches('0');
    let sign = if value < 0.0 { "-" } else { "" };
    match part {
        "" => format!("{sign}{grouped}"),
        _ => format!("{sign}{grouped}.{part}"),
    }
}
