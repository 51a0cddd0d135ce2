//! How a game came to where it is.

use papan_core::Notation;

/// A position to begin from, and the moves since then.
pub(crate) struct Story<G: Notation> {
    base: G::Position,
    moves: Vec<Told<G::Move>>,
    last: G::Position,
}

/// A move as programs are told of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Told<M> {
    pub(crate) played: M,
    /// The colour that played it, from 0.
    pub(crate) colour: usize,
    pub(crate) text: String,
}

impl<G: Notation> Story<G> {
    pub(crate) fn new(base: G::Position) -> Story<G> {
        Story {
            base,
            moves: Vec::new(),
            last: base,
        }
    }

    /// Where it began.
    pub(crate) fn base(&self) -> &G::Position {
        &self.base
    }

    /// What was played since then.
    pub(crate) fn moves(&self) -> &[Told<G::Move>] {
        &self.moves
    }

    /// Where the game is now.
    pub(crate) fn last(&self) -> &G::Position {
        &self.last
    }

    pub(crate) fn push(&mut self, game: &G, played: G::Move) {
        self.moves.push(Told {
            played,
            colour: game.colour(&self.last).unwrap_or(0),
            text: game.move_text(&self.last, played),
        });
        game.play(&mut self.last, played);
    }
}

/// What a program has been told of a game.
pub(crate) struct Heard<G: Notation> {
    base: Option<G::Position>,
    moves: Vec<G::Move>,
}

impl<G: Notation> Heard<G> {
    /// Nothing.
    pub(crate) fn nothing() -> Heard<G> {
        Heard {
            base: None,
            moves: Vec::new(),
        }
    }

    /// How many moves of a story the program knows, or `None` when it must be told of the
    /// game from its beginning.
    pub(crate) fn of(&self, story: &Story<G>) -> Option<usize> {
        let known = self.base.as_ref() == Some(story.base())
            && self.moves.len() <= story.moves().len()
            && self
                .moves
                .iter()
                .zip(story.moves())
                .all(|(heard, told)| *heard == told.played);
        known.then_some(self.moves.len())
    }

    /// From now on it knows all of a story.
    pub(crate) fn all_of(&mut self, story: &Story<G>) {
        let from = match self.of(story) {
            Some(known) => known,
            None => {
                self.base = Some(*story.base());
                self.moves.clear();
                0
            }
        };
        let new = story.moves()[from..].iter().map(|told| told.played);
        self.moves.extend(new);
    }

    /// It knows of a move that it played itself.
    pub(crate) fn played(&mut self, played: G::Move) {
        self.moves.push(played);
    }
}
