//! Saved games, and a server that is killed.

use crate::{
    ground::{Ground, Trouble},
    web::{Server, Socket},
};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

/// A game that a client plays, with the moves that the server has acknowledged.
struct Played {
    id: String,
    secret: String,
    moves: Vec<Value>,
}

/// Plays the first legal move again and again until the server is gone.
fn play(server: &Server, played: &mut Played, end: &AtomicBool) -> std::io::Result<()> {
    let patience = Duration::from_secs(60);
    let mut socket = Socket::open(server, &format!("/api/games/{}/socket", played.id))?;
    socket.send(&json!({ "type": "hello", "secret": played.secret }))?;
    let mut state = socket.until(patience, |message| message["type"] == "state")?;
    while !end.load(Ordering::Relaxed) {
        let moves = &state["view"]["legal_moves"];
        let asked = match moves.get(0) {
            Some(first) => json!({ "type": "play", "move": first, "ply": state["ply"] }),
            None => json!({ "type": "restart" }),
        };
        socket.send(&asked)?;
        let is_answer =
            |message: &Value| ["state", "error"].contains(&message["type"].as_str().unwrap_or(""));
        let answer = socket.until(patience, is_answer)?;
        match answer["type"].as_str() {
            Some("state") => {
                played.moves = answer["moves"].as_array().cloned().unwrap_or_default();
                state = answer;
            }
            // Too many messages in a second.
            _ => thread::sleep(Duration::from_millis(50)),
        }
    }
    Ok(())
}

/// A move that was acknowledged is there after any end of the server.
pub(crate) fn kills(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let games: Mutex<Vec<Played>> = Mutex::default();
    while ground.next_round(2) {
        let server = Server::start(ground, &folder)?;
        let mut playing = Vec::new();
        for _ in 0..4 {
            let (id, secret) = server.game("othello", &["person", "person"])?;
            playing.push(Played {
                id,
                secret,
                moves: Vec::new(),
            });
        }
        let end = AtomicBool::new(false);
        let moment = Duration::from_millis(50 + ground.random.below(900) as u64);
        thread::scope(|scope| {
            for mut played in playing {
                let (server, end, games) = (&server, &end, &games);
                scope.spawn(move || {
                    // The end of it is the end of the server.
                    let _ = play(server, &mut played, end);
                    if let Ok(mut games) = games.lock() {
                        games.push(played);
                    }
                });
            }
            thread::sleep(moment);
            server.running.signal(Signal::KILL);
            end.store(true, Ordering::Relaxed);
        });
        drop(server);
        let server = Server::start(ground, &folder)?;
        let mut games = games.lock().map_err(|error| error.to_string())?;
        for played in games.drain(..) {
            let state = server.get(&format!("/api/games/{}", played.id))?.json();
            let found = state["moves"].as_array().cloned().unwrap_or_default();
            // One move more may have been written and not been told any more; after a restart of
            // the game there may be none.
            let kept = found.starts_with(&played.moves) || found.is_empty() && state["plies"] != 0;
            let problem =
                (!kept).then(|| format!("acknowledged were {:?}, found {found:?}", played.moves));
            let count = played.moves.len();
            ground.count(
                format!("{count} moves, the server killed after {moment:?}"),
                problem,
            );
        }
        let ended = server.end();
        ground.expect(&ended, &[0]);
    }
    Ok(())
}

/// The file of saved games has one server.
pub(crate) fn two_servers(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let mut first = Server::start(ground, &folder)?;
    let (id, _) = first.game("othello", &["person", "person"])?;
    let mut second = Server::order(ground, &folder).start()?;
    if !second.wait_for(Duration::from_secs(20)) {
        second.signal(Signal::INT);
    }
    let ended = second.wait();
    ground.expect(&ended, &[5]);
    let problem = first.problem();
    ground.count("a server whose file another wanted", problem);
    let found = first.get(&format!("/api/games/{id}"))?.status;
    let problem = (found != 200).then(|| format!("its game is gone: status {found}"));
    ground.count("its games", problem);
    let ended = first.end();
    ground.expect(&ended, &[0]);
    Ok(())
}
