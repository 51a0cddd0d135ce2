//! Papan as an engine: another program asks over a protocol, an agent answers.
//!
//! All three protocols sit at the same table: the game so far, and an agent that hears
//! of every move before it is asked for one. GTP is answered line by line. UGI and NBoard
//! may interrupt a search, so there a thread of its own listens and raises the flag that
//! stops it.

mod gtp;
mod listener;
mod nboard;
mod port;
mod ugi;

pub use crate::dialect::Protocol;
pub use port::{Kept, Port};

use crate::dialect::GGF;
use papan_core::{Notation, formats::find_format};
use papan_search::{Agent, AgentSession};
use std::io::{self, BufRead};
use thiserror::Error;

/// What an engine says its version is.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// An agent that other programs may ask.
///
/// ```
/// use papan_core::example::Nim;
/// use papan_protocol::server::{Engine, Port, Protocol};
/// use papan_search::RandomAgent;
///
/// let engine = Engine {
///     game: Nim::new(1),
///     agent: Box::new(RandomAgent::new(1)),
///     name: "Chance".to_owned(),
///     seed: 1,
/// };
/// let input: &[u8] = b"name\n2 genmove b\nquit\n";
/// let (port, output) = Port::for_tests();
/// engine.serve(Protocol::Gtp, input, port).unwrap();
/// assert_eq!(output.text(), "= Chance\n\n=2 1\n\n= \n\n");
/// ```
pub struct Engine<G: Notation> {
    /// What it plays.
    pub game: G,
    /// Who plays it.
    pub agent: Box<dyn Agent<G>>,
    /// What it is called.
    pub name: String,
    /// What chance follows from. Every new game has chance of its own, the same when the same
    /// is said to the engine.
    pub seed: u64,
}

/// Why an engine stopped serving.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The protocol has no words for this game.
    #[error("nboard is a protocol for Othello, {game} is played over gtp or ugi")]
    OtherGame {
        /// The game.
        game: String,
    },
    /// Engines are not asked in lines of JSON.
    #[error("json is what agents of one's own speak; engines are asked over gtp, nboard or ugi")]
    Json,
    /// Nobody can be heard or answered any more.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl<G: Notation> Engine<G> {
    /// Answers until `quit` or the end of the input.
    pub fn serve(
        self,
        protocol: Protocol,
        input: impl BufRead + Send + 'static,
        port: Port,
    ) -> Result<(), ServeError> {
        let ggf = find_format(&self.game, GGF);
        let play = AgentSession::new(self.game, self.agent, self.seed);
        match protocol {
            Protocol::Gtp => gtp::serve(play, self.name, input, port)?,
            Protocol::Ugi => ugi::serve(play, self.name, input, port)?,
            Protocol::Json => return Err(ServeError::Json),
            Protocol::NBoard => match ggf {
                Ok(ggf) => nboard::serve(play, self.name, ggf, input, port)?,
                Err(_) => {
                    let game = play.game().name();
                    return Err(ServeError::OtherGame { game });
                }
            },
        }
        Ok(())
    }
}
