//! Many sockets at once, and slow ones.

use crate::support::{Process, Server, file};
use serde_json::json;
use std::time::{Duration, Instant};

#[test]
fn a_thousand_sockets_and_still_an_answer() {
    // In a process of its own, so that this one has room for its own thousand files.
    let process = Process::start(&file("many"));
    let server = process.server;
    let game = server.game("othello:size=4", &["person", "person"]);
    let mut player = game.player();
    // A busy machine is slow without a crowd too.
    let visit = || {
        let begin = Instant::now();
        let other = server.game("othello:size=4", &["person", "person"]);
        assert_eq!(server.get(&other.path()).0, 200);
        begin.elapsed()
    };
    let alone = visit();
    let sockets: Vec<_> = (0..999).map(|_| game.connect()).collect();
    let mut watchers: Vec<_> = sockets
        .into_iter()
        .map(|mut socket| {
            socket.send(&json!({ "type": "hello" }));
            socket
        })
        .collect();
    let crowded = visit();
    assert_eq!(player.play_any(0)["type"], "state");
    assert!(
        crowded < Duration::from_secs(5) + 100 * alone,
        "{crowded:?} after {alone:?}"
    );
    for watcher in watchers.iter_mut().step_by(100) {
        watcher.wait(|state| state["ply"] == 1);
    }
    drop(watchers);
    player.close();
    process.kill();
}

#[test]
fn a_slow_reader_holds_nobody_up() {
    let game = Server::shared().game("othello:size=4", &["person", "person"]);
    let mut slow = game.watcher();
    let mut player = game.player();
    for number in 0..300 {
        let on = number % 2 == 0;
        // As fast as one socket may be for long.
        if number >= 80 {
            std::thread::sleep(Duration::from_millis(20));
        }
        let answer = player.request(json!({ "type": "pause", "on": on }));
        assert_eq!(answer["type"], "state");
    }
    let version = player.state["version"].clone();
    slow.wait(|state| state["version"] == version);
}
