//! The name of a game with its parameters: the game that it names says its own name, and
//! that leads back to the same game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papan_agents::games::open;

fuzz_target!(|input: &str| {
    if let Ok(game) = open(input) {
        let again = open(&game.name()).expect("a game knows its own name");
        assert_eq!(again.name(), game.name());
        assert_eq!(again.start().view(), game.start().view());
    }
});
