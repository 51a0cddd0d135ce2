//! `papan engine-check`

use crate::{
    exit::Exit,
    input::{EnginesArguments, mistake},
    interrupt, output,
};
use anyhow::Result;
use clap::Args;
use papan_agents::{Playable, agents, games};
use papan_protocol::{
    check::{self, Check, CheckVerdict},
    client::Protocol,
};
use serde::Serialize;

/// Tell the author of an engine what it does right and wrong
///
/// Starts the engine many times and tries what match programs and boards do: odd spacing,
/// unknown commands, illegal moves, whole games, the end. Ends with 1 when something is wrong.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game with its parameters (papan games lists them)
    game: String,

    /// The command that starts the engine, as in "./engine --level 3", or an agent such as
    /// gtp:move=5s,./engine
    command: String,

    /// Its protocol: gtp, nboard, ugi or json
    #[arg(long, value_name = "PROTOCOL")]
    protocol: Option<Protocol>,

    #[command(flatten)]
    engines: EnginesArguments,

    /// Write one JSON object: {"game", "command", "protocol", "right", "notes", "wrong",
    /// "checks": [{"name", "verdict", "text", "dialogue"}]}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Found {
    game: String,
    command: String,
    protocol: &'static str,
    right: usize,
    notes: usize,
    wrong: usize,
    checks: Vec<Check>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.engines.read_if_named()?;
    interrupt::end_at_once();
    let found = games::visit(&arguments.game, Ask(arguments))??;
    if arguments.json {
        output::json(&found)?;
    } else {
        let Found {
            right,
            notes,
            wrong,
            ..
        } = found;
        output::text(&format!(
            "{right} right, {notes} worth a note, {wrong} wrong"
        ))?;
    }
    match found.wrong {
        0 => Ok(()),
        1 => Exit::Rejected.end("1 check failed"),
        wrong => Exit::Rejected.end(format!("{wrong} checks failed")),
    }
}

struct Ask<'a>(&'a Arguments);

impl games::Visitor for Ask<'_> {
    type Output = Result<Found>;

    fn visit<G: Playable>(self, game: G) -> Result<Found> {
        let Ask(arguments) = self;
        let command = &arguments.command;
        let program = match (agents::program(&game, command)?, arguments.protocol) {
            (Some(program), None) => program,
            (Some(program), Some(protocol)) if program.protocol == protocol => program,
            (Some(program), Some(protocol)) => {
                let other = program.protocol;
                return mistake(format!(
                    "the command begins with {other}: and --protocol says {protocol}; one is enough"
                ));
            }
            (None, protocol) => {
                let protocol = protocol.unwrap_or(Protocol::Gtp);
                let text = format!("{protocol}:{command}");
                match agents::program(&game, &text)? {
                    Some(program) => program,
                    None => return mistake(format!("'{command}' is no command")),
                }
            }
        };
        let mut written = Ok(());
        let checks = check::check(&game, &program, &mut |check| {
            if !arguments.json && written.is_ok() {
                written = output::text(&lines(check));
            }
        })?;
        written?;
        let count = |verdict| {
            checks
                .iter()
                .filter(|check| check.verdict == verdict)
                .count()
        };
        Ok(Found {
            game: game.name(),
            command: command.clone(),
            protocol: program.protocol.name(),
            right: count(CheckVerdict::Right),
            notes: count(CheckVerdict::Note),
            wrong: count(CheckVerdict::Wrong),
            checks,
        })
    }
}

/// A check in lines: the verdict, what is wrong, and what was said.
fn lines(check: &Check) -> String {
    let verdict = match check.verdict {
        CheckVerdict::Right => "right",
        CheckVerdict::Note => "note ",
        CheckVerdict::Wrong => "WRONG",
    };
    let mut text = format!("{verdict}  {}\n", check.name);
    if let Some(problem) = &check.text {
        text += &format!("       {problem}\n");
    }
    if check.verdict == CheckVerdict::Wrong {
        // The last lines are those in which it went wrong.
        let from = check.dialogue.len().saturating_sub(20);
        for line in &check.dialogue[from..] {
            text += &format!("         {line}\n");
        }
    }
    text
}
