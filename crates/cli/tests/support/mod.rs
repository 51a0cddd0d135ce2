//! Running the program as its users do.

#![allow(dead_code)] // every test program uses some of it

use serde_json::Value;
use std::{
    fs,
    path::PathBuf,
    process::{Command, Output, Stdio},
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
pub(crate) fn refusal(arguments: &[&str]) -> String {
    let output = papan(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    text(&output.stderr)
}

/// A folder of its own for each test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
