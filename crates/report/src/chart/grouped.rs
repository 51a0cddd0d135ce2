//! Bars in groups, one bar of each series.

use super::{
    axis::{Axis, Scale},
    canvas::{Anchor, Canvas, WIDTH, fitted, room},
    number,
};
use crate::Markup;

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
#[derive(Clone, PartialEq, Debug)]
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
/// The style knows this many colours; further series begin again.
const COLOURS: usize = 5;

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
        let labels = room(self.groups.iter().map(|(label, _)| label.as_str()));
        let height = BAR * self.series.len() as f64 + GAP;
        let bottom = TOP + height * self.groups.len() as f64;
        let values = || self.groups.iter().flat_map(|(_, values)| values).flatten();
        let low = match self.scale {
            Scale::Linear => values().copied().fold(0.0, f64::min),
            // The shortest bar must still be seen.
            Scale::Logarithmic => values().copied().fold(f64::INFINITY, f64::min) / 2.0,
        };
        let high = values().copied().fold(0.0, f64::max);
        let axis = Axis::new(self.scale, low, high, labels, WIDTH - 76.0);
        let zero = axis.place(0.0);
        let mut canvas = Canvas::new(&self.title, bottom + 46.0);
        let mut x = 0.0;
        for (index, name) in self.series.iter().enumerate() {
            canvas.rectangle(&colour(index), (x, 30.0), (12.0, 12.0), name);
            canvas.text(x + 18.0, 40.0, Anchor::Start, "faint", name);
            x += 18.0 + room([name.as_str()].into_iter()) + 6.0;
        }
        canvas.values_below(&axis, TOP, bottom, &self.axis, false);
        let mut words = Vec::new();
        for (row, (label, values)) in self.groups.iter().enumerate() {
            let top = TOP + height * row as f64 + GAP / 2.0;
            let middle = top + (height - GAP) / 2.0;
            canvas.text(
                labels - 10.0,
                middle + 4.5,
                Anchor::End,
                "",
                &fitted(label, labels),
            );
            for (index, (value, name)) in values.iter().zip(&self.series).enumerate() {
                let Some(value) = value else { continue };
                let tip = format!("{label}, {name}: {}", number(*value));
                let end = axis.place(*value);
                let y = top + BAR * index as f64;
                let (left, width) = (zero.min(end), (end - zero).abs());
                canvas.rectangle(&colour(index), (left, y + 1.0), (width, BAR - 2.0), &tip);
                canvas.text(
                    left + width + 6.0,
                    y + 12.5,
                    Anchor::Start,
                    "faint",
                    &number(*value),
                );
                words.push(tip);
            }
        }
        canvas.finish(&format!("{}. {}", self.title, words.join("; ")))
    }
}

fn colour(index: usize) -> String {
    format!("series-{}", index % COLOURS + 1)
}
