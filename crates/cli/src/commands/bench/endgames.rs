//! `papan bench endgames`

use crate::{exit::Exit, input::mistake, output};
use anyhow::{Context, Result};
use clap::Args;
use papan_agents::{Playable, Solving, games};
use papan_core::{
    Record,
    files::{self, MOST_FOR_GAMES},
    formats::find_format,
    machine::processor_time,
};
use papan_search::{Limits, Value};
use serde::Serialize;
use std::{ops::RangeInclusive, path::PathBuf, str::FromStr};

/// Solve the endgames of a file and check the answers against it
///
/// The file has positions with the values of their moves, where these are known, such as the problems
/// of the French federation of Othello (OBF). Each is solved exactly; its value and its move must be the
/// best ones of the file. With one thread the nodes are the same on any machine.
#[derive(Args)]
#[command(after_help = "Examples:
  papan bench endgames othello fforum-40-59.obf --problems 1-10
  papan bench endgames othello fforum-40-59.obf --problems 1-10 --threads 2 --json")]
pub(super) struct Arguments {
    /// The game with its parameters
    game: String,

    /// The problems, in a format of the game that the name of the file ends in
    file: PathBuf,

    /// Only these problems of the file, counted from 1: one number, or FIRST-LAST
    #[arg(long, value_name = "RANGE")]
    problems: Option<Numbers>,

    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Write one JSON object: {"problems": [{"number", "plies", "move", "value", "expected", "right", "nodes",
    /// "seconds", "cpu_seconds"}], "right", "nodes", "seconds", "cpu_seconds"}
    #[arg(long)]
    json: bool,
}

/// Numbers of problems.
#[derive(Clone, Debug)]
struct Numbers(RangeInclusive<usize>);

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbers, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (first.trim().parse(), last.trim().parse()) {
            (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok(Numbers(first..=last)),
            _ => Err("write a number from 1 on, or FIRST-LAST, such as 1-10".to_owned()),
        }
    }
}

#[derive(Serialize)]
struct Report {
    problems: Vec<Problem>,
    /// How many of them have the answer of the file.
    right: usize,
    nodes: u64,
    seconds: f64,
    cpu_seconds: f64,
}

#[derive(Serialize)]
struct Problem {
    number: usize,
    /// How many plies ahead the end is.
    plies: u32,
    #[serde(rename = "move")]
    best: String,
    value: f64,
    /// The best value of the file, `null` when it has none.
    expected: Option<i32>,
    right: bool,
    nodes: u64,
    seconds: f64,
    cpu_seconds: f64,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let report = games::visit(&arguments.game, Solve(arguments))??;
    let wrong = report.problems.len() - report.right;
    if arguments.json {
        output::json(&report)?;
    } else {
        output::text(&format!(
            "{} solved, {} right: {} nodes, {:.2} s, {:.2} s of CPU, {:.1} million nodes/s of CPU",
            report.problems.len(),
            report.right,
            report.nodes,
            report.seconds,
            report.cpu_seconds,
            report.nodes as f64 / report.cpu_seconds.max(1e-9) / 1e6
        ))?;
    }
    match wrong {
        0 => Ok(()),
        _ => Exit::Rejected.end(format!("{wrong} answers are not those of the file")),
    }
}

struct Solve<'a>(&'a Arguments);

impl games::Visitor for Solve<'_> {
    type Output = Result<Report>;

    fn visit<G: Playable>(self, game: G) -> Result<Report> {
        let Solve(arguments) = self;
        let bytes = files::read(&arguments.file, MOST_FOR_GAMES)?;
        let format = arguments.file.extension().unwrap_or_default();
        let format = find_format(&game, &format.to_string_lossy())?;
        let records = format.read(&game, &bytes)?;
        let all = 1..=records.len();
        let Numbers(asked) = arguments.problems.clone().unwrap_or(Numbers(all.clone()));
        if records.is_empty() || asked.end() > all.end() {
            return mistake(format!(
                "{} has {} problems",
                arguments.file.display(),
                records.len()
            ));
        }
        let mut problems = Vec::new();
        for number in asked {
            let problem = solve(
                &game,
                number,
                &records[number - 1],
                arguments.threads as usize,
            )?;
            // People read each when it is there; some take minutes.
            if !arguments.json {
                output::text(&problem.line())?;
            }
            problems.push(problem);
        }
        Ok(Report {
            right: problems.iter().filter(|problem| problem.right).count(),
            nodes: problems.iter().map(|problem| problem.nodes).sum(),
            seconds: problems.iter().map(|problem| problem.seconds).sum(),
            cpu_seconds: problems.iter().map(|problem| problem.cpu_seconds).sum(),
            problems,
        })
    }
}

fn solve<G: Playable>(game: &G, number: usize, record: &Record, threads: usize) -> Result<Problem> {
    let position = record.first_position(game)?;
    if game.turn(&position).is_none() {
        return mistake(format!("problem {number}: the game is over"));
    }
    let asked = Solving {
        limits: Limits::NONE,
        threads,
        anyway: true,
        only_outcome: false,
    };
    let begin = processor_time();
    let report = game
        .solve_as(&position, &asked, &mut |_| {})
        .with_context(|| format!("problem {number}"))?;
    let cpu_seconds = (processor_time() - begin).as_secs_f64();
    let best = game.move_text(&position, report.best);
    let value = report.value.map_or(f64::NAN, Value::number);
    let expected = record.values.iter().map(|(_, value)| *value).max();
    let answer = record.values.iter().find(|(text, _)| *text == best);
    // Moves that the file does not name may be as good as its best one.
    let right = expected.is_none_or(|expected| value == f64::from(expected))
        && answer.is_none_or(|(_, value)| Some(*value) == expected);
    Ok(Problem {
        number,
        plies: report.depth,
        best,
        value,
        expected,
        right,
        nodes: report.nodes,
        seconds: report.time.as_secs_f64(),
        cpu_seconds,
    })
}

impl Problem {
    fn line(&self) -> String {
        let verdict = match (self.right, self.expected) {
            (false, Some(expected)) => format!("  WRONG: the file says {expected:+}"),
            _ => String::new(),
        };
        format!(
            "{:>3}  {:>2} plies  {:>+3} by {:<4}  {:>12} nodes  {:>8.3} s  {:>8.3} s of CPU{verdict}",
            self.number,
            self.plies,
            self.value,
            self.best,
            self.nodes,
            self.seconds,
            self.cpu_seconds
        )
    }
}
