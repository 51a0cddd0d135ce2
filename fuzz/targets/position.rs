//! A game, a position and moves, each on a line of its own: see `check_any_text`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papan_core::{Notation, properties::check_any_text};
use papan_fuzz::{Check, check_named_game};

struct Text<'a> {
    position: &'a str,
    moves: &'a str,
}

impl Check for Text<'_> {
    fn check<G: Notation>(&self, game: &G) {
        check_any_text(game, self.position, self.moves);
    }
}

fuzz_target!(|input: &str| {
    let mut lines = input.splitn(3, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let (name, position, moves) = (line(), line(), line());
    check_named_game(name, &Text { position, moves });
});
