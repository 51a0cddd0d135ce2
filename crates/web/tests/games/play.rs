//! Whole games, and all that can be done in one.

use crate::support::{Client, Server, player};
use serde_json::{Value, json};

/// Plays a game to its end; the person plays any moves.
fn finish(client: &mut Client) -> Value {
    let mut number = 0;
    loop {
        let state = client.wait(|state| {
            let turn = state["view"]["turn"].as_u64();
            let person = turn
                .is_some_and(|seat| state["seats"][seat as usize]["player"]["kind"] == "person");
            let pass = state["view"]["legal_moves"] == json!(["pass"]);
            !state["result"].is_null() || (person && !pass)
        });
        if !state["result"].is_null() {
            return state;
        }
        number += 7;
        let answer = client.play_any(number);
        assert_eq!(answer["type"], "state", "{answer}");
    }
}

/// What must hold in every state.
fn check(state: &Value) {
    let (ply, plies) = (&state["ply"], &state["plies"]);
    assert!(ply.as_u64() <= plies.as_u64());
    assert_eq!(state["history"].as_array().unwrap().len() as u64, *plies);
    assert_eq!(state["moves"].as_array().unwrap().len() as u64, *ply);
    assert_eq!(state["last"].is_null(), *ply == 0);
}

fn whole_game(game: &str, seats: &[&str]) {
    let game = Server::shared().game(game, seats);
    let mut client = game.player();
    assert_eq!(
        client.request(json!({ "type": "pace", "seconds": 0 }))["pace"],
        0.0
    );
    let state = finish(&mut client);
    check(&state);
    assert_eq!(state["result"]["reason"], "finished");
    assert_eq!(state["result"]["scores"], state["view"]["scores"]);
    let (_, shown) = game.server.get(&game.path());
    assert_eq!(shown["result"], state["result"]);
    assert_eq!(shown["role"], "watcher");
}

#[test]
fn othello_against_an_agent() {
    whole_game("othello:size=6", &["person", "level:1"]);
}

#[test]
fn blokus_duo_against_an_agent() {
    whole_game("blokus-duo:size=10", &["greedy", "person"]);
}

#[test]
fn blokus_classic_against_three_agents() {
    whole_game("blokus-classic", &["person", "greedy", "random", "greedy"]);
}

#[test]
fn congklak_against_an_agent() {
    whole_game("congklak", &["person", "greedy"]);
}

#[test]
fn adjacency_against_an_agent() {
    whole_game("adjacency:rounds=8", &["level:1", "person"]);
}

#[test]
fn two_persons_at_one_screen() {
    whole_game("kalah:holes=3", &["person", "person"]);
}

#[test]
fn agents_alone_with_pause_step_and_pace() {
    let game = Server::shared().game("congklak:holes=4", &["greedy", "random"]);
    let mut client = game.player();
    client.request(json!({ "type": "pause", "on": true }));
    let ply = client.state["ply"].as_u64().unwrap();
    for more in 1..=3 {
        client.request(json!({ "type": "step" }));
        client.wait(|state| state["ply"] == ply + more);
        assert_eq!(client.state["paused"], true);
    }
    client.request(json!({ "type": "undo" }));
    assert_eq!(client.state["ply"], ply + 2);
    assert_eq!(
        client.request(json!({ "type": "pace", "seconds": 99 }))["code"],
        "pace"
    );
    client.request(json!({ "type": "pace", "seconds": 0 }));
    client.request(json!({ "type": "pause", "on": false }));
    let state = client.wait(|state| !state["result"].is_null());
    check(&state);
    assert_eq!(
        client.request(json!({ "type": "step" }))["code"],
        "game-over"
    );
}

#[test]
fn who_goes_back_does_not_step_on() {
    let game = Server::shared().game("othello", &["random", "random"]);
    let mut client = game.player();
    client.request(json!({ "type": "pause", "on": true }));
    let ply = client.state["ply"].as_u64().unwrap();
    client.request(json!({ "type": "step" }));
    client.wait(|state| state["ply"] == ply + 1);
    let slow = json!({ "kind": "agent", "agent": "mcts", "time": 60 });
    let seat = client.state["view"]["turn"].clone();
    client.request(json!({ "type": "player", "seat": seat, "player": slow }));
    client.request(json!({ "type": "step" }));
    client.request(json!({ "type": "undo" }));
    assert_eq!(client.state["ply"], ply);
    // A quick agent is to move again, and nobody has asked it to.
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(client.request(json!({ "type": "stop" }))["ply"], ply);
    assert_eq!(client.state["thinking"], Value::Null);
}

#[test]
fn agents_only_think_while_somebody_looks_on() {
    let game = Server::shared().game("othello:size=4", &["random", "random"]);
    let (_, shown) = game.server.get(&game.path());
    std::thread::sleep(std::time::Duration::from_millis(100));
    let (_, later) = game.server.get(&game.path());
    assert_eq!((&shown["ply"], &later["ply"]), (&json!(0), &json!(0)));
    let mut client = game.watcher();
    client.wait(|state| state["ply"].as_u64() > Some(0));
}

#[test]
fn undo_redo_go_restart_and_resign() {
    let game = Server::shared().game("othello", &["person", "greedy"]);
    let mut client = game.player();
    for ply in [2, 4] {
        client.play_any(1);
        client.wait(|state| state["ply"] == ply);
    }
    let moves = client.state["moves"].clone();
    assert_eq!(client.request(json!({ "type": "undo" }))["ply"], 2);
    assert_eq!(client.state["plies"], 4);
    assert_eq!(client.request(json!({ "type": "redo" }))["ply"], 4);
    assert_eq!(client.state["moves"], moves);
    assert_eq!(
        client.request(json!({ "type": "redo" }))["code"],
        "nothing-to-redo"
    );
    // Where the agent is to move the game waits.
    let state = client.request(json!({ "type": "go", "ply": 3 }));
    assert_eq!(
        (&state["paused"], &state["thinking"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(
        client.request(json!({ "type": "go", "ply": 5 }))["code"],
        "ply"
    );
    let state = client.request(json!({ "type": "restart" }));
    assert_eq!((&state["ply"], &state["plies"]), (&json!(0), &json!(4)));
    let state = client.request(json!({ "type": "resign", "seat": 0 }));
    assert_eq!(state["result"]["reason"], "resigned");
    assert_eq!(state["result"]["ranks"], json!([2, 1]));
    assert_eq!(client.play_any(0)["code"], "game-over");
    assert_eq!(
        client.request(json!({ "type": "undo" }))["result"],
        Value::Null
    );
    assert_eq!(
        client.request(json!({ "type": "undo" }))["code"],
        "nothing-to-undo"
    );
}

#[test]
fn another_player_takes_a_seat() {
    let game = Server::shared().game("othello", &["person", "person"]);
    let mut client = game.player();
    client.play_any(0);
    let change = |player: Value| json!({ "type": "player", "seat": 1, "player": player });
    assert_eq!(
        client.request(change(player("gtp:anything")))["code"],
        "program"
    );
    assert_eq!(client.request(change(player("nobody")))["code"], "spec");
    let state = client.request(change(player(" Random")));
    assert_eq!(state["seats"][1]["player"]["agent"], "random");
    client.wait(|state| state["ply"] == 2);
    assert_eq!(client.state["seats"][1]["player"]["kind"], "agent");
}

#[test]
fn a_thinking_agent_tells_how_far_it_is_and_can_be_stopped() {
    let agent = json!({ "kind": "agent", "agent": "negascout:depth=30", "time": 60 });
    let wanted = json!({ "game": "othello", "seats": [agent, player("person")] });
    let game = Server::shared().create(&wanted).unwrap();
    let mut client = game.player();
    let thinking = client.until("thinking");
    assert_eq!(
        (&thinking["seat"], &thinking["ply"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(client.play_any(0)["code"], "turn");
    let begin = std::time::Instant::now();
    assert_eq!(client.request(json!({ "type": "stop" }))["type"], "state");
    client.wait(|state| state["ply"] == 1);
    // Half of the time that it had: enough for a busy machine.
    assert!(begin.elapsed().as_secs() < 30);
    assert!(client.state["history"][0]["seconds"].as_f64() < Some(40.0));
}

#[test]
fn who_has_no_time_left_has_lost() {
    let wanted = json!({
        "game": "othello",
        "seats": [player("person"), player("person")],
        "clock": { "seconds": 3, "increment": 0 },
    });
    let game = Server::shared().create(&wanted).unwrap();
    // Nobody looks on: no time passes. A busy machine may take some of it afterwards.
    std::thread::sleep(std::time::Duration::from_millis(2_000));
    let mut client = game.player();
    let left = client.state["seats"][0]["clock"]["left"].as_f64().unwrap();
    assert!(left > 1.5, "{left}");
    assert_eq!(client.state["seats"][0]["clock"]["running"], true);
    assert_eq!(client.state["seats"][1]["clock"]["running"], false);
    client.wait(|state| state["result"]["reason"] == "time");
    assert_eq!(client.state["result"]["seat"], 0);
    assert_eq!(
        client.request(json!({ "type": "undo" }))["result"],
        Value::Null
    );
}

#[test]
fn two_sockets_see_the_same_states() {
    let game = Server::shared().game("othello:size=4", &["person", "greedy"]);
    let (mut player, mut watcher) = (game.player(), game.watcher());
    let state = finish(&mut player);
    let seen = watcher.wait(|seen| seen["version"] == state["version"]);
    let without_role = |mut state: Value| {
        for name in ["role", "id"] {
            state.as_object_mut().unwrap().remove(name);
        }
        state
    };
    assert_eq!(seen["role"], "watcher");
    assert_eq!(without_role(seen), without_role(state));
}

#[test]
fn a_move_for_another_ply_is_refused() {
    let game = Server::shared().game("othello", &["person", "person"]);
    let mut client = game.player();
    client.play_any(0);
    let late = json!({ "type": "play", "move": "c3", "ply": 0 });
    let error = client.request(late);
    assert_eq!(
        (&error["code"], &error["parameters"]["ply"]),
        (&json!("stale"), &json!(1))
    );
    let wrong = json!({ "type": "play", "move": "a1", "ply": 1 });
    assert_eq!(client.request(wrong)["type"], "error");
    assert_eq!(client.request(json!({ "type": "stop" }))["ply"], 1);
}
