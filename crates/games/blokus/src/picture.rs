//! The board as a picture: pieces with round corners and a sign on each square.

use crate::{Blokus, Move, Position, Square, Squares, notation::colour_name};
use papan_core::{
    Seat,
    picture::{Colour, Picture, Shape, Short},
};
use std::fmt::Write;

/// How a colour looks. The fills are those of Okabe and Ito, which most eyes tell apart; the sign
/// is for those that do not.
struct Paint {
    fill: Colour,
    edge: Colour,
    ink: Colour,
    sign: Sign,
    /// How strong light and shadow are on each square.
    relief: (f64, f64),
}

#[derive(Clone, Copy)]
enum Sign {
    Dot,
    Triangle,
    Diamond,
    Cross,
}

const FRAME: Colour = Colour::new("polyominoes-frame", "#a98c66");
const GROUND: Colour = Colour::themed("polyominoes-ground", "#e8decb", "#4d453c");
const LINE: Colour = Colour::themed("polyominoes-line", "#d0c1a7", "#625849");
const LIGHT: Colour = Colour::new("polyominoes-relief-light", "#ffffff");
const SHADOW: Colour = Colour::new("polyominoes-relief-shadow", "#000000");
const RING: Colour = Colour::new("polyominoes-ring", "#16181d");
const RING_UNDER: Colour = Colour::new("polyominoes-ring-under", "#ffffff");

const PAINTS: [Paint; 6] = [
    Paint {
        fill: Colour::new("polyominoes-blue", "#0072b2"),
        edge: Colour::new("polyominoes-blue-edge", "#00466e"),
        ink: Colour::new("polyominoes-blue-ink", "#ffffff"),
        sign: Sign::Dot,
        relief: (0.36, 0.2),
    },
    Paint {
        fill: Colour::new("polyominoes-yellow", "#f0e442"),
        edge: Colour::new("polyominoes-yellow-edge", "#7d7400"),
        ink: Colour::new("polyominoes-yellow-ink", "#5c5500"),
        sign: Sign::Triangle,
        relief: (0.36, 0.2),
    },
    Paint {
        fill: Colour::new("polyominoes-red", "#d55e00"),
        edge: Colour::new("polyominoes-red-edge", "#7f3800"),
        ink: Colour::new("polyominoes-red-ink", "#ffffff"),
        sign: Sign::Diamond,
        relief: (0.36, 0.2),
    },
    Paint {
        fill: Colour::new("polyominoes-green", "#009e73"),
        edge: Colour::new("polyominoes-green-edge", "#005c43"),
        ink: Colour::new("polyominoes-green-ink", "#ffffff"),
        sign: Sign::Cross,
        relief: (0.36, 0.2),
    },
    Paint {
        fill: Colour::themed("polyominoes-black", "#2a2d34", "#1b1d22"),
        edge: Colour::themed("polyominoes-black-edge", "#0b0c0e", "#a3aab6"),
        ink: Colour::new("polyominoes-black-ink", "#d5d9e0"),
        sign: Sign::Dot,
        relief: (0.16, 0.45),
    },
    Paint {
        fill: Colour::new("polyominoes-white", "#fbf9f3"),
        edge: Colour::new("polyominoes-white-edge", "#5d5a52"),
        ink: Colour::new("polyominoes-white-ink", "#6b675e"),
        sign: Sign::Diamond,
        relief: (0.36, 0.2),
    },
];

/// The side of a square.
const UNIT: f64 = 20.0;
/// The width of the frame.
const EDGE: f64 = 7.0;

fn paint(colours: usize, colour: usize) -> &'static Paint {
    let name = colour_name(colours, colour);
    let is_named = |paint: &&Paint| paint.fill.token.ends_with(name);
    PAINTS.iter().find(is_named).unwrap_or(&PAINTS[0])
}

/// The board, with a line around the piece that was placed last.
pub(crate) fn picture<const WORDS: usize>(
    game: &Blokus<WORDS>,
    position: &Position<WORDS>,
    last: Option<(Seat, Move)>,
) -> Picture {
    let rules = game.rules();
    let side = UNIT * rules.size() as f64;
    let whole = side + 2.0 * EDGE;
    let mut picture = Picture::new(whole, whole);
    picture.name_squares(EDGE, UNIT, rules.size(), false);
    picture.add(Shape::rectangle(0.0, 0.0, whole, whole, EDGE).fill(FRAME));
    picture.add(Shape::rectangle(EDGE, EDGE, side, side, 0.0).fill(GROUND));
    picture.add(Shape::grid(EDGE, EDGE, UNIT, rules.size(), false).stroke(LINE, 0.8));
    let squares = |placed: Squares<WORDS>| -> Vec<Square> {
        placed.iter().map(|index| game.square(index)).collect()
    };
    let taken: Vec<Square> = (0..rules.colours())
        .flat_map(|colour| squares(position.placed(colour)))
        .collect();
    for colour in 0..rules.colours() {
        let start = rules.starts()[colour];
        if !taken.contains(&start) {
            free_start(&mut picture, paint(rules.colours(), colour), start);
        }
    }
    for colour in 0..rules.colours() {
        let mut rest = position.placed(colour);
        while let Some(piece) = game.next_piece(&mut rest) {
            draw_piece(
                &mut picture,
                paint(rules.colours(), colour),
                &squares(piece),
            );
        }
    }
    if let Some((_, played)) = last {
        let outline = outline(&game.placement(played).1, 0.4);
        picture.add(Shape::path(&outline).stroke(RING_UNDER, 4.0));
        picture.add(Shape::path(&outline).stroke(RING, 2.0));
    }
    picture
}

/// Its body, a light and a dark side on each square, and the signs.
fn draw_piece(picture: &mut Picture, paint: &Paint, squares: &[Square]) {
    let (mut light, mut shadow, mut signs) = (String::new(), String::new(), String::new());
    for &(row, column) in squares {
        let (x, y) = corner(row, column);
        let _ = write!(light, "M{} {}v-15h15", Short(x + 2.0), Short(y + 17.0));
        let _ = write!(shadow, "M{} {}v15h-15", Short(x + 18.0), Short(y + 3.0));
        sign(&mut signs, paint.sign, x + 10.0, y + 10.0, 2.6);
    }
    let body = Shape::path(outline(squares, 0.6));
    picture.add(body.fill(paint.fill).stroke(paint.edge, 1.2));
    let (bright, dim) = paint.relief;
    picture.add(Shape::path(light).stroke(LIGHT, 1.6).opacity(bright));
    picture.add(Shape::path(shadow).stroke(SHADOW, 1.6).opacity(dim));
    picture.add(Shape::path(signs).fill(paint.ink).opacity(0.9));
}

fn free_start(picture: &mut Picture, paint: &Paint, (row, column): Square) {
    let (x, y) = corner(row, column);
    let place = Shape::rectangle(x + 2.0, y + 2.0, 16.0, 16.0, 3.0);
    picture.add(place.fill(paint.fill).stroke(paint.edge, 1.2).opacity(0.5));
    let mut data = String::new();
    sign(&mut data, paint.sign, x + 10.0, y + 10.0, 3.2);
    picture.add(Shape::path(data).fill(paint.fill).stroke(paint.edge, 0.9));
}

fn corner(row: usize, column: usize) -> (f64, f64) {
    (EDGE + UNIT * column as f64, EDGE + UNIT * row as f64)
}

fn sign(data: &mut String, sign: Sign, x: f64, y: f64, radius: f64) {
    let long = Short(1.2 * radius);
    let diagonal = Short(1.3 * radius);
    let arm = Short(0.8 * radius);
    let (middle_x, middle_y) = (Short(x), Short(y));
    let _ = match sign {
        Sign::Dot => write!(
            data,
            "M{} {middle_y}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z",
            Short(x - radius),
            r = Short(radius),
            d = Short(2.0 * radius)
        ),
        Sign::Triangle => write!(
            data,
            "M{middle_x} {}l{long} {high}h-{}z",
            Short(y - 1.2 * radius),
            Short(2.4 * radius),
            high = Short(2.2 * radius)
        ),
        Sign::Diamond => write!(
            data,
            "M{middle_x} {}l{diagonal} {diagonal}l-{diagonal} {diagonal}l-{diagonal} -{diagonal}z",
            Short(y - 1.3 * radius)
        ),
        Sign::Cross => write!(
            data,
            "M{} {}h{arm}v{arm}h{arm}v{arm}h-{arm}v{arm}h-{arm}v-{arm}h-{arm}v-{arm}h{arm}z",
            Short(x - 0.4 * radius),
            Short(y - 1.2 * radius)
        ),
    };
}

/// The outline of connected squares with round corners, `inset` units inside of their edges.
fn outline(squares: &[Square], inset: f64) -> String {
    const RADIUS: f64 = 2.4;
    let mut data = String::new();
    for corners in loops(squares) {
        let count = corners.len();
        for (at, &(x, y)) in corners.iter().enumerate() {
            let before = corners[(at + count - 1) % count];
            let after = corners[(at + 1) % count];
            let step = |from: (i32, i32), to: (i32, i32)| {
                (
                    f64::from((to.0 - from.0).signum()),
                    f64::from((to.1 - from.1).signum()),
                )
            };
            let (into, out) = (step(before, (x, y)), step((x, y), after));
            // The inside is to the right of the way around.
            let px = EDGE + UNIT * f64::from(x) - inset * (into.1 + out.1);
            let py = EDGE + UNIT * f64::from(y) + inset * (into.0 + out.0);
            let _ = write!(
                data,
                "{}{} {}Q{} {} {} {}",
                if at == 0 { 'M' } else { 'L' },
                Short(px - RADIUS * into.0),
                Short(py - RADIUS * into.1),
                Short(px),
                Short(py),
                Short(px + RADIUS * out.0),
                Short(py + RADIUS * out.1)
            );
        }
        data.push('Z');
    }
    data
}

/// The corners of the outlines, column before row, clockwise.
fn loops(squares: &[Square]) -> Vec<Vec<(i32, i32)>> {
    let is_inside = |row: i32, column: i32| {
        let has = |&(r, c): &Square| (r as i32, c as i32) == (row, column);
        squares.iter().any(has)
    };
    let mut edges: Vec<((i32, i32), (i32, i32))> = Vec::new();
    for &(row, column) in squares {
        let (y, x) = (row as i32, column as i32);
        let sides = [
            (!is_inside(y - 1, x), (x, y), (x + 1, y)),
            (!is_inside(y, x + 1), (x + 1, y), (x + 1, y + 1)),
            (!is_inside(y + 1, x), (x + 1, y + 1), (x, y + 1)),
            (!is_inside(y, x - 1), (x, y + 1), (x, y)),
        ];
        let open = sides.into_iter().filter(|(is_open, _, _)| *is_open);
        edges.extend(open.map(|(_, from, to)| (from, to)));
    }
    let mut loops = Vec::new();
    while let Some((start, mut at)) = edges.pop() {
        let mut points = vec![start, at];
        while at != start {
            let next = edges.iter().position(|(from, _)| *from == at);
            let Some(next) = next else { break };
            at = edges.swap_remove(next).1;
            points.push(at);
        }
        points.pop();
        let count = points.len();
        let turns = (0..count).filter(|&index| {
            let (before, after) = (
                points[(index + count - 1) % count],
                points[(index + 1) % count],
            );
            before.0 != after.0 && before.1 != after.1
        });
        loops.push(turns.map(|index| points[index]).collect());
    }
    loops
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::{Game, Notation, picture::Theme};

    #[test]
    fn an_outline_goes_around_its_squares() {
        assert_eq!(loops(&[(0, 0), (0, 1)])[0].len(), 4);
        assert_eq!(loops(&[(0, 0), (1, 0), (1, 1)])[0].len(), 6);
        let cross = [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)];
        assert_eq!(loops(&cross)[0].len(), 12);
    }

    #[test]
    fn pieces_are_drawn_and_the_last_one_marked() {
        let game = Blokus::<4>::named("blokus-duo").unwrap();
        let mut position = game.start();
        let svg =
            |position: &Position<4>, last| game.picture(position, last).to_svg(Theme::Light, None);
        let bodies = |svg: &str| svg.matches("stroke-width=\"1.6\"").count() / 2;
        let first = svg(&position, None);
        assert_eq!((bodies(&first), first.matches("rx=\"3\"").count()), (0, 2));
        let played = game.parse_move(&position, "e9,d10,e10,f10,e11").unwrap();
        game.play(&mut position, played);
        let after = svg(&position, Some((Seat::FIRST, played)));
        assert_eq!((bodies(&after), after.matches("rx=\"3\"").count()), (1, 1));
        assert!(after.contains(RING.light) && !first.contains(RING.light));
    }
}
