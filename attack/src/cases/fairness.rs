//! Long questions of some while others play.

use crate::{
    ground::{Ground, Trouble},
    web::{Server, Socket},
};
use serde_json::json;
use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// A server with two thinkers, whatever the machine has.
fn serve(ground: &mut Ground, folder: &Path) -> Result<Server, Trouble> {
    let order = Server::order(ground, folder).arguments(["--threads", "2"]);
    Server::of(order)
}

/// Questions that take so long, each on a socket of its own.
fn questions(server: &Server, count: usize, seconds: u32) -> Result<Vec<Socket>, Trouble> {
    let mut sockets = Vec::new();
    for number in 0..count {
        let mut socket = Socket::open(server, "/api/analysis")?;
        socket.send(&json!({
            "type": "evaluate", "id": number, "game": "othello", "moves": ["d3"],
            "seconds": seconds, "values": false,
        }))?;
        sockets.push(socket);
    }
    Ok(sockets)
}

/// Eight analyses of a minute: a beginner's level answers as if they were not there.
pub(crate) fn analyses(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let server = serve(ground, &folder)?;
    let asking = questions(&server, 8, 60)?;
    thread::sleep(Duration::from_millis(500));
    for _ in 0..3 {
        if ground.is_known() {
            break;
        }
        let (id, secret) = server.game("othello", &["person", "level:1"])?;
        let mut socket = Socket::open(&server, &format!("/api/games/{id}/socket"))?;
        socket.send(&json!({ "type": "hello", "secret": secret }))?;
        socket.until(Duration::from_secs(60), |message| {
            message["type"] == "state"
        })?;
        let begin = Instant::now();
        socket.send(&json!({ "type": "play", "move": "d3", "ply": 0 }))?;
        let answer = socket.until(Duration::from_secs(12), |message| message["ply"] == 2);
        let waited = begin.elapsed();
        let problem = answer
            .err()
            .map(|error| format!("no answer after {waited:?}: {error}"));
        ground.count(
            "a move against level:1 beside eight analyses of 60 s",
            problem,
        );
    }
    drop(asking);
    Ok(())
}

/// What analyses took is given back when those who asked have gone.
pub(crate) fn memory(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let mut server = serve(ground, &folder)?;
    let problem = server.problem();
    ground.count("a server that has done nothing yet", problem);
    let before = server.running.memory_now();
    let asking = questions(&server, 8, 10)?;
    let mut most = 0;
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(8) {
        most = most.max(server.running.memory_now());
        thread::sleep(Duration::from_millis(50));
    }
    drop(asking);
    let now = returns(&server, before + 120);
    let problem = (now > before + 120)
        .then(|| format!("{before} MiB before, {most} MiB at most, {now} MiB long after"));
    ground.count("memory after eight analyses", problem);
    Ok(())
}

/// Waits until the memory of a server is back under a bound, for as long as anybody would.
pub(crate) fn returns(server: &Server, bound: u64) -> u64 {
    let begin = Instant::now();
    let mut now = server.running.memory_now();
    while now > bound && begin.elapsed() < Duration::from_secs(30) {
        thread::sleep(Duration::from_millis(200));
        now = server.running.memory_now();
    }
    now
}
