//! `papan new-agent`

use crate::output;
use anyhow::Result;
use clap::{Args, ValueEnum};
use papan_protocol::process::quoted;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Write a complete agent of one's own, to begin from
///
/// It is asked in lines of JSON and plays every game at once; docs/engines.md has the fields.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The language it is written in
    language: Language,

    /// Where to write it
    file: PathBuf,

    /// Replace a file that is already there
    #[arg(long)]
    force: bool,

    /// Write one JSON object: {"file", "build", "agent"}, "build" being the command that
    /// compiles it, or null, and "agent" what to name it by
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Written<'a> {
    file: &'a Path,
    build: Option<String>,
    agent: String,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    /// Python 3, with nothing but its standard library
    Python,
    /// Rust, one file without dependencies
    Rust,
}

/// What Python is called where it was installed as usual.
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let text = match arguments.language {
        Language::Python => include_str!("../templates/agent.py"),
        Language::Rust => include_str!("../templates/agent.rs"),
    };
    let file = &arguments.file;
    output::file(file, text.as_bytes(), arguments.force)?;
    let word = |path: &Path| quoted(&path.to_string_lossy());
    let (build, command) = match arguments.language {
        Language::Python => (None, format!("{PYTHON} {}", word(file))),
        Language::Rust => {
            let program = match file.with_extension("") {
                // A program of the same name would be the file itself.
                program if program == *file => file.with_extension("out"),
                program => program,
            };
            let program = match program.is_absolute() {
                true => program,
                false => Path::new(".").join(program),
            };
            let build = format!("rustc -O {} -o {}", word(file), word(&program));
            (Some(build), word(&program))
        }
    };
    let agent = format!("json:{command}");
    if arguments.json {
        return output::json(&Written { file, build, agent });
    }
    let build = build.map_or_else(String::new, |build| build + "\n");
    // The shell into which it is pasted reads the quotes of the command once more.
    let agent = quoted(&agent);
    output::text(&format!(
        "{} is an agent that plays every game. Try it:\n\n{build}\
         papan best othello {agent}\n\
         papan match othello {agent} random --games 20\n\
         papan engine-check othello {agent}",
        file.display()
    ))
}
