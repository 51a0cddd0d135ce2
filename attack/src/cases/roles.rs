//! Who may do what, and what nobody is told.

use crate::{
    ground::{Ground, Trouble},
    web::{Server, Socket},
};
use serde_json::json;
use std::{fs, time::Duration};

const PATIENCE: Duration = Duration::from_secs(60);

/// Watchers and strangers change nothing, and the secret of a game is nowhere to be found.
pub(crate) fn secrets(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let order = Server::order(ground, &folder).arguments(["--log", "trace"]);
    let server = Server::of(order)?;
    let (id, secret) = server.game("othello", &["person", "person"])?;
    let (_, other) = server.game("othello", &["person", "person"])?;
    let path = format!("/api/games/{id}/socket");
    let mut player = Socket::open(&server, &path)?;
    player.send(&json!({ "type": "hello", "secret": secret }))?;
    let mut told = player
        .until(PATIENCE, |message| message["type"] == "state")?
        .to_string();
    player.send(&json!({ "type": "play", "move": "d3", "ply": 0 }))?;
    told += &player
        .until(PATIENCE, |message| message["ply"] == 1)?
        .to_string();
    let before = server.get(&format!("/api/games/{id}"))?.json()["moves"].clone();
    for wrong in [None, Some("wrong"), Some(other.as_str()), Some("")] {
        let mut socket = Socket::open(&server, &path)?;
        socket.send(&json!({ "type": "hello", "secret": wrong }))?;
        for message in [
            json!({ "type": "play", "move": "c3", "ply": 1, "id": 9 }),
            json!({ "type": "undo", "id": 9 }),
            json!({ "type": "restart", "id": 9 }),
            json!({ "type": "go", "ply": 0, "id": 9 }),
            json!({ "type": "resign", "seat": 0, "id": 9 }),
            json!({ "type": "player", "seat": 0, "player": { "kind": "agent", "agent": "random" }, "id": 9 }),
            json!({ "type": "pause", "on": true, "id": 9 }),
        ] {
            socket.send(&message)?;
            let answer = socket.until(PATIENCE, |answer| answer["id"] == 9)?;
            told += &answer.to_string();
            let refused = answer["type"] == "error";
            let problem = (!refused).then(|| format!("it was done: {answer}"));
            ground.count(format!("{message} with the secret {wrong:?}"), problem);
        }
        let bearer = format!("Bearer {}", wrong.unwrap_or(""));
        for (method, path) in [
            ("DELETE", format!("/api/games/{id}")),
            ("PUT", format!("/api/games/{id}/variations")),
        ] {
            let headers = [("authorization", bearer.as_str())];
            let answer = server.ask(method, &path, &headers, b"{}")?;
            let problem = (answer.status < 400).then(|| format!("status {}", answer.status));
            ground.count(format!("{method} with the secret {wrong:?}"), problem);
        }
    }
    let after = server.get(&format!("/api/games/{id}"))?.json()["moves"].clone();
    let problem = (before != after).then(|| format!("{before} has become {after}"));
    ground.count("the game after all that", problem);
    for path in [
        "",
        "/variations",
        "/picture",
        "/export?format=ggf",
        "/export?format=json",
    ] {
        let answer = server.get(&format!("/api/games/{id}{path}"))?;
        told += &answer.head;
        told += &answer.text();
    }
    told += &server.get("/api/games")?.text();
    told += &server.get(&format!("/api/games?ids={id}"))?.text();
    let _ = server.get(&format!("/api/games/{id}?secret={secret}"))?;
    let ended = server.end();
    ground.expect(&ended, &[0]);
    let problem = told
        .contains(&secret)
        .then(|| "somebody was told the secret".to_owned());
    ground.count("what all are told", problem);
    let logged = ended.stderr.contains(&secret) || ended.stderr.contains(&other);
    let problem = logged.then(|| "a secret stands in the log".to_owned());
    ground.count("the log of everything", problem);
    for name in ["games.db", "games.db-wal"] {
        let bytes = fs::read(folder.join(name)).unwrap_or_default();
        let found = bytes
            .windows(secret.len())
            .any(|part| part == secret.as_bytes());
        let problem = found.then(|| format!("the secret stands in {name}"));
        ground.count("the file of saved games", problem);
    }
    Ok(())
}

/// A run of an experiment belongs to who started it.
pub(crate) fn runs(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let server = Server::start(ground, &folder)?;
    let papers = server.get("/api/papers")?.json();
    let mut started = Vec::new();
    // One of them runs and the others wait: those cannot end by themselves meanwhile.
    for paper in papers["papers"].as_array().into_iter().flatten() {
        let paper = paper["paper"].as_str().unwrap_or_default();
        let whole = server.get(&format!("/api/papers/{paper}"))?.json();
        for experiment in whole["experiments"].as_array().into_iter().flatten() {
            let id = experiment["id"].as_str().unwrap_or_default();
            if experiment["runs"] == true && started.len() < 4 {
                let path = format!("/api/papers/{paper}/{id}/run");
                started.push(server.post(&path, &json!({}))?.json());
            }
        }
    }
    let Some(last) = started.last() else {
        return Err(Trouble::NotTried(
            "no experiment could be started".to_owned(),
        ));
    };
    let run = &last["run"];
    let path = format!("/api/papers/runs/{run}");
    for authorization in ["", "Bearer wrong", "Bearer "] {
        let answer = server.ask("DELETE", &path, &[("authorization", authorization)], b"")?;
        let problem =
            (answer.status < 400).then(|| format!("status {}: it was stopped", answer.status));
        ground.count(
            format!("DELETE {path} by another ({authorization:?})"),
            problem,
        );
    }
    let state = server.get(&path)?.json();
    let stopped = state["state"] == "stopped";
    let problem = stopped.then(|| "the run of another was stopped".to_owned());
    ground.count("the run of another afterwards", problem);
    if let Some(secret) = last["secret"].as_str() {
        let bearer = format!("Bearer {secret}");
        let answer = server.ask("DELETE", &path, &[("authorization", &bearer)], b"")?;
        let problem = (answer.status >= 400).then(|| format!("status {}", answer.status));
        ground.count(format!("DELETE {path} by who started it"), problem);
        let told = state.to_string().contains(secret);
        let problem = told.then(|| "everybody is told the secret of a run".to_owned());
        ground.count(format!("GET {path}"), problem);
    }
    Ok(())
}
