//! Charts as inline SVG.
//!
//! Colours are told apart by people who see few of them, and never say anything alone:
//! every series is named, every bar has its number and a tooltip. They are custom properties
//! of the page around a chart (`--text`, `--muted`, `--line`, `--surface`, `--mark`,
//! `--series-1` to `--series-5`); a chart that stands alone has colours of its own.
//!
//! A chart is data too: a [`Chart`] can be sent as JSON, translated and drawn elsewhere.

mod axis;
mod bars;
mod canvas;
mod grouped;
mod histogram;
mod lines;
mod mark;
mod spread;
mod style;

pub use axis::Scale;
pub use bars::{Bar, Bars};
pub use grouped::Grouped;
pub use histogram::Histogram;
pub use lines::{Line, Lines};
pub use mark::interval_mark;
pub use spread::{Quartiles, Spread};
pub use style::{Style, Words};

use crate::Markup;
use serde::{Deserialize, Serialize};

/// A chart as data.
///
/// ```
/// use papan_report::chart::{Chart, Histogram, Style};
///
/// let chart = Chart::Histogram(Histogram::new("Marks", "marks", [38, 40, 38]));
/// let json = serde_json::to_string(&chart).unwrap();
/// assert!(json.contains(r#""kind":"histogram""#) && json.contains(r#""counts":[[38,2],[40,1]]"#));
/// let read: Chart = serde_json::from_str(&json).unwrap();
/// let style = Style { width: 360.0, ..Style::default() };
/// assert!(read.draw(&style).to_string().contains("viewBox=\"0 0 360 "));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Chart {
    /// Bars with error bars.
    Bars(Bars),
    /// How often each value came up.
    Histogram(Histogram),
    /// Bars in groups.
    Grouped(Grouped),
    /// Values that change along a way.
    Lines(Lines),
}

impl Chart {
    /// The chart as SVG.
    pub fn draw(&self, style: &Style) -> Markup {
        match self {
            Chart::Bars(chart) => chart.draw(style),
            Chart::Histogram(chart) => chart.draw(style),
            Chart::Grouped(chart) => chart.draw(style),
            Chart::Lines(chart) => chart.draw(style),
        }
    }
}

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
