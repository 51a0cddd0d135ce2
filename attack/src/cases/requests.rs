//! Hostile HTTP.

use super::ledgers::small;
use crate::{
    confined,
    ground::{Ground, Trouble},
    random::{Random, mutated},
    web::Server,
};
use serde_json::json;
use std::{
    fs,
    io::{self, Read, Write},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

/// A request that is almost right, or not at all.
fn request(random: &mut Random, address: &str) -> Vec<u8> {
    const METHODS: &[&str] = &[
        "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "X",
    ];
    const PATHS: &[&str] = &[
        "/",
        "/api/games",
        "/api/games/x",
        "/api/import",
        "/api/inspect",
        "/api/export",
        "/api/picture",
        "/api/chart",
        "/api/papers",
        "/api/papers/runs/1",
        "/api/arena",
        "/api/arena/x/games?offset=-1&limit=99999999999",
        "/api/catalogue",
        "/api/families",
        "/api/demonstration/othello",
        "/api/demonstration/x",
        "/api/analysis",
        "/game/x",
        "/%00",
        "/%ff%fe",
        "//",
        "/api/games?ids=,,,,",
        "*",
        "http://other/",
        "/api/arena-game/zz",
        "/api/arena-workers",
    ];
    const BODIES: &[&str] = &[
        "",
        "{}",
        "[]",
        "null",
        "{\"game\":\"othello\",\"seats\":[{\"kind\":\"person\"},{\"kind\":\"person\"}]}",
        "{\"game\":\"othello\",\"seats\":[{\"kind\":\"agent\",\"agent\":\"gtp:sh\"}]}",
        "{\"game\":\"othello\",\"moves\":[\"f5\",\"f5\"]}",
        "{\"game\":\"othello:size=99\",\"moves\":[]}",
        "{\"text\":\"f5d6c3\"}",
        "{\"base64\":\"////\"}",
        "{\"text\":\"(;GM[2]SZ[8];B[ff])\",\"format\":\"sgf\",\"game\":\"othello\"}",
        "{\"chart\":{\"kind\":\"bars\",\"title\":\"\",\"axis\":\"\",\"bars\":[]},\"style\":{\"width\":1e308}}",
        "{\"game\":\"othello\",\"moves\":[\"f5\"],\"format\":\"wthor\"}",
        "{\"game\":\"othello\",\"width\":-1,\"theme\":\"dark\"}",
    ];
    let method = random.of(METHODS);
    let path = random.of(PATHS);
    let body = random.of(BODIES).as_bytes().to_vec();
    let body = match random.once_in(2) {
        true => mutated(random, &body),
        false => body,
    };
    let length = match random.once_in(8) {
        true => random.number(),
        false => body.len().to_string(),
    };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    let head = match random.once_in(3) {
        true => mutated(random, head.as_bytes()),
        false => head.into_bytes(),
    };
    [head, body].concat()
}

/// Whatever is sent, the server stays and answers others.
pub(crate) fn random(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let mut server = Server::start(ground, &folder)?;
    while ground.next_round(40) {
        let bytes = request(&mut ground.random, &server.address);
        let mut stream = server.connect()?;
        stream.set_read_timeout(Some(Duration::from_millis(300)))?;
        let _ = stream.write_all(&bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let said = String::from_utf8_lossy(&answer);
        let internal = said.starts_with("HTTP/1.1 500");
        let problem = internal.then(|| said.chars().take(300).collect());
        let trial = String::from_utf8_lossy(&bytes)
            .chars()
            .take(500)
            .collect::<String>();
        ground.count(trial.escape_debug().to_string(), problem);
    }
    let problem = server.problem();
    ground.count("the server after random requests", problem);
    let ended = server.end();
    ground.expect(&ended, &[0]);
    Ok(())
}

/// Who is no page of this server gets nothing, and nobody gets what is no page.
pub(crate) fn strangers(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let mut server = Server::start(ground, &folder)?;
    let body = json!({ "game": "othello", "seats": [{ "kind": "person" }, { "kind": "person" }] });
    let body = body.to_string();
    for (name, value) in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", "http://127.0.0.1:1"),
        ("host", "evil.example"),
        ("host", "127.0.0.1.evil.example"),
        ("host", ""),
    ] {
        let answer = server.ask("POST", "/api/games", &[(name, value)], body.as_bytes())?;
        let problem = (answer.status < 400).then(|| format!("status {}", answer.status));
        ground.count(format!("POST /api/games with {name}: {value}"), problem);
    }
    for path in [
        "/../../../../etc/passwd",
        "/assets/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/games.db",
        "/../games.db",
        "//etc/passwd",
        "/app.js/../../../../etc/passwd",
        "/.git/config",
    ] {
        let answer = server.get(path)?;
        let text = answer.text();
        let leaks = text.contains("root:") || text.contains("SQLite format");
        let found = answer.status == 200 && !text.contains("<!doctype html>");
        let problem = (leaks || found).then(|| format!("status {}: {text}", answer.status));
        ground.count(format!("GET {path}"), problem);
    }
    for (path, size) in [
        ("/api/games", 70_000),
        ("/api/import", 3 << 20),
        ("/api/inspect", 1 << 20),
    ] {
        let answer = server.ask("POST", path, &[], &vec![b' '; size])?;
        let problem = (answer.status != 413).then(|| format!("status {}", answer.status));
        ground.count(format!("POST {path} with {size} bytes"), problem);
    }
    let problem = server.problem();
    ground.count("the server after strangers", problem);
    Ok(())
}

/// Half a request costs the others nothing.
pub(crate) fn slow(ground: &mut Ground) -> Result<(), Trouble> {
    let folder = ground.folder.join("served");
    let server = Server::start(ground, &folder)?;
    let address = &server.address;
    let post = |path: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: 60000\r\n\r\n{{\"te"
        )
    };
    // Bodies may take longer than heads, so that most of them are such.
    let halves = [
        post("/api/inspect"),
        post("/api/inspect"),
        post("/api/inspect"),
        post("/api/inspect"),
        post("/api/picture"),
        post("/api/export"),
        post("/api/games"),
        post("/api/import"),
        "GET / HT".to_owned(),
        String::new(),
    ];
    let begin = Instant::now();
    // More than a server could keep open, so that somebody must go, and all of them at once: those
    // that came first would be left before the last are there.
    let room = confined::all_files().saturating_sub(200).min(4300) as usize;
    let open = |first: usize| {
        let streams = (first..room).step_by(8).map(|number| {
            let mut stream = server.connect()?;
            let _ = stream.write_all(halves[number % halves.len()].as_bytes());
            Ok(stream)
        });
        streams.collect::<io::Result<Vec<TcpStream>>>()
    };
    let mut held: Vec<TcpStream> = thread::scope(|scope| {
        let open = &open;
        let opening: Vec<_> = (0..8)
            .map(|first| scope.spawn(move || open(first)))
            .collect();
        let opened = opening.into_iter().map(|thread| match thread.join() {
            Ok(opened) => opened,
            Err(_) => Err(io::Error::other("a client panicked")),
        });
        opened.collect::<io::Result<Vec<_>>>()
    })?
    .into_iter()
    .flatten()
    .collect();
    for _ in 0..20 {
        if ground.is_known() {
            return Ok(());
        }
        let asked = Instant::now();
        let answer = server.get("/api/families");
        let waited = asked.elapsed();
        let problem = match answer {
            Ok(answer) if answer.status == 200 && waited < Duration::from_secs(5) => None,
            Ok(answer) => Some(format!("status {} after {waited:?}", answer.status)),
            Err(error) => Some(format!("no answer after {waited:?}: {error}")),
        };
        ground.count(
            format!("GET / beside {} slow requests", held.len()),
            problem,
        );
        // A byte now and then keeps each of them alive, as far as the server allows.
        for stream in &mut held {
            let _ = stream.write_all(b"x");
        }
        thread::sleep(Duration::from_millis(100));
    }
    // All of them are left some day.
    let mut open = held.len();
    while open > 0 && begin.elapsed() < Duration::from_secs(90) {
        held.retain_mut(|stream| {
            let mut byte = [0; 512];
            let _ = stream.set_nonblocking(true);
            !matches!(stream.read(&mut byte), Ok(0)) && stream.write_all(b"x").is_ok()
        });
        open = held.len();
        thread::sleep(Duration::from_millis(200));
    }
    let problem = (open > 0).then(|| format!("{open} are still held after 90 s"));
    ground.count("slow requests are left", problem);
    Ok(())
}

/// What goes wrong inside is told without where anything is.
pub(crate) fn errors(ground: &mut Ground) -> Result<(), Trouble> {
    let (ledger, id) = small(ground, "cup.db")?;
    let whole = fs::read(&ledger)?;
    let mut damaged = whole.clone();
    damaged[4096..].fill(0xa5);
    for (what, bytes) in [
        ("damaged", damaged),
        ("truncated", whole[..whole.len() / 2].to_vec()),
        ("a text", b"the only copy of a thesis\n".repeat(100)),
    ] {
        let folder = ground.folder.join(what);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("ledger.db"), &bytes)?;
        let server = Server::start(ground, &folder)?;
        let (game, secret) = server.game("othello", &["person", "person"])?;
        // The saved games get the same.
        for name in ["games.db", "games.db-wal"] {
            let file = folder.join(name);
            let length = fs::metadata(&file).map_or(0, |data| data.len());
            fs::write(&file, vec![0xa5; length as usize])?;
        }
        let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
        let new = json!({ "game": "othello", "seats": seats }).to_string();
        let own = format!("/api/games/{game}");
        let variations = format!("{own}/variations");
        let missing = "/api/games/aaaaaaaaaaaaaaaaaaaaaa";
        let of_ledger = format!("/api/arena-game/{id}");
        let bearer = format!("Bearer {secret}");
        for (method, path, body) in [
            ("GET", "/api/arena", ""),
            ("GET", "/api/arena/cup", ""),
            ("GET", "/api/arena/cup/games", ""),
            ("GET", &of_ledger, ""),
            ("GET", "/api/games", ""),
            ("GET", &own, ""),
            ("GET", missing, ""),
            ("PUT", &variations, "{\"a\":1}"),
            ("GET", &variations, ""),
            ("DELETE", &own, ""),
            ("POST", "/api/games", &new),
        ] {
            let headers = [("authorization", bearer.as_str())];
            let text = server.ask(method, path, &headers, body.as_bytes())?.text();
            let place = ground.folder.to_string_lossy().into_owned();
            let shown = [place.as_str(), "/tmp/", "ledger.db", "games.db", ".rs:"];
            let shown = shown.iter().find(|words| text.contains(**words));
            let problem = shown.map(|words| format!("the answer shows '{words}': {text}"));
            ground.count(format!("{method} {path}, the files are {what}"), problem);
        }
    }
    Ok(())
}
