//! Playouts: each colour places one of its largest pieces that fit, anywhere.

use papan_blokus::{Blokus, Legal, Position};
use papan_core::Random;

/// Runs playouts, and keeps the memory that they need.
#[derive(Clone, Debug)]
pub(super) struct Simulator<const WORDS: usize> {
    legal: Legal<WORDS>,
}

impl<const WORDS: usize> Simulator<WORDS> {
    pub(super) fn new() -> Self {
        Simulator {
            legal: Legal::new(),
        }
    }

    /// Plays from a position to the end of the game. The turn in the position is not kept
    /// up to date.
    pub(super) fn play(
        &mut self,
        game: &Blokus<WORDS>,
        position: &mut Position<WORDS>,
        random: &mut Random,
    ) {
        let Some(mut colour) = position.colour() else {
            return;
        };
        let colours = game.rules().colours();
        // A colour that cannot move once never can again: squares only fill up.
        let mut moving: u32 = (1 << colours) - 1;
        while moving != 0 {
            if moving >> colour & 1 == 1 {
                game.find(position, colour, u32::MAX, &mut self.legal);
                match self.legal.total() {
                    0 => moving &= !(1 << colour),
                    total => {
                        let largest = self.legal.largest();
                        let chosen = total - largest + random.below(largest);
                        game.place(position, colour, self.legal.get(chosen));
                    }
                }
            }
            colour = (colour + 1) % colours;
        }
    }
}
