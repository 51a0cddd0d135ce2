//! Tournament files: one that is read can be written and says the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use papan_arena::tournament::Tournament;

fuzz_target!(|text: &str| {
    let Ok(file) = Tournament::from_toml(text, "fuzz") else {
        return;
    };
    let mut tournament = file.tournament;
    let written = tournament.to_toml();
    let again = Tournament::from_toml(&written, "other");
    let again = again.expect("what we write can be read").tournament;
    tournament.source = written;
    assert_eq!(format!("{again:?}"), format!("{tournament:?}"));
});
