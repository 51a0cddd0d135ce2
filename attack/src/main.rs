//! A hostile test of the built program, from outside: `cargo xtask attack`.
//!
//! It knows of Papan what everybody can know: commands, files, protocols, exit codes. What each promise
//! of docs/reliability.md rests on is a case here.

#![allow(clippy::print_stdout)] // a program that talks to the person at the terminal

mod cases;
mod confined;
mod ended;
mod engine;
mod ground;
mod processes;
mod program;
mod random;
mod rights;
mod round;
mod table;
mod web;

use round::Wanted;
use std::{env, process::ExitCode};

const HELP: &str = "\
A hostile test of the built program, from outside.

usage: cargo xtask attack [OPTIONS]

  --minutes N     how long it takes in all; 3 when not given. Every case is tried once at least
  --only NAME ... only these cases
  --list          the names of the cases, and what each tries
  --seed N        the seed of everything random; another one each day when not given
  --round N       the first round of every case, to repeat one that failed
  --program PATH  another program than the one that is built from here
  --json          the table as one JSON object
  --docs FILE     write the table between its marks in this page

Ends with 0 when nothing failed, 1 when something did, 2 when it was asked for something it does not
have. What cannot be tried on this machine is said, and never counts as survived. Everything is done in
a temporary folder and on loopback, and never with root's rights: who is root lends a small
file system and goes on as nobody.";

fn main() -> ExitCode {
    let words: Vec<String> = env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    match words.first().map(String::as_str) {
        // What the attack starts itself as.
        Some("engine") => {
            return match engine::play(&words[1..]) {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => ExitCode::FAILURE,
            };
        }
        Some("stay") => {
            engine::stay(words.len() > 1);
            return ExitCode::SUCCESS;
        }
        Some("confined") => {
            let mut rest = env::args_os();
            rest.nth(1);
            let problem = confined::become_program(rest);
            eprintln!("the attack cannot start the program: {problem:?}");
            return ExitCode::from(99);
        }
        Some("--help" | "-h" | "help") => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    match Wanted::read(&words).and_then(|wanted| wanted.carry_out(&words)) {
        Ok(code) => code,
        Err(problem) => {
            eprintln!("error: {problem}\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}
