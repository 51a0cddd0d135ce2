//! The native side of what is compared with WebAssembly.
#![allow(clippy::print_stdout)]

use papan_wasm::{games, speed};
use std::{env, process::ExitCode};

const HELP: &str = "\
The same work natively and in WebAssembly: this program does it natively.

usage:
  papan-wasm games [GAME]  plays the games that are compared, and writes them: the game, the agent,
                           the seed and the moves, with tabs between them
  papan-wasm speed [WORD]  measures rules and searches: what, how many nodes, and how many a second

The same in WebAssembly, compared with what was written: node wasm/compare.mjs";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["games"] => record(""),
        ["games", game] => record(game),
        ["speed"] => measure(""),
        ["speed", word] => measure(word),
        _ => {
            println!("{HELP}");
            return match words[..] {
                ["--help" | "-h" | "help"] => ExitCode::SUCCESS,
                _ => ExitCode::from(2),
            };
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Plays games whose names begin so.
fn record(beginning: &str) -> Result<(), String> {
    for (seed, task) in (1..).zip(games::all()) {
        if task.game.starts_with(beginning) {
            let games::Task { game, agent, games } = &task;
            for moves in games::play(game, agent, *games, seed)? {
                println!("{game}\t{agent}\t{seed}\t{moves}");
            }
        }
    }
    Ok(())
}

/// Measures what has the word in its name.
fn measure(word: &str) -> Result<(), String> {
    for piece in speed::all() {
        let name = piece.name();
        if name.contains(word) {
            let (counted, rate) = piece.measure()?;
            println!("{name}\t{counted}\t{rate:.0}");
        }
    }
    Ok(())
}
