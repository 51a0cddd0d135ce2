//! The server over HTTP, as browsers and those who are none see it.

mod support;

use papan_core::Random;
use serde_json::{Value, json};
use std::{
    io::Write,
    net::TcpStream,
    time::{Duration, Instant},
};
use support::Server;

#[test]
fn pages_and_files_are_sent() {
    let server = Server::start("http-pages");
    for path in [
        "/",
        "/new/othello",
        "/games",
        "/game/x",
        "/analyse",
        "/analyse/x?ply=3",
        "/rules/congklak",
        "/papers",
        "/papers/adjacency",
        "/arena",
        "/arena/some%20event",
        "/workers",
        "/about",
    ] {
        let page = server.get(path);
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(
            page.header("content-type"),
            Some("text/html; charset=utf-8")
        );
    }
    assert_eq!(server.get("/nothing/here").status, 404);
    let script = server.get("/assets/lib/dom.js");
    assert_eq!(
        script.header("content-type"),
        Some("text/javascript; charset=utf-8")
    );
    assert_eq!(script.header("cache-control"), Some("no-cache"));
    let tag = script.header("etag").unwrap();
    let again = server.ask_with("GET", "/assets/lib/dom.js", &[("if-none-match", tag)], &[]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(server.get("/favicon.ico").status, 200);
    // What the page names carries the hash of the build, and is kept for ever.
    let page = String::from_utf8(server.get("/").body).unwrap();
    let begin = page.find("/assets/build-").expect("a hash in the address");
    let address = page[begin..].split('"').next().unwrap();
    let folder = address.split('/').nth(2).unwrap();
    assert!(!page.contains("\"/assets/lib"), "{page}");
    let kept = server.get(&format!("/assets/{folder}/lib/dom.js"));
    assert_eq!(kept.body, script.body);
    let told = kept.header("cache-control").unwrap();
    assert!(told.contains("immutable"), "{told}");
    let old = server.get("/assets/build-0000000000000000/lib/dom.js");
    assert_eq!(old.header("cache-control"), Some("no-cache"));
    assert_eq!(server.get(&format!("/assets/{folder}/none.js")).status, 404);
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2fCargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets//etc/passwd",
        "/assets/lib/",
        "/assets/",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn every_answer_is_protected() {
    let server = Server::start("http-headers");
    for path in [
        "/",
        "/assets/lib/dom.js",
        "/api/catalogue",
        "/api/nothing",
        "/nothing",
    ] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
    }
}

#[test]
fn other_pages_are_refused() {
    let server = Server::start("http-origin");
    let game = json!({"game": "othello", "seats": [{"kind": "person"}, {"kind": "person"}]});
    let body = game.to_string();
    let post = |headers: &[(&str, &str)]| {
        let kind = [("content-type", "application/json")];
        server.ask_with(
            "POST",
            "/api/games",
            &[&kind, headers].concat(),
            body.as_bytes(),
        )
    };
    let own = format!("http://{}", server.address);
    assert_eq!(post(&[("origin", &own)]).status, 201);
    let refused = post(&[("origin", "http://evil.example")]);
    assert_eq!((refused.status, refused.code().as_str()), (403, "origin"));
    let rebound = server.ask_with("GET", "/api/catalogue", &[("host", "evil.example")], &[]);
    assert_eq!((rebound.status, rebound.code().as_str()), (403, "host"));
    let id = post(&[]).json()["id"].as_str().unwrap().to_owned();
    let socket = [
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA=="),
        ("origin", "http://evil.example"),
    ];
    assert_eq!(
        server.ask_with("GET", "/api/analysis", &socket, &[]).code(),
        "origin"
    );
    let path = format!("/api/games/{id}/socket");
    // One who asks for a page where a socket is gets an answer like any other, and so does
    // one who asks for a name that is none.
    assert_eq!(server.get("/assets/%ff").code(), "not-found");
    for path in ["/api/analysis", &path] {
        let answer = server.get(path);
        assert_eq!((answer.status, answer.code().as_str()), (400, "request"));
    }
    assert_eq!(server.ask_with("GET", &path, &socket, &[]).code(), "origin");
}

#[test]
fn what_is_too_large_is_refused() {
    let server = Server::start("http-sizes");
    let long = json!({"game": "othello", "moves": [], "start": "x".repeat(100_000)});
    let refused = server.post("/api/games", &long);
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (413, "too-large")
    );
    // Without a length it is found out while it is read.
    let chunk = format!("{:x}\r\n{}\r\n", 50_000, " ".repeat(50_000));
    let head = format!(
        "POST /api/games HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
         content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
        server.address
    );
    let request = [head.as_bytes(), chunk.repeat(4).as_bytes(), b"0\r\n\r\n"].concat();
    let answer = String::from_utf8_lossy(&server.raw(&request)).into_owned();
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    assert!(answer.contains("\"code\":\"too-large\""), "{answer}");
    let endless = format!(
        "GET / HTTP/1.1\r\nhost: {}\r\nx: {}",
        server.address,
        "y".repeat(200_000)
    );
    let answer = String::from_utf8_lossy(&server.raw(endless.as_bytes())).into_owned();
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
        "{answer}"
    );
}

#[test]
fn a_flood_is_slowed_down_and_nothing_breaks() {
    let server = Server::start("http-flood");
    let mut refused = 0;
    let mut stream = TcpStream::connect(server.address).unwrap();
    // Of what costs much only 20 a second are answered for long: fewer than a busy machine can.
    let request = format!(
        "POST /api/import HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: 2\r\n\r\n{{}}",
        server.address
    );
    // Many at once on one connection, whose answers are counted by another.
    let mut reader = stream.try_clone().unwrap();
    let reading = std::thread::spawn(move || {
        let mut all = Vec::new();
        std::io::Read::read_to_end(&mut reader, &mut all).unwrap();
        String::from_utf8_lossy(&all).into_owned()
    });
    for _ in 0..1_800 {
        stream.write_all(request.as_bytes()).unwrap();
    }
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let answers = reading.join().unwrap();
    for line in answers.lines().filter(|line| line.contains("HTTP/1.1 ")) {
        let status = &line[line.find("HTTP/1.1 ").unwrap() + 9..][..3];
        assert!(["400", "429"].contains(&status), "{line}");
        refused += usize::from(status == "429");
    }
    assert!(refused > 0);
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(server.get("/api/arena").status, 200);
}

#[test]
fn slow_clients_do_not_keep_the_server_from_ending() {
    let mut server = Server::start("http-slow");
    let mut idle = TcpStream::connect(server.address).unwrap();
    idle.write_all(b"GET / HTTP/1.1\r\nhost: loc").unwrap();
    let begin = Instant::now();
    server.stop();
    // Far less than a connection may last.
    assert!(begin.elapsed() < Duration::from_secs(60));
}

#[test]
fn an_empty_ledger_is_no_error() {
    let server = Server::start("http-ledger");
    assert_eq!(server.get("/api/arena").json(), json!({"events": []}));
    for path in [
        "/api/arena/none",
        "/api/arena/none/games",
        "/api/arena-game/0123456789abcdef0123456789abcdef",
        "/api/arena-game/nonsense",
    ] {
        let answer = server.get(path);
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (404, "not-found"),
            "{path}"
        );
    }
}

#[test]
fn an_experiment_is_run_and_kept() {
    let mut server = Server::start("http-papers");
    let papers = server.get("/api/papers").json();
    assert_eq!(papers["papers"].as_array().unwrap().len(), 5);
    assert_eq!(server.get("/api/papers/none").status, 404);
    let started = server.post("/api/papers/congklak-negascout/values/run", &json!({}));
    let run = started.json()["run"].as_u64().unwrap();
    let (mut last, mut changed) = (Value::Null, Instant::now());
    let told = loop {
        let told = server.get(&format!("/api/papers/runs/{run}")).json();
        if told["state"] != "waiting" && told["state"] != "running" {
            break told;
        }
        if told != last {
            (last, changed) = (told.clone(), Instant::now());
        }
        assert!(changed.elapsed() < Duration::from_secs(120), "{told}");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(told["state"], "done");
    let outcome = |server: &Server| {
        let paper = server.get("/api/papers/congklak-negascout").json();
        let experiments = paper["experiments"].as_array().unwrap();
        let found = experiments.iter().find(|one| one["id"] == "values");
        found.unwrap()["outcome"].clone()
    };
    assert_eq!(outcome(&server), told["outcome"]);
    server.stop();
    let again = Server::start_in(server.folder.clone());
    assert_eq!(outcome(&again), told["outcome"]);
    let missing = again.post("/api/papers/congklak-negascout/nothing/run", &json!({}));
    assert_eq!(missing.status, 404);
}

#[test]
fn boards_are_drawn() {
    let server = Server::start("http-pictures");
    let place = json!({"game": "othello", "moves": ["f5", "d6"]});
    let picture = server.post("/api/picture", &place);
    assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
    let file = String::from_utf8(picture.body).unwrap();
    assert!(file.starts_with("<svg ") && !file.contains("var("));
    let place = json!({"game": "othello", "moves": ["f5"], "theme": "page", "width": 300});
    let page = String::from_utf8(server.post("/api/picture", &place).body).unwrap();
    assert!(page.contains("var(--discs-cloth,") && page.contains("width=\"300\""));
    let wrong = server.post("/api/picture", &json!({"game": "othello", "moves": ["a1"]}));
    assert_eq!((wrong.status, wrong.code().as_str()), (400, "no-flip"));
    let seats = json!([{"kind": "person"}, {"kind": "person"}]);
    let made = server.post("/api/games", &json!({"game": "congklak", "seats": seats}));
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let saved = server.get(&format!("/api/games/{id}/picture"));
    let saved = String::from_utf8(saved.body).unwrap();
    assert_eq!(saved.matches("<ellipse").count(), 98);
    assert_eq!(server.get("/api/games/none/picture").status, 404);
}

#[test]
fn charts_are_drawn_in_the_words_of_the_page() {
    let server = Server::start("http-charts");
    let bar = json!({"label": "satu", "value": 0.25, "interval": [0.1, 0.4], "published": 0.3});
    let mut chart = json!({
        "kind": "bars", "title": "", "axis": "bagian", "bars": [bar], "reference": 0.5,
        "percent": true, "key": "kami",
    });
    let style = json!({"width": 320, "decimal_comma": true, "words": {"published": "terbit"}});
    let drawn = server.post("/api/chart", &json!({"chart": chart, "style": style}));
    assert_eq!(drawn.header("content-type"), Some("image/svg+xml"));
    let svg = String::from_utf8(drawn.body).unwrap();
    assert!(
        svg.contains(">terbit</text>") && svg.contains("satu: 25%"),
        "{svg}"
    );
    assert!(!svg.contains("published") && svg.contains("role=\"img\""));
    chart["bars"][0]["value"] = json!(1e308);
    for (chart, style) in [
        (chart, json!({"width": 1e9})),
        (json!({"kind": "pie"}), json!({})),
    ] {
        let refused = server.post("/api/chart", &json!({"chart": chart, "style": style}));
        assert!(matches!(refused.status, 400 | 422), "{}", refused.status);
        assert_eq!(refused.code(), "request");
    }
    // Whatever the numbers are, the server goes on.
    let farthest = [i64::MIN, 0, i64::MAX];
    let counts: Vec<(i64, u64)> = farthest.map(|value| (value, u64::MAX)).to_vec();
    let point = |x: f64| json!({"x": x, "y": -x, "band": [x, x]});
    for chart in [
        json!({"kind": "histogram", "title": "a", "axis": "b", "counts": counts, "published": 1e308}),
        json!({"kind": "grouped", "title": "a", "axis": "b", "series": ["c"], "groups": [["d", [-1e308, 1e308]]], "scale": "logarithmic"}),
        json!({"kind": "lines", "title": "a", "x": "b", "y": "c", "references": [[1e308, "d"]], "scale": "linear",
               "lines": [{"label": "e", "points": [point(-1e308), point(1e308)]}]}),
    ] {
        let drawn = server.post("/api/chart", &json!({"chart": chart}));
        assert_eq!(drawn.status, 200, "{chart}");
    }
}

/// Requests made up at random over all addresses: whatever they say, the server answers,
/// and never that it is broken.
#[test]
fn no_request_breaks_the_server() {
    let server = Server::start("http-random");
    let mut random = Random::new(5);
    let made = server.post(
        "/api/games",
        &json!({"game": "othello", "seats": [{"kind": "person"}, {"kind": "person"}]}),
    );
    let id = made.json()["id"].as_str().unwrap().to_owned();
    for _ in 0..1_500 {
        let (method, path) = (method(&mut random), path(&mut random, &id));
        let body = body(&mut random);
        let kind = pick(
            &mut random,
            &[
                "application/json",
                "text/plain",
                "",
                "application/json; charset=x",
            ],
        );
        let secret = pick(
            &mut random,
            &["Bearer ", "Bearer \u{7f}", "Basic eA==", "Bearer 0000"],
        );
        let headers = [("content-type", *kind), ("authorization", *secret)];
        let answer = server.ask_with(method, &path, &headers, &body);
        let shown = || format!("{method} {path} {}", String::from_utf8_lossy(&body));
        assert!(
            (200..500).contains(&answer.status),
            "{}: {}",
            answer.status,
            shown()
        );
        // A request to a socket that wants no socket is refused in plain words.
        let is_socket = path.ends_with("/socket") || path == "/api/analysis";
        let is_interface = path.starts_with("/api/") && !is_socket;
        if answer.status >= 400 && is_interface && method != "HEAD" {
            // What hyper itself refuses has no body.
            assert!(
                answer.body.is_empty() || !answer.code().is_empty(),
                "{}",
                shown()
            );
        }
    }
    assert_eq!(server.get("/api/catalogue").status, 200);
}

fn pick<'a, T>(random: &mut Random, items: &'a [T]) -> &'a T {
    &items[random.below(items.len())]
}

fn method(random: &mut Random) -> &'static str {
    const USUAL: [&str; 6] = ["GET", "GET", "POST", "POST", "PUT", "DELETE"];
    const OTHERS: [&str; 6] = ["HEAD", "OPTIONS", "PATCH", "TRACE", "BREW", "get"];
    match random.below(5) {
        0 => OTHERS[random.below(6)],
        _ => USUAL[random.below(6)],
    }
}

fn path(random: &mut Random, id: &str) -> String {
    let path = *pick(
        random,
        &[
            "/",
            "/assets/{}",
            "/game/{}",
            "/{}",
            "/api/{}",
            "/api/catalogue",
            "/api/demonstration/{}",
            "/api/games",
            "/api/games?ids={}",
            "/api/games/{}",
            "/api/games/{}/variations",
            "/api/games/{}/export?format={}",
            "/api/games/{}/socket",
            "/api/analysis",
            "/api/export",
            "/api/import",
            "/api/inspect",
            "/api/picture",
            "/api/chart",
            "/api/games/{}/picture",
            "/api/papers",
            "/api/papers/{}",
            "/api/papers/{}/{}/run",
            "/api/papers/runs/{}",
            "/api/arena",
            "/api/arena/{}",
            "/api/arena/{}/games?offset={}&limit={}",
            "/api/arena-game/{}",
            "/api/arena-workers",
        ],
    );
    let mut filled = String::new();
    for part in path.split_inclusive("{}") {
        filled += part.trim_end_matches("{}");
        if part.ends_with("{}") {
            filled += &name(random, id);
        }
    }
    filled
}

fn name(random: &mut Random, id: &str) -> String {
    let names = [
        "othello",
        "congklak",
        "adjacency",
        "ggf",
        "json",
        "x",
        "0",
        "-1",
        "1e99",
        "18446744073709551616",
        "99999999999999999999999999",
        "%00",
        "%ff%fe",
        "%F0%9F%8E%B2",
        "..",
        "%2e%2e%2f",
        "%2F",
        "a%20b",
        "%",
        "%zz",
        "\"",
        "'--",
        "NaN",
        "null",
        "{}",
        "*",
        "congklak-negascout",
        "values",
        "runs",
        "%E2%80%AE",
        "a,b,,c",
    ];
    match random.below(4) {
        0 => id.to_owned(),
        1 => "a".repeat(random.below(2_000)),
        // What must not stand in a request line is another test's affair.
        _ => pick(random, &names).replace(['"', '{', '}'], "%7B"),
    }
}

fn body(random: &mut Random) -> Vec<u8> {
    match random.below(6) {
        0 => Vec::new(),
        1 => (0..random.below(300))
            .map(|_| random.below(256) as u8)
            .collect(),
        2 => "[".repeat(random.below(5_000)).into_bytes(),
        3 => b"{\"game\": \"othello\", \"moves\": [\"d3\",".to_vec(),
        _ => request(random).to_string().into_bytes(),
    }
}

/// Something that looks like a request, with some of it wrong.
fn request(random: &mut Random) -> Value {
    let mut made = serde_json::Map::new();
    let fields = [
        "game", "seats", "start", "moves", "clock", "title", "text", "base64", "format", "tags",
    ];
    for field in fields {
        if random.below(3) > 0 {
            made.insert(field.to_owned(), value(random, field));
        }
    }
    if random.below(8) == 0 {
        made.insert("unknown".to_owned(), value(random, "?"));
    }
    Value::Object(made)
}

fn value(random: &mut Random, field: &str) -> Value {
    let right = match field {
        "game" => pick(
            random,
            &[
                json!("othello"),
                json!("kalah"),
                json!("blokus-duo"),
                json!("othello:size=4"),
                json!("adjacency:rounds=1"),
                json!("blokus:size=5,starts=a1+e5"),
            ],
        )
        .clone(),
        "seats" => pick(
            random,
            &[
                json!([{"kind": "person"}, {"kind": "agent", "agent": "level:1"}]),
                json!([{"kind": "person"}, {"kind": "agent", "agent": "random", "time": 1e300}]),
                json!([{"kind": "agent", "agent": "gtp:true"}, {"kind": "person"}]),
                json!([{"kind": "agent", "agent": "negascout:table=4096"}, {"kind": "person"}]),
                json!([{"kind": "person"}]),
            ],
        )
        .clone(),
        "moves" => pick(
            random,
            &[
                json!([]),
                json!(["d3", "c5"]),
                json!(["3", "1"]),
                json!(["a1"]),
                json!(["pass"]),
                json!(vec!["d3"; 500]),
            ],
        )
        .clone(),
        "clock" => json!({"seconds": random.below(1_000), "increment": -1}),
        "format" => pick(
            random,
            &[
                json!("ggf"),
                json!("json"),
                json!("lines"),
                json!("pgn"),
                json!("sgf"),
            ],
        )
        .clone(),
        "tags" => json!({"black": "\u{0}\u{202e}x", "event": "]("}),
        "text" => pick(
            random,
            &[
                json!("f5d6c3d3c4"),
                json!("(;GM[2])"),
                json!("othello | start | d3"),
            ],
        )
        .clone(),
        _ => json!("x"),
    };
    let wrong = [
        Value::Null,
        json!(-1),
        json!(1e308),
        json!(u64::MAX),
        json!(true),
        json!([[[[]]]]),
        json!({"a": {"b": null}}),
        json!("\u{0}"),
        json!("\u{1F3B2}".repeat(300)),
        json!(""),
    ];
    match random.below(3) {
        0 => pick(random, &wrong).clone(),
        _ => right,
    }
}
