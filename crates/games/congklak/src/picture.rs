//! The board as a picture: seeds in the holes of a piece of wood.

use crate::{Congklak, Direction, Hole, Position};
use papan_core::{
    Seat,
    picture::{Colour, Picture, Shape},
};

const EDGE_WOOD: Colour = Colour::new("pits-edge", "#8a5a31");
const WOOD: Colour = Colour::new("pits-wood", "#c8965c");
const RIM: Colour = Colour::new("pits-rim", "#e0b680");
const HOLLOW: Colour = Colour::new("pits-hollow", "#5f3b1d");
const SEED: Colour = Colour::new("pits-seed", "#f4ead6");
const SEED_EDGE: Colour = Colour::new("pits-seed-edge", "#8c7350");
const LAST: Colour = Colour::new("pits-last", "#fff3d6");
const NUMBER: Colour = Colour::new("pits-text", "#2b190a");

const HOLE: f64 = 52.0;
const STORE: f64 = 64.0;
const HEIGHT: f64 = 176.0;
const EDGE: f64 = 14.0;
/// The most seeds that are drawn in a hole and in a store; the number tells all.
const DRAWN_IN_HOLE: u8 = 20;
const DRAWN_IN_STORE: u8 = 48;

/// The board as the first seat sees it, who sits at the bottom, with a line around the hole that the
/// last move began with.
pub(crate) fn picture(game: &Congklak, position: &Position, last: Option<(Seat, Hole)>) -> Picture {
    let width = HOLE * game.holes() as f64 + 2.0 * (STORE + EDGE);
    let mut picture = Picture::new(width, HEIGHT);
    picture.add(Shape::rectangle(0.0, 0.0, width, HEIGHT, 44.0).fill(EDGE_WOOD));
    picture.add(Shape::rectangle(3.0, 2.0, width - 6.0, HEIGHT - 8.0, 41.0).fill(WOOD));
    for (seat, y, number) in [(Seat::SECOND, 53.0, 25.0), (Seat::FIRST, 117.0, 161.0)] {
        for column in 0..game.holes() {
            let x = width - EDGE - STORE - HOLE * (column as f64 + 0.5);
            let began = last == Some((seat, Hole::new(column)));
            let base = if seat == Seat::FIRST {
                HEIGHT + 14.0
            } else {
                -6.0
            };
            picture.name(x, base, column + 1);
            hole(
                &mut picture,
                game.seeds(position, seat, column),
                x,
                y,
                began,
            );
            picture.add(numeral(game.seeds(position, seat, column), x, number, 15.0));
        }
    }
    let right = match game.rules().direction {
        Direction::Clockwise => Seat::SECOND,
        Direction::Counterclockwise => Seat::FIRST,
    };
    for seat in [Seat::FIRST, Seat::SECOND] {
        let x = if seat == right {
            width - EDGE - STORE + 10.0
        } else {
            EDGE
        };
        store(&mut picture, game.store(position, seat), x);
    }
    picture
}

fn hole(picture: &mut Picture, seeds: u8, x: f64, y: f64, began: bool) {
    picture.add(Shape::circle(x, y + 1.5, 22.5).fill(RIM));
    let hollow = Shape::circle(x, y, 22.0).fill(HOLLOW);
    picture.add(if began {
        hollow.stroke(LAST, 2.0)
    } else {
        hollow
    });
    for index in 0..seeds.min(DRAWN_IN_HOLE) {
        // A spiral that fills a circle evenly, however many there are.
        let number = f64::from(index);
        let angle = number * 2.399_963 + 0.6;
        let away = 17.0 * ((number + 0.5) / f64::from(DRAWN_IN_HOLE)).sqrt();
        picture.add(seed(index, x + away * angle.cos(), y + away * angle.sin()));
    }
}

fn store(picture: &mut Picture, seeds: u8, x: f64) {
    picture.add(Shape::rectangle(x, 39.0, STORE - 10.0, 99.0, 25.0).fill(RIM));
    picture.add(Shape::rectangle(x, 37.0, STORE - 10.0, 99.0, 25.0).fill(HOLLOW));
    for index in 0..seeds.min(DRAWN_IN_STORE) {
        // A sequence that fills a rectangle evenly, however many there are, shaken a little.
        let number = f64::from(index);
        let shaken = |step: f64, by: f64| {
            ((0.5 + number * step).fract() + 0.06 * (number * by).sin()).clamp(0.0, 1.0)
        };
        let across = x + 9.0 + (STORE - 28.0) * shaken(0.754_877_666_2, 3.7);
        let down = 48.0 + 77.0 * shaken(0.569_840_290_9, 5.3);
        picture.add(seed(index, across, down));
    }
    picture.add(numeral(seeds, x + STORE / 2.0 - 5.0, 31.0, 20.0));
}

/// A seed that lies as its number says. Seeds never move when others come or go.
fn seed(index: u8, x: f64, y: f64) -> Shape {
    let turn = (u32::from(index) * 67 + 20) % 180;
    let tenth = |value: f64| (value * 10.0).round() / 10.0;
    let shape = Shape::ellipse(tenth(x), tenth(y), 4.6, 3.5, turn);
    shape.fill(SEED).stroke(SEED_EDGE, 0.8)
}

fn numeral(seeds: u8, x: f64, y: f64, size: f64) -> Shape {
    Shape::label(x, y, size, seeds).fill(NUMBER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_core::{Game, Notation, picture::Theme};

    #[test]
    fn all_seeds_and_numbers_are_drawn_and_the_last_hole_marked() {
        let game = Congklak::named("congklak").unwrap();
        let mut position = game.start();
        let svg = |position: &crate::Position, last| {
            game.picture(position, last).to_svg(Theme::Light, None)
        };
        let first = svg(&position, None);
        assert_eq!(first.matches("<text").count(), 16);
        assert_eq!(first.matches("<ellipse").count(), 98);
        assert!(!first.contains(LAST.light));
        let played = game.parse_move(&position, "3").unwrap();
        game.play(&mut position, played);
        let after = svg(&position, Some((Seat::FIRST, played)));
        assert_eq!(after.matches(LAST.light).count(), 1);
    }
}
