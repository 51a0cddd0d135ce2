//! Values that change along a way, with bands where they are not sure.

use super::{
    axis::{Axis, Scale},
    canvas::{Anchor, Canvas, Paint},
    style::{Style, fitted},
};
use crate::Markup;
use serde::{Deserialize, Serialize};

/// One line of a chart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Line {
    label: String,
    points: Vec<Point>,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Point {
    x: f64,
    y: f64,
    band: (f64, f64),
}

impl Line {
    /// A line without points.
    pub fn new(label: impl Into<String>) -> Line {
        Line {
            label: label.into(),
            points: Vec::new(),
        }
    }

    /// Adds a point behind the others. One that is no number is left out.
    pub fn point(self, x: f64, y: f64) -> Line {
        self.sure(x, y, y, y)
    }

    /// Adds a point that is only known to lie between two values.
    pub fn sure(mut self, x: f64, y: f64, low: f64, high: f64) -> Line {
        if [x, y, low, high].iter().all(|value| value.is_finite()) {
            let band = (low, high);
            self.points.push(Point { x, y, band });
        }
        self
    }

    fn words(&self, style: &Style) -> String {
        let Some(last) = self.points.last() else {
            return self.label.clone();
        };
        let value = style.number(last.y);
        let mut words = format!("{} {} {value}", self.label, style.words.ends_at);
        if last.band.0 < last.band.1 {
            let (low, high) = (style.number(last.band.0), style.number(last.band.1));
            words += &format!(" ({})", style.span(&low, &high));
        }
        words
    }

    fn has_band(&self) -> bool {
        self.points.iter().any(|point| point.band.0 < point.band.1)
    }
}

/// A chart of lines, each named where it ends.
///
/// ```
/// use papan_report::chart::{Line, Lines};
///
/// let chart = Lines::new("Rating against games", "games", "Elo")
///     .line(Line::new("level:5").sure(10.0, 80.0, 20.0, 140.0).sure(40.0, 95.0, 60.0, 130.0))
///     .reference(0.0, "mean");
/// let svg = chart.markup().to_string();
/// assert!(svg.contains("level:5 ends at 95") && svg.contains(">mean</text>"));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lines {
    title: String,
    x: String,
    y: String,
    lines: Vec<Line>,
    references: Vec<(f64, String)>,
    scale: Scale,
}

const TOP: f64 = 52.0;
const LEFT: f64 = 60.0;
const HEIGHT: f64 = 260.0;
const NARROW_HEIGHT: f64 = 200.0;
/// The room that the name of a line needs above the next.
const NAME: f64 = 15.0;
/// Bands of more lines than this would hide each other.
const BANDS: usize = 6;
/// More points than this cannot be told apart.
const POINTS: usize = 240;

impl Lines {
    /// A chart without lines, with the names of its axes.
    pub fn new(title: impl Into<String>, x: impl Into<String>, y: impl Into<String>) -> Lines {
        Lines {
            title: title.into(),
            x: x.into(),
            y: y.into(),
            lines: Vec::new(),
            references: Vec::new(),
            scale: Scale::Linear,
        }
    }

    /// With another scale of the upright axis.
    pub fn scale(mut self, scale: Scale) -> Lines {
        self.scale = scale;
        self
    }

    /// Adds a line; one without points is left out.
    pub fn line(mut self, line: Line) -> Lines {
        if !line.points.is_empty() {
            self.lines.push(line);
        }
        self
    }

    /// Draws a dashed line at a value that all should be compared with, and names it.
    pub fn reference(mut self, value: f64, label: impl Into<String>) -> Lines {
        self.references.push((value, label.into()));
        self
    }

    /// The chart as SVG.
    pub fn markup(&self) -> Markup {
        self.draw(&Style::default())
    }

    /// The chart as SVG, in another width or language.
    pub fn draw(&self, style: &Style) -> Markup {
        let (height, below) = match style.is_narrow() {
            true => (NARROW_HEIGHT, 46.0 + NAME * self.lines.len() as f64),
            false => (HEIGHT.max(NAME * self.lines.len() as f64), 46.0),
        };
        let bottom = TOP + height;
        let mut canvas = Canvas::new(style, &self.title, bottom + below);
        if self.lines.is_empty() {
            canvas.faint(0.0, TOP, Anchor::Start, &style.words.no_values);
            return canvas.finish(&self.title);
        }
        let names = style.room(self.lines.iter().map(|line| line.label.as_str()));
        let names = names.min(260.0);
        let right = match style.is_narrow() {
            true => style.width - 14.0,
            false => style.width - names - 34.0,
        };
        let (x, y) = self.axes(right, bottom);
        canvas.values_left(&y, LEFT, right);
        canvas.faint(0.0, TOP - 14.0, Anchor::Start, &self.y);
        canvas.values_below(&x, bottom, bottom + 5.0, &self.x, false);
        canvas.line(Paint::Axis, (LEFT, bottom), (right, bottom));
        for (value, label) in &self.references {
            let place = y.place(*value);
            canvas.line(Paint::Reference, (LEFT, place), (right, place));
            canvas.faint(LEFT + 6.0, place - 5.0, Anchor::Start, label);
        }
        let words = self.draw_lines(&mut canvas, &x, &y);
        match style.is_narrow() {
            true => self.draw_key(&mut canvas, bottom + 52.0),
            false => self.draw_names(&mut canvas, &y, right, names, bottom),
        }
        canvas.finish(&format!("{}. {}", self.title, words.join("; ")))
    }

    fn axes(&self, right: f64, bottom: f64) -> (Axis, Axis) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
        let references = || self.references.iter().map(|(value, _)| *value);
        let has_bands = self.lines.len() <= BANDS;
        // The first bands may be so wide that nothing else could be seen beside them.
        let bands = || {
            self.lines.iter().flat_map(move |line| {
                let early = line.points.len() / 4;
                line.points
                    .iter()
                    .enumerate()
                    .flat_map(move |(index, point)| match has_bands && index >= early {
                        true => [point.band.0, point.band.1],
                        false => [point.y, point.y],
                    })
            })
        };
        let x = Axis::tight(
            least(&mut points().map(|point| point.x)),
            most(&mut points().map(|point| point.x)),
            LEFT,
            right,
        );
        let y = Axis::new(
            self.scale,
            least(&mut bands().chain(references())),
            most(&mut bands().chain(references())),
            bottom,
            TOP,
        );
        (x, y)
    }

    /// Bands first, so that no line is behind one. Says each line in words.
    fn draw_lines(&self, canvas: &mut Canvas<'_>, x: &Axis, y: &Axis) -> Vec<String> {
        let kept: Vec<Vec<Point>> = self
            .lines
            .iter()
            .map(|line| thinned(&line.points))
            .collect();
        let style = canvas.style;
        let words: Vec<String> = (self.lines.iter()).map(|line| line.words(style)).collect();
        for (index, points) in kept.iter().enumerate() {
            if self.lines.len() > BANDS || !self.lines[index].has_band() {
                continue;
            }
            let highs = points.iter().map(|point| (point.x, point.band.1));
            let lows = points.iter().rev().map(|point| (point.x, point.band.0));
            let area: Vec<_> = highs
                .chain(lows)
                .map(|(at, value)| (x.place(at), y.place(value)))
                .collect();
            canvas.path(Paint::Band(index), &area, true, &words[index]);
        }
        for (index, points) in kept.iter().enumerate() {
            let places: Vec<_> = points
                .iter()
                .map(|point| (x.place(point.x), y.place(point.y)))
                .collect();
            canvas.path(Paint::Line(index), &places, false, &words[index]);
            // A line of one point would not be seen.
            if let [(x, y)] = places[..] {
                canvas.circle(Paint::Dot(index), x, y, 4.0, &words[index]);
            }
        }
        words
    }

    /// The names at the ends of the lines, pushed apart where they would overlap.
    fn draw_names(&self, canvas: &mut Canvas<'_>, y: &Axis, right: f64, names: f64, bottom: f64) {
        let mut ends: Vec<(usize, f64)> = self
            .lines
            .iter()
            .enumerate()
            .filter_map(|(index, line)| Some((index, y.place(line.points.last()?.y))))
            .collect();
        ends.sort_by(|one, other| one.1.total_cmp(&other.1));
        let wanted: Vec<f64> = ends.iter().map(|(_, end)| *end).collect();
        let places = apart(&wanted, NAME, TOP + 4.0, bottom);
        for ((index, end), place) in ends.into_iter().zip(places) {
            let label = &self.lines[index].label;
            canvas.line(Paint::Axis, (right + 3.0, end), (right + 18.0, place));
            let sample = [(right + 19.0, place), (right + 41.0, place)];
            canvas.path(Paint::Line(index), &sample, false, label);
            let fitting = fitted(label, names);
            canvas.faint(right + 46.0, place + 4.0, Anchor::Start, &fitting);
        }
    }

    /// The names below each other, where there is no room beside the lines.
    fn draw_key(&self, canvas: &mut Canvas<'_>, top: f64) {
        for (index, line) in self.lines.iter().enumerate() {
            let y = top + NAME * index as f64;
            let sample = [(LEFT, y), (LEFT + 22.0, y)];
            canvas.path(Paint::Line(index), &sample, false, &line.label);
            let fitting = fitted(&line.label, canvas.style.width - LEFT - 28.0);
            canvas.faint(LEFT + 28.0, y + 4.0, Anchor::Start, &fitting);
        }
    }
}

/// Some of many points, the first and the last among them.
fn thinned(points: &[Point]) -> Vec<Point> {
    if points.len() <= POINTS {
        return points.to_vec();
    }
    let last = points.len() - 1;
    (0..POINTS)
        .map(|index| points[index * last / (POINTS - 1)])
        .collect()
}

/// Places in rising order that are at least a gap apart, near those wanted and, as far as
/// there is room, between the ends.
fn apart(wanted: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let mut places = wanted.to_vec();
    let mut least = low;
    for place in &mut places {
        *place = place.max(least);
        least = *place + gap;
    }
    let mut most = high;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - gap;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_overlap() {
        let places = apart(&[0.0, 1.0, 2.0, 50.0, 99.0, 100.0], 10.0, 0.0, 100.0);
        assert_eq!(places, [0.0, 10.0, 20.0, 50.0, 90.0, 100.0]);
    }

    #[test]
    fn the_last_of_many_points_is_drawn() {
        let point = |x| Point {
            x,
            y: 0.0,
            band: (0.0, 0.0),
        };
        let points: Vec<Point> = (0..1001).map(|x| point(f64::from(x))).collect();
        let kept = thinned(&points);
        assert_eq!(kept.len(), POINTS);
        assert_eq!((kept[0].x, kept[POINTS - 1].x), (0.0, 1000.0));
    }
}
