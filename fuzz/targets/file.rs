//! A game on the first line and behind it a file, read in each format of the game: see
//! `check_any_file`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papan_agents::{
    Playable,
    games::{Visitor, visit},
};
use papan_core::properties::check_any_file;

struct File<'a>(&'a [u8]);

impl Visitor for File<'_> {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        check_any_file(&game, self.0);
    }
}

fuzz_target!(|input: &[u8]| {
    // A file need not be text, a name must be.
    let mut parts = input.splitn(2, |&byte| byte == b'\n');
    let name = str::from_utf8(parts.next().unwrap_or_default());
    let file = parts.next().unwrap_or_default();
    // A text that names no game is an error, and errors are not looked for here.
    let _ = visit(name.unwrap_or_default(), File(file));
});
