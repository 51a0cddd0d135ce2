//! Finding a server, and who one is there: addresses, passwords, certificates, credentials files.

#[path = "support/nats.rs"]
mod nats;
mod support;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use nats::NatsServer;
use nkeys::KeyPair;
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};
use support::{Working, folder, output, refusal, refused};

/// A match of two games, which someone plays elsewhere.
const MATCH: [&str; 6] = [
    "match",
    "othello:size=4",
    "random",
    "random",
    "--games",
    "2",
];

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

/// Waits until a file says something.
fn wait_for(log: &Path, words: &str, running: &mut Working) {
    while !fs::read_to_string(log).unwrap_or_default().contains(words) {
        let said = fs::read_to_string(log).unwrap_or_default();
        assert_eq!(running.has_ended(), None, "{said}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Has a match played by a worker with the same access.
fn play(folder: &Path, address: &str, access: &[&str]) {
    let worker = [&["work", address, "--threads", "1"], access].concat();
    let worker = Working::start(&worker, &folder.join("worker.log"));
    let said = output(&[&MATCH[..], &["--on", address], access].concat());
    assert!(said.contains("2 games"), "{said}");
    drop(worker);
}

#[test]
fn what_cannot_be_is_said_in_one_line() {
    let folder = folder("connection refused");
    let users = "authorization { users: [ { user: anna, password: secret } ] }";
    let server = NatsServer::start(&folder, users);
    let on = |address: &str, code| refused(code, &[&MATCH[..], &["--on", address]].concat());
    let nothing = on("nats://127.0.0.1:1", 5);
    assert!(nothing.contains("no NATS server answers"), "{nothing}");
    let place = format!("127.0.0.1:{}", server.port);
    let stranger = format!("nats://anna:wrong@{place}");
    let unknown = [on(&stranger, 2), refusal(&["work", &stranger])];
    for unknown in unknown {
        assert!(unknown.contains("refuses"), "{unknown}");
        assert!(!unknown.contains("wrong"), "{unknown}");
    }
    let right = format!("nats://anna:secret@{place}");
    let program = ["match", "othello:size=4", "gtp:engine", "random"];
    let program = refusal(&[&program[..], &["--on", &right]].concat());
    assert!(program.contains("engines.toml"), "{program}");
    let address = refusal(&["work", "http://somewhere"]);
    assert!(address.contains("nats://HOST"), "{address}");
    let name = refusal(&["work", &right, "--name", "a.b"]);
    assert!(name.contains("letters"), "{name}");
}

/// A worker is a service that starts with its machine: it waits for a server.
#[test]
fn a_worker_waits_for_a_server_that_is_not_there() {
    let folder = folder("connection waits");
    let mut server = NatsServer::start(&folder, "");
    server.kill();
    let log = folder.join("worker.log");
    let address = server.address();
    let start = || Working::start(&["work", &address, "--threads", "1"], &log);
    let mut worker = start();
    wait_for(&log, "no NATS server answers", &mut worker);
    // Whoever is told to end does so while it waits.
    worker.signal("-TERM");
    assert_eq!(worker.0.wait().unwrap().code(), Some(0));
    fs::write(&log, "").unwrap();
    let mut worker = start();
    wait_for(&log, "trying again", &mut worker);
    server.begin();
    let said = output(&[&MATCH[..], &["--on", &address]].concat());
    assert!(said.contains("2 games"), "{said}");
    let said = fs::read_to_string(&log).unwrap();
    assert_eq!(said.matches("no NATS server answers").count(), 1, "{said}");
}

/// What a server says of its streams, without how they are now.
fn streams(server: &NatsServer) -> Vec<Value> {
    let told: Value = serde_json::from_str(&server.ask("$JS.API.STREAM.LIST", "")).unwrap();
    let streams = told["streams"].as_array().cloned().unwrap_or_default();
    let stable = |stream: &Value| json!([stream["config"], stream["state"]]);
    streams.iter().map(stable).collect()
}

#[test]
fn a_stream_of_something_else_is_left_alone() {
    for name in ["PAPAN_JOBS", "PAPAN_RESULTS"] {
        let folder = folder(&format!("connection foreign {name}"));
        let server = NatsServer::start(&folder, "");
        let config = json!({"name": name, "subjects": ["orders.*"]}).to_string();
        let made = server.ask(&format!("$JS.API.STREAM.CREATE.{name}"), &config);
        assert!(made.contains("orders.*"), "{made}");
        assert!(server.ask("orders.one", "an order").contains("\"seq\":1"));
        let before = streams(&server);
        let ledger = path(&folder, "games.db");
        let words = ["--ledger", &ledger, "--on", &server.address()];
        let said = refusal(&[&MATCH[..], &words].concat());
        assert!(said.contains("belongs to something else"), "{said}");
        assert!(said.contains("orders.*"), "{said}");
        assert_eq!(streams(&server), before);
    }
}

#[test]
fn another_event_of_the_same_name_is_left_alone() {
    let folder = folder("connection taken");
    let server = NatsServer::start(&folder, "");
    let address = server.address();
    let files = |seed: u32| {
        let (file, ledger) = (format!("{seed}.toml"), format!("{seed}.db"));
        let text = format!(
            "name = \"cup\"\ngame = \"othello:size=4\"\nagents = [\"random\", \"greedy\"]\nrounds = \
             2\nseed = {seed}\n"
        );
        fs::write(folder.join(&file), text).unwrap();
        [path(&folder, &file), path(&folder, &ledger)]
    };
    let [one, other] = [files(1), files(2)];
    let words = |files| {
        let [file, ledger]: &[String; 2] = files;
        ["tournament", file, "--ledger", ledger, "--on", &address].map(str::to_owned)
    };
    let (one, other) = (words(&one), words(&other));
    let (one, other) = (
        one.each_ref().map(String::as_str),
        other.each_ref().map(String::as_str),
    );
    let log = folder.join("coordinator.log");
    let mut first = Working::start(&one, &log);
    // It has begun when it says that nobody plays.
    wait_for(&log, "no worker takes jobs", &mut first);
    let consumers = || {
        let told = server.ask("$JS.API.CONSUMER.LIST.PAPAN_JOBS", "");
        let told: Value = serde_json::from_str(&told).unwrap();
        let config = |consumer: &Value| consumer["config"].clone();
        told["consumers"]
            .as_array()
            .unwrap()
            .iter()
            .map(config)
            .collect::<Vec<_>>()
    };
    let before = consumers();
    let said = refusal(&other);
    assert!(said.contains("another event called 'cup'"), "{said}");
    assert!(said.contains("seed was 1, now 2"), "{said}");
    assert_eq!(consumers(), before);
    // The first one goes on.
    let _worker = Working::start(
        &["work", &address, "--threads", "1"],
        &folder.join("worker.log"),
    );
    assert_eq!(first.0.wait().unwrap().code(), Some(0));
}

/// Makes a key and a certificate, signed by someone or by itself.
fn certificate(folder: &Path, name: &str, signer: Option<&str>) {
    let settings = folder.join("openssl.conf");
    let text = "[req]\ndistinguished_name = nobody\n[nobody]\n[signer]\nbasicConstraints = critical, \
                CA:TRUE\n[holder]\nbasicConstraints = critical, CA:FALSE\nsubjectAltName = \
                IP:127.0.0.1\n";
    fs::write(&settings, text).unwrap();
    let (key, file) = (format!("{name}.key"), format!("{name}.pem"));
    let mut openssl = Command::new("openssl");
    openssl
        .current_dir(folder)
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt"])
        .args(["ec_paramgen_curve:P-256", "-nodes", "-days", "2"])
        .args(["-config", "openssl.conf", "-subj", &format!("/CN={name}")])
        .args(["-keyout", &key, "-out", &file]);
    match signer {
        None => openssl.args(["-extensions", "signer"]),
        Some(signer) => openssl
            .args(["-extensions", "holder", "-CA", &format!("{signer}.pem")])
            .args(["-CAkey", &format!("{signer}.key")]),
    };
    let made = openssl
        .output()
        .expect("the program openssl (3.0 or newer) is needed");
    assert!(made.status.success(), "{}", support::text(&made.stderr));
}

#[test]
fn certificates_open_a_server_that_asks_for_them() {
    let folder = folder("connection tls");
    certificate(&folder, "authority", None);
    certificate(&folder, "other", None);
    certificate(&folder, "server", Some("authority"));
    certificate(&folder, "anna", Some("authority"));
    certificate(&folder, "stranger", Some("other"));
    let file = |name: &str| path(&folder, name);
    let tls = format!(
        "tls {{ cert_file: {:?}, key_file: {:?}, ca_file: {:?}, verify: true }}",
        file("server.pem"),
        file("server.key"),
        file("authority.pem")
    );
    let server = NatsServer::start(&folder, &tls);
    let address = format!("tls://127.0.0.1:{}", server.port);
    let access = |authority: &str, holder: &str| {
        ["--tls-ca", "--tls-cert", "--tls-key"]
            .into_iter()
            .zip([
                file(&format!("{authority}.pem")),
                file(&format!("{holder}.pem")),
                file(&format!("{holder}.key")),
            ])
            .flat_map(|(word, file)| [word.to_owned(), file])
            .collect::<Vec<String>>()
    };
    let right = access("authority", "anna");
    let right: Vec<&str> = right.iter().map(String::as_str).collect();
    play(&folder, &address, &right);
    // Nobody's certificate, a stranger's, and a server that is signed for by a stranger.
    let stranger = access("authority", "stranger");
    let elsewhere = access("other", "anna");
    for wrong in [
        &right[..2].iter().map(|word| (*word).to_owned()).collect(),
        &stranger,
        &elsewhere,
    ] {
        let wrong: Vec<&str> = wrong.iter().map(String::as_str).collect();
        let said = refusal(&[&MATCH[..], &["--on", &address], &wrong].concat());
        assert!(said.contains("certificate"), "{said}");
        let said = refusal(&[&["work", address.as_str()], &wrong[..]].concat());
        assert!(said.contains("certificate"), "{said}");
    }
    let missing = file("nobody.pem");
    let said = refusal(&["work", &address, "--tls-ca", &missing]);
    assert!(said.contains("nobody.pem"), "{said}");
}

/// What someone says of someone else, signed.
fn token(issuer: &KeyPair, subject: &KeyPair, name: &str, nats: Value) -> String {
    let claims = json!({
        "jti": name,
        "iat": 1_700_000_000,
        "iss": issuer.public_key(),
        "name": name,
        "sub": subject.public_key(),
        "nats": nats,
    });
    let head = json!({"typ": "JWT", "alg": "ed25519-nkey"});
    let encoded = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let text = format!("{}.{}", encoded(&head), encoded(&claims));
    let signature = issuer.sign(text.as_bytes()).unwrap();
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// A credentials file for a user of an account.
fn credentials(file: &Path, account: &KeyPair, user: &KeyPair) {
    let rights = json!({"type": "user", "version": 2, "pub": {}, "sub": {}, "subs": -1, "data": -1,
        "payload": -1});
    let text = format!(
        "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY \
         SEED-----\n{}\n------END USER NKEY SEED------\n",
        token(account, user, "anna", rights),
        user.seed().unwrap()
    );
    fs::write(file, text).unwrap();
}

#[test]
fn credentials_files_open_a_server_that_asks_for_them() {
    let folder = folder("connection credentials");
    let (operator, system) = (KeyPair::new_operator(), KeyPair::new_account());
    let (account, other) = (KeyPair::new_account(), KeyPair::new_account());
    let no_limits = [
        "subs", "data", "payload", "imports", "exports", "conn", "leaf",
    ];
    let store = ["mem_storage", "disk_storage", "streams", "consumer"];
    let limits = |names: &[&str]| {
        let mut limits: serde_json::Map<String, Value> = names
            .iter()
            .map(|name| ((*name).to_owned(), json!(-1)))
            .collect();
        limits.insert("wildcards".to_owned(), json!(true));
        json!({"type": "account", "version": 2, "limits": limits})
    };
    let all = [&no_limits[..], &store].concat();
    let config = format!(
        "operator: {}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{ {}: {}, {}: {} }}",
        token(
            &operator,
            &operator,
            "us",
            json!({"type": "operator", "version": 2})
        ),
        system.public_key(),
        system.public_key(),
        token(&operator, &system, "system", limits(&no_limits)),
        account.public_key(),
        token(&operator, &account, "papan", limits(&all)),
    );
    let server = NatsServer::start(&folder, &config);
    let files: [PathBuf; 2] = ["anna.creds", "stranger.creds"].map(|name| folder.join(name));
    credentials(&files[0], &account, &KeyPair::new_user());
    credentials(&files[1], &other, &KeyPair::new_user());
    let [right, wrong] = files.map(|file| file.display().to_string());
    let address = server.address();
    play(&folder, &address, &["--credentials", &right]);
    for access in [&["--credentials", wrong.as_str()][..], &[]] {
        let said = refusal(&[&MATCH[..], &["--on", &address], access].concat());
        assert!(said.contains("refuses"), "{said}");
    }
    let garbage = path(&folder, "garbage.creds");
    fs::write(&garbage, "no key").unwrap();
    refusal(&["work", &address, "--credentials", &garbage]);
}
