//! The name of a game or an agent with its parameters: what it names says its own name, and
//! that leads back to the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papan_agents::{agents, games::open};
use papan_core::spec::Settings;

fuzz_target!(|input: &str| {
    if let Ok(game) = open(input) {
        let again = open(&game.name()).expect("a game knows its own name");
        assert_eq!(again.name(), game.name());
        assert_eq!(again.start().view(), game.start().view());
    }
    let entries: Vec<_> = agents::generic().map(|info| info.entry).collect();
    if let Ok(agent) = Settings::parse("agent", input, &entries) {
        let again = Settings::parse("agent", &agent.to_string(), &entries);
        assert_eq!(again.as_ref(), Ok(&agent));
    }
});
