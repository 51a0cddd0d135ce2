//! Checking programs: what is right is not complained about, and faults are found.

use papan_othello::Othello;
use papan_protocol::{
    check::{Check, CheckVerdict, check},
    client::{Program, Protocol},
};
use std::time::Duration;

fn found(protocol: Protocol, command: &str) -> Vec<Check> {
    let mut program = Program::new(protocol, command).unwrap();
    program.move_timeout = Duration::from_secs(10);
    let mut seen = 0;
    let checks = check(&Othello::new(), &program, &mut |_| seen += 1).unwrap();
    assert_eq!(seen, checks.len());
    checks
}

fn faulty(protocol: Protocol, fault: &str) -> Vec<Check> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/faulty.py");
    found(
        protocol,
        &format!("python3 -S '{script}' {protocol} {fault}"),
    )
}

/// The names of those that are wrong, with what is said of them.
fn wrong(checks: &[Check]) -> Vec<(&'static str, String)> {
    let wrong = checks
        .iter()
        .filter(|check| check.verdict == CheckVerdict::Wrong);
    wrong
        .map(|check| (check.name, check.text.clone().unwrap_or_default()))
        .collect()
}

fn nothing_is_wrong(protocol: Protocol) {
    let checks = faulty(protocol, "good");
    assert!(checks.len() > 10, "{protocol}");
    assert_eq!(wrong(&checks), [], "{protocol}");
}

#[test]
fn a_good_program_of_gtp_has_nothing_wrong() {
    nothing_is_wrong(Protocol::Gtp);
}

#[test]
fn a_good_program_of_nboard_has_nothing_wrong() {
    nothing_is_wrong(Protocol::NBoard);
}

#[test]
fn a_good_program_of_ugi_has_nothing_wrong() {
    nothing_is_wrong(Protocol::Ugi);
}

#[test]
fn a_program_that_does_not_start_is_not_asked_further() {
    for (command, words) in [
        ("no-such-program", "there is no program 'no-such-program'"),
        ("false", "it ended with exit code 1"),
    ] {
        let checks = found(Protocol::Gtp, command);
        let [only] = &checks[..] else {
            panic!("{checks:?}");
        };
        assert_eq!(only.verdict, CheckVerdict::Wrong);
        assert_eq!(only.text.as_deref(), Some(words));
    }
}

#[test]
fn an_illegal_move_late_in_a_game_is_found_and_shown() {
    let checks = faulty(Protocol::Json, "illegal 9");
    let [(name, text)] = &wrong(&checks)[..] else {
        panic!("{checks:?}");
    };
    assert!(name.starts_with("whole games"));
    assert!(
        text.contains("after 16 moves") && text.contains("answered 'a1'"),
        "{text}"
    );
    let check = checks.iter().find(|check| check.name == *name).unwrap();
    let last = &check.dialogue[check.dialogue.len() - 2..];
    assert!(last[0].starts_with("> {\"game\":\"othello\""), "{last:?}");
    assert_eq!(last[1], "< a1");
}

#[test]
fn a_crash_is_shown_with_the_last_errors() {
    let checks = found(Protocol::Json, "sh -c 'read line; echo oops >&2; exit 7'");
    let text = checks[0].text.as_deref();
    assert_eq!(
        text,
        Some("it ended with exit code 7; its last errors: oops")
    );
}

/// A program that answers every line with the same greeting is wrong in many ways.
#[test]
fn a_parrot_is_found_out() {
    let parrot = "sh -c 'while read line; do echo \"= parrot\"; echo; done'";
    let checks = found(Protocol::Gtp, parrot);
    let names: Vec<&str> = wrong(&checks).iter().map(|(name, _)| *name).collect();
    for name in [
        "it lists its commands",
        "an unknown command is an error, and it goes on",
        "empty lines are skipped",
        "lines of comment are skipped",
        "a command with a number is answered with it",
        "it chooses a legal first move",
        "quit as the very first command ends it",
    ] {
        assert!(names.contains(&name), "{name} is not among {names:?}");
    }
    assert!(!names.contains(&"it starts and answers in time"));
    assert!(!names.contains(&"the end of its input ends it"));
}
