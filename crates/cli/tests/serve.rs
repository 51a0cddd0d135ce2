//! `papan serve`, from the first line it prints to its end.

#![cfg(unix)]

mod support;

use std::{
    io::Read,
    process::Command,
    time::{Duration, Instant},
};
use support::{Running, folder, get, output, refusal, start, text};

/// Sends a signal and waits until the program has ended.
fn end(mut running: Running, signal: &str) -> Option<i32> {
    let process = running.child.id().to_string();
    let sent = Command::new("kill").args([signal, &process]).status();
    assert!(sent.expect("kill").success());
    let begin = Instant::now();
    loop {
        if let Some(status) = running.child.try_wait().expect("it is ours") {
            return status.code();
        }
        assert!(
            begin.elapsed() < Duration::from_secs(120),
            "it does not end"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn it_serves_and_ends_when_it_is_told_to() {
    let folder = folder("serve");
    for signal in ["-TERM", "-INT"] {
        let running = start(&folder, &["--port", "0"]);
        assert!(running.address.starts_with("127.0.0.1:"));
        let page = get(&running.address, "/");
        assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        assert!(page.contains("<!doctype html>"), "{page}");
        let catalogue = get(&running.address, "/api/catalogue");
        assert!(catalogue.contains("\"othello\""), "{catalogue}");
        assert_eq!(end(running, signal), Some(0), "{signal}");
    }
}

#[test]
fn files_of_the_page_may_come_from_a_folder() {
    let folder = folder("serve-assets");
    let assets = folder.join("assets");
    std::fs::create_dir_all(&assets).expect("a folder");
    std::fs::write(assets.join("index.html"), "<!doctype html><p>mine").expect("a file");
    let named = assets.to_str().expect("text");
    let running = start(&folder, &["--port", "0", "--assets", named]);
    assert!(get(&running.address, "/").contains("mine"));
    let error = refusal(&["serve", "--assets", "no/such/folder"]);
    assert!(error.contains("no such folder"), "{error}");
}

#[test]
fn whoever_listens_to_all_is_warned() {
    let folder = folder("serve-listen");
    let mut running = start(&folder, &["--port", "0", "--listen", "0.0.0.0"]);
    let _ = running.child.kill();
    let mut said = Vec::new();
    let stderr = running.child.stderr.as_mut().expect("a pipe");
    stderr.read_to_end(&mut said).expect("it is read");
    assert!(text(&said).contains("warning: everyone who can reach 0.0.0.0"));
    assert!(running.address.starts_with("127.0.0.1:"));
}

#[test]
fn a_port_that_is_taken_is_said() {
    let folder = folder("serve-taken");
    let first = start(&folder, &["--port", "0"]);
    let port = first.address.rsplit(':').next().expect("a port");
    let data = folder.join("other.db");
    let second = support::papan(&[
        "serve",
        "--port",
        port,
        "--data",
        data.to_str().expect("text"),
    ]);
    assert_eq!(second.status.code(), Some(5));
    let said = text(&second.stderr);
    assert!(
        said.contains("cannot listen on") && said.contains(port),
        "{said}"
    );
    assert!(output(&["serve", "--help"]).contains("--listen"));
}

#[test]
fn servers_to_watch_may_be_away_but_not_nonsense() {
    let folder = folder("serve-workers");
    // Nobody listens at that port.
    let running = start(
        &folder,
        &["--port", "0", "--workers", "nats://who:secret@127.0.0.1:1"],
    );
    let told = get(&running.address, "/api/arena-workers");
    assert!(told.contains("nats://127.0.0.1:1"), "{told}");
    assert!(!told.contains("secret"), "{told}");
    for (words, said) in [
        (&["--workers", "http://one"][..], "nats://HOST"),
        (
            &["--workers", "nats://one", "--credentials", "no/such/file"],
            "no/such/file",
        ),
        (&["--tls-ca", "mine.pem"], "--workers"),
    ] {
        let error = refusal(&[&["serve"], words].concat());
        assert!(error.contains(said), "{error}");
    }
}
