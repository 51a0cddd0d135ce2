//! Values with error bars where zero means nothing, such as ratings.

use super::{
    axis::{Axis, Scale},
    canvas::{Anchor, Canvas, Paint},
    style::{Style, fitted},
};
use crate::Markup;

/// One value and how sure it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Dot {
    label: String,
    value: f64,
    interval: Option<(f64, f64)>,
}

impl Dot {
    /// A value without an interval.
    pub fn new(label: impl Into<String>, value: f64) -> Dot {
        Dot {
            label: label.into(),
            value,
            interval: None,
        }
    }

    /// With an error bar.
    pub fn interval(mut self, low: f64, high: f64) -> Dot {
        self.interval = Some((low, high));
        self
    }
}

/// A ladder: one value under the other, each with its error bar.
///
/// ```
/// use papan_report::chart::{Dot, Dots};
///
/// let chart = Dots::new("Ratings", "Elo")
///     .dot(Dot::new("level:5", 120.4).interval(90.0, 151.0))
///     .dot(Dot::new("random", -310.0));
/// let svg = chart.markup().to_string();
/// assert!(svg.contains("<title>level:5: 120, 95% interval 90 to 151</title>"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Dots {
    title: String,
    axis: String,
    dots: Vec<Dot>,
    reference: Option<f64>,
    percent: bool,
}

const ROW: f64 = 24.0;
const TOP: f64 = 32.0;

impl Dots {
    /// A ladder without values.
    pub fn new(title: impl Into<String>, axis: impl Into<String>) -> Dots {
        Dots {
            title: title.into(),
            axis: axis.into(),
            dots: Vec::new(),
            reference: None,
            percent: false,
        }
    }

    /// The values are shares from 0 to 1, shown in percent.
    pub fn percent(mut self) -> Dots {
        self.percent = true;
        self
    }

    /// Adds a value below the others.
    pub fn dot(mut self, dot: Dot) -> Dots {
        self.dots.push(dot);
        self
    }

    /// Draws a dashed line at a value that all should be compared with.
    pub fn reference(mut self, value: f64) -> Dots {
        self.reference = Some(value);
        self
    }

    /// The chart as SVG.
    pub fn markup(&self) -> Markup {
        let style = &Style::default();
        let labels = style.room(self.dots.iter().map(|dot| dot.label.as_str()));
        let bottom = TOP + ROW * self.dots.len() as f64;
        let axis = self.scale(style, labels);
        let mut canvas = Canvas::new(style, &self.title, bottom + 46.0);
        canvas.values_below(&axis, TOP, bottom, &self.axis, self.percent);
        if let Some(value) = self.reference {
            let x = axis.place(value);
            canvas.line(Paint::Reference, (x, TOP), (x, bottom));
        }
        for (index, dot) in self.dots.iter().enumerate() {
            let middle = TOP + ROW * (index as f64 + 0.5);
            let tip = self.words(dot);
            let label = fitted(&dot.label, labels);
            canvas.label(labels - 10.0, middle + 4.5, Anchor::End, &label);
            if let Some((low, high)) = dot.interval {
                canvas.whisker(middle, axis.place(low), axis.place(high), &tip);
            }
            canvas.circle(Paint::Dot(0), axis.place(dot.value), middle, 5.5, &tip);
            let value = self.shown(dot.value);
            canvas.faint(style.width, middle + 4.5, Anchor::End, &value);
        }
        let words: Vec<String> = self.dots.iter().map(|dot| self.words(dot)).collect();
        canvas.finish(&format!("{}. {}", self.title, words.join("; ")))
    }

    fn scale(&self, style: &Style, labels: f64) -> Axis {
        let intervals = self.dots.iter().filter_map(|dot| dot.interval);
        let values: Vec<f64> = (self.dots.iter().map(|dot| dot.value))
            .chain(intervals.flat_map(|(low, high)| [low, high]))
            .chain(self.reference)
            .filter(|value| value.is_finite())
            .collect();
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Axis::new(Scale::Linear, low, high, labels + 8.0, style.width - 64.0)
    }

    /// Ratings have hardly a decimal that means anything.
    fn shown(&self, value: f64) -> String {
        let style = Style::default();
        match self.percent || value.abs() >= 10.0 {
            true if self.percent => style.shown(value, true),
            true => style.shown(value.round(), false),
            false => style.shown((value * 10.0).round() / 10.0, false),
        }
    }

    fn words(&self, dot: &Dot) -> String {
        let mut words = format!("{}: {}", dot.label, self.shown(dot.value));
        if let Some((low, high)) = dot.interval {
            let (low, high) = (self.shown(low), self.shown(high));
            words += &format!(", 95% interval {low} to {high}");
        }
        words
    }
}
