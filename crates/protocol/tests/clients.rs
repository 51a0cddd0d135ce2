//! Other programs as agents: good ones, faulty ones and a real one.

use papan_core::{Game, Random};
use papan_othello::Othello;
use papan_protocol::{
    checksum,
    client::{ExternalAgent, Program, Protocol},
    process::{Deadline, Process, quoted, words},
};
use papan_search::{
    Agent, Clock, Failure, Fault, Limits, Points, RandomAgent, Stop, Timekeeper, Value,
};
use std::{
    env, fs, thread,
    time::{Duration, Instant},
};

fn faulty(protocol: Protocol, arguments: &str) -> ExternalAgent<Othello> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/faulty.py");
    let command = format!("python3 -S '{script}' {protocol} {arguments}");
    let mut program = Program::new(protocol, &command).unwrap();
    program.start = Duration::from_secs(120);
    program.move_timeout = Duration::from_secs(120);
    ExternalAgent::new(program)
}

/// How many processes have a word in their command; those that have ended have none.
fn running(word: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines
        .filter(|line| String::from_utf8_lossy(line).contains(word))
        .count()
}

#[track_caller]
fn wait_until(mut done: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !done() {
        assert!(
            begin.elapsed() < Duration::from_secs(120),
            "it does not happen"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

/// A game in which the other program has a seat; its moves, or why it did not go on.
fn play(agent: &mut dyn Agent<Othello>, seat: usize, seed: u64) -> Result<usize, Failure> {
    let game = Othello::new();
    let mut other = RandomAgent::new(seed);
    agent.begin(&game, seed);
    let mut position = game.start();
    let mut plies = 0;
    while let Some(turn) = game.turn(&position) {
        let report = match turn.index() == seat {
            true => agent.think(&game, &position, &Limits::NONE)?,
            false => other.think(&game, &position, &Limits::NONE)?,
        };
        agent.observe(&game, &position, report.best);
        game.play(&mut position, report.best);
        plies += 1;
    }
    Ok(plies)
}

#[test]
fn good_programs_play_whole_games_in_every_protocol() {
    for protocol in Protocol::ALL {
        let mut agent = faulty(protocol, "good");
        for seed in 0..6 {
            let plies = play(&mut agent, seed as usize % 2, seed);
            assert!(
                plies.as_ref().is_ok_and(|plies| *plies > 8),
                "{protocol}: {plies:?}"
            );
        }
        // Only lines of JSON have no name.
        let title = agent.title().unwrap_or_default();
        let named = title.starts_with("Faulty");
        assert_eq!(named, protocol != Protocol::Json, "{protocol}: {title}");
    }
}

/// What each fault is called, and what is said of it.
#[test]
fn every_fault_is_named() {
    for (arguments, fault, words) in [
        (
            "exit",
            Fault::Start,
            "ended with exit code 3; its last errors: no licence found",
        ),
        (
            "crash 5",
            Fault::Crash,
            "ended with exit code 1; its last errors: something broke",
        ),
        ("kill 2", Fault::Crash, "killed by signal 9"),
        ("illegal 3", Fault::Illegal, "answered 'a1'"),
        ("nonsense", Fault::Nonsense, "wrote 'hello there'"),
        ("long 2", Fault::Nonsense, "a line of more than 65536 bytes"),
        ("resign 3", Fault::Resigned, "resigned"),
        ("close 2", Fault::Crash, "closed its output"),
        ("refuse", Fault::Nonsense, "refused the move"),
    ] {
        let mut agent = faulty(Protocol::Gtp, arguments);
        let failure = play(&mut agent, 1, 4).unwrap_err();
        assert_eq!(failure.fault, fault, "{arguments}: {failure}");
        assert!(failure.text.contains(words), "{arguments}: {failure}");
    }
    let failure = play(&mut faulty(Protocol::Ugi, "flood 3"), 0, 4).unwrap_err();
    assert_eq!(failure.fault, Fault::Nonsense);
    assert!(
        failure.text.contains("more than 1048576 bytes"),
        "{failure}"
    );
}

#[test]
fn a_program_that_is_too_late_is_not_waited_for() {
    let late = |arguments: &str| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/faulty.py");
        let command = format!("python3 -S '{script}' gtp {arguments}");
        let mut program = Program::new(Protocol::Gtp, &command).unwrap();
        // On a busy machine even a program that answers at once takes a while.
        program.start = Duration::from_secs(if arguments == "mute" { 2 } else { 120 });
        program.move_timeout = Duration::from_secs(2);
        let begin = Instant::now();
        let failure = play(&mut ExternalAgent::new(program), 0, 4).unwrap_err();
        assert!(begin.elapsed() < Duration::from_secs(60), "{arguments}");
        failure
    };
    let failure = late("mute");
    assert_eq!(failure.fault, Fault::Start);
    assert!(
        failure.text.contains("did not answer within 2.0 s"),
        "{failure}"
    );
    for arguments in ["hang 2", "child 2"] {
        let failure = late(arguments);
        assert_eq!(failure.fault, Fault::Time, "{failure}");
        assert_eq!(failure.text, "did not answer within 2.0 s");
    }
    // What it wrote meanwhile is shown, and is not what it is blamed for.
    let failure = late("mumble 2");
    assert_eq!(failure.fault, Fault::Time, "{failure}");
    assert_eq!(
        failure.text,
        "did not answer within 2.0 s; the last line that it wrote: 'hello there'"
    );
}

/// The move's own limit and the clock count, not the timeout of a move.
#[test]
fn limits_say_how_long_to_wait() {
    let game = Othello::new();
    let clock = Clock::new("200ms".parse().unwrap());
    let clock = Limits {
        clock: Some(clock),
        ..Limits::NONE
    };
    let wait = |limits: Limits, least: f64| {
        let mut agent = faulty(Protocol::Gtp, "hang");
        agent.begin(&game, 1);
        let begin = Instant::now();
        let failure = agent.think(&game, &game.start(), &limits).unwrap_err();
        assert_eq!(failure.fault, Fault::Time);
        let taken = begin.elapsed().as_secs_f64();
        assert!((least..60.0).contains(&taken), "{taken}");
    };
    let lenient = Limits {
        grace: Some(Duration::from_millis(1500)),
        ..Limits::time(Duration::from_millis(200))
    };
    thread::scope(|scope| {
        scope.spawn(|| wait(Limits::time(Duration::from_millis(200)), 1.1));
        scope.spawn(|| wait(lenient, 1.6));
        wait(clock, 1.1);
    });
}

#[test]
fn a_wait_can_be_stopped() {
    let game = Othello::new();
    let mut agent = faulty(Protocol::Gtp, "hang");
    agent.begin(&game, 1);
    let stop = Stop::new();
    let limits = Limits::NONE.and_stop(&stop);
    let failure = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(50));
            stop.stop();
        });
        agent.think(&game, &game.start(), &limits).unwrap_err()
    });
    assert_eq!(failure.fault, Fault::Stopped);
}

#[test]
fn after_a_failure_the_next_game_is_played() {
    let mut agent = faulty(Protocol::Gtp, "crash 40");
    // It fails in the second or third game, since it does not begin to count anew.
    let games: Vec<bool> = (0..4)
        .map(|seed| play(&mut agent, 0, seed).is_ok())
        .collect();
    assert!(games[0] && games[1..3].contains(&false), "{games:?}");
    let failed = games.iter().position(|good| !good).unwrap();
    assert!(games[failed + 1], "{games:?}");
}

/// Some write on standard output how their search goes.
#[test]
fn a_little_noise_is_forgiven() {
    assert!(play(&mut faulty(Protocol::Gtp, "noise"), 1, 4).is_ok());
}

/// A program that ends between two games is started again, and loses none of them.
#[test]
fn an_end_between_two_games_does_no_harm() {
    let game = Othello::new();
    let marker = format!("one.{}", std::process::id());
    let one = format!("sh -c 'read line; echo f5 # {marker}'");
    let mut agent: ExternalAgent<Othello> =
        ExternalAgent::new(Program::new(Protocol::Json, &one).unwrap());
    for seed in 0..3 {
        agent.begin(&game, seed);
        agent.think(&game, &game.start(), &Limits::NONE).unwrap();
        wait_until(|| running(&marker) == 0);
    }
}

/// One that still runs when a game begins may have ended before it is asked: only then it
/// is started again.
#[test]
fn an_end_just_as_a_game_begins_does_no_harm() {
    let game = Othello::new();
    let one = "sh -c 'read line; echo f5; read line; echo tired >&2'";
    let mut agent: ExternalAgent<Othello> =
        ExternalAgent::new(Program::new(Protocol::Json, one).unwrap());
    for seed in 0..3 {
        agent.begin(&game, seed);
        agent.think(&game, &game.start(), &Limits::NONE).unwrap();
    }
    let again = agent.think(&game, &game.start(), &Limits::NONE);
    assert_eq!(again.unwrap_err().fault, Fault::Crash);
    assert_eq!(agent.errors().as_deref(), Some("tired\n"));
    // What an earlier game has left is not quoted again.
    agent.begin(&game, 4);
    assert_eq!(agent.errors(), None);
}

#[test]
fn errors_are_those_of_the_game() {
    let game = Othello::new();
    let command = "sh -c 'while read line; do echo \"$line\" | cut -c 10-16 >&2; echo f5; done'";
    let mut agent: ExternalAgent<Othello> =
        ExternalAgent::new(Program::new(Protocol::Json, command).unwrap());
    for seed in 0..3 {
        agent.begin(&game, seed);
        agent.think(&game, &game.start(), &Limits::NONE).unwrap();
        assert_eq!(agent.errors().as_deref(), Some("othello\n"));
    }
}

/// A megabyte of errors with every move neither blocks nor counts.
#[test]
fn errors_are_kept_and_do_no_harm() {
    let game = Othello::new();
    let mut agent = faulty(Protocol::Gtp, "chatter");
    agent.begin(&game, 1);
    for _ in 0..3 {
        agent.begin(&game, 1);
        agent.think(&game, &game.start(), &Limits::NONE).unwrap();
    }
    let errors = agent.errors().unwrap_or_default();
    assert!(errors.ends_with("chatter\n"));
    assert!(
        (60 << 10..=64 << 10).contains(&errors.len()),
        "{}",
        errors.len()
    );
}

/// A program that reads nothing, sent far more than a pipe holds.
#[test]
fn a_deaf_program_is_not_written_to_for_ever() {
    let mut process = Process::start(&words("sleep 1000").unwrap(), "quit\n").unwrap();
    let deadline = Deadline::new(Duration::from_millis(100), None);
    let failure = process
        .send(&"play b f5\n".repeat(100_000), &deadline)
        .unwrap_err();
    assert_eq!(failure.fault, Fault::Time);
    assert_eq!(failure.text, "did not read what it was sent within 0.1 s");
}

/// A program that writes without end and reads nothing.
#[test]
fn a_flood_ends_a_write_too() {
    let mut process = Process::start(&words("yes").unwrap(), "quit\n").unwrap();
    let deadline = Deadline::new(Duration::from_secs(120), None);
    let failure = process
        .send(&"play b f5\n".repeat(100_000), &deadline)
        .unwrap_err();
    assert_eq!(failure.fault, Fault::Nonsense, "{failure}");
}

/// Both sides write more than a pipe holds before they read.
#[test]
fn two_who_write_at_the_same_time_do_not_block() {
    let mut process = Process::start(&words("cat").unwrap(), "").unwrap();
    let deadline = Deadline::new(Duration::from_secs(120), None);
    let text = "0123456789\n".repeat(80_000);
    process.send(&text, &deadline).unwrap();
    for _ in 0..80_000 {
        assert_eq!(process.line(&deadline).unwrap(), "0123456789");
    }
}

/// What a program started is ended with it, and nothing of it is left behind.
#[test]
fn nothing_is_left_of_a_program() {
    let marker = format!("1000.{}", std::process::id());
    let command = format!("sh -c 'sleep {marker} & sleep {marker} & cat; wait'");
    let program = Program::new(Protocol::Json, &command).unwrap();
    let program = Program {
        move_timeout: Duration::from_millis(300),
        ..program
    };
    let game = Othello::new();
    let mut agent: ExternalAgent<Othello> = ExternalAgent::new(program);
    agent.begin(&game, 1);
    // It answers with the question, which is no move.
    assert!(agent.think(&game, &game.start(), &Limits::NONE).is_err());
    agent.begin(&game, 1);
    wait_until(|| running(&marker) >= 2);
    drop(agent);
    wait_until(|| running(&marker) == 0);
}

/// A child that holds the output does not hide that the program has ended.
#[test]
fn an_end_is_seen_although_a_child_holds_the_output() {
    let marker = format!("1001.{}", std::process::id());
    let command = format!("sh -c 'read line; sleep {marker} & exit 7'");
    let game = Othello::new();
    let program = Program::new(Protocol::Json, &command).unwrap();
    let mut agent: ExternalAgent<Othello> = ExternalAgent::new(program);
    agent.begin(&game, 1);
    let failure = agent
        .think(&game, &game.start(), &Limits::NONE)
        .unwrap_err();
    assert_eq!(failure.fault, Fault::Crash, "{failure}");
    assert!(failure.text.contains("exit code 7"), "{failure}");
    wait_until(|| running(&marker) == 0);
}

/// Nobody waits for a program that never gets ready once the game is stopped.
#[test]
fn a_start_can_be_stopped() {
    let game = Othello::new();
    let mut agent = faulty(Protocol::Gtp, "mute");
    let stop = Stop::new();
    agent.stop_by(&stop);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(50));
            stop.stop();
        });
        agent.begin(&game, 1);
    });
    let failure = agent
        .think(&game, &game.start(), &Limits::NONE)
        .unwrap_err();
    assert_eq!(failure.fault, Fault::Stopped);
}

#[test]
fn positions_that_are_not_of_the_game_are_set_up_where_that_can_be() {
    let game = Othello::new();
    let mut random = Random::new(3);
    let mut position = game.start();
    for _ in 0..9 {
        let moves = game.legal_moves(&position);
        game.play(&mut position, moves[random.below(moves.len())]);
    }
    let able = |protocol: &Protocol| protocol.knows_positions();
    for protocol in Protocol::ALL.into_iter().filter(able) {
        let mut agent = faulty(protocol, "good");
        agent.begin(&game, 1);
        let report = agent.think(&game, &position, &Limits::NONE).unwrap();
        let legal = game.legal_moves(&position);
        assert_eq!(report.best, legal[0], "{protocol}");
        let value = match protocol {
            Protocol::Ugi => Some(Value::points(7)),
            Protocol::NBoard => Points::nearest(2.6).map(Value::Points),
            _ => None,
        };
        assert_eq!(report.value, value);
        // The game itself goes on from where it was.
        assert!(play(&mut agent, 0, 1).is_ok());
    }
    assert!(!Protocol::Gtp.knows_positions());
    let mut agent = faulty(Protocol::Gtp, "good");
    agent.begin(&game, 1);
    let failure = agent.think(&game, &position, &Limits::NONE).unwrap_err();
    assert!(
        failure.text.contains("moves, not of positions"),
        "{failure}"
    );
}

/// GTP plays the moves that it answers; when another one is played it hears of the whole
/// game again.
#[test]
fn a_move_that_was_not_played_is_taken_back() {
    let game = Othello::new();
    let mut agent = faulty(Protocol::Gtp, "good");
    agent.begin(&game, 1);
    let mut position = game.start();
    for _ in 0..20 {
        agent.think(&game, &position, &Limits::NONE).unwrap();
        let moves = game.legal_moves(&position);
        let last = moves[moves.len() - 1];
        agent.observe(&game, &position, last);
        game.play(&mut position, last);
    }
}

#[test]
fn a_real_program_plays_both_colours() {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(["/usr/games".into()]);
    let rhino = folders
        .map(|folder| folder.join("gtp-rhino"))
        .find(|program| program.exists())
        .expect("gtp-rhino is missing, which this test plays against: apt-get install grhino");
    let program = Program::new(Protocol::Gtp, &quoted(rhino.to_str().unwrap())).unwrap();
    let mut agent: ExternalAgent<Othello> = ExternalAgent::new(program);
    for seed in 0..8 {
        let plies = play(&mut agent, seed as usize % 2, seed);
        assert!(
            plies.as_ref().is_ok_and(|plies| *plies > 8),
            "game {seed}: {plies:?}"
        );
    }
    assert!(agent.title().is_some_and(|title| title.contains("Rhino")));
    let game = Othello::new();
    agent.begin(&game, 1);
    let clock = Clock::new("90500ms+100ms".parse().unwrap());
    let clock = Limits {
        clock: Some(clock),
        ..Limits::NONE
    };
    let mut position = game.start();
    for limits in [&clock, &clock, &Limits::time(Duration::from_millis(1500))] {
        let report = agent.think(&game, &position, limits).unwrap();
        agent.observe(&game, &position, report.best);
        game.play(&mut position, report.best);
    }
}

/// On a machine of another speed, programs are told the times of this one.
#[test]
fn times_are_told_as_the_clock_on_the_wall_has_them() {
    let name = format!("papan-told-{}", std::process::id());
    let told = env::temp_dir().join(name);
    let command = format!(
        "sh -c 'read line; echo \"$line\" > {}; echo e6'",
        told.display()
    );
    let game = Othello::new();
    let clock = Clock::new("60s".parse().unwrap());
    for (limits, expected) in [
        (Limits::time(Duration::from_secs(600)), r#""time":1200.0"#),
        (
            Limits {
                clock: Some(clock),
                ..Limits::NONE
            },
            r#""time_left":120.0"#,
        ),
    ] {
        let timekeeper = Timekeeper::new(2.0);
        let limits = limits.and_timekeeper(&timekeeper);
        let program = Program::new(Protocol::Json, &command).unwrap();
        let mut agent: ExternalAgent<Othello> = ExternalAgent::new(program);
        agent.begin(&game, 1);
        assert!(agent.think(&game, &game.start(), &limits).is_ok());
        let question = fs::read_to_string(&told).unwrap();
        assert!(question.contains(expected), "{question}");
        assert!(timekeeper.is_timed());
    }
    fs::remove_file(&told).unwrap();
}

/// A program that is not the one that was meant is not started, and nobody loses by it.
#[test]
fn another_checksum_is_trouble_of_the_machine() {
    let marker = env::temp_dir().join(format!("papan-started-{}", std::process::id()));
    let command = format!("/bin/sh -c 'touch {}'", marker.display());
    let sum = checksum::of_file("/bin/sh".as_ref()).unwrap();
    let ask = |sha256: String| {
        let program = Program::new(Protocol::Json, &command).unwrap();
        let mut agent: ExternalAgent<Othello> = ExternalAgent::new(Program {
            sha256: Some(sha256),
            ..program
        });
        let game = Othello::new();
        agent.begin(&game, 1);
        agent
            .think(&game, &game.start(), &Limits::NONE)
            .unwrap_err()
    };
    let failure = ask("0".repeat(64));
    assert_eq!(failure.fault, Fault::Machine, "{failure}");
    assert!(failure.text.contains(&sum) && !marker.exists(), "{failure}");
    // The right one is started, and ends without an answer.
    assert_eq!(ask(sum).fault, Fault::Crash);
    wait_until(|| marker.exists());
    fs::remove_file(&marker).unwrap();
}

/// What it takes is known of each game by itself, from its first question on.
#[cfg(target_os = "linux")]
#[test]
fn what_a_program_takes_is_counted_by_game() {
    let mut agent = faulty(Protocol::Gtp, "good");
    let game = Othello::new();
    for seed in 1..3 {
        agent.begin(&game, seed);
        assert_eq!(agent.processor_time(), Some(Duration::ZERO));
        agent.think(&game, &game.start(), &Limits::NONE).unwrap();
        let first = agent.processor_time().unwrap();
        assert!(first > Duration::ZERO);
        assert!(play(&mut agent, 0, seed).is_ok());
        // A whole game is dozens of such moves.
        assert!(agent.processor_time().unwrap() > first);
    }
}
