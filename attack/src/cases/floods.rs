//! One client that asks for all there is.

use super::fairness::returns;
use crate::{
    ground::{Ground, Trouble},
    web::Server,
};
use serde_json::json;
use std::{
    fs,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

/// What a server may take for imports, however many come at once.
const IMPORTS: u64 = 700;
/// What one client may store in a minute or so, in mebibytes.
const STORAGE: u64 = 160;

/// Twenty files of one and a half megabytes at the same moment.
pub(crate) fn imports(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let order = Server::order(ground, &folder).memory(IMPORTS);
    let mut server = Server::of(order)?;
    let game = "(;GM[2]FF[4]SZ[8];B[fe])\n";
    let moves = ";B[fe]".repeat(200_000);
    let bodies = [
        json!({ "text": game.repeat(50_000) }),
        json!({ "text": format!("(;GM[2]FF[4]SZ[8]{moves})") }),
        json!({ "text": "[".repeat(1_400_000) }),
    ];
    let before = server.running.memory_now();
    let answered = AtomicUsize::new(0);
    thread::scope(|scope| {
        for number in 0..20 {
            let (server, body, answered) = (&server, &bodies[number % 3], &answered);
            scope.spawn(move || {
                // Some of them are refused, and some are told to come later.
                let _ = server.post("/api/import", body);
                answered.fetch_add(1, Ordering::Relaxed);
            });
        }
        let mut most = before;
        while answered.load(Ordering::Relaxed) < 20 && most < IMPORTS {
            most = most.max(server.running.memory_now());
            thread::sleep(Duration::from_millis(10));
        }
        let problem = (most >= IMPORTS).then(|| format!("the server took {most} MiB"));
        ground.count("twenty imports of 1.4 MB at once", problem);
    });
    let now = returns(&server, before + 150);
    let problem =
        (now > before + 150).then(|| format!("{now} MiB are still held, {before} before"));
    ground.count("memory after twenty imports", problem);
    let problem = server.problem();
    ground.count("the server after twenty imports", problem);
    Ok(())
}

/// Games with as much beside them as is allowed, one after the other: the disk is not filled.
pub(crate) fn storage(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let mut server = Server::start(ground, &folder)?;
    let variations = json!("v".repeat(250_000)).to_string();
    let size = || {
        let files = ["games.db", "games.db-wal"].map(|name| folder.join(name));
        let sizes = files.map(|file| fs::metadata(file).map_or(0, |data| data.len()));
        sizes.iter().sum::<u64>() >> 20
    };
    let begin = Instant::now();
    let mut refusals = 0;
    let mut games = 0;
    while refusals < 40 && size() < STORAGE && begin.elapsed() < Duration::from_secs(45) {
        let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
        let made = server.post("/api/games", &json!({ "game": "othello", "seats": seats }))?;
        let game = made.json();
        let (Some(id), Some(secret)) = (game["id"].as_str(), game["secret"].as_str()) else {
            refusals += 1;
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        games += 1;
        let bearer = format!("Bearer {secret}");
        let path = format!("/api/games/{id}/variations");
        let headers = [("authorization", bearer.as_str())];
        let kept = server.ask("PUT", &path, &headers, variations.as_bytes())?;
        if kept.status >= 400 {
            refusals += 1;
        }
    }
    let (stored, time) = (size(), begin.elapsed().as_secs_f64());
    let rate = stored as f64 / time;
    let problem = match refusals {
        0 => Some(format!(
            "{stored} MiB of {games} games in {time:.0} s ({rate:.1} MiB/s), and nothing was refused"
        )),
        _ if stored >= STORAGE => Some(format!("{stored} MiB were stored")),
        _ => None,
    };
    ground.count("games with 250 kB of variations each, without end", problem);
    let problem = server.problem();
    ground.count("the server after a flood of games", problem);
    Ok(())
}

/// Thousands of requests from many connections at once, some of which cost much.
pub(crate) fn requests(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let mut server = Server::of(Server::order(ground, &folder).memory(IMPORTS))?;
    while ground.next_round(1) {
        let wrong = thread::scope(|scope| {
            let clients: Vec<_> = (0..16)
                .map(|client| {
                    let server = &server;
                    scope.spawn(move || {
                        let inspect = json!({ "game": "othello", "moves": ["d3", "c5", "d6"] });
                        let chart = json!({ "game": "congklak", "moves": ["1", "2"] });
                        let asked = (0..60).map(|number| match (client + number) % 5 {
                            0 => server.get("/api/catalogue"),
                            1 => server.post("/api/inspect", &inspect),
                            2 => server.post("/api/picture", &chart),
                            3 => server.get("/api/demonstration/othello"),
                            _ => server.get("/"),
                        });
                        // Who asks too often is told so; everybody is answered.
                        let is_wrong = |status: u16| ![200, 429, 503].contains(&status);
                        let answers: Vec<_> = asked.collect();
                        answers.into_iter().find_map(|answer| match answer {
                            Ok(answer) if is_wrong(answer.status) => {
                                Some(format!("status {}: {}", answer.status, answer.text()))
                            }
                            Ok(_) => None,
                            Err(error) => Some(error.to_string()),
                        })
                    })
                })
                .collect();
            let mut ends = clients.into_iter().map(|client| client.join());
            ends.find_map(|end| end.unwrap_or_else(|_| Some("a client panicked".to_owned())))
        });
        ground.count("960 requests from 16 clients", wrong.or(server.problem()));
        let memory = server.running.memory_now();
        let large = (memory > IMPORTS).then(|| format!("the server takes {memory} MiB"));
        ground.count("memory after a flood of requests", large);
        // The server counts requests of a second.
        thread::sleep(Duration::from_secs(2));
    }
    Ok(())
}
