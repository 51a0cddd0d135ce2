//! How many questions a second a program can be asked: an engine that answers at once, asked
//! as a game asks, on two threads.
//!
//! `cargo run --release -p papan-protocol --example round_trips`

use papan_protocol::process::{Deadline, Process};
use std::{
    env, error,
    io::{self, BufRead, BufReader, Write},
    thread,
    time::{Duration, Instant},
};

const QUESTIONS: u32 = 50_000;
const THREADS: u32 = 2;

/// Answers every line, in one piece for those that came in one piece.
fn engine() -> io::Result<()> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = io::stdout().lock();
    let (mut line, mut answers) = (String::new(), String::new());
    while input.read_line(&mut line)? > 0 {
        answers += if line.starts_with("genmove") {
            "= F5\n\n"
        } else {
            "=\n\n"
        };
        line.clear();
        if input.buffer().is_empty() {
            output.write_all(answers.as_bytes())?;
            output.flush()?;
            answers.clear();
        }
    }
    Ok(())
}

fn ask() -> Result<(), Box<dyn error::Error + Send + Sync>> {
    let program = env::current_exe()?.to_string_lossy().into_owned();
    let mut process = Process::start(&[program, "engine".to_owned()], "quit\n")?;
    let deadline = Deadline::new(Duration::from_secs(600), None);
    for _ in 0..QUESTIONS {
        process.send("play w d3\ngenmove b\n", &deadline)?;
        for _ in 0..4 {
            process.line(&deadline)?;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn error::Error + Send + Sync>> {
    if env::args().nth(1).as_deref() == Some("engine") {
        return Ok(engine()?);
    }
    let begin = Instant::now();
    thread::scope(|scope| {
        let askers: Vec<_> = (0..THREADS).map(|_| scope.spawn(ask)).collect();
        let mut ended = askers.into_iter().map(|asker| asker.join());
        ended.try_for_each(|result| result.unwrap_or_else(|_| Err("a thread ended early".into())))
    })?;
    let rate = f64::from(QUESTIONS * THREADS) / begin.elapsed().as_secs_f64();
    writeln!(
        io::stdout(),
        "{rate:.0} questions a second on {THREADS} threads"
    )?;
    Ok(())
}
