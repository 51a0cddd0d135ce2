//! A property file: what was read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papan_core::sgf::{parse, property};

fuzz_target!(|input: &[u8]| {
    let Ok(games) = parse("sgf", input) else {
        return;
    };
    for game in games {
        let mut text = String::from("(");
        for node in &game {
            text.push(';');
            for (name, values) in &node.properties {
                text += name;
                for value in values {
                    // Only the value: a property may have several.
                    text += &property("", value);
                }
            }
        }
        text.push(')');
        assert_eq!(parse("sgf", text.as_bytes()), Ok(vec![game]), "{text}");
    }
});
