//! Engines that do one thing wrong: this program, started as the engine of another.
//!
//! `engine PROTOCOL FAULT WHEN`: `WHEN` is `start`, or `move` for the first move that is asked for.

use serde_json::Value;
use std::{
    env,
    io::{self, BufRead, Write},
    os::unix::process::CommandExt,
    process::{self, Command, Stdio},
    thread,
    time::Duration,
};

/// What an engine may do wrong.
pub(crate) const FAULTS: &[&str] = &[
    "exit", "garbage", "bytes", "endless", "silence", "deaf", "close", "hold", "fork", "session",
    "flood", "control", "twice", "illegal", "chatter", "ignore", "empty", "nul",
];

/// What a person at a terminal must never get from an engine as it is: it would change the title of
/// the window, clear the screen, and turn the rest of the line around.
pub(crate) const RAW: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}gnorw";

/// Plays as the words say, until its input ends.
pub(crate) fn play(words: &[String]) -> io::Result<()> {
    let word = |place: usize| words.get(place).map_or("", String::as_str);
    let engine = Engine {
        protocol: word(0),
        fault: word(1),
    };
    if word(2) == "start" {
        engine.go_wrong()?;
    }
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let is_question = match engine.protocol {
            "gtp" => line.contains("genmove"),
            "json" => true,
            _ => line.split_whitespace().next() == Some("go"),
        };
        if is_question && word(2) == "move" {
            engine.go_wrong()?;
        }
        engine.answer(&line)?;
    }
    if engine.fault == "ignore" {
        sleep();
    }
    Ok(())
}

/// For ever, as far as anybody cares; a forgotten one ends by itself one day.
fn sleep() {
    thread::sleep(Duration::from_secs(900));
}

/// What a child does: it stays, in a session of its own where that is asked for.
pub(crate) fn stay(own_session: bool) {
    if own_session {
        let _ = rustix::process::setsid();
    }
    sleep();
}

struct Engine<'a> {
    protocol: &'a str,
    fault: &'a str,
}

impl Engine<'_> {
    fn go_wrong(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match self.fault {
            "exit" => {
                eprintln!("no licence found");
                process::exit(3);
            }
            "garbage" => {
                for number in 0..1000 {
                    writeln!(out, "garbage {number} \u{7}\u{1b}[31m <b>")?;
                }
            }
            "bytes" => {
                let bytes: Vec<u8> = (0..100_000_u32)
                    .map(|at| ((at * 7919) >> 5) as u8)
                    .collect();
                out.write_all(&bytes)?;
            }
            "nul" => out.write_all(&[0; 4096])?,
            "endless" => loop {
                out.write_all(&[b'x'; 4096])?;
            },
            "silence" => {
                for line in io::stdin().lock().lines() {
                    drop(line);
                }
                process::exit(0);
            }
            "deaf" => sleep(),
            "close" => {
                // Whoever becomes a program without an output has closed it.
                let error = again(&["engine", self.protocol, "deaf", "start"])?
                    .stdout(Stdio::null())
                    .exec();
                return Err(error);
            }
            "hold" => {
                again(&["stay"])?.spawn()?;
                process::exit(0);
            }
            "fork" => {
                for _ in 0..5 {
                    again(&["stay"])?.spawn()?;
                }
                sleep();
            }
            "session" => {
                let mut child = again(&["stay", "session"])?;
                child.stdin(Stdio::null());
                child.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
            }
            "flood" => {
                for _ in 0..100_000 {
                    out.write_all(b"line after line after line\n")?;
                }
            }
            "chatter" => {
                let line = [b"chatter ".repeat(100), b"\n".to_vec()].concat();
                for _ in 0..4000 {
                    io::stderr().write_all(&line)?;
                }
            }
            "empty" => out.write_all(&b"\n".repeat(10_000))?,
            "control" => eprintln!("{RAW}"),
            _ => {}
        }
        out.flush()
    }

    fn answer(&self, line: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let name = match self.fault {
            "control" => RAW,
            // What a spreadsheet would take for a formula.
            "formula" => "=HYPERLINK(\"http://x\")",
            _ => "Faulty",
        };
        let text = match self.protocol {
            "gtp" => {
                let mut words = line.split_whitespace();
                let first = words.next().unwrap_or("");
                let (id, command) = match first.bytes().all(|byte| byte.is_ascii_digit()) {
                    true => (first, words.next().unwrap_or("")),
                    false => ("", first),
                };
                let reply = match command {
                    "list_commands" => "list_commands\nname\nversion\nclear_board\nplay\ngenmove",
                    "name" => name,
                    "genmove" => self.illegal(),
                    _ => "",
                };
                format!("={id} {reply}\n\n")
            }
            "ugi" => match line.split_whitespace().next() {
                Some("ugi") => format!("id name {name}\nugiok\n"),
                Some("isready") => "readyok\n".to_owned(),
                Some("go") => format!("bestmove {}\n", self.illegal()),
                Some("quit") if self.fault != "ignore" => process::exit(0),
                _ => String::new(),
            },
            "nboard" => match line.split_once(' ').unwrap_or((line, "")) {
                ("nboard", _) => format!("set myname {name}\n"),
                ("ping", number) => format!("pong {number}\n"),
                ("go", _) => format!("=== {}\n", self.illegal()),
                _ => String::new(),
            },
            _ => self.answer_json(line),
        };
        for _ in 0..if self.fault == "twice" { 2 } else { 1 } {
            out.write_all(text.as_bytes())?;
        }
        out.flush()
    }

    /// What is no move. Only lines of JSON tell what is legal, so that only there whole games can be
    /// played.
    fn illegal(&self) -> &str {
        match self.fault {
            "control" => RAW,
            _ => "a1",
        }
    }

    fn answer_json(&self, line: &str) -> String {
        let asked: Value = serde_json::from_str(line).unwrap_or_default();
        let chosen = match self.fault {
            "illegal" | "control" => Value::from(self.illegal()),
            _ => asked["legal_moves"][0].clone(),
        };
        if self.fault == "slow" {
            thread::sleep(Duration::from_millis(20));
        }
        format!("{}\n", serde_json::json!({ "move": chosen }))
    }
}

/// This program once more.
fn again(words: &[&str]) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.args(words);
    Ok(command)
}
