//! Who may do what, and what HTTP tells.

use crate::support::{Process, Server, file, player};
use serde_json::{Value, json};
use std::fs;

#[test]
fn only_who_has_the_secret_may_change_anything() {
    let game = Server::shared().game("othello", &["person", "person"]);
    let mut wrong = game.connect();
    wrong.send(&json!({ "type": "hello", "secret": "0123456789abcdef" }));
    assert_eq!(wrong.next()["code"], "secret");
    assert_eq!(wrong.next()["role"], "watcher");
    let mut watcher = game.watcher();
    for message in [
        json!({ "type": "play", "move": "d3", "ply": 0 }),
        json!({ "type": "undo" }),
        json!({ "type": "redo" }),
        json!({ "type": "go", "ply": 0 }),
        json!({ "type": "restart" }),
        json!({ "type": "resign", "seat": 0 }),
        json!({ "type": "player", "seat": 0, "player": player("random") }),
        json!({ "type": "stop" }),
        json!({ "type": "pause", "on": true }),
        json!({ "type": "step" }),
        json!({ "type": "pace", "seconds": 1 }),
    ] {
        for client in [&mut wrong, &mut watcher] {
            assert_eq!(
                client.request(message.clone())["code"],
                "watcher",
                "{message}"
            );
        }
    }
    let (_, shown) = game.server.get(&game.path());
    assert_eq!((&shown["version"], &shown["ply"]), (&json!(1), &json!(0)));
}

#[test]
fn a_socket_says_hello_first() {
    let game = Server::shared().game("othello", &["person", "person"]);
    let mut client = game.connect();
    let play = json!({ "type": "play", "move": "d3", "ply": 0 });
    assert_eq!(client.request(play)["code"], "hello");
    assert_eq!(client.request(json!({ "type": "ping" }))["type"], "pong");
    let hello = json!({ "type": "hello", "secret": game.secret });
    assert_eq!(client.request(hello)["role"], "player");
}

#[test]
fn nobody_is_told_the_secret() {
    let game = Server::shared().game("othello", &["person", "person"]);
    let mut player = game.player();
    let watcher = game.watcher();
    player.play_any(0);
    let list = format!("/api/games?ids={}", game.id);
    let (_, listed) = game.server.get(&list);
    let (_, shown) = game.server.get(&game.path());
    for told in [&player.state, &watcher.state, &listed, &shown] {
        assert!(!told.to_string().contains(&game.secret));
    }
}

#[test]
fn no_secret_stands_in_the_log_of_any_level() {
    let data = file("log");
    let path = data.with_extension("log");
    let log = fs::File::create(&path).unwrap();
    let process = Process::start_with_log(&data, log.into(), "trace");
    let game = process.server.game("othello", &["person", "level:1"]);
    let wrong = "no-secret-of-any-game";
    game.join(Some(wrong)).close();
    let mut player = game.player();
    player.play_any(0);
    player.wait(|state| state["ply"] == 2);
    player.close();
    let variations = format!("{}/variations", game.path());
    for secret in [wrong, game.secret.as_str()] {
        game.server.ask("PUT", &variations, Some(secret), "{}");
        game.server
            .ask("GET", &format!("{}?secret={secret}", game.path()), None, "");
    }
    process.terminate();
    let log = fs::read_to_string(&path).unwrap();
    for line in ["a game is made", "a game is opened", "answered", "ends"] {
        assert!(log.contains(line), "{line} is not in the log:\n{log}");
    }
    assert!(log.contains(&game.id) && log.contains("path=\"/api/games\""));
    for secret in [wrong, game.secret.as_str()] {
        assert!(!log.contains(secret), "{log}");
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn games_are_listed() {
    let server = Server::shared();
    let wanted = json!({
        "game": "OTHELLO:size=8",
        "seats": [player("person"), player("level:2")],
        "moves": ["d3", "c5"],
        "title": " An opening ",
    });
    let game = server.create(&wanted).unwrap();
    let (status, listed) = server.get(&format!("/api/games?ids=nothing,{}", game.id));
    assert_eq!((status, &listed["all"]), (200, &json!(false)));
    let brief = &listed["games"][0];
    assert_eq!(brief["game"], "othello");
    assert_eq!(
        (&brief["family"], &brief["geometry"]),
        (&json!("othello"), &json!("discs"))
    );
    assert_eq!((&brief["ply"], &brief["turn"]), (&json!(2), &json!(0)));
    assert_eq!(brief["title"], "An opening");
    assert_eq!(brief["seats"][1]["player"]["agent"], "level:2");
    assert_eq!(
        (&brief["scores"], &brief["result"]),
        (&json!([3, 3]), &Value::Null)
    );
    assert!(
        brief["board"].is_null(),
        "a picture is asked for when it is seen"
    );
    let (_, all) = server.get("/api/games");
    assert_eq!(all["all"], true);
    let ids = all["games"].as_array().unwrap().iter();
    assert!(ids.into_iter().any(|brief| brief["id"] == game.id.as_str()));
}

#[test]
fn a_game_is_deleted_by_who_has_its_secret() {
    let game = Server::shared().game("othello", &["person", "person"]);
    let server = game.server;
    let mut client = game.player();
    for secret in [None, Some("wrong")] {
        let (status, _, _) = server.ask("DELETE", &game.path(), secret, "");
        assert_eq!(status, 403);
    }
    let (status, _, _) = server.ask("DELETE", &game.path(), Some(&game.secret), "");
    assert_eq!(status, 204);
    assert_eq!(client.until("error")["code"], "not-found");
    assert_eq!(client.next(), Value::Null);
    assert_eq!(server.get(&game.path()).0, 404);
    let (status, _, _) = server.ask("DELETE", &game.path(), Some(&game.secret), "");
    assert_eq!(status, 404);
}

#[test]
fn variations_are_kept() {
    let game = Server::shared().game("othello", &["person", "person"]);
    let (server, path) = (game.server, format!("{}/variations", game.path()));
    assert_eq!(server.get(&path), (200, Value::Null));
    let kept = json!({ "tree": [1, "d3", null] });
    let text = kept.to_string();
    assert_eq!(server.ask("PUT", &path, None, &text).0, 403);
    assert_eq!(server.ask("PUT", &path, Some(&game.secret), &text).0, 204);
    assert_eq!(server.get(&path), (200, kept));
    assert_eq!(server.ask("PUT", &path, Some(&game.secret), "{").0, 400);
    let long = format!("\"{}\"", "x".repeat(300_000));
    assert_eq!(server.ask("PUT", &path, Some(&game.secret), &long).0, 413);
}

#[test]
fn games_are_written_to_files() {
    let wanted = json!({
        "game": "othello", "seats": [player("person"), player("level:2")], "moves": ["d3", "c5"],
    });
    let game = Server::shared().create(&wanted).unwrap();
    let path = format!("{}/export?format=ggf", game.path());
    let (status, head, body) = game.server.ask("GET", &path, None, "");
    let text = String::from_utf8(body).unwrap();
    assert_eq!(status, 200);
    assert!(
        head.to_ascii_lowercase()
            .contains("attachment; filename=\"papan-"),
        "{head}"
    );
    assert!(text.contains("level:2") && text.contains("B[D3]"), "{text}");
    let (status, error) = game
        .server
        .get(&format!("{}/export?format=doc", game.path()));
    assert_eq!((status, &error["error"]["code"]), (400, &json!("format")));
}

#[test]
fn what_makes_no_game_is_said() {
    let server = Server::shared();
    let code = |wanted: Value| server.create(&wanted).err().unwrap()["code"].clone();
    let persons = json!([player("person"), player("person")]);
    assert_eq!(code(json!({ "game": "chess", "seats": persons })), "spec");
    assert_eq!(code(json!({ "game": "othello", "seats": [] })), "seats");
    assert_eq!(
        code(json!({ "game": "othello", "seats": [player("json:x"), player("person")] })),
        "program"
    );
    let error =
        server.create(&json!({ "game": "othello", "seats": persons, "moves": ["d3", "d3"] }));
    assert_eq!(error.err().unwrap()["parameters"]["ply"], 1);
    let (status, _, _) = server.ask("POST", "/api/games", None, "[");
    assert_eq!(status, 400);
    assert_eq!(server.get("/api/games/none").0, 404);
    assert_eq!(server.get("/api/games/none/socket").0, 400);
}
