//! The program: argument parsing and wiring only.

mod arena;
mod commands;
mod elsewhere;
mod equal_cpu;
mod exit;
mod input;
mod interrupt;
mod output;
mod standings;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use exit::Exit;
use std::process::ExitCode;

/// Play, measure and solve abstract board games.
///
/// A game is named with its parameters, as in `othello`, `othello:size=6` or
/// `congklak:holes=5,seeds=3`; `papan games` lists all of them. An agent is named the same
/// way, as in `level:5` or `minimax:depth=4`; `papan agents` lists those. Without a command
/// the web app is started, as by `papan serve`.
#[derive(Parser)]
#[command(name = "papan", version = env!("PAPAN_VERSION"))]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The commands, each with its module in `commands`.
macro_rules! commands {
    ($($command:ident $module:ident,)*) => {
        #[derive(Subcommand)]
        enum Command {
            // In boxes, because some have many more words than others.
            $($command(Box<commands::$module::Arguments>),)*
        }

        fn run(command: Command) -> anyhow::Result<()> {
            match command {
                $(Command::$command(arguments) => commands::$module::run(&arguments),)*
            }
        }
    };
}

commands! {
    Serve serve,
    Games games,
    Agents agents,
    Levels levels,
    Show show,
    Best best,
    Solve solve,
    Trace trace,
    Match matches,
    Tournament tournament,
    Work work,
    Workers workers,
    Ledger ledger,
    Report report,
    Engine engine,
    EngineCheck engine_check,
    Engines engines,
    NewAgent new_agent,
    Papers papers,
    Perft perft,
    Playouts playouts,
    Convert convert,
    Bench bench,
}

fn main() -> ExitCode {
    // Before anything else: this may be the guard of an engine.
    if let Some(code) = papan_protocol::process::guard() {
        return code;
    }
    papan_arena::versions::set_program(env!("PAPAN_VERSION"));
    let matches = with_exit_codes(Arguments::command()).get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let result = input::check_levels().and_then(|()| match arguments.command {
        None => commands::serve::run(&Default::default()),
        Some(command) => run(command),
    });
    let exit = match result {
        Ok(()) => Exit::Done,
        Err(error) if output::is_closed(&error) => Exit::Done,
        Err(error) => {
            let text = format!("{error:#}");
            if !text.is_empty() {
                output::note(&format!("error: {text}"));
            }
            Exit::of(&error)
        }
    };
    ExitCode::from(exit as u8)
}

/// The help of every command ends with the exit codes.
fn with_exit_codes(command: clap::Command) -> clap::Command {
    let own = command.get_after_help();
    let own = own.map_or(String::new(), |help| format!("{help}\n\n"));
    let help = format!("{own}{}", Exit::help());
    command.after_help(help).mut_subcommands(with_exit_codes)
}
