//! A value in a cell of a table.

use super::{
    axis::Axis,
    canvas::{Canvas, Paint},
    style::Style,
};
use crate::Markup;

/// A value as a dot on the line of its interval, small enough for a cell of a table. All
/// marks of a column are drawn from the same `low` to the same `high`; what lies outside ends
/// there. An upright line stands at zero.
///
/// ```
/// let mark = papan_report::chart::interval_mark(40.0, (-10.0, f64::INFINITY), -100.0, 100.0);
/// assert!(mark.to_string().contains("<circle"));
/// ```
pub fn interval_mark(value: f64, interval: (f64, f64), low: f64, high: f64) -> Markup {
    const WIDTH: f64 = 120.0;
    let style = Style {
        width: WIDTH,
        ..Style::default()
    };
    // A canvas without a title begins where its title would end.
    let mut canvas = Canvas::new(&style, "", 40.0);
    let axis = Axis::tight(low, high, 6.0, WIDTH - 6.0);
    let inside = |value: f64| match value {
        _ if value == f64::NEG_INFINITY || value < low => 0.0,
        _ if value == f64::INFINITY || value > high => WIDTH,
        _ => axis.place(value),
    };
    if (low..=high).contains(&0.0) {
        canvas.line(Paint::Grid, (inside(0.0), 24.0), (inside(0.0), 40.0));
    }
    let ends = ((inside(interval.0), 32.0), (inside(interval.1), 32.0));
    canvas.line(Paint::Whisker, ends.0, ends.1);
    canvas.circle(Paint::Dot(0), inside(value), 32.0, 4.5, "");
    canvas.finish(&style.number(value.round()))
}
