//! How often each value came up.

use super::{
    axis::{Axis, Scale},
    canvas::{Anchor, Canvas, WIDTH},
    number,
};
use crate::Markup;

/// A chart of how often each whole number came up, such as final scores.
///
/// ```
/// use papan_report::chart::Histogram;
///
/// let chart = Histogram::new("Marks of X", "marks", [38, 40, 38, 41]).published(33.0);
/// let svg = chart.markup().to_string();
/// assert!(svg.contains("<title>38: 2 of 4</title>") && svg.contains("published 33"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    title: String,
    axis: String,
    values: Vec<i64>,
    published: Option<f64>,
}

const TOP: f64 = 52.0;
const BOTTOM: f64 = 232.0;
const LEFT: f64 = 56.0;
/// More columns than this are drawn together, several values each.
const COLUMNS: i64 = 60;

impl Histogram {
    /// A chart of these values.
    pub fn new(
        title: impl Into<String>,
        axis: impl Into<String>,
        values: impl IntoIterator<Item = i64>,
    ) -> Histogram {
        Histogram {
            title: title.into(),
            axis: axis.into(),
            values: values.into_iter().collect(),
            published: None,
        }
    }

    /// With a line where a published value lies.
    pub fn published(mut self, value: f64) -> Histogram {
        self.published = Some(value);
        self
    }

    /// The chart as SVG.
    pub fn markup(&self) -> Markup {
        let mut canvas = Canvas::new(&self.title, BOTTOM + 46.0);
        let (Some(&low), Some(&high)) = (self.values.iter().min(), self.values.iter().max()) else {
            canvas.text(0.0, TOP, Anchor::Start, "faint", "no values");
            return canvas.finish(&self.title);
        };
        let width = high.saturating_sub(low) / COLUMNS + 1;
        let mut counts = vec![0usize; (high.saturating_sub(low) / width + 1) as usize];
        for value in &self.values {
            counts[((value - low) / width) as usize] += 1;
        }
        let most = counts.iter().max().copied().unwrap_or(1);
        let shown = self.published.unwrap_or(low as f64);
        let half = width as f64 / 2.0;
        let x = Axis::new(
            Scale::Linear,
            (low as f64).min(shown) - half,
            (high as f64 + width as f64 - 1.0).max(shown) + half,
            LEFT,
            WIDTH - 12.0,
        );
        let y = Axis::new(Scale::Linear, 0.0, most as f64, BOTTOM, TOP);
        for tick in y.ticks() {
            canvas.line(
                "grid",
                (LEFT, y.place(*tick)),
                (WIDTH - 12.0, y.place(*tick)),
            );
            canvas.text(
                LEFT - 8.0,
                y.place(*tick) + 4.0,
                Anchor::End,
                "faint",
                &number(*tick),
            );
        }
        canvas.text(0.0, TOP - 14.0, Anchor::Start, "faint", "games");
        for (index, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let first = low + index as i64 * width;
            let left = x.place(first as f64 - 0.5);
            let right = x.place((first + width) as f64 - 0.5);
            let top = y.place(*count as f64);
            let tip = format!("{}: {count} of {}", span(first, width), self.values.len());
            canvas.rectangle(
                "series-1",
                (left + 0.8, top),
                (right - left - 1.6, BOTTOM - top),
                &tip,
            );
        }
        canvas.values_below(&x, BOTTOM, BOTTOM + 5.0, &self.axis, false);
        canvas.line("axis", (LEFT, BOTTOM), (WIDTH - 12.0, BOTTOM));
        let mut words = format!(
            "{}. {} games, from {low} to {high}, most often {}",
            self.title,
            self.values.len(),
            span(low + most_often(&counts) as i64 * width, width)
        );
        if let Some(published) = self.published {
            let place = x.place(published);
            let text = format!("published {}", number(published));
            let (anchor, gap) = match place > WIDTH * 0.8 {
                true => (Anchor::End, -6.0),
                false => (Anchor::Start, 6.0),
            };
            canvas.line("mark", (place, TOP - 20.0), (place, BOTTOM));
            canvas.text(place + gap, TOP - 10.0, anchor, "", &text);
            words += &format!("; {text}");
        }
        canvas.finish(&words)
    }
}

fn most_often(counts: &[usize]) -> usize {
    (0..counts.len())
        .rev()
        .max_by_key(|index| counts[*index])
        .unwrap_or(0)
}

fn span(first: i64, width: i64) -> String {
    match width {
        1 => first.to_string(),
        _ => format!("{first} to {}", first + width - 1),
    }
}
