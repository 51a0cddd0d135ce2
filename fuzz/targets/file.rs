//! A game on the first line and behind it a file, read in each format of the game: see
//! `check_any_file`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papan_core::{Notation, properties::check_any_file};
use papan_fuzz::{Check, check_named_game};

struct File<'a>(&'a [u8]);

impl Check for File<'_> {
    fn check<G: Notation>(&self, game: &G) {
        check_any_file(game, self.0);
    }
}

fuzz_target!(|input: &[u8]| {
    // A file need not be text, a name must be.
    let mut parts = input.splitn(2, |&byte| byte == b'\n');
    let name = str::from_utf8(parts.next().unwrap_or_default());
    let file = parts.next().unwrap_or_default();
    check_named_game(name.unwrap_or_default(), &File(file));
});
