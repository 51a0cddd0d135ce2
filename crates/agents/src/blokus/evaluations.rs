//! What a position of Blokus is worth before the game is over.

use papan_blokus::{Blokus, Position, Squares};
use papan_core::{MAX_SEATS, Scores, Seat};
use papan_search::{Evaluation, margin};

/// What is counted for each seat; a value is how far a seat is ahead of the best other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlokusEvaluation {
    /// The score of the game as it stands.
    Score,
    /// Squares where a next piece may attach.
    Corners,
    /// Squares that a next piece could cover.
    Territory,
    /// Legal placements.
    Mobility,
}

impl BlokusEvaluation {
    fn of_colour<const WORDS: usize>(
        self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        colour: usize,
    ) -> i32 {
        match self {
            BlokusEvaluation::Score => game.colour_score(position, colour),
            BlokusEvaluation::Corners => game.corners(position, colour).count() as i32,
            BlokusEvaluation::Territory => territory(game, position, colour).count() as i32,
            BlokusEvaluation::Mobility => game.count_moves_of(position, colour) as i32,
        }
    }
}

/// The open squares that a piece of five could reach from a corner.
fn territory<const WORDS: usize>(
    game: &Blokus<WORDS>,
    position: &Position<WORDS>,
    colour: usize,
) -> Squares<WORDS> {
    let open = game.open(position, colour);
    let corners = game.corners(position, colour);
    (0..4).fold(corners, |near, _| near | (game.beside(near) & open))
}

impl<const WORDS: usize> Evaluation<Blokus<WORDS>> for BlokusEvaluation {
    fn value(&self, game: &Blokus<WORDS>, position: &Position<WORDS>, seat: Seat) -> i32 {
        if *self == BlokusEvaluation::Score {
            return margin(game, position, seat);
        }
        let rules = game.rules();
        // A shared fourth colour belongs to nobody.
        let counted = match rules.shares_fourth() {
            true => 3,
            false => rules.colours(),
        };
        let mut points = [0; MAX_SEATS];
        for colour in 0..counted {
            points[colour % rules.seats()] += self.of_colour(game, position, colour);
        }
        Scores::new(&points[..rules.seats()]).difference(seat)
    }

    fn unit(&self) -> i32 {
        match self {
            BlokusEvaluation::Score => 1,
            _ => papan_search::FINISHED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use papan_blokus::Small;
    use papan_core::{Game, Notation};

    #[test]
    fn each_counts_what_it_says() {
        let game = Small::named("blokus:size=5,starts=corners").unwrap();
        let mut position = game.start();
        let monomino = game.parse_move(&position, "a5").unwrap();
        game.play(&mut position, monomino);
        let value = |counted: BlokusEvaluation| counted.value(&game, &position, Seat::FIRST);
        assert_eq!(value(BlokusEvaluation::Score), 1);
        assert_eq!(value(BlokusEvaluation::Corners), 0, "b4 against e1");
        // At most four steps from b4: all but a5 and the two beside it, and e1 and the two
        // beside it. From e1: 1 + 2 + 3 + 4 + 5.
        let first = territory(&game, &position, 0).count() as i32;
        let second = territory(&game, &position, 1).count() as i32;
        assert_eq!((first, second), (19, 15));
        assert_eq!(value(BlokusEvaluation::Territory), 4);
        let moves = |colour| game.count_moves_of(&position, colour) as i32;
        assert_eq!(value(BlokusEvaluation::Mobility), moves(0) - moves(1));
    }
}
