//! `papan engine`

use crate::{
    input::{EnginesArguments, mistake},
    output,
};
use anyhow::{Context, Result};
use clap::Args;
use papan_agents::{Playable, agents, games};
use papan_protocol::server::{Engine, Port, Protocol, ServeError};
use std::{
    io::{self, BufReader},
    path::PathBuf,
};

/// Let other programs play with an agent, over standard input and output
///
/// Tools that play matches and programs with a board start an engine by a command, such as
///
///   papan engine blokus-duo level:5
///   papan engine othello level:7 --protocol nboard
///   papan engine blokus-classic mcts:time=1s --protocol ugi
///
/// and then tell it of moves and ask it for its own. Moves and positions are written as
/// everywhere in Papan (papan show draws them).
///
/// gtp is the Go Text Protocol, version 2: each line is a command, each command has one
/// reply, which begins with = or with ? and what was wrong, and ends with an empty line.
/// list_commands lists the commands. Colours are b and w where there are two, 1 to 4 where
/// there are more; a colour that cannot move passes. Blokus is spoken as Pentobi does.
///
/// nboard is the protocol of NBoard and other programs for Othello, version 2.
///
/// ugi is the Universal Game Interface; with more than two players there are p3time,
/// p4time and query turn.
///
/// All of it, command by command, with examples: docs/protocols.md.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// The game with its parameters (papan games lists them)
    game: String,

    /// The agent with its parameters (papan agents lists them)
    agent: String,

    /// The protocol of the other program: gtp, nboard or ugi
    #[arg(long, value_name = "P", default_value_t = Protocol::Gtp)]
    protocol: Protocol,

    #[command(flatten)]
    engines: EnginesArguments,

    /// Seed of everything random; the same commands after the same seed give the same game
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// The name of the engine; Papan and the agent when not given
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Write all that is said into a file: the seconds, < for what was heard and > for
    /// what was answered, and the line
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Empty the file of --log if it is there
    #[arg(long, requires = "log")]
    force: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.engines.read_if_named()?;
    games::visit(&arguments.game, Serve(arguments))?
}

struct Serve<'a>(&'a Arguments);

impl games::Visitor for Serve<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: G) -> Result<()> {
        let Serve(arguments) = self;
        let agent = agents::open(&game, &arguments.agent, arguments.seed)?;
        let name = match &arguments.name {
            // A line break would end the reply that holds the name.
            Some(name) if name.chars().any(char::is_control) => {
                return mistake("a name is one line of text");
            }
            Some(name) => name.clone(),
            None => {
                let title = agent.title().unwrap_or_else(|| arguments.agent.clone());
                format!("Papan {}", title.trim())
            }
        };
        let engine = Engine {
            game,
            agent,
            name,
            seed: arguments.seed,
        };
        let mut port = Port::new(io::stdout(), io::stderr());
        if let Some(path) = &arguments.log {
            port = port.with_log(output::create(path, arguments.force)?);
        }
        let input = BufReader::with_capacity(1 << 16, io::stdin());
        match engine.serve(arguments.protocol, input, port) {
            Err(error @ (ServeError::OtherGame { .. } | ServeError::Json)) => {
                mistake(error.to_string())
            }
            Err(ServeError::Io(error)) => Err(error).context("standard input and output"),
            Ok(()) => Ok(()),
        }
    }
}
