//! The tasks of the project, so that nobody has to remember commands: `cargo xtask help`.

#![allow(clippy::print_stdout)] // a program that talks to the person at the terminal

mod checks;
mod dist;
mod elsewhere;
mod layers;
mod newcomer;
mod python;
mod site;
mod targets;
mod tools;
mod wasm;

use checks::{CHECKS, Check, Done, Extent};
use std::{env, path::PathBuf, process::ExitCode, time::Duration, time::Instant};

const HELP: &str = "\
The tasks of Papan.

usage:
  cargo xtask help                   this text
  cargo xtask test                   every check, in order; stops at the first that fails
  cargo xtask test --all             the same with what is slow and rarely breaks
  cargo xtask test --only CHECK ...  only these, in the order of the list; --all may stand before it
  cargo xtask test --list            the names of the checks, and what --all adds to them
  cargo xtask attack                 a hostile test of the built program, from outside: attack --help
  cargo xtask wheel                  the Python package as a file that pip installs, into python/dist/
  cargo xtask site                   the page without a server, for any file server: site --help
  cargo xtask wasm-speed             rules and searches natively and in WebAssembly, side by side
  cargo xtask dist [TARGET ...]      what others download, into target/packages/, each unpacked and run once;
                                     --profile NAME before the targets for another profile than dist
  cargo xtask screenshots            pictures of every page of the web app, into screenshots/

What the checks need is installed when it is missing: rustfmt and clippy by rustup, cargo-deny and
cargo-fuzz by cargo, for WebAssembly the compiler's part by rustup, wasm-bindgen by cargo and binaryen by npm,
TypeScript and axe-core by npm, Python's packages by pip into
target/python, and by apt-get, where that is allowed, a C++
compiler, Node.js, Chromium with its driver, an engine to play against, compilers for other systems,
Wine and an emulator.";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        ["test", "--list"] => {
            list();
            ExitCode::SUCCESS
        }
        ["screenshots"] => screenshots(),
        ["wheel"] => wheel(),
        ["wasm-speed"] => wasm_speed(),
        ["dist", ref words @ ..] => done(enter_project().and_then(|()| dist::dist(words))),
        ["attack", ref words @ ..] => attack(words),
        ["site", ref words @ ..] => done(enter_project().and_then(|()| site::build(words))),
        ["test"] => test(Extent::Everyday, &[]),
        ["test", "--all"] => test(Extent::All, &[]),
        ["test", "--only", ref names @ ..] if !names.is_empty() => test(Extent::Everyday, names),
        ["test", "--all", "--only", ref names @ ..] if !names.is_empty() => {
            test(Extent::All, names)
        }
        _ => wrong_usage(&format!("'{}' is no task", words.join(" "))),
    }
}

/// What is in which suite.
fn list() {
    println!("cargo xtask test");
    for check in CHECKS {
        println!("  {:<8} {}", check.name, check.summary);
    }
    println!("cargo xtask test --all: the same, and");
    for (check, slow) in slow_parts(CHECKS) {
        println!("  {:<8} {slow}", check.name);
    }
}

/// The checks of which a part is left to `--all`, with what that is.
fn slow_parts<'a>(
    checks: impl IntoIterator<Item = &'a Check>,
) -> impl Iterator<Item = (&'a Check, &'static str)> {
    let slow = |check: &'a Check| Some((check, check.slow?));
    checks.into_iter().filter_map(slow)
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
    done(enter_project().and_then(|()| checks::screenshots()))
}

/// Builds the Python package.
fn wheel() -> ExitCode {
    done(enter_project().and_then(|()| python::wheel()))
}

/// Compares how fast rules and searches are natively and in WebAssembly.
fn wasm_speed() -> ExitCode {
    done(enter_project().and_then(|()| wasm::speed()))
}

fn done(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Attacks the program with these words behind `attack`. Its exit code is that of the attack.
fn attack(words: &[&str]) -> ExitCode {
    match enter_project().and_then(|()| checks::attack(words)) {
        Ok(code) => ExitCode::from(code),
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Runs checks until one fails, and says at the end what each of them took and what was left
/// to `--all`. Without names all of them are run.
fn test(extent: Extent, names: &[&str]) -> ExitCode {
    let unknown = |name: &&&str| !CHECKS.iter().any(|check| check.name == **name);
    if let Some(unknown) = names.iter().find(unknown) {
        return wrong_usage(&format!("there is no check '{unknown}'"));
    }
    if let Err(problem) = enter_project() {
        eprintln!("error: {problem}");
        return ExitCode::FAILURE;
    }
    let chosen = |check: &&Check| names.is_empty() || names.contains(&check.name);
    let checks: Vec<&Check> = CHECKS.iter().filter(chosen).collect();
    let begin = Instant::now();
    let mut summary = Vec::new();
    for (index, check) in checks.iter().enumerate() {
        println!(
            "\n=== {}/{} {}: {} ===",
            index + 1,
            checks.len(),
            check.name,
            check.summary
        );
        let start = Instant::now();
        let result = (check.run)(extent);
        let time = seconds(start.elapsed());
        match result {
            Ok(Done::Passed) => summary.push(format!("{} {time}", check.name)),
            Ok(Done::NotRun(reason)) => {
                println!("{} was NOT RUN: {reason}", check.name);
                summary.push(format!("{} NOT RUN", check.name));
            }
            Err(problem) => {
                summary.push(format!("{} FAILED after {time}", check.name));
                eprintln!("\nerror: {problem}");
                println!("\nxtask test failed: {}", summary.join(", "));
                return ExitCode::FAILURE;
            }
        }
    }
    let time = seconds(begin.elapsed());
    println!("\nxtask test passed in {time}: {}", summary.join(", "));
    let left: Vec<String> = slow_parts(checks)
        .map(|(check, slow)| format!("{}: {slow}", check.name))
        .collect();
    if extent == Extent::Everyday && !left.is_empty() {
        println!("left to `cargo xtask test --all`: {}", left.join("; "));
    }
    ExitCode::SUCCESS
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
