//! How the values of several rows are spread.

use super::{
    axis::Axis,
    canvas::{Anchor, Canvas, Paint},
    number,
    style::Style,
};
use crate::Markup;

/// A chart with a hill over each row, as high as values are frequent, and under it the
/// middle half of the values and their median.
///
/// ```
/// use papan_report::chart::Spread;
///
/// let chart = Spread::new("Final scores", "discs")
///     .row("greedy", [30, 34, 34, 40])
///     .row("random", [24]);
/// let svg = chart.markup().to_string();
/// assert!(svg.contains("<title>greedy: 4 games, median 34, half of them 33 to 35.5, "));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Spread {
    title: String,
    axis: String,
    rows: Vec<(String, Vec<i64>)>,
}

/// A sample in five numbers.
///
/// ```
/// use papan_report::chart::Quartiles;
///
/// let five = Quartiles::of(&[4, 1, 3, 2, 5]).unwrap();
/// assert_eq!((five.least, five.first, five.median), (1.0, 2.0, 3.0));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quartiles {
    /// The least value.
    pub least: f64,
    /// A quarter of the values lie under this.
    pub first: f64,
    /// Half of the values lie under this.
    pub median: f64,
    /// Three quarters of the values lie under this.
    pub third: f64,
    /// The greatest value.
    pub most: f64,
}

impl Quartiles {
    /// Those of a sample that has values; between two values they are in proportion.
    pub fn of(values: &[i64]) -> Option<Quartiles> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        let last = sorted.len().checked_sub(1)?;
        let at = |share: f64| {
            let place = share * last as f64;
            let (under, over) = (
                sorted[place.floor() as usize],
                sorted[place.ceil() as usize],
            );
            under as f64 + (over as f64 - under as f64) * place.fract()
        };
        Some(Quartiles {
            least: at(0.0),
            first: at(0.25),
            median: at(0.5),
            third: at(0.75),
            most: at(1.0),
        })
    }
}

const ROW: f64 = 38.0;
const TOP: f64 = 32.0;
const HILL: f64 = 24.0;
/// How many steps a hill has at most.
const STEPS: f64 = 64.0;

impl Spread {
    /// A chart without rows.
    pub fn new(title: impl Into<String>, axis: impl Into<String>) -> Spread {
        Spread {
            title: title.into(),
            axis: axis.into(),
            rows: Vec::new(),
        }
    }

    /// Adds a row of values below the others; one without values is left out.
    pub fn row(mut self, label: impl Into<String>, values: impl Into<Vec<i64>>) -> Spread {
        let values = values.into();
        if !values.is_empty() {
            self.rows.push((label.into(), values));
        }
        self
    }

    /// The chart as SVG.
    pub fn markup(&self) -> Markup {
        let style = &Style::default();
        let labels = style.room(self.rows.iter().map(|(label, _)| label.as_str()));
        let bottom = TOP + ROW * self.rows.len() as f64;
        let mut canvas = Canvas::new(style, &self.title, bottom + 46.0);
        let values = || {
            self.rows
                .iter()
                .flat_map(|(_, values)| values.iter().copied())
        };
        let (Some(low), Some(high)) = (values().min(), values().max()) else {
            canvas.faint(0.0, TOP + 20.0, Anchor::Start, &style.words.no_values);
            return canvas.finish(&self.title);
        };
        let (left, right) = (labels + 8.0, style.width - 12.0);
        let (low, high) = (low as f64, high as f64);
        let axis = Axis::tight(low - 0.5, high + 0.5, left, right);
        canvas.values_below(&axis, TOP, bottom, &self.axis, false);
        let width = ((high - low + 1.0) / STEPS).ceil().max(1.0);
        let mut words = Vec::new();
        for (index, (label, values)) in self.rows.iter().enumerate() {
            let base = TOP + ROW * index as f64 + HILL + 4.0;
            let tip = tip(label, values);
            canvas.row_name(label, labels, base, base - 4.5);
            canvas.path(
                Paint::Series(0),
                &hill(values, low, width, &axis, base),
                true,
                &tip,
            );
            if let Some(five) = Quartiles::of(values) {
                let (first, third) = (axis.place(five.first), axis.place(five.third));
                let size = ((third - first).max(2.0), 3.0);
                canvas.rectangle(Paint::Over, (first, base + 2.0), size, &tip);
                let median = axis.place(five.median);
                canvas.rectangle(Paint::Over, (median - 1.5, base - 2.0), (3.0, 11.0), &tip);
            }
            words.push(tip);
        }
        canvas.finish(&format!("{}. {}", self.title, words.join("; ")))
    }
}

fn tip(label: &str, values: &[i64]) -> String {
    let count = match values.len() {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    match Quartiles::of(values) {
        Some(five) => format!(
            "{label}: {count}, median {}, half of them {} to {}, all of them {} to {}",
            number(five.median),
            number(five.first),
            number(five.third),
            number(five.least),
            number(five.most)
        ),
        None => format!("{label}: {count}"),
    }
}

/// The outline of a histogram whose highest step reaches as high as all others do.
fn hill(values: &[i64], low: f64, width: f64, axis: &Axis, base: f64) -> Vec<(f64, f64)> {
    let step = |value: i64| ((value as f64 - low) / width) as usize;
    let steps = values.iter().map(|value| step(*value)).max().unwrap_or(0) + 1;
    let mut counts = vec![0usize; steps];
    for value in values {
        counts[step(*value)] += 1;
    }
    let most = counts.iter().max().copied().unwrap_or(1).max(1) as f64;
    let mut points = Vec::new();
    let mut before = 0;
    let edge = |index: usize| axis.place(low + index as f64 * width - 0.5);
    for (index, count) in counts
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, count)| *count > 0)
    {
        let top = base - HILL * count as f64 / most;
        if points.is_empty() || before != index {
            points.push((edge(index), base));
        }
        points.push((edge(index), top));
        points.push((edge(index + 1), top));
        before = index + 1;
        if counts.get(before).is_none_or(|count| *count == 0) {
            points.push((edge(before), base));
        }
    }
    points
}
