//! What charts are drawn on.

use super::{axis::Axis, number};
use crate::Markup;

/// The width of every chart in its own units; the page scales it.
pub(super) const WIDTH: f64 = 800.0;
/// How wide a character of a label is, about.
const CHARACTER: f64 = 7.9;

/// An SVG that grows shape by shape.
pub(super) struct Canvas {
    shapes: Markup,
    height: f64,
}

/// Where a text begins, ends or has its middle.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    /// An empty chart with its title drawn.
    pub(super) fn new(title: &str, height: f64) -> Canvas {
        let mut canvas = Canvas {
            shapes: Markup::default(),
            height,
        };
        canvas.text(0.0, 18.0, Anchor::Start, "title", title);
        canvas
    }

    /// The whole picture, described in words for those who cannot see it.
    pub(super) fn finish(self, description: &str) -> Markup {
        let view = format!("0 0 {WIDTH} {}", place(self.height));
        let attributes = [
            ("class", "chart"),
            ("viewBox", view.as_str()),
            ("role", "img"),
            ("aria-label", description),
            ("xmlns", "http://www.w3.org/2000/svg"),
        ];
        Markup::element("svg", &attributes, [self.shapes])
    }

    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, y) = (place(x), place(y));
        let attributes = [
            ("x", x.as_str()),
            ("y", &y),
            ("text-anchor", anchor),
            ("class", class),
        ];
        self.shapes
            .push(&Markup::element("text", &attributes, [Markup::text(text)]));
    }

    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let numbers = [from.0, from.1, to.0, to.1].map(place);
        let attributes = [
            ("class", class),
            ("x1", numbers[0].as_str()),
            ("y1", &numbers[1]),
            ("x2", &numbers[2]),
            ("y2", &numbers[3]),
        ];
        self.shapes.push(&Markup::element("line", &attributes, []));
    }

    /// A rectangle with a tooltip.
    pub(super) fn rectangle(
        &mut self,
        class: &str,
        corner: (f64, f64),
        size: (f64, f64),
        tip: &str,
    ) {
        let numbers = [corner.0, corner.1, size.0.max(0.0), size.1.max(0.0)].map(place);
        let attributes = [
            ("class", class),
            ("x", numbers[0].as_str()),
            ("y", &numbers[1]),
            ("width", &numbers[2]),
            ("height", &numbers[3]),
        ];
        self.shapes
            .push(&Markup::element("rect", &attributes, [tooltip(tip)]));
    }

    /// A diamond with a tooltip.
    pub(super) fn diamond(&mut self, x: f64, y: f64, tip: &str) {
        let path = format!("M{} {}l6 6l-6 6l-6 -6z", place(x), place(y - 6.0));
        let attributes = [("class", "mark"), ("d", path.as_str())];
        self.shapes
            .push(&Markup::element("path", &attributes, [tooltip(tip)]));
    }

    /// A circle with a tooltip.
    pub(super) fn circle(&mut self, class: &str, x: f64, y: f64, radius: f64, tip: &str) {
        let numbers = [x, y, radius].map(place);
        let attributes = [
            ("class", class),
            ("cx", numbers[0].as_str()),
            ("cy", &numbers[1]),
            ("r", &numbers[2]),
        ];
        self.shapes
            .push(&Markup::element("circle", &attributes, [tooltip(tip)]));
    }

    /// A line through points, or the area that they go around, with a tooltip.
    pub(super) fn path(&mut self, class: &str, points: &[(f64, f64)], closed: bool, tip: &str) {
        let mut path = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            path.push(if index == 0 { 'M' } else { 'L' });
            path += &format!("{} {}", place(*x), place(*y));
        }
        if closed {
            path.push('Z');
        }
        let attributes = [("class", class), ("d", path.as_str())];
        self.shapes
            .push(&Markup::element("path", &attributes, [tooltip(tip)]));
    }

    /// An error bar along a row, with a tooltip.
    pub(super) fn whisker(&mut self, y: f64, low: f64, high: f64, tip: &str) {
        let (low, high) = (place(low), place(high));
        let (top, bottom) = (place(y - 5.0), place(y + 5.0));
        let y = place(y);
        let path = format!("M{low} {top}V{bottom}M{low} {y}H{high}M{high} {top}V{bottom}");
        let attributes = [("class", "whisker"), ("d", path.as_str())];
        self.shapes
            .push(&Markup::element("path", &attributes, [tooltip(tip)]));
    }

    /// Upright lines at the round values of an axis, its numbers and its name.
    pub(super) fn values_below(
        &mut self,
        axis: &Axis,
        top: f64,
        bottom: f64,
        name: &str,
        percent: bool,
    ) {
        let places: Vec<f64> = axis.ticks().iter().map(|tick| axis.place(*tick)).collect();
        for (tick, x) in axis.ticks().iter().zip(&places) {
            self.line("grid", (*x, top), (*x, bottom));
            let text = shown(*tick, percent);
            self.text(*x, bottom + 17.0, Anchor::Middle, "faint", &text);
        }
        let middle = (places[0] + places[places.len() - 1]) / 2.0;
        self.text(middle, bottom + 36.0, Anchor::Middle, "faint", name);
    }
}

/// A value, or the share of a whole that it is.
pub(super) fn shown(value: f64, percent: bool) -> String {
    match percent {
        true => format!("{}%", number((value * 1000.0).round() / 10.0)),
        false => number(value),
    }
}

/// How much room the longest of some labels needs.
pub(super) fn room<'a>(labels: impl Iterator<Item = &'a str>) -> f64 {
    let longest = labels.map(|label| label.chars().count()).max().unwrap_or(0);
    (longest as f64 * CHARACTER + 12.0).clamp(40.0, WIDTH * 0.45)
}

/// A label that fits into the room for it.
pub(super) fn fitted(label: &str, room: f64) -> String {
    let most = ((room - 12.0) / CHARACTER).round().max(1.0) as usize;
    match label.chars().count() > most {
        true => label
            .chars()
            .take(most.saturating_sub(1))
            .chain(['…'])
            .collect(),
        false => label.to_owned(),
    }
}

fn tooltip(text: &str) -> Markup {
    Markup::element("title", &[], [Markup::text(text)])
}

/// A place with a tenth of a unit: charts stay small, and alike on every machine.
fn place(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}
