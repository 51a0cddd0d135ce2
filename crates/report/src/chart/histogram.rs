//! How often each value came up.

use super::{
    axis::{Axis, Scale},
    canvas::{Anchor, Canvas, Paint},
    style::Style,
};
use crate::Markup;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A chart of how often each whole number came up, such as final scores.
///
/// ```
/// use papan_report::chart::Histogram;
///
/// let chart = Histogram::new("Marks of X", "marks", [38, 40, 38, 41]).published(33.0);
/// let svg = chart.markup().to_string();
/// assert!(svg.contains("<title>38: 2 of 4</title>") && svg.contains("published 33"));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Histogram {
    title: String,
    axis: String,
    /// Each value with how often it came up, in order.
    counts: Vec<(i64, u64)>,
    published: Option<f64>,
}

const TOP: f64 = 52.0;
const BOTTOM: f64 = 232.0;
const LEFT: f64 = 56.0;
/// A column is at least this wide: more values than there is room for are drawn together.
const COLUMN: f64 = 12.0;
/// No value that means anything lies beyond.
const MOST: i64 = 1 << 40;

impl Histogram {
    /// A chart of these values.
    pub fn new(
        title: impl Into<String>,
        axis: impl Into<String>,
        values: impl IntoIterator<Item = i64>,
    ) -> Histogram {
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for value in values {
            *counts.entry(value).or_default() += 1;
        }
        Histogram {
            title: title.into(),
            axis: axis.into(),
            counts: counts.into_iter().collect(),
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
        self.draw(&Style::default())
    }

    /// The chart as SVG, in another width or language.
    pub fn draw(&self, style: &Style) -> Markup {
        let words = &style.words;
        let right = style.width - 12.0;
        let mut canvas = Canvas::new(style, &self.title, BOTTOM + 46.0);
        let values = || {
            self.counts
                .iter()
                .map(|(value, _)| (*value).clamp(-MOST, MOST))
        };
        let (Some(low), Some(high)) = (values().min(), values().max()) else {
            canvas.faint(0.0, TOP, Anchor::Start, &words.no_values);
            return canvas.finish(&self.title);
        };
        let columns = ((right - LEFT) / COLUMN).max(4.0) as i64;
        let width = (high - low) / columns + 1;
        let mut counts = vec![0u64; ((high - low) / width + 1) as usize];
        for (value, (_, count)) in values().zip(&self.counts) {
            let column = &mut counts[((value - low) / width) as usize];
            *column = column.saturating_add(*count);
        }
        let most = counts.iter().max().copied().unwrap_or(1);
        let shown = self.published.unwrap_or(low as f64);
        let half = width as f64 / 2.0;
        let x = Axis::new(
            Scale::Linear,
            (low as f64).min(shown) - half,
            (high as f64 + width as f64 - 1.0).max(shown) + half,
            LEFT,
            right,
        );
        let y = Axis::new(Scale::Linear, 0.0, most as f64, BOTTOM, TOP);
        canvas.values_left(&y, LEFT, right);
        canvas.faint(0.0, TOP - 14.0, Anchor::Start, &words.games);
        let span = |first: i64| match width {
            1 => first.to_string(),
            _ => style.span(&first.to_string(), &(first + width - 1).to_string()),
        };
        let all = (counts.iter()).fold(0u64, |all, count| all.saturating_add(*count));
        for (index, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let first = low + index as i64 * width;
            let left = x.place(first as f64 - 0.5);
            let end = x.place((first + width) as f64 - 0.5);
            let top = y.place(*count as f64);
            let tip = format!("{}: {count} {} {all}", span(first), words.of);
            let size = (end - left - 1.6, BOTTOM - top);
            canvas.rectangle(Paint::Series(0), (left + 0.8, top), size, &tip);
        }
        canvas.values_below(&x, BOTTOM, BOTTOM + 5.0, &self.axis, false);
        canvas.line(Paint::Axis, (LEFT, BOTTOM), (right, BOTTOM));
        let mut said = format!(
            "{}. {all} {}, {} {}, {} {}",
            self.title,
            words.games,
            words.from,
            style.span(&low.to_string(), &high.to_string()),
            words.most_often,
            span(low + most_often(&counts) as i64 * width)
        );
        if let Some(published) = self.published {
            let place = x.place(published);
            let text = format!("{} {}", words.published, style.number(published));
            let (anchor, gap) = match place > style.width * 0.7 {
                true => (Anchor::End, -6.0),
                false => (Anchor::Start, 6.0),
            };
            canvas.line(Paint::Reference, (place, TOP - 20.0), (place, BOTTOM));
            canvas.label(place + gap, TOP - 10.0, anchor, &text);
            said += &format!("; {text}");
        }
        canvas.finish(&said)
    }
}

fn most_often(counts: &[u64]) -> usize {
    (0..counts.len())
        .rev()
        .max_by_key(|index| counts[*index])
        .unwrap_or(0)
}
