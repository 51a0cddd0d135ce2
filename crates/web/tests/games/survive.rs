//! Games outlive the server, however it ends.

use crate::support::{Game, Process, file};
use serde_json::{Value, json};

fn again(game: &Game, process: &Process) -> Game {
    Game {
        server: process.server,
        ..game.clone()
    }
}

#[test]
fn an_acknowledged_move_survives_a_kill() {
    let data = file("killed");
    let mut process = Process::start(&data);
    let mut game = process.server.game("othello", &["person", "person"]);
    for round in 0..3 {
        let mut client = game.player();
        let state = client.play_any(round);
        assert_eq!(state["type"], "state", "{state}");
        process.kill();
        process = Process::start(&data);
        game = again(&game, &process);
        let found = game.player().state;
        assert_eq!(found["moves"], state["moves"]);
        assert_eq!(found["version"], state["version"]);
        assert_eq!(found["ply"], round + 1);
    }
    process.kill();
}

#[test]
fn a_game_goes_on_after_the_server_was_away() {
    let data = file("away");
    let process = Process::start(&data);
    let server = process.server;
    let clock = json!({ "seconds": 100, "increment": 1 });
    let seats = json!([{ "kind": "person" }, { "kind": "agent", "agent": "greedy" }]);
    let wanted = json!({ "game": "othello", "seats": seats, "clock": clock });
    let game = server.create(&wanted).unwrap();
    let mut client = game.player();
    client.play_any(0);
    client.wait(|state| state["ply"] == 2);
    std::thread::sleep(std::time::Duration::from_millis(200));
    process.terminate();
    assert_eq!(client.until("bye")["type"], "bye");
    assert_eq!(client.next(), Value::Null);

    let process = Process::start(&data);
    let game = again(&game, &process);
    let mut client = game.player();
    let clock = |seat: usize| {
        client.state["seats"][seat]["clock"]["left"]
            .as_f64()
            .unwrap()
    };
    // The time of the turn that ran was written down.
    assert!(clock(0) < 100.9, "{}", clock(0));
    assert_eq!(client.state["ply"], 2);
    client.play_any(1);
    client.wait(|state| state["ply"] == 4);
    process.terminate();
}
