//! Boards as pictures: a few shapes in named colours, written as SVG for files, reports, the
//! page and whatever else shows a board.

mod animation;

pub use animation::Animation;

use serde::Deserialize;
use std::fmt::{self, Write};

/// A colour by the name of its token. A page that defines the custom property `--token`
/// decides what it looks like; elsewhere it is what is written here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour {
    /// The name of the token, without dashes before it.
    pub token: &'static str,
    /// The colour on light ground.
    pub light: &'static str,
    /// The colour on dark ground.
    pub dark: &'static str,
}

impl Colour {
    /// What writes text and lines outside of boards.
    pub const TEXT: Colour = Colour::themed("text", "#2a231c", "#f2eadf");
    /// The ground of pages and of boards that have none of their own.
    pub const SURFACE: Colour = Colour::themed("surface", "#fdfaf3", "#231e1a");

    /// A colour that is the same on every ground, as wood and cloth are.
    pub const fn new(token: &'static str, value: &'static str) -> Colour {
        Colour::themed(token, value, value)
    }

    /// A colour that follows the ground around it.
    pub const fn themed(token: &'static str, light: &'static str, dark: &'static str) -> Colour {
        Colour { token, light, dark }
    }

    fn in_theme(self, theme: Theme) -> String {
        match theme {
            Theme::Light => self.light.to_owned(),
            Theme::Dark => self.dark.to_owned(),
            Theme::Page => format!("var(--{},{})", self.token, self.light),
        }
    }
}

/// For which ground a picture is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Light ground; colours are written out, so that every program can read the file.
    #[default]
    Light,
    /// Dark ground; colours are written out.
    Dark,
    /// The page that the picture becomes a part of: colours are its custom properties, and those
    /// of light ground where it has none.
    Page,
}

/// One shape of a picture: where it is, and how it is painted.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    element: String,
    fill: Option<Colour>,
    stroke: Option<(Colour, f64)>,
    opacity: f64,
    bold: bool,
}

impl Shape {
    fn new(element: String) -> Shape {
        Shape {
            element,
            fill: None,
            stroke: None,
            opacity: 1.0,
            bold: false,
        }
    }

    /// A circle around a middle.
    pub fn circle(x: f64, y: f64, radius: f64) -> Shape {
        let (x, y, radius) = (Short(x), Short(y), Short(radius));
        Shape::new(format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"))
    }

    /// An ellipse around a middle, turned clockwise by `degrees`.
    pub fn ellipse(x: f64, y: f64, across: f64, down: f64, degrees: u32) -> Shape {
        let [x, y, across, down] = [x, y, across, down].map(Short);
        Shape::new(format!(
            "<ellipse rx=\"{across}\" ry=\"{down}\" transform=\"translate({x} {y})rotate({degrees})\"/>"
        ))
    }

    /// A rectangle from its upper left corner, with round corners where `radius` is above 0.
    pub fn rectangle(x: f64, y: f64, width: f64, height: f64, radius: f64) -> Shape {
        let corners = match radius > 0.0 {
            true => format!(" rx=\"{}\"", Short(radius)),
            false => String::new(),
        };
        let [x, y, width, height] = [x, y, width, height].map(Short);
        Shape::new(format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{corners}/>"
        ))
    }

    /// Any outline, as the data of an SVG path.
    pub fn path(data: impl fmt::Display) -> Shape {
        Shape::new(format!("<path d=\"{data}\"/>"))
    }

    /// The lines of a grid of `count` squares each way, which are `side` wide, with those around it
    /// where `edges` says so.
    pub fn grid(x: f64, y: f64, side: f64, count: usize, edges: bool) -> Shape {
        let (right, bottom) = (x + side * count as f64, y + side * count as f64);
        let lines = if edges { 0..count + 1 } else { 1..count };
        let mut data = String::new();
        for line in lines {
            let (across, down) = (x + side * line as f64, y + side * line as f64);
            let _ = write!(
                data,
                "M{} {}V{}M{} {}H{}",
                Short(across),
                Short(y),
                Short(bottom),
                Short(x),
                Short(down),
                Short(right)
            );
        }
        Shape::path(data)
    }

    /// A text with its middle at `x` and its base at `y`.
    pub fn label(x: f64, y: f64, size: f64, text: impl fmt::Display) -> Shape {
        let (x, y, size) = (Short(x), Short(y), Short(size));
        let text = escaped(&text.to_string());
        let mut label = Shape::new(format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{text}</text>"
        ));
        label.bold = true;
        label
    }

    /// Painted inside.
    pub fn fill(mut self, colour: Colour) -> Shape {
        self.fill = Some(colour);
        self
    }

    /// Painted along its outline, with round ends and corners.
    pub fn stroke(mut self, colour: Colour, width: f64) -> Shape {
        self.stroke = Some((colour, width));
        self
    }

    /// How much it hides what is behind it, from 0 to 1.
    pub fn opacity(mut self, opacity: f64) -> Shape {
        self.opacity = opacity;
        self
    }

    /// The attributes that paint it; shapes with the same ones may stand in one group.
    fn paint(&self, theme: Theme) -> String {
        let fill = self.fill.map(|colour| colour.in_theme(theme));
        let mut paint = format!("fill=\"{}\"", fill.as_deref().unwrap_or("none"));
        if let Some((colour, width)) = self.stroke {
            let _ = write!(
                paint,
                " stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
                colour.in_theme(theme),
                Short(width)
            );
        }
        if self.opacity < 1.0 {
            let _ = write!(paint, " opacity=\"{}\"", Short(self.opacity));
        }
        if self.bold {
            paint +=
                " font-family=\"system-ui,sans-serif\" font-weight=\"700\" text-anchor=\"middle\"";
        }
        paint
    }
}

/// A picture of a board.
///
/// ```
/// use papan_core::picture::{Colour, Picture, Shape, Theme};
///
/// const CLOTH: Colour = Colour::themed("cloth", "#2f7d57", "#1d5a3c");
/// let mut picture = Picture::new(40.0, 40.0);
/// picture.add(Shape::rectangle(0.0, 0.0, 40.0, 40.0, 0.0).fill(CLOTH));
/// assert!(picture.to_svg(Theme::Dark, None).contains("<g fill=\"#1d5a3c\"><rect"));
/// assert!(picture.to_svg(Theme::Page, None).contains("fill=\"var(--cloth,#2f7d57)\""));
/// assert!(picture.to_svg(Theme::Light, Some(80)).contains("width=\"80\" height=\"80\""));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    width: f64,
    height: f64,
    shapes: Vec<Shape>,
    /// What squares are called, around the board: only seen in [`Picture::with_names`].
    names: Vec<Shape>,
}

/// How much room the names around a board take on each side.
const NAMES: f64 = 20.0;

impl Picture {
    /// An empty picture, `width` and `height` in units of its shapes.
    pub fn new(width: f64, height: f64) -> Picture {
        Picture {
            width,
            height,
            shapes: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Remembers what something is called, with its middle at `x` and its base at `y`, which may
    /// lie a little outside of the picture.
    pub fn name(&mut self, x: f64, y: f64, text: impl fmt::Display) -> &mut Picture {
        (self.names).push(Shape::label(x, y, 12.0, text).fill(Colour::TEXT));
        self
    }

    /// Remembers the names of `count` squares each way, which begin at `edge` and are `side` wide:
    /// letters from the left, numbers from the top or from the bottom.
    pub fn name_squares(&mut self, edge: f64, side: f64, count: usize, from_top: bool) {
        for line in 0..count {
            let middle = edge + side * (line as f64 + 0.5);
            let letter = char::from(b'a' + line as u8);
            let number = if from_top { line + 1 } else { count - line };
            let base = if from_top { -6.0 } else { self.height + 14.0 };
            self.name(middle, base, letter);
            self.name(-10.0, middle + 4.0, number);
        }
    }

    /// The same picture with the names around it, on a ground of its own: for files.
    pub fn with_names(&self) -> Picture {
        let (width, height) = (self.width + 2.0 * NAMES, self.height + 2.0 * NAMES);
        let mut framed = Picture::new(width, height);
        framed.add(Shape::rectangle(0.0, 0.0, width, height, 0.0).fill(Colour::SURFACE));
        let moved = |shape: &Shape| {
            let element = format!(
                "<g transform=\"translate({NAMES} {NAMES})\">{}</g>",
                shape.element
            );
            Shape {
                element,
                ..shape.clone()
            }
        };
        (framed.shapes).extend(self.shapes.iter().chain(&self.names).map(moved));
        framed
    }

    /// A board that is only known as lines of text.
    ///
    /// ```
    /// use papan_core::picture::{Picture, Theme};
    ///
    /// let svg = Picture::of_text("1 <X>\n2 .").to_svg(Theme::Light, None);
    /// assert!(svg.contains(">1 &lt;X&gt;</text>"));
    /// ```
    pub fn of_text(text: &str) -> Picture {
        const CHARACTER: f64 = 9.0;
        const LINE: f64 = 20.0;
        const EDGE: f64 = 12.0;
        let lines: Vec<&str> = text.trim_end().lines().collect();
        let longest = lines.iter().map(|line| line.chars().count()).max();
        let width = longest.unwrap_or(0).max(1) as f64 * CHARACTER + 2.0 * EDGE;
        let height = lines.len().max(1) as f64 * LINE + 2.0 * EDGE;
        let mut picture = Picture::new(width, height);
        picture.add(Shape::rectangle(0.0, 0.0, width, height, 6.0).fill(Colour::SURFACE));
        for (index, line) in lines.iter().enumerate() {
            let y = EDGE + LINE * (index as f64 + 0.75);
            let element = format!(
                "<text x=\"{EDGE}\" y=\"{}\" font-family=\"monospace\" font-size=\"15\" \
                 xml:space=\"preserve\" textLength=\"{}\">{}</text>",
                Short(y),
                Short(line.chars().count() as f64 * CHARACTER),
                escaped(line)
            );
            picture.add(Shape::new(element).fill(Colour::TEXT));
        }
        picture
    }

    /// Paints a shape over the others.
    pub fn add(&mut self, shape: Shape) -> &mut Picture {
        self.shapes.push(shape);
        self
    }

    /// The picture as SVG that needs nothing else. It fills the place it is put in, or is
    /// `pixels` wide.
    pub fn to_svg(&self, theme: Theme, pixels: Option<u32>) -> String {
        let (width, height) = (Short(self.width), Short(self.height));
        let mut svg =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"");
        if let Some(pixels) = pixels {
            let high = (f64::from(pixels) * self.height / self.width).round();
            let _ = write!(svg, " width=\"{pixels}\" height=\"{high}\"");
        }
        svg.push('>');
        let mut before = String::new();
        for shape in &self.shapes {
            let paint = shape.paint(theme);
            if paint != before {
                if !before.is_empty() {
                    svg += "</g>";
                }
                let _ = write!(svg, "<g {paint}>");
                before = paint;
            }
            svg += &shape.element;
        }
        if !before.is_empty() {
            svg += "</g>";
        }
        svg + "</svg>"
    }
}

/// A number with at most two decimals, and no more of it than is needed.
#[derive(Clone, Copy)]
pub struct Short(
    /// The number.
    pub f64,
);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Zero has no sign.
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in crate::visible(text).chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_around_the_board_where_they_are_wanted() {
        let mut picture = Picture::new(40.0, 40.0);
        picture.name_squares(0.0, 20.0, 2, false);
        assert!(!picture.to_svg(Theme::Light, None).contains("<text"));
        let named = picture.with_names().to_svg(Theme::Light, None);
        assert!(named.contains("viewBox=\"0 0 80 80\""), "{named}");
        for text in [">a<", ">b<", ">1<", ">2<"] {
            assert!(named.contains(text), "{named}");
        }
    }

    #[test]
    fn shapes_of_one_paint_share_a_group() {
        let colour = Colour::new("board", "#123456");
        let mut picture = Picture::new(10.0, 20.0);
        picture.add(Shape::circle(1.0, 2.0, 3.004).fill(colour));
        picture.add(Shape::circle(-0.001, 2.5, 3.0).fill(colour));
        picture.add(Shape::grid(0.0, 0.0, 5.0, 2, false).stroke(colour, 1.5));
        let svg = picture.to_svg(Theme::Light, Some(100));
        assert_eq!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 20\" width=\"100\" height=\"200\">\
             <g fill=\"#123456\"><circle cx=\"1\" cy=\"2\" r=\"3\"/><circle cx=\"0\" cy=\"2.5\" r=\"3\"/></g>\
             <g fill=\"none\" stroke=\"#123456\" stroke-width=\"1.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
             <path d=\"M5 0V10M0 5H10\"/></g></svg>"
        );
    }

    #[test]
    fn what_is_written_cannot_leave_its_text() {
        let mut picture = Picture::of_text("<a>\u{1b}&");
        picture.add(Shape::label(0.0, 0.0, 9.0, "<b>"));
        let svg = picture.to_svg(Theme::Light, None);
        assert!(svg.contains("&lt;a&gt;\\u{1b}&amp;") && svg.contains(">&lt;b&gt;<"));
    }
}
