//! A property file: what was read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papan_core::{
    FormatError,
    sgf::{Node, parse, property},
};
use std::ops::ControlFlow;

fn all(file: &[u8]) -> Result<Vec<Vec<Node>>, FormatError> {
    let mut games = Vec::new();
    parse("sgf", file, &mut |nodes| {
        games.push(nodes);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(games)
}

fuzz_target!(|input: &[u8]| {
    let Ok(games) = all(input) else {
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
        assert_eq!(all(text.as_bytes()), Ok(vec![game]), "{text}");
    }
});
