//! The program as its users run it.

mod files;
mod mistakes;
mod review;
mod rules;
#[path = "../support/mod.rs"]
mod support;
mod thinking;

use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
};
use support::{folder, output, papan, refusal, text};

#[test]
fn every_command_explains_itself() {
    let all = output(&["--help"]);
    for command in [
        "serve", "games", "show", "perft", "playouts", "convert", "bench",
    ] {
        assert!(all.contains(command), "{command}");
        let help = output(&[command, "--help"]);
        assert!(
            help.contains("--json") && help.contains("Usage: papan"),
            "{help}"
        );
    }
}

#[test]
fn the_program_says_its_version_commit_and_build() {
    let short = output(&["-V"]);
    let version = short.trim_end();
    assert!(version.starts_with(concat!("papan ", env!("CARGO_PKG_VERSION"))));
    if let Some((_, commit)) = version.split_once('+') {
        assert!(commit.len() >= 7, "{version}");
    }
    let long = output(&["--version"]);
    let (first, build) = long.split_once("\nbuild: ").unwrap();
    assert_eq!(first, version);
    let parts: Vec<&str> = build.trim_end().split(", ").collect();
    let [profile, target, compiler] = parts[..] else {
        panic!("{long}")
    };
    // Where the program that is tested lies: target/debug/papan.
    let folder = Path::new(env!("CARGO_BIN_EXE_papan")).parent().unwrap();
    assert!(folder.ends_with(profile), "{long}");
    assert!(target.contains(env::consts::ARCH), "{long}");
    assert!(compiler.starts_with("rustc 1."), "{long}");
}

/// `docs/agents.md` is what the program writes.
#[test]
fn the_list_of_agents_is_current() {
    let written =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/agents.md"));
    let shown = text(&papan(&["agents", "--markdown"]).stdout);
    assert_eq!(
        written.unwrap().trim_end(),
        shown.trim_end(),
        "papan agents --markdown > docs/agents.md makes it current"
    );
}

#[test]
fn errors_leave_the_terminal_alone() {
    let said = refusal(&["show", "\u{1b}[31mred"]);
    assert!(
        said.contains("\\u{1b}[31mred") && !said.contains('\u{1b}'),
        "{said}"
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_papan"))
        .args(["show", "blokus-classic"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn completions_and_manual_pages_have_every_command() {
    let shells = ["bash", "zsh", "fish", "powershell", "elvish"];
    for shell in shells {
        let text = output(&["completions", shell]);
        for word in ["tournament", "engine-check", "rotate-seats"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    let pages = folder("manual").join("pages");
    let place = pages.to_str().unwrap();
    output(&["manual", place]);
    for (page, word) in [
        ("papan.1", "tournament"),
        ("papan-match.1", "rotate"),
        ("papan-ledger-merge.1", "ledger"),
    ] {
        let text = fs::read_to_string(pages.join(page)).unwrap();
        assert!(text.contains(word) && text.contains(".TH "), "{page}");
    }
    // What is there is not replaced without being asked.
    assert!(refusal(&["manual", place]).contains("--force"));
    output(&["manual", place, "--force"]);
}
