//! Workers on other machines as the page is told of them, at a real NATS server.

#[path = "../../cli/tests/support/nats.rs"]
mod nats;
mod support;

use nats::NatsServer;
use papan_distributed::EventKey;
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};
use support::{Server, folder};

/// What the page asks for.
fn seen(server: &Server) -> Value {
    let answer = server.get("/api/arena-workers");
    assert_eq!(answer.status, 200);
    answer.json()
}

/// Asks until something is so. Gives up when nothing that is told has changed for long, but for
/// the age of signs, which always does.
fn until(server: &Server, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let (mut before, mut changed) = (Value::Null, Instant::now());
    loop {
        let told = seen(server);
        if is_so(&told["servers"]) {
            return told;
        }
        let mut lasting = told.clone();
        if let Some(workers) = lasting["servers"]["workers"].as_array_mut() {
            workers
                .iter_mut()
                .for_each(|worker| worker["last_sign"] = Value::Null);
        }
        if lasting != before {
            (before, changed) = (lasting, Instant::now());
        }
        assert!(
            changed.elapsed() < Duration::from_secs(60),
            "{what}: {told}"
        );
        thread::sleep(Duration::from_millis(100));
    }
}

/// Someone who says at a server whatever it likes.
struct Stranger(BufReader<TcpStream>);

impl Stranger {
    fn at(server: &NatsServer) -> Stranger {
        let stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
        let mut stranger = Stranger(BufReader::new(stream));
        stranger.send("CONNECT {\"verbose\":false}\r\n");
        stranger
    }

    fn send(&mut self, text: &str) {
        let sent = self.0.get_mut().write_all(text.as_bytes());
        sent.expect("the server takes it");
    }

    /// Says something, and waits until the server has it.
    fn say(&mut self, subject: &str, said: &Value) {
        let said = said.to_string();
        self.send(&format!(
            "PUB {subject} {}\r\n{said}\r\nPING\r\n",
            said.len()
        ));
        let mut line = String::new();
        while !line.starts_with("PONG") {
            line.clear();
            let read = self.0.read_line(&mut line).expect("it answers");
            assert!(read > 0 && !line.starts_with("-ERR"), "{line}");
        }
    }

    fn sign(&mut self, worker: &str, changes: Value) {
        let mut sign = json!({
            "protocol": 1, "version": "0.1.0", "host": "lab", "threads": 2, "speed": 3_100_000,
            "seconds": 60.0, "games": 12, "per_second": 1.5, "batches": ["b1"], "declined": [],
            "faults": 0, "last_fault": null, "ended": false,
        });
        merge(&mut sign, changes);
        self.say(&format!("papan.signs.{worker}"), &sign);
    }

    fn announce(&mut self, event: &str, changes: Value) {
        let mut told = json!({
            "protocol": 1, "event": event, "version": "0.1.0", "host": "desk",
            "agents": "0".repeat(32), "speed": 1_000_000, "sign_every": 1.0, "total": 1_000,
            "done": 400, "per_second": 2.5, "put_aside": [], "ended": false,
        });
        merge(&mut told, changes);
        self.say(&format!("papan.events.{}", EventKey::of(event)), &told);
    }
}

fn merge(value: &mut Value, changes: Value) {
    for (name, change) in changes.as_object().expect("an object") {
        value[name] = change.clone();
    }
}

fn names(servers: &Value) -> Vec<&str> {
    let workers = servers["workers"].as_array().expect("a list");
    workers
        .iter()
        .map(|worker| worker["name"].as_str().expect("a name"))
        .collect()
}

#[test]
fn without_servers_nothing_is_watched() {
    let server = Server::start("workers-none");
    assert_eq!(seen(&server), json!({"servers": null, "in_ledger": []}));
}

#[test]
fn workers_and_events_are_shown_as_they_come_and_go() {
    let nats = NatsServer::start(&folder("workers-nats"), "");
    let server = Server::start_watching("workers-shown", &nats.address());
    let told = until(&server, "connected", |servers| servers["problem"].is_null());
    assert_eq!(told["servers"]["workers"], json!([]));
    assert_eq!(told["servers"]["events"], json!([]));
    assert_eq!(told["servers"]["address"], nats.address());

    let mut stranger = Stranger::at(&nats);
    stranger.sign("anna", json!({}));
    stranger.sign(
        "bert",
        json!({"batches": [], "declined": [["cup", "another version of greedy"]]}),
    );
    stranger.sign("zoe", json!({"faults": 2, "last_fault": "no disk"}));
    stranger.announce("cup", json!({"put_aside": [["zoe", "differs"]]}));
    let told = until(&server, "three workers", |servers| {
        servers["count"] == 3 && servers["events"][0]["progress"].is_object()
    });
    let servers = &told["servers"];
    // Who is in trouble comes first.
    assert_eq!(names(servers), ["zoe", "bert", "anna"]);
    let [zoe, bert, anna] = [0, 1, 2].map(|place| &servers["workers"][place]);
    assert_eq!(
        zoe["put_aside"],
        json!({"event": "cup", "reason": "differs"})
    );
    assert_eq!(
        (&zoe["faults"], &zoe["last_fault"]),
        (&json!(2), &json!("no disk"))
    );
    assert_eq!(
        bert["declined"],
        json!([{"event": "cup", "reason": "another version of greedy"}])
    );
    assert_eq!(anna["put_aside"], Value::Null);
    assert_eq!(
        (&anna["busy"], &bert["busy"]),
        (&json!(true), &json!(false))
    );
    for (field, value) in [
        ("host", json!("lab")),
        ("version", json!("0.1.0")),
        ("threads", json!(2)),
        ("speed", json!(3_100_000)),
        ("games", json!(12)),
        ("per_second", json!(1.5)),
    ] {
        assert_eq!(anna[field], value, "{field}");
    }
    assert!(anna["last_sign"].as_f64().expect("seconds") < 60.0);
    assert_eq!(
        (&servers["threads"], &servers["per_second"]),
        (&json!(6), &json!(4.5))
    );
    assert_eq!(
        servers["events"],
        json!([{"event": "cup", "progress": {
            "host": "desk", "version": "0.1.0", "done": 400, "total": 1_000, "per_second": 2.5,
            "seconds_left": 240.0, "put_aside": [{"worker": "zoe", "reason": "differs"}],
        }}])
    );
    assert_eq!(told["in_ledger"], json!([]));

    stranger.sign("anna", json!({"ended": true}));
    stranger.announce("cup", json!({"ended": true}));
    until(&server, "one is gone", |servers| {
        servers["count"] == 2 && servers["events"] == json!([])
    });
}

#[test]
fn what_strangers_say_is_bounded_and_stays_text() {
    let nats = NatsServer::start(&folder("workers-strangers-nats"), "");
    let server = Server::start_watching("workers-strangers", &nats.address());
    until(&server, "connected", |servers| servers["problem"].is_null());
    let mut stranger = Stranger::at(&nats);
    let long = "<script>alert(1)</script>".repeat(2_000);
    stranger.sign("<b>", json!({}));
    stranger.say("papan.signs.nonsense", &json!({"protocol": 1}));
    stranger.say("papan.events.cup", &json!("nonsense"));
    let declined = vec![json!([long, long]); 4];
    stranger.sign(
        "bert",
        json!({"host": long, "version": long, "last_fault": long, "declined": declined,
               "per_second": 1e308, "threads": u32::MAX, "games": u64::MAX}),
    );
    stranger.announce(
        "<img>",
        json!({"per_second": 1e-300, "done": 5, "total": u64::MAX}),
    );
    let told = until(&server, "one worker and one event", |servers| {
        servers["count"] == 1 && servers["events"][0]["progress"].is_object()
    });
    let servers = &told["servers"];
    assert_eq!(names(servers), ["bert"]);
    assert_eq!(servers["events"][0]["event"], "<img>");
    let size = told.to_string().len();
    assert!(size < 10_000, "{size} bytes");
    assert_eq!(servers["workers"][0]["per_second"], json!(1e9));
    // As JSON, which no browser takes for a page.
    let answer = server.get("/api/arena-workers");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
}

#[test]
fn a_server_that_is_away_is_said_and_comes_back() {
    let mut nats = NatsServer::start(&folder("workers-away-nats"), "");
    nats.kill();
    let server = Server::start_watching("workers-away", &nats.address());
    let is_silent = |servers: &Value| servers["problem"]["code"] == "workers-silent";
    let told = until(&server, "away", is_silent);
    assert_eq!(
        told["servers"]["problem"]["parameters"],
        json!({"address": nats.address()})
    );
    for _ in 0..2 {
        nats.begin();
        until(&server, "back", |servers| servers["problem"].is_null());
        Stranger::at(&nats).sign("anna", json!({}));
        until(&server, "heard", |servers| servers["count"] == 1);
        nats.kill();
        // What was heard last is still there for a while.
        let told = until(&server, "away again", is_silent);
        assert_eq!(names(&told["servers"]), ["anna"]);
    }
}

#[test]
fn names_and_passwords_are_never_shown() {
    let users = "authorization { users: [ { user: \"looker\", password: \"look-here\" } ] }";
    let nats = NatsServer::start(&folder("workers-secret-nats"), users);
    for (password, is_refused) in [("wrong-word", true), ("look-here", false)] {
        let address = format!("nats://looker:{password}@127.0.0.1:{}", nats.port);
        let server = Server::start_watching(&format!("workers-secret-{is_refused}"), &address);
        let told = until(&server, "an answer", |servers| match is_refused {
            true => servers["problem"]["code"] == "workers-refused",
            false => servers["problem"].is_null(),
        });
        assert_eq!(told["servers"]["address"], nats.address());
        let text = told.to_string();
        assert!(
            !text.contains("looker") && !text.contains(password),
            "{text}"
        );
    }
}
