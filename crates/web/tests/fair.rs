//! Nobody takes so much of the server that others go without.

mod support;

use papan_web::STORAGE;
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};
use support::{Answer, Server};

fn game() -> Value {
    json!({"game": "othello", "seats": [{"kind": "person"}, {"kind": "person"}]})
}

/// Connections on which this is sent and nothing more, as many as the system lets us have.
fn half_sent(server: &Server, count: usize, sent: &str) -> Vec<TcpStream> {
    let mut streams = Vec::new();
    for _ in 0..count {
        let Ok(mut stream) = TcpStream::connect(server.address) else {
            break;
        };
        // The server may have closed it already, in favour of the next.
        let _ = stream.write_all(sent.as_bytes());
        streams.push(stream);
    }
    assert!(streams.len() > 110);
    // Some are needed by those who are not silent. The first: the last ones keep their places.
    streams.drain(..10);
    streams
}

#[test]
fn silence_and_half_sent_requests_lock_nobody_out() {
    let server = Server::start("fair-silence");
    let head = format!("GET / HTTP/1.1\r\nhost: {}\r\n", server.address);
    let body = format!(
        "POST /api/games HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: 5000\r\n\r\n{{",
        server.address
    );
    // A busy machine is slow without a crowd too.
    let visits = || {
        let begin = Instant::now();
        for _ in 0..5 {
            assert_eq!(server.get("/api/families").status, 200);
            assert_eq!(server.post("/api/games", &game()).status, 201);
        }
        begin.elapsed()
    };
    let alone = visits();
    // More than there are places.
    for sent in ["", &head, &body] {
        let silent = half_sent(&server, 1_100, sent);
        let crowded = visits();
        // The silent ones are left after ten seconds; nobody waited for that.
        let most = Duration::from_secs(5) + 100 * alone;
        assert!(
            crowded < most,
            "{crowded:?} after {alone:?} beside {sent:?}"
        );
        drop(silent);
    }
}

#[test]
fn half_sent_files_keep_no_other_file_from_being_read() {
    let server = Server::start("fair-uploads");
    let body = format!(
        "POST /api/import HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: 500000\r\n\r\n{{\"text\": \"",
        server.address
    );
    let silent = half_sent(&server, 200, &body);
    let whole = server.post("/api/import", &json!({"text": "f5d6c3"}));
    assert_eq!(whole.status, 200);
    assert_eq!(
        whole.json()["records"][0]["moves"],
        json!(["f5", "d6", "c3"])
    );
    // Whoever is sent away in favour of others is told so, and one who is only slow is told that.
    let mut told = Vec::new();
    for mut stream in silent {
        let patience = Some(Duration::from_secs(120));
        stream.set_read_timeout(patience).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        told.extend(answer.get(9..12).map(str::to_owned));
    }
    told.sort_unstable();
    told.dedup();
    assert_eq!(told, ["408", "503"]);
}

#[test]
fn many_files_at_once_are_read_one_after_the_other() {
    let server = Server::start("fair-imports");
    let text = "f5d6c3d3c4f4f6g5e6d7\n".repeat(3_000);
    let file = json!({ "text": text });
    let answers: Vec<Answer> = thread::scope(|scope| {
        let send = || server.post("/api/import", &file);
        let threads: Vec<_> = (0..30).map(|_| scope.spawn(send)).collect();
        let ended = threads.into_iter().map(|thread| thread.join().unwrap());
        ended.collect()
    });
    let mut read = 0;
    for answer in &answers {
        match answer.status {
            200 => {
                read += 1;
                assert_eq!(answer.json()["records"].as_array().unwrap().len(), 500);
            }
            503 => {
                assert_eq!(answer.code(), "busy");
                assert!(answer.header("retry-after").is_some());
            }
            other => panic!("{other}"),
        }
    }
    assert!((1..=30).contains(&read), "{read} were read");
    assert_eq!(server.post("/api/import", &file).status, 200);
}

#[test]
fn saved_games_take_so_much_and_no_more() {
    let megabytes = 2;
    let server = Server::start_with("fair-storage", megabytes << 20);
    let variations = json!({"x": "y".repeat(200_000)});
    let keep = |made: &Value| {
        let secret = format!("Bearer {}", made["secret"].as_str().unwrap());
        let headers = [
            ("content-type", "application/json"),
            ("authorization", secret.as_str()),
        ];
        let path = format!("/api/games/{}", made["id"].as_str().unwrap());
        let body = variations.to_string();
        let kept = server.ask_with(
            "PUT",
            &format!("{path}/variations"),
            &headers,
            body.as_bytes(),
        );
        (kept, path, secret)
    };
    let mut games = Vec::new();
    let refused = loop {
        let made = server.post("/api/games", &game()).json();
        let (kept, path, secret) = keep(&made);
        if kept.status != 204 {
            break kept;
        }
        games.push((path, secret));
        assert!(games.len() < 20, "it takes more than it may");
    };
    assert!(games.len() > 5, "{}", games.len());
    assert_eq!((refused.status, refused.code().as_str()), (507, "storage"));
    assert_eq!(refused.json()["error"]["parameters"]["most"], megabytes);
    // Who makes room has room.
    for (path, secret) in games.drain(..4) {
        let headers = [("authorization", secret.as_str())];
        assert_eq!(server.ask_with("DELETE", &path, &headers, &[]).status, 204);
    }
    let made = server.post("/api/games", &game()).json();
    assert_eq!(keep(&made).0.status, 204);
}

#[test]
fn only_who_started_a_run_stops_it() {
    let server = Server::start("fair-runs");
    let paper = papers_with_most_games(&server).expect("experiments");
    let started = server.post(&paper, &json!({})).json();
    let again = server.post(&paper, &json!({})).json();
    assert_eq!(again, json!({"run": started["run"], "secret": null}));
    let run = format!("/api/papers/runs/{}", started["run"]);
    let stop = |secret: &str| {
        let secret = format!("Bearer {secret}");
        server.ask_with("DELETE", &run, &[("authorization", &secret)], &[])
    };
    for refused in [server.ask_with("DELETE", &run, &[], &[]), stop("null")] {
        assert_eq!((refused.status, refused.code().as_str()), (403, "run"));
    }
    assert_eq!(stop(started["secret"].as_str().unwrap()).status, 200);
    assert_eq!(server.get(&run).status, 200);
}

/// The address that runs the experiment with most games.
fn papers_with_most_games(server: &Server) -> Option<String> {
    let papers = server.get("/api/papers").json();
    let mut all = Vec::new();
    for paper in papers["papers"].as_array()? {
        let name = paper["paper"].as_str()?;
        let shown = server.get(&format!("/api/papers/{name}")).json();
        for experiment in shown["experiments"].as_array()? {
            let id = experiment["id"].as_str()?;
            let games = experiment["games"].as_u64().unwrap_or(0);
            if experiment["runs"] == true {
                all.push((games, format!("/api/papers/{name}/{id}/run")));
            }
        }
    }
    all.into_iter().max().map(|(_, path)| path)
}

#[test]
fn trouble_with_files_is_told_without_their_places() {
    let mut server = Server::start_with("fair-paths", STORAGE);
    std::fs::write(
        server.folder.join("ledger.db"),
        "no ledger at all ".repeat(500),
    )
    .unwrap();
    for path in [
        "/api/arena",
        "/api/arena/some",
        "/api/arena-game/0123456789abcdef0123456789abcdef",
    ] {
        let answer = server.get(path);
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (500, "internal"),
            "{path}"
        );
        let text = String::from_utf8(answer.body).unwrap();
        assert!(!text.contains("ledger.db") && !text.contains('/'), "{text}");
    }
    server.stop();
}
