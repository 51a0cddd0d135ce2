//! Bars with error bars.

use super::{
    axis::{Axis, Scale},
    canvas::{Anchor, Canvas, WIDTH, fitted, room, shown},
};
use crate::Markup;

/// One bar: what was measured, how sure it is, and what someone else has published.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    label: String,
    value: f64,
    interval: Option<(f64, f64)>,
    published: Option<f64>,
}

impl Bar {
    /// A bar without an interval.
    pub fn new(label: impl Into<String>, value: f64) -> Bar {
        Bar {
            label: label.into(),
            value,
            interval: None,
            published: None,
        }
    }

    /// With an error bar.
    pub fn interval(mut self, low: f64, high: f64) -> Bar {
        self.interval = Some((low, high));
        self
    }

    /// With a diamond where a published value lies.
    pub fn published(mut self, value: f64) -> Bar {
        self.published = Some(value);
        self
    }
}

/// A chart of shares or means, one bar under the other.
///
/// ```
/// use papan_report::chart::{Bar, Bars};
///
/// let chart = Bars::new("Wins of the first player", "share of games")
///     .reference(0.5)
///     .bar(Bar::new("random - random", 0.536).interval(0.44, 0.63).published(0.61))
///     .bar(Bar::new("greedy - random", 0.94).interval(0.89, 0.99).published(0.95));
/// let svg = chart.markup().to_string();
/// assert!(svg.contains("role=\"img\"") && svg.contains("aria-label=\"Wins of the first player"));
/// assert!(svg.contains("<title>random - random: 53.6%, interval 44% to 63%, published 61%</title>"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Bars {
    title: String,
    axis: String,
    bars: Vec<Bar>,
    reference: Option<f64>,
    percent: bool,
    key: String,
}

const ROW: f64 = 30.0;
const TOP: f64 = 52.0;

impl Bars {
    /// A chart of shares from 0 to 1, shown in percent.
    pub fn new(title: impl Into<String>, axis: impl Into<String>) -> Bars {
        Bars {
            title: title.into(),
            axis: axis.into(),
            bars: Vec::new(),
            reference: None,
            percent: true,
            key: "ours".to_owned(),
        }
    }

    /// What the bars are called in the key; they are "ours" otherwise.
    pub fn key(mut self, key: impl Into<String>) -> Bars {
        self.key = key.into();
        self
    }

    /// The values are no shares: points, marks.
    pub fn numbers(mut self) -> Bars {
        self.percent = false;
        self
    }

    /// Adds a bar below the others.
    pub fn bar(mut self, bar: Bar) -> Bars {
        self.bars.push(bar);
        self
    }

    /// Draws a dashed line at a value that all should be compared with.
    pub fn reference(mut self, value: f64) -> Bars {
        self.reference = Some(value);
        self
    }

    /// The chart as SVG.
    pub fn markup(&self) -> Markup {
        let labels = room(self.bars.iter().map(|bar| bar.label.as_str()));
        let bottom = TOP + ROW * self.bars.len() as f64;
        let axis = self.scale(labels);
        let mut canvas = Canvas::new(&self.title, bottom + 46.0);
        self.draw_key(&mut canvas);
        canvas.values_below(&axis, TOP, bottom, &self.axis, self.percent);
        let zero = axis.place(0.0);
        for (index, bar) in self.bars.iter().enumerate() {
            let middle = TOP + ROW * (index as f64 + 0.5);
            let tip = self.words(bar);
            canvas.text(
                labels - 10.0,
                middle + 4.5,
                Anchor::End,
                "",
                &fitted(&bar.label, labels),
            );
            let end = axis.place(bar.value);
            let (left, width) = (zero.min(end), (end - zero).abs());
            canvas.rectangle("series-1", (left, middle - 9.0), (width, 18.0), &tip);
            if let Some((low, high)) = bar.interval {
                canvas.whisker(middle, axis.place(low), axis.place(high), &tip);
            }
            if let Some(published) = bar.published {
                canvas.diamond(axis.place(published), middle, &tip);
            }
            canvas.text(
                WIDTH,
                middle + 4.5,
                Anchor::End,
                "faint",
                &shown(bar.value, self.percent),
            );
        }
        if let Some(value) = self.reference {
            let x = axis.place(value);
            canvas.line("mark", (x, TOP), (x, bottom));
        }
        let words: Vec<String> = self.bars.iter().map(|bar| self.words(bar)).collect();
        canvas.finish(&format!("{}. {}", self.title, words.join("; ")))
    }

    fn scale(&self, labels: f64) -> Axis {
        let values = self.bars.iter().flat_map(|bar| {
            let (low, high) = bar.interval.unwrap_or((bar.value, bar.value));
            [bar.value, low, high, bar.published.unwrap_or(bar.value)]
        });
        let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        let low = values.iter().copied().fold(0.0, f64::min);
        let high = values
            .iter()
            .copied()
            .fold(if self.percent { 1.0 } else { 0.0 }, f64::max);
        // An interval may reach past the shares that there are; the chart does not.
        let (low, high) = if self.percent {
            (0.0, high.min(1.0))
        } else {
            (low, high)
        };
        Axis::new(Scale::Linear, low, high, labels, WIDTH - 64.0)
    }

    fn draw_key(&self, canvas: &mut Canvas) {
        let mut x = 0.0;
        let mut text = |canvas: &mut Canvas, words: &str| {
            canvas.text(x + 18.0, 40.0, Anchor::Start, "faint", words);
            x += 18.0 + room([words].into_iter()) + 6.0;
            x
        };
        canvas.rectangle("series-1", (0.0, 30.0), (12.0, 12.0), &self.key);
        let mut next = text(canvas, &self.key);
        if self.bars.iter().any(|bar| bar.interval.is_some()) {
            canvas.whisker(36.0, next, next + 13.0, "interval");
            next = text(canvas, "95% interval");
        }
        if self.bars.iter().any(|bar| bar.published.is_some()) {
            canvas.diamond(next + 6.0, 36.0, "published");
            text(canvas, "published");
        }
    }

    fn words(&self, bar: &Bar) -> String {
        let show = |value| shown(value, self.percent);
        let mut words = format!("{}: {}", bar.label, show(bar.value));
        if let Some((low, high)) = bar.interval {
            words += &format!(", interval {} to {}", show(low), show(high));
        }
        if let Some(published) = bar.published {
            words += &format!(", published {}", show(published));
        }
        words
    }
}
