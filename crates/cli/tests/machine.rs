//! Trouble of the machine is never a result.

mod support;

use std::{
    env, fs,
    os::unix::fs::MetadataExt,
    path::Path,
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};
use support::{folder, output, text};

const PAPAN: &str = env!("CARGO_BIN_EXE_papan");

/// An engine that plays the first legal move.
fn first() -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/first.py");
    format!("json:python3 -S '{script}'")
}

/// What a command line does under a limit of the system, such as `--nofile=64`.
fn limited(user: &[&str], limit: &str, words: &[&str]) -> Output {
    let words = [user, &["prlimit", limit], words].concat();
    Command::new(words[0])
        .args(&words[1..])
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Exit code 5, and one line that says why.
#[track_caller]
fn trouble(ended: &Output) -> String {
    let said = text(&ended.stderr);
    assert_eq!(ended.status.code(), Some(5), "{said}");
    assert!(
        said.starts_with("error: ") && said.lines().count() == 1,
        "{said}"
    );
    said
}

#[test]
fn too_many_open_files_are_no_forfeits() {
    let ledger = folder("open files").join("games.db");
    let ledger = ledger.to_str().unwrap();
    let first = first();
    let games = ["match", "othello:size=4", &first, "random", "--games", "60"];
    let with = ["--ledger", ledger, "--name", "files", "--threads"];
    let played = |threads| [&[PAPAN], &games[..], &with, &[threads]].concat();
    let said = trouble(&limited(&[], "--nofile=64", &played("32")));
    assert!(said.contains("the machine is in trouble"), "{said}");
    assert!(said.contains("Too many open files"), "{said}");
    let exported = || output(&["ledger", "export", "--ledger", ledger, "--format", "csv"]);
    assert!(!exported().contains("forfeit"));
    // The same command, once there are enough: nothing was spoilt.
    output(&played("2")[1..]);
    assert!(!exported().contains("forfeit"));
    assert_eq!(exported().lines().count(), 61);
    // A check blames nobody either.
    for command in ["engine-check", "best"] {
        let words = [PAPAN, command, "othello", &first];
        let said = trouble(&limited(&[], "--nofile=8", &words));
        assert!(said.contains("Too many open files"), "{said}");
    }
}

/// The program where everyone may start it, and how a user without rights does: limits of
/// processes do not bind root.
fn without_rights(folder: &Path) -> (String, Vec<&'static str>) {
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    if !is_root {
        return (PAPAN.to_owned(), Vec::new());
    }
    let program = folder.join("papan");
    fs::copy(PAPAN, &program).unwrap();
    let program = program.to_str().unwrap().to_owned();
    let user = [
        "setpriv",
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
    ];
    (program, user.to_vec())
}

#[test]
fn threads_that_cannot_start_are_no_panic() {
    // The folder of the tests may be closed to others.
    let folder = env::temp_dir().join(format!("papan-threads-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (program, user) = without_rights(&folder);
    let run = |limit: u32, words: &[&str]| {
        let words = [&[program.as_str()], words].concat();
        limited(&user, &format!("--nproc={limit}"), &words)
    };
    for limit in 1..=4 {
        let words = [
            "match",
            "othello:size=4",
            "random",
            "random",
            "--games",
            "99",
        ];
        let said = trouble(&run(limit, &[&words[..], &["--threads", "64"]].concat()));
        assert!(said.contains("Resource temporarily unavailable"), "{said}");
    }
    // What needs no more than one thread is done all the same.
    for words in [
        &["playouts", "othello", "--games", "1000", "--threads", "64"][..],
        &["solve", "othello:size=4"],
        &["best", "othello", "greedy"],
    ] {
        let ended = run(1, words);
        assert!(ended.status.success(), "{words:?}: {}", text(&ended.stderr));
    }
    // Engines need processes.
    let said = trouble(&run(1, &["best", "othello", "json:true"]));
    assert!(said.contains("Resource temporarily unavailable"), "{said}");
    // So does the server, which says so before it does anything else.
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (games, ledger) = (file("games.db"), file("ledger.db"));
    let words = [
        "serve",
        "--no-open",
        "--port",
        "0",
        "--data",
        &games,
        "--ledger",
        &ledger,
    ];
    let said = trouble(&run(1, &words));
    assert!(said.contains("threads"), "{said}");
    fs::remove_dir_all(&folder).unwrap();
}

/// How much a process has computed so far, in ticks of the system.
fn computed(process: u32) -> u64 {
    let line = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let rest = line.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = rest.split_whitespace().nth(11);
    ticks.and_then(|ticks| ticks.parse().ok()).unwrap_or(0)
}

#[test]
fn a_game_is_not_lost_because_the_program_stood_still() {
    let ledger = folder("stood still").join("games.db");
    let ledger = ledger.to_str().unwrap();
    let mut child = Command::new(PAPAN)
        .args(["match", "othello", "mcts:nodes=20000", "mcts:nodes=20000"])
        .args(["--games", "2", "--threads", "2", "--time", "2s"])
        .args(["--ledger", ledger, "--name", "still"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let process = child.id();
    let send = |signal: &str| {
        let sent = Command::new("kill")
            .args([signal, &process.to_string()])
            .status();
        assert!(sent.unwrap().success());
    };
    while computed(process) < 20 {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        thread::sleep(Duration::from_millis(10));
    }
    send("-STOP");
    thread::sleep(Duration::from_secs(3));
    send("-CONT");
    let ended = child.wait_with_output().unwrap();
    let said = text(&ended.stderr);
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert!(said.contains("begun anew"), "{said}");
    let exported = output(&["ledger", "export", "--ledger", ledger, "--format", "csv"]);
    assert_eq!(exported.lines().count(), 3, "{exported}");
    assert!(!exported.contains("forfeit"), "{exported}");
}
