//! Bars in groups, one bar of each series.

use super::{
    axis::{Axis, Scale},
    canvas::{Anchor, Canvas, KEY_LINE, Paint, key_places},
    style::Style,
};
use crate::Markup;
use serde::{Deserialize, Serialize};

/// A chart that compares several series over several groups, such as the nodes of three
/// algorithms on five positions.
///
/// ```
/// use papan_report::chart::{Grouped, Scale};
///
/// let chart = Grouped::new("Nodes by algorithm", "nodes", ["minimax", "NegaScout"])
///     .scale(Scale::Logarithmic)
///     .group("P1", [Some(227.0), Some(165.0)])
///     .group("P2", [Some(92.0), None]);
/// let svg = chart.markup().to_string();
/// assert!(svg.contains("<title>P1, NegaScout: 165</title>"));
/// assert!(!svg.contains("P2, NegaScout"));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Grouped {
    title: String,
    axis: String,
    series: Vec<String>,
    groups: Vec<(String, Vec<Option<f64>>)>,
    scale: Scale,
}

const BAR: f64 = 16.0;
const GAP: f64 = 14.0;
const TOP: f64 = 54.0;
/// How much higher a group is that has its name above it.
const NAME: f64 = 16.0;

impl Grouped {
    /// A chart without groups.
    pub fn new(
        title: impl Into<String>,
        axis: impl Into<String>,
        series: impl IntoIterator<Item = impl Into<String>>,
    ) -> Grouped {
        Grouped {
            title: title.into(),
            axis: axis.into(),
            series: series.into_iter().map(Into::into).collect(),
            groups: Vec::new(),
            scale: Scale::Linear,
        }
    }

    /// With another scale.
    pub fn scale(mut self, scale: Scale) -> Grouped {
        self.scale = scale;
        self
    }

    /// Adds a group below the others: one value for each series, where there is one.
    pub fn group(
        mut self,
        label: impl Into<String>,
        values: impl IntoIterator<Item = Option<f64>>,
    ) -> Grouped {
        self.groups
            .push((label.into(), values.into_iter().collect()));
        self
    }

    /// The chart as SVG.
    pub fn markup(&self) -> Markup {
        self.draw(&Style::default())
    }

    /// The chart as SVG, in another width or language.
    pub fn draw(&self, style: &Style) -> Markup {
        let names = style.room(self.groups.iter().map(|(label, _)| label.as_str()));
        let (labels, above) = match style.is_narrow() {
            true => (8.0, NAME),
            false => (names, 0.0),
        };
        let series: Vec<&str> = self.series.iter().map(String::as_str).collect();
        let (places, lines) = key_places(style, &series);
        let top = TOP + KEY_LINE * (lines - 1) as f64;
        let height = BAR * self.series.len() as f64 + GAP + above;
        let bottom = top + height * self.groups.len() as f64;
        let axis = self.axis(labels, style.width - 76.0);
        let zero = axis.place(0.0);
        let mut canvas = Canvas::new(style, &self.title, bottom + 46.0);
        for (index, (name, (x, y))) in series.iter().zip(places).enumerate() {
            canvas.rectangle(Paint::Series(index), (x, y), (12.0, 12.0), name);
            canvas.faint(x + 18.0, y + 10.0, Anchor::Start, name);
        }
        canvas.values_below(&axis, top, bottom, &self.axis, false);
        let mut words = Vec::new();
        for (row, (label, values)) in self.groups.iter().enumerate() {
            let first = top + height * row as f64 + GAP / 2.0;
            let bars = first + above;
            let middle = bars + (height - GAP) / 2.0;
            canvas.row_name(label, labels, first + 10.0, middle);
            for (index, (value, name)) in values.iter().zip(&self.series).enumerate() {
                let Some(value) = value else { continue };
                let number = style.number(*value);
                let tip = format!("{label}, {name}: {number}");
                let end = axis.place(*value);
                let y = bars + BAR * index as f64;
                let (left, width) = (zero.min(end), (end - zero).abs());
                let size = (width, BAR - 2.0);
                canvas.rectangle(Paint::Series(index), (left, y + 1.0), size, &tip);
                canvas.faint(left + width + 6.0, y + 12.5, Anchor::Start, &number);
                words.push(tip);
            }
        }
        canvas.finish(&format!("{}. {}", self.title, words.join("; ")))
    }

    fn axis(&self, first: f64, last: f64) -> Axis {
        let values = || self.groups.iter().flat_map(|(_, values)| values).flatten();
        let low = match self.scale {
            Scale::Linear => values().copied().fold(0.0, f64::min),
            // The shortest bar must still be seen.
            Scale::Logarithmic => values().copied().fold(f64::INFINITY, f64::min) / 2.0,
        };
        let high = values().copied().fold(0.0, f64::max);
        Axis::new(self.scale, low, high, first, last)
    }
}
