//! Whatever is said, there is an answer, and nonsense changes nothing.

use crate::support::{Client, Server};
use proptest::{
    collection::vec,
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, RngSeed, TestRunner},
};
use serde_json::{Map, Value, json};

/// Any JSON, with words of the protocol now and then.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "hello", "play", "undo", "go", "player", "pause", "pace", "person", "agent", "move", "ply",
        "seat", "type", "d3", "pass", "level:3", "gtp:x", "",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0..5_u64).prop_map(Value::from),
        word.prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((".{0,6}", inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

const TYPES: &[&str] = &[
    "hello", "play", "undo", "redo", "go", "restart", "resign", "player", "stop", "pause", "step",
    "pace", "ping", "nonsense",
];

/// A message of any type with any fields, half of which are what the type needs.
fn any_message() -> impl Strategy<Value = Value> {
    let small = (0..5_u64).prop_map(Value::from);
    let square = prop::sample::select(vec!["b1", "a2", "d3", "pass"]).prop_map(Value::from);
    let sensible = (
        square,
        small.clone(),
        small.clone(),
        any::<bool>().prop_map(Value::from),
        small,
    )
        .prop_map(|(square, ply, seat, on, seconds)| {
            json!({
                "move": square, "ply": ply, "seat": seat, "on": on, "seconds": seconds,
                "player": { "kind": "person" },
            })
        });
    let names = vec![
        "move", "ply", "seat", "player", "seconds", "on", "secret", "x",
    ];
    let wild = vec((prop::sample::select(names), any_json()), 0..4).prop_map(|fields| {
        let fields = fields.into_iter();
        let fields = fields.map(|(name, value)| (name.to_owned(), value));
        Value::Object(fields.collect::<Map<String, Value>>())
    });
    let kind = prop::sample::select(TYPES.to_vec());
    (kind, prop_oneof![sensible, wild]).prop_map(|(kind, mut message)| {
        message["type"] = kind.into();
        message
    })
}

fn runner() -> TestRunner {
    TestRunner::new(Config {
        rng_seed: RngSeed::Fixed(5),
        ..Config::default()
    })
}

fn samples<T>(strategy: impl Strategy<Value = T>, count: usize) -> Vec<T> {
    let mut runner = runner();
    let mut sample = || strategy.new_tree(&mut runner).unwrap().current();
    (0..count).map(|_| sample()).collect()
}

/// Waits for what was sent before to be answered: nothing else is on its way then.
fn settle(client: &mut Client) -> Vec<Value> {
    // Not a ping, which is answered before it comes to the room.
    client.send(&json!({ "type": "stop", "id": 999 }));
    let mut heard = Vec::new();
    loop {
        let message = client.next();
        assert!(!message.is_null(), "the socket was closed");
        if message["id"] == 999 {
            return heard;
        }
        heard.push(message);
    }
}

#[test]
fn every_message_of_a_player_has_an_answer() {
    let game = Server::shared().game("othello:size=4", &["person", "person"]);
    let mut client = game.player();
    let mut kinds = std::collections::HashMap::new();
    for (number, message) in samples(any_message(), 300).into_iter().enumerate() {
        // As fast as one socket may be for long.
        std::thread::sleep(std::time::Duration::from_millis(21));
        let before = client.state.clone();
        let kind = message["type"].as_str().unwrap().to_owned();
        let mut asked = message.clone();
        asked["id"] = (1_000 + number).into();
        client.send(&asked);
        let answer = loop {
            let answer = client.next();
            assert!(!answer.is_null(), "{message} closed the socket");
            if answer["id"] == 1_000 + number {
                break answer;
            }
        };
        *kinds.entry((kind, answer["type"] == "error")).or_insert(0) += 1;
        if answer["type"] == "error" {
            assert!(
                answer["code"].is_string() && answer["text"].is_string(),
                "{answer}"
            );
            let (_, shown) = game.server.get(&game.path());
            if client.state["version"] == before["version"] {
                assert_eq!(
                    shown["version"], before["version"],
                    "{message} changed something"
                );
                assert_eq!(shown["moves"], before["moves"]);
            }
        }
        if client.state["role"] == "watcher" {
            let hello = json!({ "type": "hello", "secret": game.secret });
            assert_eq!(client.request(hello)["role"], "player");
        }
    }
    // Both kinds of answers came: the messages are not all nonsense.
    assert!(kinds.keys().any(|(_, error)| *error));
    assert!(
        kinds.iter().filter(|((_, error), _)| !error).count() >= 6,
        "{kinds:?}"
    );
}

#[test]
fn what_is_no_message_is_answered_by_an_error() {
    let game = Server::shared().game("othello:size=4", &["person", "person"]);
    let mut client = game.player();
    let mut texts: Vec<String> = samples(any_json(), 60)
        .into_iter()
        .map(|value| value.to_string())
        .collect();
    texts.extend(samples("\\PC{0,40}", 20));
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    texts.extend([
        deep,
        "{\"type\":".repeat(1_000),
        "x".repeat(20_000),
        String::new(),
    ]);
    for text in texts {
        std::thread::sleep(std::time::Duration::from_millis(41));
        client.send_text(&text);
        let heard = settle(&mut client);
        assert_eq!(heard.len(), 1, "{text}: {heard:?}");
        assert_eq!(heard[0]["type"], "error", "{text}");
    }
    assert_eq!(client.request(json!({ "type": "stop" }))["version"], 1);
}

#[test]
fn who_says_too_much_is_told_so() {
    let game = Server::shared().game("othello:size=4", &["person", "person"]);
    let mut client = game.player();
    for number in 0..200 {
        client.send(&json!({ "type": "ping", "id": number }));
    }
    let answers: Vec<Value> = (0..200).map(|_| client.next()).collect();
    let refused = answers
        .iter()
        .filter(|answer| answer["code"] == "busy")
        .count();
    assert!((1..120).contains(&refused), "{refused}");
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert_eq!(client.request(json!({ "type": "ping" }))["type"], "pong");
}
