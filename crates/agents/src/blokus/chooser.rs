//! Agents that choose at once, without a search.

use crate::{Agent, Answer};
use papan_blokus::{Blokus, Move, Position};
use papan_core::Random;
use papan_search::{Limits, Report};

/// What a move is chosen for.
pub(super) struct Turn<'a, const WORDS: usize> {
    pub(super) game: &'a Blokus<WORDS>,
    pub(super) position: &'a Position<WORDS>,
    /// The colour to move.
    pub(super) colour: usize,
    pub(super) random: &'a mut Random,
    /// A list to fill, kept from move to move so that it need not grow again.
    pub(super) moves: &'a mut Vec<Move>,
}

/// How a legal move is chosen.
pub(super) trait Chooser<const WORDS: usize>: Send {
    /// A new game begins.
    fn begin(&mut self, random: &mut Random) {
        let _ = random;
    }

    /// The move.
    fn choose(&mut self, turn: Turn<WORDS>) -> Move;
}

/// A [`Chooser`] with its chance.
pub(super) struct AtOnce<C> {
    chooser: C,
    random: Random,
    moves: Vec<Move>,
}

impl<C> AtOnce<C> {
    pub(super) fn open<const WORDS: usize>(chooser: C, seed: u64) -> Box<dyn Agent<Blokus<WORDS>>>
    where
        C: Chooser<WORDS> + 'static,
    {
        let (mut chooser, mut random, moves) = (chooser, Random::new(seed), Vec::new());
        chooser.begin(&mut random);
        Box::new(AtOnce {
            chooser,
            random,
            moves,
        })
    }
}

impl<const WORDS: usize, C: Chooser<WORDS>> Agent<Blokus<WORDS>> for AtOnce<C> {
    fn begin(&mut self, _: &Blokus<WORDS>, seed: u64) {
        self.random = Random::new(seed);
        self.chooser.begin(&mut self.random);
    }

    fn think(
        &mut self,
        game: &Blokus<WORDS>,
        position: &Position<WORDS>,
        _: &Limits,
    ) -> Answer<Move> {
        Ok(Report::unsearched(self.chooser.choose(Turn {
            game,
            position,
            colour: position.colour().unwrap_or(0),
            random: &mut self.random,
            moves: &mut self.moves,
        })))
    }
}
