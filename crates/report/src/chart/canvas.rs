//! What charts are drawn on.

use super::{
    axis::Axis,
    style::{Style, fitted},
};
use crate::Markup;

/// An SVG that grows shape by shape. Its colours are custom properties of the page it stands
/// in, with others where it stands alone.
pub(super) struct Canvas<'a> {
    pub(super) style: &'a Style,
    shapes: Markup,
    height: f64,
    /// Where it begins: without a title what is below moves up.
    top: f64,
}

/// Where a text begins, ends or has its middle.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a shape is painted.
#[derive(Clone, Copy)]
pub(super) enum Paint {
    Grid,
    Axis,
    /// A dashed line that all values should be compared with.
    Reference,
    /// The sign of what was published.
    Published,
    Whisker,
    /// What is drawn over a series.
    Over,
    /// An area in the colour of a series.
    Series(usize),
    /// A dot in the colour of a series.
    Dot(usize),
    /// A band around a line.
    Band(usize),
    /// A line in the colour of a series; lines of the same colour are dashed in other ways.
    Line(usize),
}

const TEXT: &str = "var(--text,#1b1f24)";
const MUTED: &str = "var(--muted,#57606a)";
const LINE: &str = "var(--line,#d0d7de)";
const SURFACE: &str = "var(--surface,#ffffff)";
const MARK: &str = "var(--mark,#d55e00)";
/// Further series begin again.
const SERIES: [&str; 5] = [
    "var(--series-1,#0072b2)",
    "var(--series-2,#e69f00)",
    "var(--series-3,#009e73)",
    "var(--series-4,#cc79a7)",
    "var(--series-5,#d55e00)",
];
const DASHES: [&str; 6] = ["", "8 3", "2 3", "8 3 2 3", "14 3", "8 3 2 3 2 3"];

impl Paint {
    fn attributes(self) -> Vec<(&'static str, &'static str)> {
        let series = |index: usize| SERIES[index % SERIES.len()];
        match self {
            Paint::Grid => vec![("stroke", LINE)],
            Paint::Axis => vec![("stroke", MUTED)],
            Paint::Reference => vec![
                ("stroke", MARK),
                ("stroke-width", "2"),
                ("stroke-dasharray", "5 3"),
            ],
            Paint::Published => vec![("fill", MARK), ("stroke", SURFACE), ("stroke-width", "1.2")],
            Paint::Whisker => vec![("fill", "none"), ("stroke", TEXT), ("stroke-width", "1.6")],
            Paint::Over => vec![("fill", TEXT)],
            Paint::Series(index) => vec![("fill", series(index))],
            Paint::Dot(index) => vec![
                ("fill", series(index)),
                ("stroke", SURFACE),
                ("stroke-width", "1.2"),
            ],
            Paint::Band(index) => vec![("fill", series(index)), ("fill-opacity", "0.16")],
            Paint::Line(index) => {
                let mut line = vec![
                    ("fill", "none"),
                    ("stroke", series(index)),
                    ("stroke-width", "2"),
                    ("stroke-linejoin", "round"),
                ];
                match DASHES[index / SERIES.len() % DASHES.len()] {
                    "" => {}
                    dash => line.push(("stroke-dasharray", dash)),
                }
                line
            }
        }
    }
}

impl<'a> Canvas<'a> {
    /// An empty chart with its title drawn, where it has one.
    pub(super) fn new(style: &'a Style, title: &str, height: f64) -> Canvas<'a> {
        let mut canvas = Canvas {
            style,
            shapes: Markup::default(),
            height,
            top: if title.is_empty() { 24.0 } else { 0.0 },
        };
        if !title.is_empty() {
            let font = [("fill", TEXT), ("font-size", "15"), ("font-weight", "600")];
            canvas.write(0.0, 18.0, Anchor::Start, &font, &fitted(title, style.width));
        }
        canvas
    }

    /// The whole picture, described in words for those who cannot see it.
    pub(super) fn finish(self, description: &str) -> Markup {
        let (width, top) = (place(self.style.width), place(self.top));
        let view = format!("0 {top} {width} {}", place(self.height - self.top));
        let attributes = [
            ("class", "chart"),
            ("viewBox", view.as_str()),
            ("role", "img"),
            ("aria-label", description),
            ("font-family", "system-ui,sans-serif"),
            ("xmlns", "http://www.w3.org/2000/svg"),
        ];
        Markup::element("svg", &attributes, [self.shapes])
    }

    /// A name.
    pub(super) fn label(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        self.write(x, y, anchor, &[("fill", TEXT), ("font-size", "13")], text);
    }

    /// The name of a row: before it, up to `labels`, or above it at `top` where a chart is narrow.
    pub(super) fn row_name(&mut self, name: &str, labels: f64, top: f64, middle: f64) {
        match self.style.is_narrow() {
            true => {
                let name = fitted(name, self.style.width);
                self.label(0.0, top, Anchor::Start, &name);
            }
            false => {
                let name = fitted(name, labels);
                self.label(labels - 10.0, middle + 4.5, Anchor::End, &name);
            }
        }
    }

    /// What is less important: numbers, keys, names of axes.
    pub(super) fn faint(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        self.write(x, y, anchor, &[("fill", MUTED), ("font-size", "12")], text);
    }

    fn write(&mut self, x: f64, y: f64, anchor: Anchor, font: &[(&'static str, &str)], text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, y) = (place(x), place(y));
        let mut attributes = vec![("x", x.as_str()), ("y", &y), ("text-anchor", anchor)];
        attributes.extend_from_slice(font);
        self.shapes
            .push(&Markup::element("text", &attributes, [Markup::text(text)]));
    }

    fn shape(
        &mut self,
        name: &'static str,
        paint: Paint,
        numbers: &[(&'static str, f64)],
        tip: &str,
    ) {
        let numbers: Vec<(&str, String)> = (numbers.iter())
            .map(|(name, value)| (*name, place(*value)))
            .collect();
        let mut attributes: Vec<(&'static str, &str)> = paint.attributes();
        attributes.extend(numbers.iter().map(|(name, value)| (*name, value.as_str())));
        let tip = (!tip.is_empty()).then(|| tooltip(tip));
        self.shapes.push(&Markup::element(name, &attributes, tip));
    }

    pub(super) fn line(&mut self, paint: Paint, from: (f64, f64), to: (f64, f64)) {
        let numbers = [("x1", from.0), ("y1", from.1), ("x2", to.0), ("y2", to.1)];
        self.shape("line", paint, &numbers, "");
    }

    /// A rectangle with a tooltip.
    pub(super) fn rectangle(
        &mut self,
        paint: Paint,
        corner: (f64, f64),
        size: (f64, f64),
        tip: &str,
    ) {
        let numbers = [
            ("x", corner.0),
            ("y", corner.1),
            ("width", size.0.max(0.0)),
            ("height", size.1.max(0.0)),
        ];
        self.shape("rect", paint, &numbers, tip);
    }

    /// A circle with a tooltip.
    pub(super) fn circle(&mut self, paint: Paint, x: f64, y: f64, radius: f64, tip: &str) {
        let numbers = [("cx", x), ("cy", y), ("r", radius)];
        self.shape("circle", paint, &numbers, tip);
    }

    fn outline(&mut self, paint: Paint, data: &str, tip: &str) {
        let mut attributes: Vec<(&'static str, &str)> = paint.attributes();
        attributes.push(("d", data));
        self.shapes
            .push(&Markup::element("path", &attributes, [tooltip(tip)]));
    }

    /// A diamond with a tooltip.
    pub(super) fn diamond(&mut self, x: f64, y: f64, tip: &str) {
        let data = format!("M{} {}l6 6l-6 6l-6 -6z", place(x), place(y - 6.0));
        self.outline(Paint::Published, &data, tip);
    }

    /// A line through points, or the area that they go around, with a tooltip.
    pub(super) fn path(&mut self, paint: Paint, points: &[(f64, f64)], closed: bool, tip: &str) {
        let mut data = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            data.push(if index == 0 { 'M' } else { 'L' });
            data += &format!("{} {}", place(*x), place(*y));
        }
        if closed {
            data.push('Z');
        }
        self.outline(paint, &data, tip);
    }

    /// An error bar along a row, with a tooltip.
    pub(super) fn whisker(&mut self, y: f64, low: f64, high: f64, tip: &str) {
        let (low, high) = (place(low), place(high));
        let (top, bottom) = (place(y - 5.0), place(y + 5.0));
        let y = place(y);
        let data = format!("M{low} {top}V{bottom}M{low} {y}H{high}M{high} {top}V{bottom}");
        self.outline(Paint::Whisker, &data, tip);
    }

    /// Upright lines at the round values of an axis, as many of its numbers as there is
    /// room for, and its name.
    pub(super) fn values_below(
        &mut self,
        axis: &Axis,
        top: f64,
        bottom: f64,
        name: &str,
        percent: bool,
    ) {
        let style = self.style;
        let places: Vec<f64> = axis.ticks().iter().map(|tick| axis.place(*tick)).collect();
        let texts: Vec<String> = (axis.ticks().iter())
            .map(|tick| style.shown(*tick, percent))
            .collect();
        let longest = texts.iter().map(|text| text.chars().count()).max();
        let wide = longest.unwrap_or(0) as f64 * 6.8 + 8.0;
        let apart = match places[..] {
            [first, second, ..] => (second - first).abs().max(1.0),
            _ => wide,
        };
        let every = ((wide / apart).ceil() as usize).max(1);
        for (index, (x, text)) in places.iter().zip(&texts).enumerate() {
            self.line(Paint::Grid, (*x, top), (*x, bottom));
            if index % every == 0 {
                self.faint(*x, bottom + 17.0, Anchor::Middle, text);
            }
        }
        let middle = (places[0] + places[places.len() - 1]) / 2.0;
        let room = style.width + 12.0;
        self.faint(middle, bottom + 36.0, Anchor::Middle, &fitted(name, room));
    }

    /// Lines across at the round values of an axis, with its numbers to the left.
    pub(super) fn values_left(&mut self, axis: &Axis, left: f64, right: f64) {
        for tick in axis.ticks() {
            let y = axis.place(*tick);
            self.line(Paint::Grid, (left, y), (right, y));
            let text = self.style.number(*tick);
            self.faint(left - 8.0, y + 4.0, Anchor::End, &text);
        }
    }
}

/// Where the entries of a key begin, from left to right and from top to bottom, and how
/// many lines they take.
pub(super) fn key_places(style: &Style, entries: &[&str]) -> (Vec<(f64, f64)>, usize) {
    let (mut x, mut line) = (0.0, 0);
    let mut places = Vec::new();
    for entry in entries {
        let room = 18.0 + style.room([*entry].into_iter()) + 6.0;
        if x > 0.0 && x + room - 12.0 > style.width {
            (x, line) = (0.0, line + 1);
        }
        places.push((x, 30.0 + KEY_LINE * line as f64));
        x += room;
    }
    let lines = if entries.is_empty() { 0 } else { line + 1 };
    (places, lines)
}

/// How high a line of a key is.
pub(super) const KEY_LINE: f64 = 18.0;

fn tooltip(text: &str) -> Markup {
    Markup::element("title", &[], [Markup::text(text)])
}

/// A place with a tenth of a unit: charts stay small, and alike on every machine.
fn place(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}
