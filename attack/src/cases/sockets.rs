//! Hostile web sockets.

use crate::{
    ground::{Ground, Trouble},
    random::{Random, mutated},
    web::{Server, Socket},
};
use serde_json::{Value, json};
use std::time::Duration;

/// Something that one may say, or not quite.
fn message(random: &mut Random, secret: &str) -> Vec<u8> {
    let seconds = [0.01, -1.0, 1e300, 0.0][random.below(4)];
    let game = *random.of(&["othello", "congklak", "blokus-duo", "othello:size=99", ""]);
    let messages: &[Value] = &[
        json!({ "type": "hello", "secret": secret }),
        json!({ "type": "hello", "secret": "wrong" }),
        json!({ "type": "play", "move": "d3", "ply": 0 }),
        json!({ "type": "play", "move": "", "ply": -1 }),
        json!({ "type": "undo" }),
        json!({ "type": "redo", "id": 1 }),
        json!({ "type": "go", "ply": random.below(100) }),
        json!({ "type": "go", "ply": u64::MAX }),
        json!({ "type": "restart" }),
        json!({ "type": "resign", "seat": random.below(9) }),
        json!({ "type": "player", "seat": 1, "player": { "kind": "agent", "agent": "random" } }),
        json!({ "type": "player", "seat": 0, "player": { "kind": "agent", "agent": "gtp:sh" } }),
        json!({ "type": "player", "seat": 7, "player": { "kind": "agent", "time": seconds } }),
        json!({ "type": "pace", "seconds": seconds }),
        json!({ "type": "pause", "on": random.once_in(2) }),
        json!({ "type": "step" }),
        json!({ "type": "stop" }),
        json!({ "type": "ping" }),
        json!({ "type": "evaluate", "id": random.below(9), "game": game, "moves": [], "seconds": seconds, "values": true }),
        json!({ "type": "review", "id": random.below(9), "game": game, "moves": ["d3", "c5"], "seconds": seconds }),
        json!({ "type": "preview", "id": 1, "game": game, "moves": [], "move": "d3" }),
        json!({ "type": "stop", "id": random.below(9) }),
        json!({ "type": random.number() }),
        json!([[[[[]]]]]),
    ];
    let bytes = random.of(messages).to_string().into_bytes();
    match random.once_in(3) {
        true => mutated(random, &bytes),
        false => bytes,
    }
}

/// Whatever comes, the server stays and answers others.
pub(crate) fn random(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let mut server = Server::start(ground, &folder)?;
    while ground.next_round(4) {
        let (id, secret) = server.game("othello", &["person", "person"])?;
        let path = match ground.random.once_in(2) {
            true => format!("/api/games/{id}/socket"),
            false => "/api/analysis".to_owned(),
        };
        let mut socket = Socket::open(&server, &path)?;
        for _ in 0..80 {
            let bytes = message(&mut ground.random, &secret);
            let sent = match ground.random.below(30) {
                0 => {
                    let length = ground.random.below(200);
                    let noise = ground.random.bytes(length);
                    socket.raw(&noise)
                }
                1 => {
                    let first = ground.random.next() as u8;
                    socket.frame(first, &bytes)
                }
                2 => socket.frame(0x81, &vec![b'['; 100_000]),
                // A length that is never sent.
                3 => socket.raw(&[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
                _ => socket.frame(0x81, &bytes),
            };
            ground.count(String::from_utf8_lossy(&bytes).into_owned(), None);
            // Sooner or later the server has heard enough.
            if sent.is_err() {
                break;
            }
        }
        while socket.next_within(Duration::from_millis(20)).is_ok() {}
        drop(socket);
        let problem = server.problem();
        ground.count(format!("random messages over {path}"), problem);
    }
    let ended = server.end();
    ground.expect(&ended, &[0]);
    Ok(())
}
