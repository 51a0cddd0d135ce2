//! The board as a picture: crosses and rings.

use crate::{Position, Square};
use papan_core::{
    Seat,
    picture::{Colour, Picture, Shape, Short},
};

const FRAME: Colour = Colour::themed("marks-frame", "#ded6c4", "#3a3d42");
const CLOTH: Colour = Colour::themed("marks-cloth", "#fcf9f2", "#25282c");
const LINE: Colour = Colour::themed("marks-line", "#cfc6b1", "#454a51");
const CROSS: Colour = Colour::themed("marks-cross", "#0069a6", "#56b4e9");
const RING: Colour = Colour::themed("marks-ring", "#c04c00", "#f08a3c");
const LAST: Colour = Colour::themed("marks-last", "#f9e3a9", "#4d4527");

const SIZE: usize = 8;
/// The side of a square.
const SIDE: f64 = 40.0;
/// The width of the frame.
const EDGE: f64 = 10.0;

/// The board, with the square that was marked last on another ground.
pub(crate) fn picture(position: &Position, last: Option<(Seat, Square)>) -> Picture {
    let side = SIDE * SIZE as f64;
    let whole = side + 2.0 * EDGE;
    let mut picture = Picture::new(whole, whole);
    picture.name_squares(EDGE, SIDE, SIZE, true);
    picture.add(Shape::rectangle(0.0, 0.0, whole, whole, 12.0).fill(FRAME));
    picture.add(Shape::rectangle(EDGE, EDGE, side, side, 4.0).fill(CLOTH));
    let corner = |index: usize| {
        let at = |line: usize| EDGE + SIDE * line as f64;
        (at(index % SIZE), at(index / SIZE))
    };
    if let Some((_, square)) = last {
        let (x, y) = corner(square.index());
        picture.add(Shape::rectangle(x, y, SIDE, SIDE, 0.0).fill(LAST));
    }
    picture.add(Shape::grid(EDGE, EDGE, SIDE, SIZE, false).stroke(LINE, 1.5));
    for index in 0..SIZE * SIZE {
        let (x, y) = corner(index);
        let has = |seat: Seat| position.marks(seat) >> index & 1 == 1;
        if has(Seat::FIRST) {
            let data = format!("M{} {}l18 18m0-18l-18 18", Short(x + 11.0), Short(y + 11.0));
            picture.add(Shape::path(data).stroke(CROSS, 6.0));
        } else if has(Seat::SECOND) {
            picture.add(Shape::circle(x + 20.0, y + 20.0, 9.5).stroke(RING, 6.0));
        }
    }
    picture
}

#[cfg(test)]
mod tests {
    use papan_core::{Game, Notation, Seat, picture::Theme};

    #[test]
    fn every_mark_is_drawn_and_the_last_square_shown() {
        let game = crate::Adjacency::default();
        let mut position = game.start();
        let svg = |position: &crate::Position, last| {
            game.picture(position, last).to_svg(Theme::Dark, None)
        };
        let first = svg(&position, None);
        assert_eq!(first.matches("<circle").count(), 4);
        assert!(!first.contains(super::LAST.dark));
        let played = game.parse_move(&position, "d4").unwrap();
        game.play(&mut position, played);
        let after = svg(&position, Some((Seat::FIRST, played)));
        assert_eq!(after.matches("l18 18").count(), 5);
        assert!(after.contains(super::LAST.dark));
    }
}
