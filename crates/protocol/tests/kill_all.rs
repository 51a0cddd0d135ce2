//! The end of all programs at once, in a process of its own: nothing can be started after it.

use papan_core::Game;
use papan_othello::Othello;
use papan_protocol::{
    client::{ExternalAgent, Program, Protocol},
    process::{Deadline, Process, kill_all, words},
};
use papan_search::{Agent, Fault, Limits};
use std::{
    fs, thread,
    time::{Duration, Instant},
};

/// How many processes have a word in their command; those that have ended have none.
fn running(word: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines
        .filter(|line| String::from_utf8_lossy(line).contains(word))
        .count()
}

/// So many are there soon; who was killed may take a moment to go.
#[track_caller]
fn wait_for(count: usize, word: &str) {
    let begin = Instant::now();
    while running(word) != count {
        assert!(begin.elapsed() < Duration::from_secs(120), "never {count}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn not_even_a_stubborn_program_is_left() {
    let marker = format!("1000.{}", std::process::id());
    let command = format!("sh -c 'trap \"\" TERM; echo ready; while :; do sleep {marker}; done'");
    let deadline = Deadline::new(Duration::from_secs(120), None);
    let mut stubborn = Process::start(&words(&command).unwrap(), "quit\n").unwrap();
    assert_eq!(stubborn.line(&deadline).unwrap(), "ready");
    stubborn.close_input();

    // Another is just being asked.
    let game = Othello::new();
    let program = Program::new(Protocol::Json, &command.replace("echo ready", "read line"));
    let asked = thread::spawn(move || {
        let mut agent: ExternalAgent<Othello> = ExternalAgent::new(program.unwrap());
        agent.begin(&game, 1);
        agent.think(&game, &game.start(), &Limits::NONE)
    });
    // Each is a shell and what it waits for.
    wait_for(4, &marker);
    kill_all();
    wait_for(0, &marker);

    // Nobody is to blame for it.
    assert_eq!(asked.join().unwrap().unwrap_err().fault, Fault::Stopped);
    assert_eq!(stubborn.line(&deadline).unwrap_err().fault, Fault::Stopped);
    let late = Process::start(&words(&command).unwrap(), "quit\n");
    assert_eq!(late.unwrap_err().fault, Fault::Stopped);
    wait_for(0, &marker);
}
