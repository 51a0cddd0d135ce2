//! Papan as an engine, line by line: what is said, and all that is answered.

mod agents;
mod gtp;
mod interruptions;
mod nboard;
mod properties;
mod ugi;

use agents::First;
use papan_core::{Notation, spec::Settings};
use papan_protocol::server::{Engine, Port, Protocol};
use std::io::Cursor;

/// The engine of a test: it always plays the first move of the game's list.
fn engine<G: Notation>(game: G) -> Engine<G> {
    Engine {
        game,
        agent: Box::new(First),
        name: "Papan".to_owned(),
        seed: 1,
    }
}

/// All that an engine answers to a text.
fn answers<G: Notation>(engine: Engine<G>, protocol: Protocol, input: &[u8]) -> String {
    let (port, output) = Port::for_tests();
    let input = Cursor::new(input.to_vec());
    engine.serve(protocol, input, port).expect("it can be read");
    output.text()
}

/// A dialogue in which `> ` stands before what is said and `<` before what is answered.
fn check<G: Notation>(game: G, protocol: Protocol, dialogue: &str) {
    let mut said = String::new();
    let mut expected = String::new();
    for line in dialogue.lines().filter(|line| !line.is_empty()) {
        match (line.strip_prefix('>'), line.strip_prefix('<')) {
            (Some(line), _) => said += &(line.trim_start().to_owned() + "\n"),
            (_, Some(line)) => {
                expected += &(line.strip_prefix(' ').unwrap_or(line).to_owned() + "\n")
            }
            _ => panic!("neither said nor answered: {line}"),
        }
    }
    let found = answers(engine(game), protocol, said.as_bytes());
    assert!(
        found == expected,
        "--- found:\n{found}\n--- expected:\n{expected}"
    );
}

fn settings(name: &str, entries: &'static [papan_core::spec::Entry]) -> Settings {
    Settings::parse("game", name, entries).expect("the name of a game")
}

fn othello() -> papan_othello::Othello {
    papan_othello::Othello::new()
}

fn congklak() -> papan_congklak::Congklak {
    papan_congklak::Congklak::from_settings(&settings("congklak", papan_congklak::PRESETS))
        .expect("a game")
}

fn adjacency() -> papan_adjacency::Adjacency {
    let settings = settings("adjacency:rounds=2", papan_adjacency::PRESETS);
    papan_adjacency::Adjacency::from_settings(&settings).expect("a game")
}

fn blokus(name: &str) -> papan_blokus::Large {
    let settings = settings(name, papan_blokus::PRESETS);
    let rules = papan_blokus::Rules::from_settings(&settings).expect("rules");
    papan_blokus::Large::new(rules).expect("a board that fits")
}
