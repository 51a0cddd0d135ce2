//! Running the program as its users do.

#![allow(dead_code)] // every test program uses some of it

use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

/// What the program does with these arguments and no input.
pub(crate) fn papan(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_papan"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// What a command writes when all goes well.
pub(crate) fn output(arguments: &[&str]) -> String {
    let output = papan(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// The one JSON object that a command writes.
pub(crate) fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&output(&[arguments, &["--json"]].concat())).expect("one JSON object")
}

/// What a command says about bad input, for which it exits with 2 and writes nothing else.
#[track_caller]
pub(crate) fn refusal(arguments: &[&str]) -> String {
    refused(2, arguments)
}

/// The one error that a command tells, for which it exits with this code and writes nothing else.
#[track_caller]
pub(crate) fn refused(code: i32, arguments: &[&str]) -> String {
    let output = papan(arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    let errors = said.lines().filter(|line| line.starts_with("error: "));
    assert_eq!(errors.count(), 1, "{arguments:?}: {said}");
    said
}

/// A folder of its own for each test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// `papan serve`, while it runs.
pub(crate) struct Running {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts the web app with the data and the ledger of a folder.
pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Running {
    let mut child = Command::new(env!("CARGO_BIN_EXE_papan"))
        .args(["serve", "--json", "--data"])
        .arg(folder.join("games.db"))
        .arg("--ledger")
        .arg(folder.join("ledger.db"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let stdout = child.stdout.as_mut().expect("a pipe");
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    let told: Value = serde_json::from_str(&line).expect("one JSON object");
    let address = told["address"].as_str().expect("an address");
    let address = address
        .trim_start_matches("http://")
        .trim_end_matches('/')
        .to_owned();
    Running { child, address }
}

/// What the web app answers, head and body.
pub(crate) fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

/// A command that runs until it ends or is dropped; what it says goes to a log.
pub(crate) struct Working(pub(crate) Child);

impl Working {
    pub(crate) fn start(words: &[&str], log: &Path) -> Working {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(log)
            .unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_papan"))
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        Working(child)
    }

    pub(crate) fn signal(&self, name: &str) {
        let kill = Command::new("kill")
            .args([name, &self.0.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
    }

    pub(crate) fn has_ended(&mut self) -> Option<Option<i32>> {
        self.0.try_wait().unwrap().map(|status| status.code())
    }

    pub(crate) fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.kill();
    }
}
