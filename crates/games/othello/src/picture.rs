//! The board as a picture: discs on green cloth.

use crate::{Move, Othello, Position};
use papan_core::{
    Seat,
    picture::{Colour, Picture, Shape},
};

const FRAME: Colour = Colour::new("discs-frame", "#5b4130");
const CLOTH: Colour = Colour::new("discs-cloth", "#2f7d57");
const LINE: Colour = Colour::new("discs-line", "#1a5337");
const SHADOW: Colour = Colour::new("discs-shadow", "#123524");
const DARK: Colour = Colour::new("discs-dark", "#1d2024");
const DARK_RING: Colour = Colour::new("discs-dark-ring", "#3a3e44");
const WHITE: Colour = Colour::new("discs-light", "#f3efe5");
const WHITE_RING: Colour = Colour::new("discs-light-ring", "#ddd6c5");
const LAST: Colour = Colour::new("discs-last", "#f0873a");

/// The side of a square.
const SQUARE: f64 = 40.0;
/// The width of the frame.
const EDGE: f64 = 14.0;

/// The board, with a dot on the disc that was placed last.
pub(crate) fn picture(game: &Othello, position: &Position, last: Option<(Seat, Move)>) -> Picture {
    let size = game.size() as usize;
    let side = SQUARE * size as f64;
    let whole = side + 2.0 * EDGE;
    let mut picture = Picture::new(whole, whole);
    picture.name_squares(EDGE, SQUARE, size, true);
    picture.add(Shape::rectangle(0.0, 0.0, whole, whole, 10.0).fill(FRAME));
    picture.add(Shape::rectangle(EDGE, EDGE, side, side, 0.0).fill(CLOTH));
    picture.add(Shape::grid(EDGE, EDGE, SQUARE, size, true).stroke(LINE, 1.5));
    let place = |index: usize| {
        let middle = |line: usize| EDGE + SQUARE * (line as f64 + 0.5);
        (middle(index % size), middle(index / size))
    };
    for (index, square) in game.squares_in_order().enumerate() {
        let (disc, ring) = match square {
            _ if position.black() >> square & 1 == 1 => (DARK, DARK_RING),
            _ if position.white() >> square & 1 == 1 => (WHITE, WHITE_RING),
            _ => continue,
        };
        let (x, y) = place(index);
        picture.add(Shape::circle(x, y + 1.2, 16.0).fill(SHADOW).opacity(0.5));
        picture.add(Shape::circle(x, y, 16.0).fill(disc));
        picture.add(Shape::circle(x, y, 12.5).stroke(ring, 1.2));
    }
    let placed = last.and_then(|(_, played)| played.square());
    let placed = placed.and_then(|last| game.squares_in_order().position(|one| one == last));
    if let Some(index) = placed {
        let (x, y) = place(index);
        picture.add(Shape::circle(x, y, 4.5).fill(LAST));
    }
    picture
}

#[cfg(test)]
mod tests {
    use papan_core::{Game, Notation, Seat, picture::Theme};

    #[test]
    fn every_disc_is_drawn_and_the_last_one_marked() {
        for size in [4, 6, 8] {
            let game = crate::Othello::with_size(size);
            let mut position = game.start();
            let svg = |position: &crate::Position, last| {
                game.picture(position, last).to_svg(Theme::Light, None)
            };
            assert_eq!(svg(&position, None).matches("r=\"16\"").count(), 8);
            let moves = game.legal_moves(&position);
            game.play(&mut position, moves[0]);
            let after = svg(&position, Some((Seat::FIRST, moves[0])));
            assert_eq!(after.matches("r=\"16\"").count(), 10);
            assert_eq!(after.matches("r=\"4.5\"").count(), 1);
        }
    }
}
