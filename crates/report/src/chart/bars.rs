//! Bars or dots with error bars.

use super::{
    axis::{Axis, Scale},
    canvas::{Anchor, Canvas, KEY_LINE, Paint, key_places},
    style::Style,
};
use crate::Markup;
use serde::{Deserialize, Serialize};

/// One bar: what was measured, how sure it is, and what someone else has published.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Bars {
    title: String,
    axis: String,
    bars: Vec<Bar>,
    reference: Option<f64>,
    percent: bool,
    key: String,
    /// The values are dots: zero means nothing for them.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    dots: bool,
}

const ROW: f64 = 30.0;
/// How much higher a row is that has its name above it.
const NAME: f64 = 16.0;
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
            dots: false,
        }
    }

    /// Dots instead of bars, for values where zero means nothing, such as ratings.
    ///
    /// ```
    /// use papan_report::chart::{Bar, Bars};
    ///
    /// let chart = Bars::new("Ratings", "Elo")
    ///     .numbers()
    ///     .dots()
    ///     .bar(Bar::new("level:5", 120.4).interval(90.0, 151.0));
    /// let svg = chart.markup().to_string();
    /// assert!(svg.contains("<title>level:5: 120, interval 90 to 151</title>"));
    /// ```
    pub fn dots(mut self) -> Bars {
        self.dots = true;
        self
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
        self.draw(&Style::default())
    }

    /// The chart as SVG, in another width or language.
    pub fn draw(&self, style: &Style) -> Markup {
        let names = style.room(self.bars.iter().map(|bar| bar.label.as_str()));
        let (labels, row, above) = match style.is_narrow() {
            true => (8.0, ROW + NAME, NAME),
            false => (names, ROW, 0.0),
        };
        let entries = self.entries(style);
        let (places, lines) = key_places(style, &entries);
        let top = TOP + KEY_LINE * (lines as f64 - 1.0);
        let bottom = top + row * self.bars.len() as f64;
        let axis = self.scale(style, labels);
        let mut canvas = Canvas::new(style, &self.title, bottom + 46.0);
        self.draw_key(&mut canvas, &entries, &places);
        canvas.values_below(&axis, top, bottom, &self.axis, self.percent);
        if let Some(value) = self.reference {
            let x = axis.place(value);
            canvas.line(Paint::Reference, (x, top), (x, bottom));
        }
        let zero = axis.place(0.0);
        for (index, bar) in self.bars.iter().enumerate() {
            let first = top + row * index as f64;
            let middle = first + above + ROW * 0.5;
            let tip = self.words(style, bar);
            canvas.row_name(&bar.label, labels, first + 15.0, middle);
            let end = axis.place(bar.value);
            if !self.dots {
                let (left, width) = (zero.min(end), (end - zero).abs());
                canvas.rectangle(Paint::Series(0), (left, middle - 9.0), (width, 18.0), &tip);
            }
            if let Some((low, high)) = bar.interval {
                canvas.whisker(middle, axis.place(low), axis.place(high), &tip);
            }
            if self.dots {
                canvas.circle(Paint::Dot(0), end, middle, 5.5, &tip);
            }
            if let Some(published) = bar.published {
                canvas.diamond(axis.place(published), middle, &tip);
            }
            let value = style.shown(bar.value, self.percent);
            canvas.faint(style.width, middle + 4.5, Anchor::End, &value);
        }
        let words: Vec<String> = (self.bars.iter())
            .map(|bar| self.words(style, bar))
            .collect();
        canvas.finish(&format!("{}. {}", self.title, words.join("; ")))
    }

    fn scale(&self, style: &Style, labels: f64) -> Axis {
        let values = self.bars.iter().flat_map(|bar| {
            let (low, high) = bar.interval.unwrap_or((bar.value, bar.value));
            [bar.value, low, high, bar.published.unwrap_or(bar.value)]
        });
        let shown = values.chain(self.reference);
        let values: Vec<f64> = shown.filter(|value| value.is_finite()).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = match (self.dots, self.percent) {
            (true, _) => (least, most),
            // An interval may reach past the shares that there are; the chart does not.
            (false, true) => (0.0, 1.0),
            (false, false) => (least.min(0.0), most.max(0.0)),
        };
        Axis::new(Scale::Linear, low, high, labels, style.width - 64.0)
    }

    /// What the key explains: the bars first, then what else is drawn.
    fn entries<'a>(&'a self, style: &'a Style) -> Vec<&'a str> {
        if self.dots {
            return Vec::new();
        }
        let mut entries = vec![self.key.as_str()];
        if self.bars.iter().any(|bar| bar.interval.is_some()) {
            entries.push(&style.words.interval_key);
        }
        if self.bars.iter().any(|bar| bar.published.is_some()) {
            entries.push(&style.words.published);
        }
        entries
    }

    fn draw_key(&self, canvas: &mut Canvas<'_>, entries: &[&str], places: &[(f64, f64)]) {
        let has_interval = self.bars.iter().any(|bar| bar.interval.is_some());
        for (index, (entry, &(x, y))) in entries.iter().zip(places).enumerate() {
            match index {
                0 => canvas.rectangle(Paint::Series(0), (x, y), (12.0, 12.0), entry),
                1 if has_interval => canvas.whisker(y + 6.0, x, x + 13.0, entry),
                _ => canvas.diamond(x + 6.0, y + 6.0, entry),
            }
            canvas.faint(x + 18.0, y + 10.0, Anchor::Start, entry);
        }
    }

    fn words(&self, style: &Style, bar: &Bar) -> String {
        let show = |value| style.shown(value, self.percent);
        let mut words = format!("{}: {}", bar.label, show(bar.value));
        if let Some((low, high)) = bar.interval {
            let span = style.span(&show(low), &show(high));
            words += &format!(", {} {span}", style.words.interval);
        }
        if let Some(published) = bar.published {
            words += &format!(", {} {}", style.words.published, show(published));
        }
        words
    }
}
