//! `papan engines`

use crate::{
    exit::Exit,
    input::{EnginesArguments, mistake},
    output,
};
use anyhow::Result;
use clap::Args;
use papan_agents::engines::Engine;
use papan_core::spec::time_text;
use papan_protocol::client::Protocol;
use serde::Serialize;

/// List the engines that engines.toml names, and whether their programs are right
///
/// Agents call them engine:NAME. A program is right when it is there and has the checksum that its
/// entry says. Ends with 1 when one is not.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    engines: EnginesArguments,

    /// Print an entry for the program of this command, with its checksum, to put into engines.toml
    #[arg(long, value_name = "COMMAND")]
    sum: Option<String>,

    /// What the program of --sum speaks: gtp, nboard, ugi or json
    #[arg(long, value_name = "PROTOCOL", default_value_t = Protocol::Gtp, requires = "sum")]
    protocol: Protocol,

    /// Write one JSON object: {"file", "engines": [{"name", "protocol", "command", "sha256", "start",
    /// "move", "program", "problem"}]}; "program" is where it was found, "problem" is null when it is
    /// right
    #[arg(long, conflicts_with = "sum")]
    json: bool,
}

#[derive(Serialize)]
struct List<'a> {
    file: Option<String>,
    engines: Vec<Listed<'a>>,
}

#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    protocol: &'static str,
    command: &'a str,
    sha256: &'a str,
    start: String,
    #[serde(rename = "move")]
    move_timeout: String,
    program: Option<String>,
    problem: Option<String>,
}

impl<'a> Listed<'a> {
    fn of(engine: &'a Engine) -> Listed<'a> {
        Listed {
            name: &engine.name,
            protocol: engine.protocol.name(),
            command: &engine.command,
            sha256: &engine.sha256,
            start: time_text(engine.start),
            move_timeout: time_text(engine.move_timeout),
            program: engine.path().ok().map(|path| path.display().to_string()),
            problem: engine.check().err(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if let Some(command) = &arguments.sum {
        return match Engine::entry(arguments.protocol, command) {
            Ok(entry) => output::text(entry.trim_end()),
            Err(problem) => mistake(problem),
        };
    }
    let engines = arguments.engines.read()?;
    let list = List {
        file: engines.path.as_ref().map(|path| path.display().to_string()),
        engines: engines.all.iter().map(Listed::of).collect(),
    };
    if arguments.json {
        output::json(&list)?;
    } else {
        output::text(text(&list).trim_end())?;
    }
    let wrong = list
        .engines
        .iter()
        .filter(|of| of.problem.is_some())
        .count();
    match wrong {
        0 => Ok(()),
        1 => Exit::Rejected.end("1 engine is not right"),
        wrong => Exit::Rejected.end(format!("{wrong} engines are not right")),
    }
}

fn text(list: &List<'_>) -> String {
    let Some(file) = &list.file else {
        return "no engines are named here: there is no engines.toml".to_owned();
    };
    if list.engines.is_empty() {
        return format!("{file} names no engines");
    }
    let width = list
        .engines
        .iter()
        .map(|of| of.name.len())
        .max()
        .unwrap_or(0);
    let line = |of: &Listed<'_>| {
        let verdict = if of.problem.is_some() {
            "WRONG"
        } else {
            "right"
        };
        let problem = of.problem.iter().map(|text| format!("       {text}\n"));
        let problem: String = problem.collect();
        format!(
            "{verdict}  engine:{:width$}  {:6}  {}\n{problem}",
            of.name, of.protocol, of.command
        )
    };
    list.engines.iter().map(line).collect()
}
