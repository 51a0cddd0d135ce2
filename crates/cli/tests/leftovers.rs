//! Engines end with us, however we end: nothing is left running.

mod support;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};
use support::{folder, output, papan, text};

/// How many processes have a word in their command; those that have ended have none.
fn running(word: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines
        .filter(|line| String::from_utf8_lossy(line).contains(word))
        .count()
}

#[track_caller]
fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !done() {
        assert!(begin.elapsed() < Duration::from_secs(120), "never: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The engine that wants to stay, and the file that it writes when all of it runs.
fn stubborn(folder: &Path, name: &str, mute: &str) -> (String, PathBuf) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/stubborn.py");
    let file = folder.join(format!("{name}.{}", std::process::id()));
    let command = format!("python3 -S '{script}' '{}' {mute}", file.display());
    (command.trim_end().to_owned(), file)
}

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_papan"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

#[test]
fn no_signal_leaves_an_engine_behind() {
    let folder = folder("leftovers");
    for (name, protocol, mute, before, after) in [
        (
            "match",
            "json",
            "",
            &["match", "othello"][..],
            &["random", "--games", "100000"][..],
        ),
        ("best", "json", "mute", &["best", "othello"], &[]),
        ("check", "json", "mute", &["engine-check", "othello"], &[]),
        // It never gets ready.
        (
            "start",
            "gtp:start=600s,move=600s",
            "mute",
            &["match", "othello"],
            &["random"],
        ),
    ] {
        for signal in ["-KILL", "-TERM", "-INT"] {
            let (command, file) = stubborn(&folder, &format!("{name}{signal}"), mute);
            let agent = match protocol.contains('=') {
                true => format!("{protocol},{command}"),
                false => format!("{protocol}:{command}"),
            };
            let arguments = [before, &[agent.as_str()], after].concat();
            let child = start(&arguments);
            wait_until("the engine runs", || file.exists());
            send(signal, &child);
            let ended: Output = child.wait_with_output().unwrap();
            let code = match signal {
                "-KILL" => None,
                _ => Some(130),
            };
            let said = text(&ended.stderr);
            assert_eq!(ended.status.code(), code, "{name} {signal}: {said}");
            let word = file.to_str().unwrap();
            wait_until(&format!("an end after {name} {signal}"), || {
                running(word) == 0
            });
        }
    }
}

/// A game that was finished leaves nothing either.
#[test]
fn an_engine_that_ignores_the_end_of_its_input_ends() {
    let (command, file) = stubborn(&folder("leftovers of a game"), "game", "");
    output(&[
        "match",
        "othello",
        &format!("json:{command}"),
        "random",
        "--games",
        "2",
    ]);
    assert!(file.exists());
    assert_eq!(running(file.to_str().unwrap()), 0);
}

/// A child that holds the output of an engine does not hide that the engine has ended.
#[test]
fn an_engine_that_ends_is_reported_although_its_child_holds_the_pipe() {
    let marker = format!("1000.{}", std::process::id());
    let command = format!("json:sh -c 'setsid sleep {marker} & exit 7'");
    let ended = papan(&["best", "othello", &command]);
    assert_eq!(ended.status.code(), Some(3));
    let said = text(&ended.stderr);
    assert!(said.contains("ended with exit code 7"), "{said}");
    assert_eq!(running(&marker), 0);
}

/// Whoever starts the guard by hand is told that it is no command.
#[test]
fn the_guard_is_of_no_use_by_itself() {
    for arguments in [&["__guard"][..], &["__guard", "true"]] {
        let ended = papan(arguments);
        assert_eq!(ended.status.code(), Some(2));
        assert!(text(&ended.stderr).starts_with("error: "));
    }
}
