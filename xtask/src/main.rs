//! The tasks of the project, so that nobody has to remember commands: `cargo xtask help`.

#![allow(clippy::print_stdout)] // a program that talks to the person at the terminal

mod steps;
mod tools;

use std::{env, path::PathBuf, process::ExitCode, time::Duration, time::Instant};
use steps::{Done, STEPS, Step};

const HELP: &str = "\
The tasks of Papan.

usage:
  cargo xtask help                  this text
  cargo xtask test                  every check, in order; stops at the first that fails
  cargo xtask test --only STEP ...  only these, in the order of the list
  cargo xtask test --list           the names of the checks
  cargo xtask screenshots           pictures of every page of the web app, into screenshots/

What the checks need is installed when it is missing: rustfmt and clippy by rustup, cargo-deny and
cargo-fuzz by cargo, TypeScript and axe-core by npm, and by apt-get, where that is allowed, a C++
compiler, Node.js, Chromium with its driver and an engine to play against.";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        ["test", "--list"] => {
            for step in STEPS {
                println!("{:<8} {}", step.name, step.summary);
            }
            ExitCode::SUCCESS
        }
        ["screenshots"] => screenshots(),
        ["test"] => test(STEPS.iter().collect()),
        ["test", "--only", ref names @ ..] if !names.is_empty() => {
            match names
                .iter()
                .find(|name| !STEPS.iter().any(|step| step.name == **name))
            {
                Some(unknown) => wrong_usage(&format!("there is no check '{unknown}'")),
                None => test(
                    STEPS
                        .iter()
                        .filter(|step| names.contains(&step.name))
                        .collect(),
                ),
            }
        }
        _ => wrong_usage(&format!("'{}' is no task", words.join(" "))),
    }
}

fn wrong_usage(problem: &str) -> ExitCode {
    eprintln!("error: {problem}\n\n{HELP}");
    ExitCode::from(2)
}

/// Goes to the project's folder, from which everything is done.
fn enter_project() -> Result<(), String> {
    // Cargo says where the package is; the project is the folder around it.
    let package = env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    env::set_current_dir(PathBuf::from(package).join(".."))
        .map_err(|error| format!("cannot enter the project's folder: {error}"))
}

fn screenshots() -> ExitCode {
    match enter_project().and_then(|()| steps::screenshots()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Runs checks until one fails, and says at the end what each of them took.
fn test(steps: Vec<&Step>) -> ExitCode {
    if let Err(problem) = enter_project() {
        eprintln!("error: {problem}");
        return ExitCode::FAILURE;
    }
    let mut summary = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        println!(
            "\n=== {}/{} {}: {} ===",
            index + 1,
            steps.len(),
            step.name,
            step.summary
        );
        let start = Instant::now();
        let result = (step.run)();
        let time = seconds(start.elapsed());
        match result {
            Ok(Done::Passed) => summary.push(format!("{} {time}", step.name)),
            Ok(Done::NotRun(reason)) => {
                println!("{} was NOT RUN: {reason}", step.name);
                summary.push(format!("{} NOT RUN", step.name));
            }
            Err(problem) => {
                summary.push(format!("{} FAILED after {time}", step.name));
                eprintln!("\nerror: {problem}");
                println!("\nxtask test failed: {}", summary.join(", "));
                return ExitCode::FAILURE;
            }
        }
    }
    println!("\nxtask test passed: {}", summary.join(", "));
    ExitCode::SUCCESS
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
