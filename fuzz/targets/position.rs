//! A game, a position and moves, each on a line of its own: see `check_any_text`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papan_agents::{
    Playable,
    games::{Visitor, visit},
};
use papan_core::properties::check_any_text;

struct Text<'a> {
    position: &'a str,
    moves: &'a str,
}

impl Visitor for Text<'_> {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        check_any_text(&game, self.position, self.moves);
    }
}

fuzz_target!(|input: &str| {
    let mut lines = input.splitn(3, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let (name, position, moves) = (line(), line(), line());
    // A text that names no game is an error, and errors are not looked for here.
    let _ = visit(name, Text { position, moves });
});
