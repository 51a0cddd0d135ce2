//! What a program has been told of a game.

use papan_core::{Game, line::Replayed};

/// A beginning and the moves since then.
pub(crate) struct Heard<G: Game> {
    first: Option<G::Position>,
    moves: Vec<G::Move>,
}

impl<G: Game> Heard<G> {
    /// Nothing.
    pub(crate) fn nothing() -> Heard<G> {
        Heard {
            first: None,
            moves: Vec::new(),
        }
    }

    /// How many moves of a line the program knows, or `None` when it must be told of the game
    /// from its beginning.
    pub(crate) fn of(&self, line: &Replayed<G>) -> Option<usize> {
        let known = self.first == Some(line.first())
            && self.moves.len() <= line.played.len()
            && self
                .moves
                .iter()
                .zip(&line.played)
                .all(|(heard, (_, played))| heard == played);
        known.then_some(self.moves.len())
    }

    /// From now on it knows all of a line.
    pub(crate) fn all_of(&mut self, line: &Replayed<G>) {
        let from = match self.of(line) {
            Some(known) => known,
            None => {
                self.first = Some(line.first());
                self.moves.clear();
                0
            }
        };
        let new = line.played[from..].iter().map(|(_, played)| *played);
        self.moves.extend(new);
    }

    /// It knows of a move that it played itself.
    pub(crate) fn played(&mut self, played: G::Move) {
        self.moves.push(played);
    }
}
