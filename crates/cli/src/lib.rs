//! The program: argument parsing and wiring only. `main.rs` is a call of [`run_program`], and so is
//! the program that the Python package brings.

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
use std::ffi::OsString;

/// Play, measure and solve abstract board games.
///
/// A game is named with its parameters, as in `othello`, `othello:size=6` or
/// `congklak:holes=5,seeds=3`; `papan games` lists all of them. An agent is named the same
/// way, as in `level:5` or `minimax:depth=4`; `papan agents` lists those. Without a command
/// the web app is started, as by `papan serve`.
#[derive(Parser)]
#[command(name = "papan", version = VERSION, long_version = LONG_VERSION)]
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
    Review review,
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
    Completions completions,
    Manual manual,
}

/// Runs the program with the arguments behind its name, and says with which exit code it ends.
/// Mistakes in the arguments end the process, as do questions for help.
pub fn run_program(arguments: Vec<OsString>) -> u8 {
    papan_arena::versions::set_program(VERSION, BUILD);
    let words = [OsString::from("papan")].into_iter().chain(arguments);
    let matches = command().get_matches_from(words);
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
    exit as u8
}

/// The version, with the commit that it is built from where that is known.
pub const VERSION: &str = env!("PAPAN_VERSION");

/// How it was built: the profile, the target and the compiler.
pub const BUILD: &str = env!("PAPAN_BUILD");

/// What `papan --version` says; `papan -V` says the first line.
const LONG_VERSION: &str = concat!(env!("PAPAN_VERSION"), "\nbuild: ", env!("PAPAN_BUILD"));

/// The program's words, as they are parsed and as completions and the manual have them.
fn command() -> clap::Command {
    with_exit_codes(Arguments::command())
}

/// The help of every command ends with the exit codes.
fn with_exit_codes(command: clap::Command) -> clap::Command {
    let own = command.get_after_help();
    let own = own.map_or(String::new(), |help| format!("{help}\n\n"));
    let help = format!("{own}{}", Exit::help());
    command.after_help(help).mut_subcommands(with_exit_codes)
}
