//! The program: argument parsing and wiring only.

mod arena;
mod commands;
mod input;
mod output;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Play, measure and solve abstract board games.
///
/// A game is named with its parameters, as in `othello`, `othello:size=6` or
/// `congklak:holes=5,seeds=3`; `papan games` lists all of them. An agent is named the same
/// way, as in `level:5` or `minimax:depth=4`; `papan agents` lists those. Without a command
/// the web app is started, as by `papan serve`.
#[derive(Parser)]
#[command(name = "papan", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(commands::serve::Arguments),
    Games(commands::games::Arguments),
    Agents(commands::agents::Arguments),
    Levels(commands::levels::Arguments),
    Show(commands::show::Arguments),
    Best(commands::best::Arguments),
    Solve(commands::solve::Arguments),
    Trace(commands::trace::Arguments),
    Match(commands::matches::Arguments),
    Tournament(commands::tournament::Arguments),
    Ledger(commands::ledger::Arguments),
    Report(commands::report::Arguments),
    Engine(commands::engine::Arguments),
    EngineCheck(commands::engine_check::Arguments),
    NewAgent(commands::new_agent::Arguments),
    Papers(commands::papers::Arguments),
    Perft(commands::perft::Arguments),
    Playouts(commands::playouts::Arguments),
    Convert(commands::convert::Arguments),
    Bench(commands::bench::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        None => commands::serve::run(&Default::default()),
        Some(command) => run(command),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_closed(&error) => ExitCode::SUCCESS,
        // As a shell says that a command was interrupted.
        Err(error) if error.is::<arena::Interrupted>() => ExitCode::from(130),
        Err(error) => {
            eprintln!("error: {}", output::printable(&format!("{error:#}")));
            ExitCode::from(if input::is_mistake(&error) { 2 } else { 1 })
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve(arguments) => commands::serve::run(&arguments),
        Command::Games(arguments) => commands::games::run(&arguments),
        Command::Agents(arguments) => commands::agents::run(&arguments),
        Command::Levels(arguments) => commands::levels::run(&arguments),
        Command::Show(arguments) => commands::show::run(&arguments),
        Command::Best(arguments) => commands::best::run(&arguments),
        Command::Solve(arguments) => commands::solve::run(&arguments),
        Command::Trace(arguments) => commands::trace::run(&arguments),
        Command::Match(arguments) => commands::matches::run(&arguments),
        Command::Tournament(arguments) => commands::tournament::run(&arguments),
        Command::Ledger(arguments) => commands::ledger::run(&arguments),
        Command::Report(arguments) => commands::report::run(&arguments),
        Command::Engine(arguments) => commands::engine::run(&arguments),
        Command::EngineCheck(arguments) => commands::engine_check::run(&arguments),
        Command::NewAgent(arguments) => commands::new_agent::run(&arguments),
        Command::Papers(arguments) => commands::papers::run(&arguments),
        Command::Perft(arguments) => commands::perft::run(&arguments),
        Command::Playouts(arguments) => commands::playouts::run(&arguments),
        Command::Convert(arguments) => commands::convert::run(&arguments),
        Command::Bench(arguments) => commands::bench::run(&arguments),
    }
}
